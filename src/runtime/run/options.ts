import type { AnyModelMessage, ModelMessage, ProviderOptions } from '../../core/message.ts'
import type { Budget } from '../../history/prune/budget.ts'
import type { DownloadFunction } from '../../models/prompt/download-file.ts'
import type { AnyLanguageModel } from '../../models/versions/any-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { CallSettings } from '../../wire/model-request.ts'
import type { OutputSource } from '../output/output.ts'
import type { Instructions, ResponseMessage } from '../result/content.ts'
import type { Step } from '../result/step.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { TelemetryOptions } from '../telemetry/tracing-api.ts'
import type { RunEvents } from './events.ts'
import type { StopCondition } from './stop-when.ts'
import type { Experimental_ToolCallers } from './tool-caller.ts'
import type { RepairToolCall, ToolApproval, ToolInputRefinement, ToolMiddleware } from './tool-hooks.ts'

/** Whether and what the model must call. */
export type ToolChoice<TOOLS extends ToolSet = ToolSet> =
  | 'auto'
  | 'none'
  | 'required'
  | { readonly type: 'tool'; readonly toolName: Extract<keyof TOOLS, string> }

/** Names of tools. Any text is taken, so that `Object.keys(tools)` is; names of other tools have no effect. */
export type ToolNames<TOOLS extends ToolSet> = readonly (Extract<keyof TOOLS, string> | (string & {}))[]

/** Timeouts in milliseconds. A number alone is `totalMs`. */
export interface RunTimeouts {
  /** For the whole run. */
  readonly totalMs?: number | undefined
  /** For each step: the model's answer, and its calls. */
  readonly stepMs?: number | undefined
  /** Until the first part of a stream that carries output. */
  readonly firstChunkMs?: number | undefined
  /** Between two such parts of a stream. */
  readonly chunkMs?: number | undefined
  /** For each call of a tool that has no `timeout` of its own. */
  readonly toolMs?: number | undefined
  /** For the calls of one tool: `{ weatherMs: 5_000 }`. */
  readonly tools?: Readonly<Record<string, number | undefined>> | undefined
}

/** What is kept, or streamed, beside the answer. */
export interface IncludeOptions {
  readonly requestBody?: boolean | undefined
  /** The messages of each step, as `request.messages`. */
  readonly requestMessages?: boolean | undefined
  /** Only in `generateText`. */
  readonly responseBody?: boolean | undefined
  /** Stream the provider's events as `raw` parts; only in `streamText`. */
  readonly rawChunks?: boolean | undefined
}

/** Hooks for tests of `ai`. */
export interface InternalOptions {
  readonly currentDate?: (() => Date) | undefined
  readonly generateId?: (() => string) | undefined
  readonly generateCallId?: (() => string) | undefined
  readonly now?: (() => number) | undefined
}

/** The conversation: a prompt, or messages. */
export interface PromptOptions {
  /** One message of the user, or messages. */
  readonly prompt?: string | readonly AnyModelMessage[] | undefined
  /** The conversation so far. Convert messages of `useChat` with `convertToModelMessages`. */
  readonly messages?: readonly AnyModelMessage[] | undefined
  /** What the model is told before the conversation. */
  readonly system?: Instructions | undefined
  /** The same as `system`, as `ai` 7 calls it. */
  readonly instructions?: Instructions | undefined
  /** `false`: a system message among the messages is an error. Set it where messages come from a client. */
  readonly allowSystemInMessages?: boolean | undefined
}

