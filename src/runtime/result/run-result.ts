import { ToolfitError } from '../../core/errors.ts'
import type { ModelMessage } from '../../core/message.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { ContentPart, RequestMetadata, ResponseMessage, RunFinishReason, StepResponse } from './content.ts'
import { contentOf, createStep, type FlatPart, flattenSteps, type Step, type StepViews } from './step.ts'
import { type LanguageModelUsage, sumUsage } from './usage.ts'

/** What a run came to: `generateText` gives it, `streamText` promises each field of it. */
export type RunResult<TOOLS extends ToolSet = ToolSet, OUTPUT = string> = Omit<StepViews<TOOLS>, 'text'> & {
  /** What the model wrote in its last step; `reasoning` likewise. Calls, results, files and sources are of all steps. */
  readonly text: string
  /** The content of all steps. */
  readonly content: ContentPart<TOOLS>[]
  readonly steps: Step<TOOLS>[]
  readonly finalStep: Step<TOOLS>
  /** The flat sequence of text, tool-call, tool-result and tool-error entries. */
  readonly parts: FlatPart<TOOLS>[]
  readonly finishReason: RunFinishReason
  readonly rawFinishReason: string | undefined
  /** Of all steps together. */
  readonly usage: LanguageModelUsage
  /** The same as `usage`. */
  readonly totalUsage: LanguageModelUsage
  readonly warnings: RequestWarning[]
  readonly request: RequestMetadata
  /** Of the last step, but for `messages`: they are all that the run added to the conversation. */
  readonly response: StepResponse & { readonly messages: ResponseMessage[] }
  /** All messages that the run added to the conversation. */
  readonly responseMessages: ResponseMessage[]
  /** The whole conversation: what the run began with, and what it added. */
  readonly messages: ModelMessage[]
  readonly providerMetadata: ProviderMetadata | undefined
  /** The answer as `output` reads it; text where there is no `output`. */
  readonly output: OUTPUT
}

/** What became of the final text where `output` says what it must look like. */
export type ParsedOutput = { readonly value: unknown } | { readonly error: unknown }

/** What a result is made of. */
export interface CompletedRun {
  readonly steps: Step[]
  readonly initialMessages: readonly ModelMessage[]
  readonly responseMessages: ResponseMessage[]
  /** Undefined where `output` was not asked for, or the answer was never complete. */
  readonly parsed: ParsedOutput | undefined
  readonly options: { readonly output?: unknown; readonly experimental_output?: unknown }
}

/** The result of a run that is over. */
export function createResult(run: CompletedRun): RunResult<ToolSet, unknown> {
  return new DefaultResult(run)
}

class DefaultResult implements RunResult<ToolSet, unknown> {
  readonly steps: Step[]
  readonly #run: CompletedRun
  /** The content of all steps as if it were that of one: its views are ours. */
  readonly #whole: Step

  constructor(run: CompletedRun) {
    this.#run = run
    this.steps = run.steps
    this.#whole = createStep({ ...run.steps[0]!, content: contentOf(run.steps) })
  }

  get finalStep(): Step {
    return this.steps[this.steps.length - 1]!
  }
  get text(): string {
    return this.finalStep.text
  }
  get reasoning(): Step['reasoning'] {
    return this.finalStep.reasoning
  }
  get reasoningText(): string | undefined {
    return this.finalStep.reasoningText
  }
  get content(): ContentPart[] {
    return this.#whole.content
  }
  get files(): Step['files'] {
    return this.#whole.files
  }
  get sources(): Step['sources'] {
    return this.#whole.sources
  }
  get toolCalls(): Step['toolCalls'] {
    return this.#whole.toolCalls
  }
  get staticToolCalls(): Step['staticToolCalls'] {
    return this.#whole.staticToolCalls
  }
  get dynamicToolCalls(): Step['dynamicToolCalls'] {
    return this.#whole.dynamicToolCalls
  }
  get toolResults(): Step['toolResults'] {
    return this.#whole.toolResults
  }
  get staticToolResults(): Step['staticToolResults'] {
    return this.#whole.staticToolResults
  }
  get dynamicToolResults(): Step['dynamicToolResults'] {
    return this.#whole.dynamicToolResults
  }
  get parts(): FlatPart[] {
    return flattenSteps(this.steps)
  }
  get finishReason(): RunFinishReason {
    return this.finalStep.finishReason
  }
  get rawFinishReason(): string | undefined {
    return this.finalStep.rawFinishReason
  }
  get usage(): LanguageModelUsage {
    return sumUsage(this.steps.map(({ usage }) => usage))
  }
  get totalUsage(): LanguageModelUsage {
    return this.usage
  }
  get warnings(): RequestWarning[] {
    return this.steps.flatMap(({ warnings }) => warnings)
  }
  get request(): RequestMetadata {
    return this.finalStep.request
  }
  get response(): RunResult['response'] {
    return { ...this.finalStep.response, messages: this.#run.responseMessages }
  }
  get responseMessages(): ResponseMessage[] {
    return this.#run.responseMessages
  }
  get messages(): ModelMessage[] {
    return [...this.#run.initialMessages, ...this.#run.responseMessages]
  }
  get providerMetadata(): ProviderMetadata | undefined {
    return this.finalStep.providerMetadata
  }
  get output(): unknown {
    const { parsed, options } = this.#run
    if (parsed !== undefined && 'value' in parsed) return parsed.value
    if (parsed !== undefined) throw parsed.error
    if (options.output === undefined && options.experimental_output === undefined) return this.text
    throw outputMissing(this.finishReason)
  }
}

/**
 * There is no output to read. `NoOutputGeneratedError.isInstance` of `ai` recognises it, and `NoOutputSpecifiedError.isInstance` of
 * `ai` 5.
 */
export function outputMissing(finishReason: string): ToolfitError {
  const message = `There is no output: the run ended with the finish reason ${JSON.stringify(finishReason)}. See its toolCalls.`
  const error = new ToolfitError('output-missing', message, { finishReason })
  return asAiSdkError(asAiSdkError(error, 'AI_NoOutputGeneratedError'), 'AI_NoOutputSpecifiedError')
}
