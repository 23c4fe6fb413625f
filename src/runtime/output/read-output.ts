import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { FlexibleSchema } from '../../tools/flexible-schema.ts'
import { Output, type OutputSource } from './output.ts'
import {
  type AiOutput,
  type CurrentAiOutput,
  createOutput,
  type OlderAiOutput,
  type OutputContext,
  type OutputSpec,
  type PartialOutput,
  type PartialReader,
} from './output-spec.ts'
import { createOutputInvalidError, readJson } from './parse-answer.ts'

/** The format of `output`; text where there is none. A bare schema means `Output.object`. */
export function readOutput(source: OutputSource | undefined): OutputSpec {
  if (source === undefined) return Output.text()
  if (isOutputSpec(source)) return source
  if (isAiOutput(source)) return fromAiOutput(source)
  return Output.object({ schema: source as FlexibleSchema })
}

function isOutputSpec(source: OutputSource): source is OutputSpec {
  return typeof (source as Partial<OutputSpec>).parseComplete === 'function'
}

export function isAiOutput(source: unknown): source is AiOutput {
  if (typeof source !== 'object' || source === null || !('responseFormat' in source)) return false
  const { parseCompleteOutput, parseOutput } = source as Partial<CurrentAiOutput<unknown, unknown>> &
    Partial<OlderAiOutput<unknown, unknown>>
  return typeof parseCompleteOutput === 'function' || typeof parseOutput === 'function'
}

/** An output of `ai` as one of ours. */
export function fromAiOutput(output: AiOutput): OutputSpec {
  const isCurrent = 'parseCompleteOutput' in output
  const name = isCurrent ? output.name : output.type
  const parse = (text: string, context: OutputContext) =>
    isCurrent ? output.parseCompleteOutput({ text }, context) : output.parseOutput({ text }, context)
  return createOutput({
    name,
    kind: name === 'text' ? 'text' : 'json',
    formatFor: async () => (await output.responseFormat) as ModelResponseFormat,
    parseComplete: (text, context) => parseRepaired(text, context, parse),
    readPartial: () =>
      new AiPartialReader(name === 'array', (text) =>
        isCurrent ? output.parsePartialOutput({ text }) : output.parsePartial({ text }),
      ),
  })
}

/** `ai` repairs nothing: where it cannot parse the text, it gets a repaired one. */
async function parseRepaired(
  text: string,
  context: OutputContext,
  parse: (text: string, context: OutputContext) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await parse(text, context)
  } catch (error) {
    const read = await readJson(text, { isCut: context.finishReason === 'length' })
    const repaired = read.error === undefined ? JSON.stringify(read.value) : text
    try {
      if (repaired !== text) return await parse(repaired, context)
    } catch {
      // The first error is the one about the original text.
    }
    const { cause = error } = error as { readonly cause?: unknown }
    throw createOutputInvalidError(text, context, { cause })
  }
}

/** `ai` parses the whole text each time. It is called when the text grew by this fraction, so the total cost stays linear. */
const leastGrowth = 1 / 256

class AiPartialReader implements PartialReader {
  readonly #isList: boolean
  readonly #parse: (text: string) => Promise<{ partial: unknown } | undefined>
  #text = ''
  #parsedLength = 0
  #last: string | undefined
  #published = 0

  constructor(isList: boolean, parse: (text: string) => Promise<{ partial: unknown } | undefined>) {
    this.#isList = isList
    this.#parse = parse
  }

  async push(delta: string): Promise<PartialOutput | undefined> {
    this.#text += delta
    if (this.#text.length - this.#parsedLength < this.#text.length * leastGrowth) return undefined
    this.#parsedLength = this.#text.length
    const result = await this.#parse(this.#text)
    const written = JSON.stringify(result?.partial)
    if (result === undefined || written === this.#last) return undefined
    this.#last = written
    if (!this.#isList || !Array.isArray(result.partial)) return result
    const elements = result.partial.slice(this.#published)
    this.#published += elements.length
    return { partial: result.partial, elements }
  }
}