/** What `generateText` and `streamText` take. */
export interface RunOptions<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT extends OutputSource | undefined = OutputSource | undefined,
> extends CallSettings,
    PromptOptions,
    RunEvents<TOOLS> {
  /** A model of ours, any of the AI SDK's (specification v2, v3 or v4), or a name for the provider in `globalThis.AI_SDK_DEFAULT_PROVIDER`. */
  readonly model: AnyLanguageModel | (string & {})
  /** The tools by their names. One that cannot be sent is left out, with a warning in the first step. */
  readonly tools?: TOOLS | undefined
  /** Whether the model calls a tool: as it likes (`auto`, the default), always (`required`), never (`none`), or this one. */
  readonly toolChoice?: ToolChoice<TOOLS> | undefined
  /** The tools that the model sees: all of them when it is left out, none for `[]`. */
  readonly activeTools?: ToolNames<TOOLS> | undefined
  /** An older name of `activeTools`. */
  readonly experimental_activeTools?: ToolNames<TOOLS> | undefined
  /** These tools are sent first, in this order, and all others by their names: a stable order helps prompt caches. */
  readonly toolOrder?: ToolNames<TOOLS> | undefined
  /** How many times the model may be called. Default 1, unless `stopWhen` is given. */
  readonly maxSteps?: number | undefined
  /** Ends the loop: a condition, or several, any of which is enough. */
  readonly stopWhen?: StopCondition<TOOLS> | readonly StopCondition<TOOLS>[] | undefined
  /** Called before every step. It may change the model, the tools and the messages of the step. */
  readonly prepareStep?: PrepareStep<TOOLS> | undefined
  /** An older name of `prepareStep`. */
  readonly experimental_prepareStep?: PrepareStep<TOOLS> | undefined
  /** Passed to every tool as it is. It never reaches the model, the messages or telemetry. */
  readonly experimental_context?: unknown
  /** The `context` of each tool, by its name. Default: `experimental_context`. */
  readonly toolsContext?: Readonly<Record<string, unknown>> | undefined
  /** The same as `experimental_context`, as `ai` 7 calls it. */
  readonly runtimeContext?: unknown
  /** Repairs a call whose tool is unknown or whose input is invalid. */
  readonly repairToolCall?: RepairToolCall<TOOLS> | undefined
  /** An older name of `repairToolCall`. */
  readonly experimental_repairToolCall?: RepairToolCall<TOOLS> | undefined
  /** Changes the valid input of a tool, by its name, before it is run, shown or recorded. */
  readonly experimental_refineToolInput?: ToolInputRefinement<NoInfer<TOOLS>> | undefined
  /** Which tools may be called by other tools, such as a code mode, and which by the model. Default: all by the model. */
  readonly experimental_toolCallers?: Experimental_ToolCallers<NoInfer<TOOLS>> | undefined
  /**
   * What happens to invalid input, after all repairs: `throw` ends the run with the error, `report` sends it to the model. By default it
   * is sent to the model while the loop has a step left for its answer.
   */
  readonly invalidToolInput?: 'throw' | 'report' | undefined
  /** The format of the final answer: asked for with the tools, or when they are done if the model does not take both. */
  readonly output?: OUTPUT | undefined
  /** An older name of `output`. */
  readonly experimental_output?: OUTPUT | undefined
  /** Settings of a provider, by its name: `{ google: { thinkingConfig } }`. */
  readonly providerOptions?: ProviderOptions | undefined
  /** Sent with every request to the provider. */
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Tries after the first one, for each call of the model. Default 2. */
  readonly maxRetries?: number | undefined
  /** Aborts the run, its request and its tools. The error carries the messages so far: `runStateOf(error)`. */
  readonly abortSignal?: AbortSignal | undefined
  /** Milliseconds for the whole run, or for its parts. */
  readonly timeout?: number | RunTimeouts | undefined
  /** How many calls run at the same time. Default: all calls of a step. */
  readonly concurrency?: number | undefined
  /** The same as `concurrency`, as `ai` 7 calls it. */
  readonly toolCallConcurrency?: number | undefined
  /** Prunes the messages that are sent to the model, in every step. The run still returns all messages. */
  readonly history?: Budget | undefined
  /** Around every call of a tool, the first one outermost. */
  readonly toolMiddleware?: ToolMiddleware | readonly ToolMiddleware[] | undefined
  /** Which calls run at once, which need approval, and which never run. */
  readonly toolApproval?: ToolApproval<TOOLS> | undefined
  /**
   * Signs requests for approval (HMAC-SHA256), as `ai` 7 does. An approval runs a call only if its request was signed with this secret,
   * for the same call with the same input.
   */
  readonly experimental_toolApprovalSecret?: string | Uint8Array | undefined
  /** What steps keep of requests and responses. Nothing by default: every request contains all earlier messages. */
  readonly include?: IncludeOptions | undefined
  /** An older name of `include`. */
  readonly experimental_include?: IncludeOptions | undefined
  /** Also stream the provider's events as `raw` parts; only in `streamText`. */
  readonly includeRawChunks?: boolean | undefined
  /**
   * Transforms of the stream, such as `smoothStream()`, in this order; only in `streamText`. The result is made of what comes out of
   * them. Every `finish-step` must come out, or the run waits for it.
   */
  readonly experimental_transform?: StreamTextTransform<TOOLS> | readonly StreamTextTransform<TOOLS>[] | undefined
  /** Spans of OpenTelemetry, and integrations. On by default if a tracer provider is registered. */
  readonly telemetry?: TelemetryOptions | undefined
  /** An older name of `telemetry`. */
  readonly experimental_telemetry?: TelemetryOptions | undefined
  /** Fetches files that the model cannot fetch itself. Default: from the open internet, up to 100 MiB. */
  readonly experimental_download?: DownloadFunction | undefined
  /** Passed to tools, to their descriptions and to `prepareStep` as it is: where commands of a tool run. */
  readonly experimental_sandbox?: Untyped
  /** Creates missing ids. Default: random. */
  readonly generateId?: (() => string) | undefined
  /** Not part of the API: for tests that were written for `ai`. */
  readonly _internal?: InternalOptions | undefined
}

