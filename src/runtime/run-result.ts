import type { ModelMessage } from '../core/message.ts'
import type { ToolSet } from '../tools/tool.ts'
import type { ProviderMetadata } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import { contentOf } from './events.ts'
import { type LanguageModelUsage, sumUsage } from './language-model-usage.ts'
import { outputMissing } from './output-missing.ts'
import type { Run } from './run.ts'
import type { ContentPart, RequestMetadata, ResponseMessage, RunFinishReason, StepResponse } from './step-content.ts'
import { createStep, type FlatPart, flattenSteps, type Step, type StepViews } from './step-result.ts'

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

/** The result of a run that is over. */
export function createResult(run: Run): RunResult<ToolSet, unknown> {
  return new DefaultResult(run)
}

class DefaultResult implements RunResult<ToolSet, unknown> {
  readonly steps: Step[]
  readonly #run: Run
  /** The content of all steps as if it were that of one: its views are ours. */
  readonly #whole: Step

  constructor(run: Run) {
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
