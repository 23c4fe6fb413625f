import type { ModelMessage, ToolResultOutput } from '../../core/message.ts'
import type { DownloadedFile } from '../../models/prompt/download-file.ts'
import type { RunnableModel } from '../../models/versions/any-model.ts'
import type { ModelTool } from '../../models/versions/language-model.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import type { AnyTool } from '../../tools/tool.ts'
import type { ToolCallOptions } from '../../tools/tool-options.ts'
import type { FinishReason, ProviderMetadata } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { OutputSpec } from '../output/output-spec.ts'
import type { ContentPart, Instructions, RequestMetadata, ResponseMessage, StepResponse } from '../result/content.ts'
import type { ParsedOutput } from '../result/run-result.ts'
import type { Step } from '../result/step.ts'
import type { TypedToolCall } from '../result/tool-parts.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import type { RunTelemetry, StepOutcome } from '../telemetry/run-telemetry.ts'
import type { TelemetrySpan } from '../telemetry/telemetry-span.ts'
import type { Notify } from './events.ts'
import type { RunOptions, ToolChoice } from './options.ts'
import type { StopCondition } from './stop-when.ts'

/** A run while it runs: what it was asked for, and how far it has come. */
export interface Run {
  readonly options: RunOptions
  /** The options that have an older and a newer name, or a default. */
  readonly stopConditions: readonly StopCondition[]
  output: OutputSpec | undefined
  readonly generateId: () => string
  readonly notify: Notify
  /** Telemetry that is being loaded, and then is there. */
  readonly opening: Promise<RunTelemetry> | undefined
  telemetry: RunTelemetry | undefined
  /** Of the caller, and of the timeout for the whole run. */
  readonly signal: AbortSignal | undefined
  /** Stops the clock of the timeout for the whole run. */
  readonly clear: () => void
  /** Whether the parts are streamed to the caller. */
  readonly isStreamed: boolean
  /** Files that were fetched for the model, by their URLs. */
  readonly downloads: Map<string, DownloadedFile | null>
  readonly initialMessages: readonly ModelMessage[]
  readonly initialInstructions: Instructions | undefined
  /** What the next step is sent: `prepareStep` may have written it anew. */
  messages: readonly ModelMessage[]
  instructions: Instructions | undefined
  context: unknown
  toolsContext: Readonly<Record<string, unknown>> | undefined
  readonly steps: Step[]
  /** All messages that the run added. */
  readonly responseMessages: ResponseMessage[]
  /** The current step. A run that fails reports its content. */
  open: OpenStep | undefined
  /** The last step that was completed. */
  closed: OpenStep | undefined
  /** What `output` made of the final text, once it was read. */
  parsed: ParsedOutput | undefined
  /** Ids of text and reasoning, and of calls: models count from 0 in every step. */
  readonly blockIds: Set<string>
  readonly callIds: Set<string>
}

/** A tool of a step, its schema opened. */
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
}

/** A call of the model, read. */
export interface ReadCall {
  readonly part: TypedToolCall
  /** What the model sent, as JSON: it is what history keeps. */
  readonly sent: unknown
  readonly prepared: PreparedTool | undefined
  /** Why it cannot be run. */
  readonly error: Error | undefined
}

/** A step while it runs. */
export interface OpenStep {
  readonly number: number
  readonly model: RunnableModel
  readonly tools: StepTools
  readonly toolChoice: ToolChoice
  /** What the step is sent, without instructions: what tools see. */
  readonly messages: readonly ModelMessage[]
  readonly instructions: Instructions | undefined
  /** The run's own, or that of the timeout of the step. */
  readonly signal: AbortSignal | undefined
  /** Ends the step, where one of its limits is over. */
  readonly abort: (reason: unknown) => void
  span: TelemetrySpan<StepOutcome> | undefined
  /** Whether the answer is asked for in the format of `output`. */
  readonly hasFormat: boolean
  readonly content: ContentPart[]
  readonly calls: ReadCall[]
  /** The results for the model, by the id of the call. */
  readonly answers: Map<string, ToolResultOutput>
  readonly warnings: RequestWarning[]
  request: RequestMetadata
  response: StepResponse
  finishReason: FinishReason
  usage: LanguageModelUsage
  providerMetadata: ProviderMetadata | undefined
}

/** What a tool finds as `context`. */
export function contextOf({ toolsContext, context }: Run, toolName: string): unknown {
  return toolsContext !== undefined && Object.hasOwn(toolsContext, toolName) ? toolsContext[toolName] : context
}

/** Where a call stands. */
export interface CallPlace {
  readonly number: number
  readonly messages: readonly ModelMessage[]
  readonly signal: AbortSignal | undefined
}

/** The second argument of `execute`. */
export function callOptionsFor(run: Run, place: CallPlace, toolCallId: string, toolName: string): ToolCallOptions {
  return {
    toolCallId,
    messages: place.messages as ModelMessage[],
    experimental_context: run.context,
    context: contextOf(run, toolName),
    toolName,
    stepNumber: place.number,
    // Last: in V8 every field behind a spread costs more than all those before it.
    ...(place.signal === undefined ? {} : { abortSignal: place.signal }),
  }
}
