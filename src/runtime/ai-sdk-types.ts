import type { Json, JsonObject } from '../core/json.ts'
import type { DownloadFunction } from '../models/prompt/download-file.ts'
import type { AnyLanguageModel, RunnableWarning } from '../models/versions/any-model.ts'
import type { FlexibleSchema, InferSchema, Untyped } from '../tools/flexible-schema.ts'
import type { ToolSet } from '../tools/tool.ts'
import type { ToolExecutionOptions } from '../tools/tool-options.ts'
import type { CallSettings } from '../wire/model-request.ts'
import type { GenerateObjectEndEvent } from './object/object-events.ts'
import type { InferOutput, InferPartialOutput, OutputSource } from './output/output.ts'
import type { RequestMetadata, RunFinishReason, StepResponse } from './result/content.ts'
import type {
  AbortEvent,
  ChunkEvent,
  FinishEvent,
  ModelCallEndEvent,
  ModelCallStartEvent,
  StartEvent,
  StepErrorEvent,
  StepStartEvent,
  ToolExecutionEndEvent,
  ToolExecutionStartEvent,
} from './result/events.ts'
import type { Step } from './result/step.ts'
import type { ToolOutputDenied } from './result/tool-parts.ts'
import type { IncludeOptions, PrepareStep, PromptOptions, RunOptions, RunTimeouts } from './run/options.ts'
import type { RepairToolCall, ToolApproval, ToolApprovalOptions, ToolApprovalStatus } from './run/tool-hooks.ts'
import type { TelemetryIntegration } from './telemetry/telemetry-integration.ts'
import type { AnyUIMessage, UIDataTypes } from './ui/ui-message.ts'

/*
 * Types under the names that they have in `ai`, for programs that import them. What `ai` types by the context of a run (its second
 * parameter, mostly) is the type of `runtimeContext`.
 */

/** What `model` takes: a model, or a name for the provider that the program sets for all of its calls. */
export type LanguageModel = AnyLanguageModel | (string & {})

export type JSONValue = Json
export type JSONSchema7 = JsonObject
export type FinishReason = RunFinishReason
export type CallWarning = RunnableWarning
export type Warning = RunnableWarning
export type LanguageModelRequestMetadata = RequestMetadata
export type LanguageModelResponseMetadata = StepResponse
export type LanguageModelCallOptions = CallSettings
export type ModelInfo = { readonly provider: string; readonly modelId: string }
export type Prompt = PromptOptions
export type Experimental_DownloadFunction = DownloadFunction
export type Telemetry = TelemetryIntegration
export type ErrorHandler = (error: unknown) => void
export type GenerateTextInclude = IncludeOptions
export type StreamTextInclude = IncludeOptions
export type TimeoutConfiguration<TOOLS extends ToolSet = ToolSet> =
  | number
  | (RunTimeouts & { readonly tools?: { readonly [NAME in keyof TOOLS as `${NAME & string}Ms`]?: number } | undefined })
export type RequestOptions<TOOLS extends ToolSet = ToolSet> = Pick<
  RunOptions<TOOLS>,
  'maxRetries' | 'abortSignal' | 'headers' | 'timeout'
>

export type ActiveTools<TOOLS extends ToolSet = ToolSet> = RunOptions<TOOLS>['activeTools']
export type ToolOrder<TOOLS extends ToolSet = ToolSet> = RunOptions<TOOLS>['toolOrder']
export type PrepareStepFunction<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = PrepareStep<
  TOOLS,
  RUNTIME_CONTEXT
>
export type ToolCallRepairFunction<TOOLS extends ToolSet = ToolSet> = RepairToolCall<TOOLS>
export type ToolApprovalConfiguration<TOOLS extends ToolSet = ToolSet, _RUNTIME_CONTEXT = Untyped> = ToolApproval<TOOLS>
export type GenericToolApprovalFunction<
  TOOLS extends ToolSet = ToolSet,
  _TOOLS_CONTEXT = Untyped,
  _RUNTIME_CONTEXT = Untyped,
> = Extract<ToolApproval<TOOLS>, (...args: never[]) => unknown>
export type SingleToolApprovalFunction<INPUT, _TOOL_CONTEXT = Untyped, _RUNTIME_CONTEXT = Untyped> = (
  input: INPUT,
  options: ToolApprovalOptions,
) => ToolApprovalStatus | undefined | PromiseLike<ToolApprovalStatus | undefined>
export type ToolExecuteFunction<INPUT, OUTPUT, CONTEXT = Untyped> = (
  input: INPUT,
  options: ToolExecutionOptions<CONTEXT>,
) => AsyncIterable<OUTPUT> | PromiseLike<OUTPUT> | OUTPUT
export type StaticToolOutputDenied<TOOLS extends ToolSet = ToolSet> = ToolOutputDenied & {
  readonly toolName: keyof TOOLS & string
}
export type TypedToolOutputDenied<TOOLS extends ToolSet = ToolSet> = StaticToolOutputDenied<TOOLS> | ToolOutputDenied