/** Makes a transform of the parts of a run. */
export type StreamTextTransform<TOOLS extends ToolSet = ToolSet> = (options: {
  readonly tools: TOOLS
  /** Ends the run: no further part comes in. What the run has until then is its result. */
  readonly stopStream: () => void
}) => PartTransform<TOOLS> | PartTransform<ToolSet>

/** One for any tools is one for these. */
type PartTransform<TOOLS extends ToolSet> = TransformStream<TextStreamPart<TOOLS>, TextStreamPart<TOOLS>>

/** The input of `prepareStep`. */
export type PrepareStepInput<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = {
  readonly steps: readonly Step<TOOLS, RUNTIME_CONTEXT>[]
} & {
  /** From 0. */
  readonly stepNumber: number
  readonly model: AnyLanguageModel
  readonly messages: readonly ModelMessage[]
  readonly initialMessages: readonly ModelMessage[]
  readonly responseMessages: readonly ResponseMessage[]
  readonly system: Instructions | undefined
  readonly instructions: Instructions | undefined
  readonly initialInstructions: Instructions | undefined
  readonly experimental_context: RUNTIME_CONTEXT
  readonly runtimeContext: RUNTIME_CONTEXT
  readonly toolsContext: Readonly<Record<string, Untyped>> | undefined
  readonly experimental_sandbox?: Untyped
}

/**
 * Options of one step. Messages, instructions and contexts also hold for later steps, all others only for this one.
 */
export interface PrepareStepResult<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = unknown> extends CallSettings {
  readonly model?: AnyLanguageModel | (string & {}) | undefined
  readonly messages?: readonly AnyModelMessage[] | undefined
  readonly system?: Instructions | undefined
  readonly instructions?: Instructions | undefined
  readonly toolChoice?: ToolChoice<TOOLS> | undefined
  readonly activeTools?: ToolNames<TOOLS> | undefined
  readonly experimental_activeTools?: ToolNames<TOOLS> | undefined
  readonly toolOrder?: ToolNames<TOOLS> | undefined
  /** Merged with those of the run. */
  readonly providerOptions?: ProviderOptions | undefined
  readonly experimental_context?: RUNTIME_CONTEXT | undefined
  readonly runtimeContext?: RUNTIME_CONTEXT | undefined
  readonly toolsContext?: Readonly<Record<string, unknown>> | undefined
  /** For the tools of this step. */
  readonly experimental_sandbox?: Untyped
}

export type PrepareStep<TOOLS extends ToolSet = ToolSet, RUNTIME_CONTEXT = Untyped> = (
  input: PrepareStepInput<TOOLS, RUNTIME_CONTEXT>,
) =>
  | PrepareStepResult<TOOLS, RUNTIME_CONTEXT>
  | undefined
  | PromiseLike<PrepareStepResult<TOOLS, RUNTIME_CONTEXT> | undefined>
