import { ToolfitError } from '../../core/errors.ts'
import type { ModelMessage } from '../../core/message.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { RunnableModel, RunnableWarning } from '../../models/versions/any-model.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type {
  ContentPart,
  ReasoningFileOutput,
  ReasoningOutput,
  RequestMetadata,
  ResponseMessage,
  RunFinishReason,
  StepResponse,
} from './content.ts'
import { showFields } from './show-fields.ts'
import { type FlatPart, flattenSteps, reasoningOf, type Step, type StepViews } from './step.ts'
import { type LanguageModelUsage, sumUsage } from './usage.ts'
import { copyAll } from './with-hidden.ts'

/** The result of a run: `generateText` returns it, `streamText` promises each of its fields. */
export type RunResult<TOOLS extends ToolSet = ToolSet, OUTPUT = string> = Omit<
  StepViews<TOOLS>,
  'text' | 'reasoning'
> & {
  /** The text of the last step; `reasoning` likewise. Calls, results, files and sources are those of all steps. */
  readonly text: string
  readonly reasoning: (ReasoningOutput | ReasoningFileOutput)[]
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
  readonly warnings: RunnableWarning[]
  readonly request: RequestMetadata
  /** Of the last step, except `messages`: all messages that the run added to the conversation. */
  readonly response: StepResponse & { readonly messages: ResponseMessage[] }
  /** All messages that the run added to the conversation. */
  readonly responseMessages: ResponseMessage[]
  /** The whole conversation: the initial messages, and those that the run added. */
  readonly messages: ModelMessage[]
  readonly providerMetadata: ProviderMetadata | undefined
  /** The answer as `output` parses it; text where there is no `output`. */
  readonly output: OUTPUT
}

/** The final text as `output` parsed it, or the error. */
export type ParsedOutput = { readonly value: unknown } | { readonly error: unknown }

/** The fields of a run that its result needs. */
export interface CompletedRun {
  readonly steps: Step[]
  readonly initialMessages: readonly ModelMessage[]
  readonly responseMessages: ResponseMessage[]
  /** Undefined where `output` was not asked for, or the answer was never complete. */
  readonly parsed: ParsedOutput | undefined
  readonly transformed: TransformedEnd | undefined
  readonly model: Pick<RunnableModel, 'aiVersion'>
  /** Whether its parts were streamed: then an answer that was cut off is its output too. */
  readonly isStreamed: boolean
  readonly options: { readonly output?: unknown; readonly experimental_output?: unknown }
}

/** The end of a run as transforms of its stream left it. */
export interface TransformedEnd {
  readonly finishReason: RunFinishReason
  readonly rawFinishReason: string | undefined
  readonly totalUsage: LanguageModelUsage
}

/** The result of a run that is over. */
export function createResult(run: CompletedRun): RunResult<ToolSet, unknown> {
  return new DefaultGenerateTextResult(run) as DefaultGenerateTextResult & StepFieldsOfResult
}

/** Fields that are those of the last step. */
const ofLastStep = ['text', 'reasoningText', 'request', 'providerMetadata'] as const

/** Fields that are views of the content of all steps. */
export const ofAllSteps = [
  'content',
  'files',
  'sources',
  'toolCalls',
  'staticToolCalls',
  'dynamicToolCalls',
  'toolResults',
  'staticToolResults',
  'dynamicToolResults',
] as const

/** The names of all fields: `streamText` promises each of them. */
export const resultFields = [
  ...ofLastStep,
  ...ofAllSteps,
  'finishReason',
  'rawFinishReason',
  'reasoning',
  'steps',
  'finalStep',
  'parts',
  'usage',
  'totalUsage',
  'warnings',
  'response',
  'responseMessages',
  'messages',
  'output',
] as const satisfies readonly (keyof RunResult)[]

type StepFieldsOfResult = Pick<Step, (typeof ofLastStep)[number] | (typeof ofAllSteps)[number]>

class DefaultGenerateTextResult implements Omit<RunResult<ToolSet, unknown>, keyof StepFieldsOfResult> {
  readonly steps: Step[]
  readonly #run: CompletedRun

  constructor(run: CompletedRun) {
    this.#run = run
    this.steps = run.steps
  }

  get finalStep(): Step {
    return this.steps[this.steps.length - 1]!
  }
  get finishReason(): RunFinishReason {
    return (this.#run.transformed ?? this.finalStep).finishReason
  }
  get rawFinishReason(): string | undefined {
    return (this.#run.transformed ?? this.finalStep).rawFinishReason
  }
  get reasoning(): RunResult['reasoning'] {
    return reasoningOf(this.finalStep.content).map(withoutEmptyMetadata)
  }
  get parts(): FlatPart[] {
    return flattenSteps(this.steps)
  }
  get usage(): LanguageModelUsage {
    return showFields(this.#run.model.aiVersion, 'usage of a result', copyAll(this.totalUsage))
  }
  get totalUsage(): LanguageModelUsage {
    return this.#run.transformed?.totalUsage ?? sumUsage(this.#run)
  }
  get warnings(): RunnableWarning[] {
    return this.steps.flatMap(({ warnings }) => warnings)
  }
  get response(): RunResult['response'] {
    return { ...this.finalStep.response, messages: this.responseMessages }
  }
  get responseMessages(): ResponseMessage[] {
    return this.#run.responseMessages
  }
  get messages(): ModelMessage[] {
    return [...this.#run.initialMessages, ...this.responseMessages]
  }
  get experimental_output(): unknown {
    return this.output
  }
  get output(): unknown {
    const { parsed, options, isStreamed } = this.#run
    if (parsed !== undefined) {
      if ('error' in parsed) throw parsed.error
      return parsed.value
    }
    const isText = (options.output ?? options.experimental_output) === undefined
    if (isText && (isStreamed || hasAnswer(this.finalStep))) return this.finalStep.text
    throw outputMissing(this.finalStep.finishReason)
  }
}

function define(name: string, read: (result: DefaultGenerateTextResult) => unknown): void {
  Object.defineProperty(DefaultGenerateTextResult.prototype, name, {
    get(this: DefaultGenerateTextResult) {
      return read(this)
    },
    configurable: true,
  })
}

for (const name of ofLastStep) define(name, ({ finalStep }) => finalStep[name])
for (const name of ofAllSteps) define(name, ({ steps }) => steps.flatMap((step): readonly unknown[] => step[name]))

/** A part without the key of metadata that it does not have. */
export function withoutEmptyMetadata<PART extends { providerMetadata?: unknown }>({
  providerMetadata,
  ...part
}: PART): PART {
  return (providerMetadata === undefined ? part : { ...part, providerMetadata }) as PART
}

/** Whether a step has an answer that `output` parses: the model was done, or was cut off in its text. */
export function hasAnswer({ finishReason, text }: Pick<Step, 'finishReason' | 'text'>): boolean {
  return finishReason === 'stop' || (finishReason !== 'tool-calls' && text !== '')
}

/**
 * There is no output to read. `NoOutputGeneratedError.isInstance` of `ai` recognises it, and `NoOutputSpecifiedError.isInstance` of
 * `ai` 5.
 */
function outputMissing(finishReason: string): ToolfitError {
  const error = new ToolfitError('output-missing', 'No output generated.', { finishReason })
  return asAiSdkError(asAiSdkError(error, 'AI_NoOutputSpecifiedError'), 'AI_NoOutputGeneratedError')
}
