import type { AnyModelMessage, ModelMessage, ProviderOptions } from '../../core/message.ts'
import type { ModelTool } from '../../models/versions/language-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { CallSettings, ToolChoice as ModelToolChoice } from '../../wire/model-request.ts'
import type { ContentPart, Instructions, RunFinishReason } from './content.ts'
import type { ModelCallPerformance } from './performance.ts'
import type { RunResult } from './run-result.ts'
import type { Step, StepFields } from './step.ts'
import type { TextStreamPart } from './stream-part.ts'
import type { TypedToolCall, TypedToolError, TypedToolResult } from './tool-parts.ts'
import type { LanguageModelUsage } from './usage.ts'

/** What events of `ai` 6 have besides. Not enumerable. */
export interface OlderFields {
  readonly model: { readonly provider: string; readonly modelId: string }
  readonly prompt: unknown
  readonly stopWhen: unknown
  readonly abortSignal: AbortSignal | undefined
  /** The same as `runtimeContext`. */
  readonly experimental_context: Untyped
}

/** The options of a run, as `onStart` and `onStepStart` get them. */
interface GivenOptions<TOOLS extends ToolSet> extends OlderFields {
  /** The same in all events of a run. */
  readonly callId: string
  readonly provider: string
  readonly modelId: string
  readonly instructions: Instructions | undefined
  /** The name of `instructions` in `ai` 6. Not enumerable. */
  readonly system: Instructions | undefined
  /** Without the instructions. */
  readonly messages: readonly ModelMessage[]
  readonly tools: TOOLS | undefined
  readonly toolChoice: unknown
  readonly activeTools: readonly string[] | undefined
  readonly toolOrder: readonly string[] | undefined
  readonly providerOptions: ProviderOptions | undefined
  readonly output: unknown
  readonly runtimeContext: Untyped
  readonly toolsContext: Readonly<Record<string, Untyped>>
}

export interface StartEvent<TOOLS extends ToolSet = ToolSet> extends GivenOptions<TOOLS>, CallSettings {
  readonly operationId: 'ai.generateText' | 'ai.streamText'
  readonly maxRetries: number
  readonly timeout: unknown
  readonly headers: Readonly<Record<string, string | undefined>> | undefined
  /** Not enumerable. */
  readonly include: unknown
}

export interface StepStartEvent<TOOLS extends ToolSet = ToolSet> extends GivenOptions<TOOLS> {
  readonly stepNumber: number
  /** The completed steps. */
  readonly steps: readonly Step<TOOLS>[]
  /** As the model gets them, like the tools and the choice. */
  readonly promptMessages: readonly AnyModelMessage[]
  readonly stepTools: readonly ModelTool[] | undefined
  readonly stepToolChoice: ModelToolChoice | undefined
}

/** A step that failed. Not called when a run is aborted by its caller in `streamText`. */
export interface StepErrorEvent<TOOLS extends ToolSet = ToolSet> extends StepStartEvent<TOOLS> {
  readonly error: unknown
}

export interface ModelCallStartEvent extends CallSettings {
  readonly callId: string
  readonly provider: string
  readonly modelId: string
  readonly instructions: Instructions | undefined
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[] | undefined
}

/** The answer of the model, before any tool runs. */
export interface ModelCallEndEvent<TOOLS extends ToolSet = ToolSet> {
  readonly callId: string
  readonly provider: string
  readonly modelId: string
  readonly finishReason: RunFinishReason
  readonly usage: LanguageModelUsage
  readonly content: readonly ContentPart<TOOLS>[]
  readonly responseId: string
  readonly providerMetadata?: ProviderMetadata
  readonly performance: ModelCallPerformance
}

/** The event of `onEnd`: the result of the run, with fields of its last step. */
export type FinishEvent<TOOLS extends ToolSet = ToolSet> = Omit<
  RunResult<TOOLS, Untyped>,
  'messages' | 'parts' | 'output' | 'reasoning'
> &
  Pick<StepFields<TOOLS>, 'callId' | 'stepNumber' | 'model' | 'runtimeContext' | 'toolsContext'> & {
    readonly reasoning: Step<TOOLS>['reasoning']
    /** The parsed answer; of a stream with `output` alone. */
    readonly output?: Untyped
    /** The same as `runtimeContext`. Not enumerable. */
    readonly experimental_context: unknown
  }

export type AbortEvent<TOOLS extends ToolSet = ToolSet> = {
  readonly callId: string
  /** The steps that were completed. */
  readonly steps: Step<TOOLS>[]
  /** All messages of the run, with those of the interrupted step. Every call has a result: they can be sent again. Not enumerable. */
  readonly messages: ModelMessage[]
  readonly reason?: unknown
}

export type ToolExecutionStartEvent<TOOLS extends ToolSet = ToolSet> = OlderFields & {
  readonly callId: string
  readonly toolCall: TypedToolCall<TOOLS>
  /** The messages that the tool sees. */
  readonly messages: readonly ModelMessage[]
  readonly toolContext: Untyped
  /** Not enumerable. */
  readonly stepNumber: number
}

export type ToolExecutionEndEvent<TOOLS extends ToolSet = ToolSet> = ToolExecutionStartEvent<TOOLS> & {
  readonly toolOutput: TypedToolResult<TOOLS> | TypedToolError<TOOLS>
  readonly toolExecutionMs: number
  /** The same as `toolExecutionMs`. Not enumerable, like the fields below: those of `ai` 6. */
  readonly durationMs: number
  readonly success: boolean
  readonly output?: Untyped
  readonly error?: unknown
}

/** Part of `onChunk`. */
export type ChunkEvent<TOOLS extends ToolSet = ToolSet> = {
  readonly chunk: TextStreamPart<TOOLS>
}

/** The events of a run that callbacks and telemetry integrations hear of, by the names of `ai` 7. */
export interface RunEventMap {
  readonly onStart: StartEvent
  readonly onStepStart: StepStartEvent
  readonly onLanguageModelCallStart: ModelCallStartEvent
  readonly onLanguageModelCallEnd: ModelCallEndEvent
  readonly onToolExecutionStart: ToolExecutionStartEvent
  readonly onToolExecutionEnd: ToolExecutionEndEvent
  readonly onStepEnd: Step
  readonly onStepError: StepErrorEvent
  readonly onEnd: FinishEvent
  readonly onAbort: AbortEvent
}

export type RunEventName = keyof RunEventMap

/** The events that have an older name, and that name. */
export const olderNames = {
  onStart: 'experimental_onStart',
  onStepStart: 'experimental_onStepStart',
  onLanguageModelCallStart: 'experimental_onLanguageModelCallStart',
  onLanguageModelCallEnd: 'experimental_onLanguageModelCallEnd',
  onToolExecutionStart: 'experimental_onToolCallStart',
  onToolExecutionEnd: 'experimental_onToolCallFinish',
  onStepEnd: 'onStepFinish',
  onEnd: 'onFinish',
} as const satisfies Partial<Record<RunEventName, string>>