type Callback<EVENT> = (event: EVENT) => PromiseLike<void> | void

export type GenerateTextStartEvent<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = StartEvent<TOOLS>
export type GenerateTextStepStartEvent<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = StepStartEvent<TOOLS>
export type GenerateTextStepErrorEvent<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = StepErrorEvent<TOOLS>
export type GenerateTextStepEndEvent<TOOLS extends ToolSet = ToolSet, CONTEXT = Untyped> = Step<TOOLS, CONTEXT>
export type GenerateTextEndEvent<TOOLS extends ToolSet = ToolSet, _CONTEXT = Untyped> = FinishEvent<TOOLS>
export type StreamTextEndEvent<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = FinishEvent<TOOLS>
export type GenerateTextAbortEvent<TOOLS extends ToolSet = ToolSet, _CONTEXT = Untyped> = AbortEvent<TOOLS>
export type LanguageModelCallStartEvent = ModelCallStartEvent
export type LanguageModelCallEndEvent<TOOLS extends ToolSet = ToolSet> = ModelCallEndEvent<TOOLS>

/** Names of `ai` 6, and older names of callbacks. */
export type {
  GenerateTextEndEvent as OnFinishEvent,
  GenerateTextOnEndCallback as GenerateTextOnFinishCallback,
  GenerateTextOnEndCallback as StreamTextOnFinishCallback,
  GenerateTextOnStepEndCallback as GenerateTextOnStepFinishCallback,
  GenerateTextOnStepEndCallback as StreamTextOnStepFinishCallback,
  GenerateTextStartEvent as OnStartEvent,
  GenerateTextStepEndEvent as OnStepFinishEvent,
  GenerateTextStepStartEvent as OnStepStartEvent,
}
export type OnToolCallStartEvent<TOOLS extends ToolSet = ToolSet> = ToolExecutionStartEvent<TOOLS>
export type OnToolCallFinishEvent<TOOLS extends ToolSet = ToolSet> = ToolExecutionEndEvent<TOOLS>

export type GenerateTextOnStartCallback<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = Callback<StartEvent<TOOLS>>
export type GenerateTextOnStepStartCallback<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = Callback<StepStartEvent<TOOLS>>
export type GenerateTextOnStepErrorCallback<
  TOOLS extends ToolSet = ToolSet,
  _CONTEXT = Untyped,
  _OUTPUT = Untyped,
> = Callback<StepErrorEvent<TOOLS>>
export type GenerateTextOnStepEndCallback<TOOLS extends ToolSet = ToolSet, CONTEXT = Untyped> = Callback<
  Step<TOOLS, CONTEXT>
>
export type GenerateTextOnEndCallback<TOOLS extends ToolSet = ToolSet, _CONTEXT = Untyped> = Callback<
  FinishEvent<TOOLS>
>
export type GenerateTextOnAbortCallback<TOOLS extends ToolSet = ToolSet, _CONTEXT = Untyped> = Callback<
  AbortEvent<TOOLS>
>
export type StreamTextOnChunkCallback<TOOLS extends ToolSet = ToolSet> = Callback<ChunkEvent<TOOLS>>
export type StreamTextOnErrorCallback = Callback<{ readonly error: unknown }>
export type StreamTextOnEndCallback<TOOLS extends ToolSet = ToolSet, _CONTEXT = Untyped, _OUTPUT = Untyped> = Callback<
  FinishEvent<TOOLS>
>
export type OnLanguageModelCallStartCallback = Callback<ModelCallStartEvent>
export type OnLanguageModelCallEndCallback<TOOLS extends ToolSet = ToolSet> = Callback<ModelCallEndEvent<TOOLS>>
export type OnToolExecutionStartCallback<TOOLS extends ToolSet = ToolSet> = Callback<ToolExecutionStartEvent<TOOLS>>
export type OnToolExecutionEndCallback<TOOLS extends ToolSet = ToolSet> = Callback<ToolExecutionEndEvent<TOOLS>>
export type StreamObjectOnFinishCallback<RESULT> = Callback<GenerateObjectEndEvent<RESULT | undefined>>

export type InferGenerateOutput<OUTPUT extends OutputSource | undefined> = InferOutput<OUTPUT>
export type InferStreamOutput<OUTPUT extends OutputSource | undefined> = InferPartialOutput<OUTPUT>

/** A message that is not sent yet. */
export type CreateUIMessage<MESSAGE extends AnyUIMessage> = Omit<MESSAGE, 'id' | 'role'> & {
  id?: MESSAGE['id']
  role?: MESSAGE['role']
}
/** The schemas of data parts, by their names. */
export type UIDataPartSchemas = Readonly<Record<string, FlexibleSchema>>
export type InferUIDataParts<SCHEMAS extends UIDataPartSchemas> = {
  [NAME in keyof SCHEMAS]: InferSchema<SCHEMAS[NAME]>
} & UIDataTypes
