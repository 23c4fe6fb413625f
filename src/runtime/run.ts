import type { ModelMessage, ToolResultOutput } from '../core/message.ts'
import type { DownloadedFile } from '../models/prompt/download-file.ts'
import type { RunnableModel } from '../models/versions/any-model.ts'
import type { FinishReason, ProviderMetadata } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import type { Notify } from './events.ts'
import type { Instructions } from './instructions.ts'
import type { LanguageModelUsage } from './language-model-usage.ts'
import type { RunOptions, ToolChoice } from './options.ts'
import type { OutputSpec } from './output/output-spec.ts'
import type { PreparedTool, StepTools } from './prepared-tools.ts'
import type { ContentPart, RequestMetadata, ResponseMessage, StepResponse } from './step-content.ts'
import type { Step } from './step-result.ts'
import type { StopCondition } from './stop-when.ts'
import type { RunTelemetry, StepOutcome } from './telemetry/run-telemetry.ts'
import type { TelemetrySpan } from './telemetry/telemetry-span.ts'
import type { TypedToolCall } from './typed-parts.ts'

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
  /** Whether somebody sees the parts as they come. */
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
  /** The step that is under way: what a run that breaks off still has to tell. */
  open: OpenStep | undefined
  /** The last step that was completed. */
  closed: OpenStep | undefined
  /** What `output` made of the final text, once it was read. */
  parsed: ParsedOutput | undefined
  /** Ids of text and reasoning, and of calls: models count from 0 in every step. */
  readonly blockIds: Set<string>
  readonly callIds: Set<string>
}

/** What became of the final text where `output` says what it must look like. */
export type ParsedOutput = { readonly value: unknown } | { readonly error: unknown }

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
  /** What the model is told of each call, by its id. */
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
