import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { PartialReader } from '../output/output-spec.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { Run } from '../run/run.ts'

type TextPart = Extract<TextStreamPart, { type: 'text-start' | 'text-delta' | 'text-end' }>

/** The parts of a run. */
export interface PartSource {
  next(): Promise<IteratorResult<TextStreamPart, unknown>>
  /** The parts that the last part of a run that failed becomes. */
  end(part: TextStreamPart): AsyncIterable<TextStreamPart>
}

/**
 * Holds the text of an answer in the format of `output` back until it changes the partial answer, as `ai` does: each delta that comes
 * out is a step of the answer. The answer is the first text of a step; other texts are passed on as they come.
 */
export function holdText(run: Run, parts: PartSource): PartSource {
  const answer = new Answer(run)
  const ready: TextStreamPart[] = []
  return {
    async next() {
      for (;;) {
        const part = ready.shift()
        if (part !== undefined) return { done: false, value: part }
        const { done, value } = await parts.next()
        if (done) return { done, value }
        ready.push(...(await answer.add(value)))
      }
    },
    async *end(last) {
      yield* answer.release()
      for await (const part of parts.end(last)) yield* await answer.add(part)
    },
  }
}

/** The first text of a step. */
class Answer {
  readonly #run: Run
  #id: string | undefined
  #text = ''
  #metadata: ProviderMetadata | undefined
  #reader: PartialReader | undefined

  constructor(run: Run) {
    this.#run = run
  }

  async add(part: TextStreamPart): Promise<TextStreamPart[]> {
    if (part.type === 'start-step') this.#reset()
    if (part.type === 'finish-step') return [...this.release(), part]
    if (!isText(part)) return [part]
    this.#id ??= part.id
    if (part.id !== this.#id) return [part]
    if (!('text' in part)) return part.type === 'text-end' ? [...this.release(), part] : [part]
    this.#text += part.text
    this.#metadata = part.providerMetadata ?? this.#metadata
    // Metadata without text is passed on as it is.
    if (part.text === '' && part.providerMetadata != null) return [part]
    return (await this.#changes(part.text)) ? this.release(true) : []
  }

  /** The text that was held back. */
  release(isChanged = false): TextStreamPart[] {
    if (this.#text === '' && !isChanged) return []
    const text = this.#text
    this.#text = ''
    return [{ type: 'text-delta', id: this.#id!, text, providerMetadata: this.#metadata as ProviderMetadata }]
  }

  /** Whether a piece of text changes the partial answer. Every text does where no format is asked for. */
  async #changes(text: string): Promise<boolean> {
    const { output } = this.#run
    if (output === undefined || output.kind === 'text') return true
    this.#reader ??= await output.readPartial()
    return (await this.#reader.push(text)) !== undefined
  }

  #reset(): void {
    this.#id = undefined
    this.#text = ''
    this.#metadata = undefined
    this.#reader = undefined
  }
}

function isText(part: TextStreamPart): part is TextPart {
  return part.type === 'text-start' || part.type === 'text-delta' || part.type === 'text-end'
}
