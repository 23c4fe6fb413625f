import type { ModelMessage, ToolResultOutput } from '../../core/message.ts'
import type { DownloadedFile } from '../../models/prompt/download-file.ts'
import type { RunnableFinishReason, RunnableModel } from '../../models/versions/any-model.ts'
import type { ModelTool } from '../../models/versions/language-model.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import type { AnyTool } from '../../tools/tool.ts'
import type { ToolCallOptions } from '../../tools/tool-options.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { OutputSpec } from '../output/output-spec.ts'
import type { ContentPart, Instructions, RequestMetadata, ResponseMessage, StepResponse } from '../result/content.ts'
import type { OlderFields, StepStartEvent } from '../result/events.ts'
import type { CallTimer, ModelCallPerformance } from '../result/performance.ts'
import type { ParsedOutput, TransformedEnd } from '../result/run-result.ts'
import type { Step } from '../result/step.ts'
import type { TypedToolCall } from '../result/tool-parts.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import { withHidden } from '../result/with-hidden.ts'
import type { Integrations } from '../telemetry/integrations.ts'
import type { OpenedTelemetry } from '../telemetry/open-telemetry.ts'
import type { RunTelemetry, StepOutcome } from '../telemetry/run-telemetry.ts'
import type { TelemetrySpan } from '../telemetry/telemetry-span.ts'
import type { Notify } from './events.ts'
import type { IncludeOptions, RunOptions, ToolChoice } from './options.ts'
import type { StopCondition } from './stop-when.ts'

/** The state of a run: its options, and what has happened so far. */
export interface Run {
  readonly options: RunOptions
  readonly stopConditions: readonly StopCondition[]
  output: OutputSpec | undefined
  readonly generateId: () => string
  /** The id of the run in its events. */
  readonly callId: string
  readonly now: () => number
  readonly currentDate: () => Date
  /** What steps keep of requests and responses. */
  readonly include: IncludeOptions
  readonly model: RunnableModel
  readonly notify: Notify
  /** The listener of errors that are not thrown: `onError`, or the console for a stream. */
  readonly onError: RunOptions['onError']
  /** Telemetry while it is loaded. */
  readonly opening: Promise<OpenedTelemetry> | undefined
  telemetry: RunTelemetry | undefined
  /** Telemetry integrations, once they are loaded. */
  integrations: Integrations | undefined
  /** Aborts with the caller's signal, and with the timeout of the run. */
  readonly signal: AbortSignal | undefined
  /** Clears the timer of the run. */
  readonly clear: () => void
  /** Whether the parts are streamed to the caller. */
  readonly isStreamed: boolean
  /** Files that were downloaded for the model, by URL. */
  readonly downloads: Map<string, DownloadedFile | null>
  readonly initialMessages: readonly ModelMessage[]
  readonly initialInstructions: Instructions | undefined
  /** The messages of the next step: `prepareStep` may replace them. */
  messages: readonly ModelMessage[]
  instructions: Instructions | undefined
  context: unknown
  toolsContext: Readonly<Record<string, unknown>>
  readonly steps: Step[]
  /** All messages that the run added. */
  readonly responseMessages: ResponseMessage[]
  /** The current step. A run that fails reports its content. */
  open: OpenStep | undefined
  /** The last step that was completed. */
  closed: OpenStep | undefined
  /** The final text as `output` parsed it. */
  parsed: ParsedOutput | undefined
  /** The end of the run as transforms of its stream left it. */
  transformed: TransformedEnd | undefined
  /** Warnings about the options, for the first step. */
  readonly warnings: readonly RequestWarning[]
  /** Used ids of blocks and calls: models number them from 0 in every step. */
  readonly blockIds: Set<string>
  /** With the number that the next call with the same id gets. */
  readonly callIds: Map<string, number>
  /** Calls of the caller's messages that the provider has not answered yet: they wait for approval. */
  readonly waitingIds: Set<string>
}

/** A tool of a step, with its opened schema. */
export interface PreparedTool {
  readonly name: string
  readonly tool: AnyTool
  /** Undefined for tools that the provider runs. */
  readonly input: OpenedInput | undefined
  readonly isDynamic: boolean
}

/** The tools of a step. */
export interface StepTools {
  /** As the model gets them; undefined where there are none. */
  readonly modelTools: readonly ModelTool[] | undefined
  readonly byName: ReadonlyMap<string, PreparedTool>
  /** Tools that had to be left out. */
  readonly warnings: readonly RequestWarning[]
  /** Adds what tools tell the model about the tools that they may call. */
  readonly withNotes?: ((messages: readonly ModelMessage[]) => readonly ModelMessage[]) | undefined
}

