import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import { withHidden } from '../result/with-hidden.ts'

/** The context of an answer. */
export interface OutputContext {
  readonly finishReason: string
  readonly usage: LanguageModelUsage
  readonly response: { readonly id?: string; readonly timestamp?: Date; readonly modelId?: string }
}

/** A partial answer. */
export interface PartialOutput<PARTIAL = unknown, ELEMENT = unknown> {
  readonly partial: PARTIAL
  /** Elements of a list that were completed since the last time. */
  readonly elements?: readonly ELEMENT[]
}

/** Reads an answer while it streams. */
export interface PartialReader<PARTIAL = unknown, ELEMENT = unknown> {
  /** Adds a delta. Returns the partial answer, or undefined if it did not change. */
  push(delta: string): MaybePromise<PartialOutput<PARTIAL, ELEMENT> | undefined>
}

export type MaybePromise<T> = T | Promise<T>

/** The format of an answer, and how it is parsed. */
export interface OutputSpec<OUTPUT = unknown, PARTIAL = unknown, ELEMENT = unknown> {
  /** `text`, `object`, `array`, `choice` or `json`. */
  readonly name: string
  /** `text`: any answer will do. `json`: the format must be asked for, and the answer is parsed. */
  readonly kind: 'text' | 'json'
  /** The format, as `ai` 6 and 7 read it. It is read only when somebody waits for it. */
  readonly responseFormat: PromiseLike<ModelResponseFormat>
  /** The format as a model gets it: our own takes every schema as it was read, others get what `ai` would hand to them. */
  formatFor(model: { readonly isInternal: boolean }): MaybePromise<ModelResponseFormat>
  /** @throws ToolfitError `output-invalid` */
  parseComplete(text: string, context: OutputContext): MaybePromise<OUTPUT>
  /** A reader for one answer: every step that streams needs its own. */
  readPartial(): MaybePromise<PartialReader<PARTIAL, ELEMENT>>
  /** The next three are what `ai` 6 and 7 call. */
  parseCompleteOutput(options: { readonly text: string }, context: OutputContext): Promise<OUTPUT>
  parsePartialOutput(options: { readonly text: string }): Promise<{ readonly partial: PARTIAL } | undefined>
  createElementStreamTransform(): TransformStream<{ readonly partialOutput?: unknown }, ELEMENT> | undefined
}

/** What an output has to say for itself. The rest follows from it. */
export type OutputCore<OUTPUT = unknown, PARTIAL = unknown, ELEMENT = unknown> = Pick<
  OutputSpec<OUTPUT, PARTIAL, ELEMENT>,
  'name' | 'kind' | 'formatFor' | 'parseComplete' | 'readPartial'
>

/** An output that `ai` takes too. */
export function createOutput<OUTPUT, PARTIAL, ELEMENT>(
  core: OutputCore<OUTPUT, PARTIAL, ELEMENT>,
): OutputSpec<OUTPUT, PARTIAL, ELEMENT> {
  const { name, kind, formatFor, parseComplete, readPartial } = core
  const format = async () => formatFor({ isInternal: false })
  const spec = {
    name,
    // A promise would load the schema's reader even for an output that is never used.
    responseFormat: { then: (resolve, reject) => format().then(resolve, reject) } as PromiseLike<ModelResponseFormat>,
    parseCompleteOutput: async ({ text }: { readonly text: string }, context: OutputContext) =>
      parseComplete(text, context),
    async parsePartialOutput({ text }: { readonly text: string | undefined }) {
      if (kind === 'text') return { partial: text as PARTIAL }
      const read = text === undefined ? undefined : await (await readPartial()).push(text)
      return read && { partial: read.partial }
    },
    createElementStreamTransform: () => (name === 'array' ? elementsOf<ELEMENT>() : undefined),
  }
  // The names of `ai` 5.
  const older = { parseOutput: spec.parseCompleteOutput, parsePartial: spec.parsePartialOutput }
  return withHidden(spec, { kind, formatFor, parseComplete, readPartial, ...older })
}

/** The elements of a list, each when it is complete. */
function elementsOf<ELEMENT>(): TransformStream<{ readonly partialOutput?: unknown }, ELEMENT> {
  let published = 0
  return new TransformStream({
    transform({ partialOutput }, controller) {
      if (!Array.isArray(partialOutput)) return
      for (; published < partialOutput.length; published++) controller.enqueue(partialOutput[published] as ELEMENT)
    },
  })
}

/** `Output` of `ai` 6 and 7. */
export interface CurrentAiOutput<OUTPUT, PARTIAL> {
  readonly name: string
  readonly responseFormat: PromiseLike<unknown>
  parseCompleteOutput(options: { text: string }, context: Untyped): Promise<OUTPUT>
  parsePartialOutput(options: { text: string }): Promise<{ partial: PARTIAL } | undefined>
}

/** `Output` of `ai` 5. */
export interface OlderAiOutput<OUTPUT, PARTIAL> {
  readonly type: string
  readonly responseFormat: unknown
  parseOutput(options: { text: string }, context: Untyped): Promise<OUTPUT>
  parsePartial(options: { text: string }): Promise<{ partial: PARTIAL } | undefined>
}

/** What `Output.object()` and the like of `ai` 5, 6 and 7 return, detected by structure. */
export type AiOutput<OUTPUT = unknown, PARTIAL = unknown> =
  | CurrentAiOutput<OUTPUT, PARTIAL>
  | OlderAiOutput<OUTPUT, PARTIAL>
