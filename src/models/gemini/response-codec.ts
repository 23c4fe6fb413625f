import type { JsonObject } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import type { DialectId } from '../../schema/dialects/index.ts'
import { type CompiledResponse, compileResponse } from '../../tools/compile-response.ts'
import type { GeminiTraits } from '../../wire/gemini/gemini-traits.ts'
import type { ReplyContent } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { decodeAnswer, isEncoded } from '../decode-answer.ts'
import { createTextHolder } from '../text-holder.ts'
import type { ModelResponseFormat, ModelStreamPart } from '../versions/language-model.ts'

/** How an answer in a given form is asked for, and brought back into the caller's own shape. */
export interface ResponseCodec {
  /** For `generationConfig`. */
  readonly config: JsonObject | undefined
  /** What the model has to be told in words. */
  readonly instructions: readonly AnyModelMessage[]
  readonly warnings: readonly RequestWarning[]
  decodeContent(content: readonly ReplyContent[]): ReplyContent[]
  /** For one stream. Undefined: its parts are handed on as they are. */
  readonly createMap?: () => (part: ModelStreamPart) => readonly ModelStreamPart[]
}

export function createResponseCodec(
  format: ModelResponseFormat | undefined,
  options: {
    readonly to: DialectId
    readonly traits: GeminiTraits
    readonly hasTools: boolean
    /** False: the answer is JSON, and its form is not held to the schema. */
    readonly sendSchema?: boolean
  },
): ResponseCodec {
  if (format?.type !== 'json') return plain({})
  const { traits, hasTools, to, sendSchema = true } = options
  if (traits.json === 'never' || (traits.json === 'without-tools' && hasTools)) return inWords(format)
  if (!sendSchema || format.schema === undefined || format.schema === null)
    return plain({ config: { responseMimeType: 'application/json' } })
  const compiled = compileResponse(format.schema, { to })
  const codec = plain({ config: compiled.config })
  return isEncoded(compiled) ? { ...codec, ...decoding(compiled) } : codec
}

function plain(parts: Partial<ResponseCodec>): ResponseCodec {
  return {
    config: undefined,
    instructions: [],
    warnings: [],
    decodeContent: (content) => [...content],
    ...parts,
  }
}

/** Models up to 2.5 take no form of the answer beside tools: they are asked for it. */
function inWords({ schema }: Extract<ModelResponseFormat, { type: 'json' }>): ResponseCodec {
  const form = schema === undefined ? '' : ` It must fit this JSON Schema: ${JSON.stringify(schema)}`
  const content = `When you give your final answer, give it as JSON and nothing else.${form}`
  const details = 'This model takes no form of the answer here (with tools, or at all). It is asked for it in words.'
  return plain({
    instructions: [{ role: 'system', content }],
    warnings: [{ type: 'compatibility', feature: 'responseFormat', details }],
  })
}

function decoding({ compiled }: CompiledResponse): Pick<ResponseCodec, 'decodeContent' | 'createMap'> {
  return {
    decodeContent: (content) =>
      content.map((part) => (part.type === 'text' ? { ...part, text: decodeAnswer(part.text, compiled) } : part)),
    createMap: () => createTextHolder((text) => decodeAnswer(text, compiled)),
  }
}