/** A call of the model, parsed. */
export interface ReadCall {
  readonly part: TypedToolCall
  /** The JSON that the model sent, for the history. */
  readonly sent: unknown
  readonly prepared: PreparedTool | undefined
  /** Why it is invalid. */
  readonly error: Error | undefined
}

/** The state of a step. */
export interface OpenStep {
  readonly number: number
  readonly model: RunnableModel
  readonly tools: StepTools
  readonly toolChoice: ToolChoice
  /** The messages of the step, without instructions: tools see them. */
  readonly messages: readonly ModelMessage[]
  readonly instructions: Instructions | undefined
  /** The run's signal, or that of the step's timeout. */
  readonly signal: AbortSignal | undefined
  /** Where commands of its tools run. */
  readonly sandbox: unknown
  /** Aborts the step. */
  readonly abort: (reason: unknown) => void
  span: TelemetrySpan<StepOutcome> | undefined
  /** Whether the answer is asked for in the format of `output`. */
  readonly hasFormat: boolean
  readonly content: ContentPart[]
  readonly calls: ReadCall[]
  /** Its calls as the content has them, by their ids: also those that must not run. */
  readonly callParts: Map<string, TypedToolCall>
  /** The results for the model, by the id of the call. */
  readonly answers: Map<string, ToolResultOutput>
  readonly warnings: RequestWarning[]
  request: RequestMetadata
  response: StepResponse
  finishReason: RunnableFinishReason
  usage: LanguageModelUsage
  providerMetadata: ProviderMetadata | undefined
  readonly timer: CallTimer
  /** Set when the model has answered. */
  performance: ModelCallPerformance | undefined
  /** How long each tool ran, by the id of its call. */
  readonly toolExecutionMs: Record<string, number>
  /** The event of `onStepError`, without the error. Undefined until `onStepStart` was called. */
  started: (() => StepStartEvent) | undefined
}

/** The context as steps and events show it. `experimental_context` is for tools alone, as it may hold secrets. */
export function shownContext({ options, context }: Run): unknown {
  return options.runtimeContext === undefined && options.experimental_context === context ? {} : (context ?? {})
}

/** The `context` of a tool: its own, or `experimental_context` as tools of `ai` 5 and 6 expect it. */
export function contextOf({ toolsContext, options }: Run, toolName: string): unknown {
  return Object.hasOwn(toolsContext, toolName) ? toolsContext[toolName] : options.experimental_context
}

/** What steps and events have in `ai` 6 alone. In `ai` 7, only telemetry sees its options. */
export function fieldsOf6({ options, context: experimental_context, model }: Run) {
  const { functionId, metadata } = options.telemetry ?? options.experimental_telemetry ?? {}
  return { experimental_context, ...(model.aiVersion === 6 ? { functionId, metadata } : {}) }
}

/** An event with the fields that it has in `ai` 6 besides. */
export function withOlderFields<EVENT extends object, OWN extends object>(
  run: Run,
  { provider, modelId }: RunnableModel,
  event: EVENT,
  own: OWN,
): EVENT & OlderFields & OWN {
  const { prompt, stopWhen, abortSignal } = run.options
  const model = { provider, modelId }
  return withHidden(event, { model, prompt, stopWhen, abortSignal, ...fieldsOf6(run), ...own })
}

/** The fields of a step that `execute` sees. */
export interface CallPlace {
  readonly number: number
  readonly messages: readonly ModelMessage[]
  readonly signal: AbortSignal | undefined
}

/** The second argument of `execute`. */
export function callOptionsFor(
  run: Run,
  place: CallPlace,
  toolCallId: string,
  toolName: string,
  context = contextOf(run, toolName),
): ToolCallOptions {
  const { signal: abortSignal, number: stepNumber } = place
  // The caller's name of the context is the one that shows.
  const isOlder = run.options.experimental_context !== undefined || run.model.aiVersion < 7
  const shown = isOlder ? 'experimental_context' : 'context'
  // A list of its own: a tool that empties it does not empty the conversation.
  const options = { toolCallId, messages: [...place.messages], abortSignal, [shown]: undefined }
  return withHidden(options, { context, experimental_context: run.context, toolName, stepNumber }) as ToolCallOptions
}
