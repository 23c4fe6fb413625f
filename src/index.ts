export type { ToolfitErrorCode, ToolfitErrorEvidence } from './core/errors.ts'
export { ToolfitError } from './core/errors.ts'
export type { Json, JsonObject } from './core/json.ts'
export { deepEqual as isDeepEqualData } from './core/json.ts'
export type {
  AnyAssistantModelMessage,
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolModelMessage,
  AnyToolPart,
  AnyToolResultContent,
  AnyToolResultOutput,
  AnyToolResultPart,
  AnyUserModelMessage,
  AssistantContent,
  AssistantModelMessage,
  AssistantPart,
  CustomPart,
  DataContent,
  FileData,
  FileDataData,
  FileDataReference,
  FileDataText,
  FileDataUrl,
  FilePart,
  ImagePart,
  MessageJson,
  MessageJsonObject,
  ModelMessage,
  ProviderOptions,
  ProviderReference,
  ReasoningFilePart,
  ReasoningPart,
  SystemModelMessage,
  TextPart,
  ToolApprovalRequest,
  ToolApprovalResponse,
  ToolCallPart,
  ToolContent,
  ToolModelMessage,
  ToolPart,
  ToolResultContent,
  ToolResultOutput,
  ToolResultPart,
  UserContent,
  UserModelMessage,
  UserPart,
} from './core/message.ts'
export type { PruneMessagesOptions } from './history/prune/prune-messages.ts'
export { pruneMessages } from './history/prune/prune-messages.ts'
export type { AnyLanguageModel } from './models/versions/any-model.ts'
export type {
  Agent,
  AgentCallParameters,
  AgentStreamParameters,
  InferAgentTools,
  InferAgentUIMessage,
  InferAgentUIMessage as Experimental_InferAgentUIMessage,
  PreparedCall,
  ToolLoopAgentSettings,
  ToolLoopAgentSettings as Experimental_AgentSettings,
} from './runtime/agent/agent.ts'
export type { AgentUIStreamOptions } from './runtime/agent/agent-ui-stream.ts'
export {
  createAgentUIStream,
  createAgentUIStreamResponse,
  pipeAgentUIStreamToResponse,
} from './runtime/agent/agent-ui-stream.ts'
export { ToolLoopAgent, ToolLoopAgent as Experimental_Agent } from './runtime/agent/tool-loop-agent.ts'
// biome-ignore format: a list of names
export type {
  ActiveTools, CallWarning, CreateUIMessage, ErrorHandler, Experimental_DownloadFunction, FinishReason,
  GenerateTextAbortEvent, GenerateTextEndEvent, GenerateTextInclude, GenerateTextOnAbortCallback,
  GenerateTextOnEndCallback, GenerateTextOnFinishCallback, GenerateTextOnStartCallback, GenerateTextOnStepEndCallback,
  GenerateTextOnStepErrorCallback, GenerateTextOnStepFinishCallback, GenerateTextOnStepStartCallback,
  GenerateTextStartEvent, GenerateTextStepEndEvent, GenerateTextStepErrorEvent, GenerateTextStepStartEvent,
  GenericToolApprovalFunction, InferGenerateOutput, InferStreamOutput, InferUIDataParts, JSONSchema7, JSONValue,
  LanguageModel, LanguageModelCallEndEvent, LanguageModelCallOptions, LanguageModelCallStartEvent,
  LanguageModelRequestMetadata, LanguageModelResponseMetadata, ModelInfo, OnFinishEvent,
  OnLanguageModelCallEndCallback, OnLanguageModelCallStartCallback, OnStartEvent, OnStepFinishEvent, OnStepStartEvent,
  OnToolCallFinishEvent, OnToolCallStartEvent, OnToolExecutionEndCallback, OnToolExecutionStartCallback,
  PrepareStepFunction, Prompt, RequestOptions, SingleToolApprovalFunction, StaticToolOutputDenied,
  StreamObjectOnFinishCallback, StreamTextEndEvent, StreamTextInclude, StreamTextOnChunkCallback,
  StreamTextOnEndCallback, StreamTextOnErrorCallback, StreamTextOnFinishCallback, StreamTextOnStepFinishCallback,
  Telemetry, TimeoutConfiguration, ToolApprovalConfiguration, ToolCallRepairFunction, ToolExecuteFunction, ToolOrder,
  TypedToolOutputDenied, UIDataPartSchemas, Warning,
} from './runtime/ai-sdk-types.ts'
export {
  getChunkTimeoutMs,
  getFirstChunkTimeoutMs,
  getStepTimeoutMs,
  getToolTimeoutMs,
  getTotalTimeoutMs,
} from './runtime/calls/timeout-ms.ts'
export type { ToolDrift, ToolFingerprints } from './runtime/calls/tool-fingerprint.ts'
export { detectToolDrift, fingerprintTools } from './runtime/calls/tool-fingerprint.ts'
export type { ConvertToModelMessagesOptions } from './runtime/chat/convert-to-model-messages.ts'
export {
  convertToModelMessages,
  convertToModelMessages as convertToCoreMessages,
} from './runtime/chat/convert-to-model-messages.ts'
export type { LastMessageOptions } from './runtime/chat/last-assistant-message.ts'
export {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from './runtime/chat/last-assistant-message.ts'
export { uiMessageChunkSchema } from './runtime/chat/ui-message-chunk-schema.ts'
export type { SafeValidateUIMessagesResult, ValidateUIMessagesOptions } from './runtime/chat/validate-ui-messages.ts'
export { safeValidateUIMessages, validateUIMessages } from './runtime/chat/validate-ui-messages.ts'
export { AISDKError } from './runtime/errors/ai-sdk-error.ts'
export type { RetryErrorReason } from './runtime/errors/model-errors.ts'
export {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  InvalidStreamPartError,
  LoadAPIKeyError,
  LoadSettingError,
  NoSuchModelError,
  NoSuchProviderError,
  RetryError,
  StreamProviderError,
  UnsupportedModelVersionError,
} from './runtime/errors/model-errors.ts'
export {
  NoContentGeneratedError,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  NoOutputSpecifiedError,
  UIMessageStreamError,
} from './runtime/errors/output-errors.ts'
export {
  DownloadError,
  InvalidDataContentError,
  InvalidMessageRoleError,
  InvalidPromptError,
  MessageConversionError,
  MissingToolResultsError,
  NoSuchProviderReferenceError,
} from './runtime/errors/prompt-errors.ts'
export {
  InvalidToolApprovalError,
  InvalidToolApprovalSignatureError,
  InvalidToolInputError,
  NoSuchToolError,
  ToolCallNotFoundForApprovalError,
  ToolCallRepairError,
  ToolChoiceViolationError,
} from './runtime/errors/tool-call-errors.ts'
export type { TypeValidationContext } from './runtime/errors/value-errors.ts'
export {
  InvalidArgumentError,
  JSONParseError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from './runtime/errors/value-errors.ts'
export type { GenerateTextOptions, GenerateTextResult } from './runtime/generate-text.ts'
export { generateText } from './runtime/generate-text.ts'
export type { RunState } from './runtime/loop/end-run.ts'
export { runStateOf } from './runtime/loop/end-run.ts'
export type { GenerateObjectResult } from './runtime/object/generate-object.ts'
export { generateObject } from './runtime/object/generate-object.ts'
export type {
  GenerateObjectEndEvent,
  GenerateObjectStartEvent,
  GenerateObjectStepEndEvent,
  GenerateObjectStepStartEvent,
} from './runtime/object/object-events.ts'
export type { ObjectOptions } from './runtime/object/object-options.ts'
export type { ObjectStreamPart } from './runtime/object/object-stream.ts'
export type { RepairTextFunction } from './runtime/object/parse-object.ts'
export type { StreamObjectOptions, StreamObjectResult } from './runtime/object/stream-object.ts'
export { streamObject } from './runtime/object/stream-object.ts'
export type {
  DeepPartial,
  InferElementOutput,
  InferOutput,
  InferPartialOutput,
  OutputSource,
} from './runtime/output/output.ts'
export { Output } from './runtime/output/output.ts'
export type { OutputSpec, OutputSpec as OutputInterface } from './runtime/output/output-spec.ts'
export { addToolInputExamplesMiddleware } from './runtime/providers/add-tool-input-examples-middleware.ts'
export { cosineSimilarity } from './runtime/providers/cosine-similarity.ts'
export type { CustomProvider, Provider } from './runtime/providers/custom-provider.ts'
export { customProvider, customProvider as experimental_customProvider } from './runtime/providers/custom-provider.ts'
export {
  defaultInstructionsMiddleware,
  defaultSettingsMiddleware,
} from './runtime/providers/default-settings-middleware.ts'
export { extractJsonMiddleware } from './runtime/providers/extract-json-middleware.ts'
export { extractReasoningMiddleware } from './runtime/providers/extract-reasoning-middleware.ts'
export type { LanguageModelMiddleware } from './runtime/providers/language-model-middleware.ts'
export type { ProviderRegistryOptions, ProviderRegistryProvider } from './runtime/providers/provider-registry.ts'
export {
  createProviderRegistry,
  createProviderRegistry as experimental_createProviderRegistry,
  wrapProvider,
} from './runtime/providers/provider-registry.ts'
export { simulateStreamingMiddleware } from './runtime/providers/simulate-streaming-middleware.ts'
export { wrapLanguageModel } from './runtime/providers/wrap-language-model.ts'
export type {
  ContentPart,
  GeneratedFile,
  GeneratedFile as Experimental_GeneratedImage,
  GeneratedFileOptions,
  Instructions,
  ReasoningFileOutput,
  ReasoningOutput,
  ResponseMessage,
  RunFinishReason,
} from './runtime/result/content.ts'
export { DefaultGeneratedFile } from './runtime/result/content.ts'
export type {
  AbortEvent,
  ChunkEvent,
  FinishEvent,
  StepStartEvent,
  ToolExecutionEndEvent,
  ToolExecutionStartEvent,
} from './runtime/result/events.ts'
export type { AsyncIterableStream } from './runtime/result/iterable-stream.ts'
export type {
  ChunkTimes as OutputChunkTimingStats,
  StepPerformance as StepResultPerformance,
} from './runtime/result/performance.ts'
export type { FlatPart, Step, StepResult, StepType } from './runtime/result/step.ts'
export { flattenSteps } from './runtime/result/step.ts'
export type { TextStreamPart } from './runtime/result/stream-part.ts'
export type {
  DynamicToolCall,
  DynamicToolError,
  DynamicToolResult,
  StaticToolCall,
  StaticToolError,
  StaticToolResult,
  ToolApprovalRequestOutput,
  ToolApprovalResponseOutput,
  TypedToolCall,
  TypedToolError,
  TypedToolResult,
} from './runtime/result/tool-parts.ts'
export type { LanguageModelUsage } from './runtime/result/usage.ts'
export type { RunEvents } from './runtime/run/events.ts'
export {
  filterActiveTools,
  filterActiveTools as experimental_filterActiveTools,
} from './runtime/run/filter-active-tools.ts'
export type {
  LogWarningsFunction,
  LogWarningsFunction as Experimental_LogWarningsFunction,
} from './runtime/run/log-warnings.ts'
export type {
  PrepareStep,
  PrepareStepInput,
  PrepareStepResult,
  RunTimeouts,
  StreamTextTransform,
  ToolChoice,
} from './runtime/run/options.ts'
export type { StopCondition, StopInput } from './runtime/run/stop-when.ts'
export { hasToolCall, isLoopFinished, isRepeating, isStepCount, stepCountIs } from './runtime/run/stop-when.ts'
export type {
  Experimental_ToolCallers,
  Experimental_ToolCallerTool,
  ToolCallerDefinition,
} from './runtime/run/tool-caller.ts'
export { experimental_toolCaller } from './runtime/run/tool-caller.ts'
export type {
  RepairToolCall,
  RepairToolCallInput,
  ToolApproval,
  ToolApprovalOptions,
  ToolApprovalStatus,
  ToolExecution,
  ToolInputRefinement,
  ToolMiddleware,
} from './runtime/run/tool-hooks.ts'
export type { StreamTextOptions, StreamTextResult } from './runtime/stream-text.ts'
export { streamText } from './runtime/stream-text.ts'
export type { JsonEvent } from './runtime/streams/parse-json-event-stream.ts'
export { parseJsonEventStream } from './runtime/streams/parse-json-event-stream.ts'
export type { PartialJson } from './runtime/streams/parse-partial-json.ts'
export { parsePartialJson } from './runtime/streams/parse-partial-json.ts'
export { simulateReadableStream } from './runtime/streams/simulate-readable-stream.ts'
export type { IntegrationFields, TelemetryIntegration } from './runtime/telemetry/telemetry-integration.ts'
export {
  registerTelemetry,
  registerTelemetry as registerTelemetryIntegration,
} from './runtime/telemetry/telemetry-integration.ts'
export type { TelemetryOptions } from './runtime/telemetry/tracing-api.ts'
export type { ChunkDetector, SmoothStreamOptions } from './runtime/transform/smooth-stream.ts'
export { smoothStream } from './runtime/transform/smooth-stream.ts'
export type {
  CreateUIMessageStreamOptions,
  UIMessageStreamWriter,
  UIMessageStreamWriterWithOutcome,
} from './runtime/ui/create-ui-message-stream.ts'
export { createUIMessageStream } from './runtime/ui/create-ui-message-stream.ts'
export type { IdGenerator, IdGeneratorOptions } from './runtime/ui/ids.ts'
export { createIdGenerator, generateId } from './runtime/ui/ids.ts'
export type { ReadUIMessageStreamOptions } from './runtime/ui/read-ui-message-stream.ts'
export { readUIMessageStream } from './runtime/ui/read-ui-message-stream.ts'
export { consumeStream, JsonToSseTransformStream, toTextStream } from './runtime/ui/stream-helpers.ts'
export type { ToUIMessageChunkOptions } from './runtime/ui/to-ui-message-chunk.ts'
export { toUIMessageChunk } from './runtime/ui/to-ui-message-chunk.ts'
export type {
  AnyUIMessage,
  CustomContentUIPart,
  DataUIPart,
  DynamicToolUIPart,
  FileUIPart,
  InferUIMessageData,
  InferUIMessageTools,
  InferUITool,
  InferUITools,
  ReasoningFileUIPart,
  ReasoningUIPart,
  SourceDocumentUIPart,
  SourceUrlUIPart,
  StepStartUIPart,
  TextUIPart,
  ToolOutputErrorUIPart,
  ToolUIPart,
  UIDataTypes,
  UIMessage,
  UIMessagePart,
  UITool,
  UIToolInvocation,
  UITools,
} from './runtime/ui/ui-message.ts'
export type { InferUIMessageChunk, UIMessageChunk } from './runtime/ui/ui-message-chunk.ts'
export {
  getStaticToolName,
  getToolName,
  getToolOrDynamicToolName,
  isCustomContentUIPart,
  isDataUIPart,
  isDynamicToolUIPart,
  isFileUIPart,
  isReasoningFileUIPart,
  isReasoningUIPart,
  isStaticToolUIPart,
  isTextUIPart,
  isToolOrDynamicToolUIPart,
  isToolOutputErrorUIPart,
  isToolUIPart,
} from './runtime/ui/ui-message-parts.ts'
export type {
  ServerResponseLike,
  UIMessageStreamEnd,
  UIMessageStreamOnEndCallback,
  UIMessageStreamOnFinishCallback,
  UIMessageStreamOnStepEndCallback,
  UIMessageStreamOnStepFinishCallback,
  UIMessageStreamOptions,
  UIMessageStreamOutcome,
  UIMessageStreamResponseInit,
  UIMessageStreamStep,
} from './runtime/ui/ui-message-stream-options.ts'
export {
  createTextStreamResponse,
  createUIMessageStreamResponse,
  pipeTextStreamToResponse,
  pipeUIMessageStreamToResponse,
  toUIMessageStream,
  UI_MESSAGE_STREAM_HEADERS,
} from './runtime/ui/ui-responses.ts'
export type { Change, Effect } from './schema/change.ts'
export type { ChangeCode } from './schema/change-code.ts'
export type { CompiledSchema, Received } from './schema/compiled-schema.ts'
export type { DialectId, TargetId } from './schema/dialects/index.ts'
export type { Issue, ParseResult } from './schema/issue.ts'
export type { CompiledResponse, CompileResponseOptions } from './tools/compile-response.ts'
export { compileResponse, compileResponseAsync } from './tools/compile-response.ts'
export { compileTools, compileToolsAsync } from './tools/compile-tools.ts'
export type {
  CompiledTool,
  CompiledTools,
  CompileToolsOptions,
  ReceivedCall,
  ToolCall,
  ToolChange,
  ToolFailure,
  ToolSetInput,
  WireCall,
} from './tools/compiled-tools.ts'
export type { FlexibleSchema, InferSchema } from './tools/flexible-schema.ts'
export type { InferToolContext, InferToolInput, InferToolOutput } from './tools/infer-tool.ts'
export type { Schema } from './tools/json-schema.ts'
export { jsonSchema } from './tools/json-schema.ts'
export type { AnyTool, DynamicTool, ExecutableTool, Tool, ToolSet } from './tools/tool.ts'
export { dynamicTool, tool } from './tools/tool.ts'
export type { ToolCallOptions, ToolExecutionOptions, ToolRetries } from './tools/tool-options.ts'
export { asSchema, zodSchema } from './tools/zod-schema.ts'
export type { ProviderMetadata } from './wire/model-reply.ts'
export type { CallSettings } from './wire/model-request.ts'
