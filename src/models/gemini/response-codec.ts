import type { JsonObject } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import type { TargetId } from '../../schema/dialects/index.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import type { GeminiTraits } from '../../wire/gemini/gemini-traits.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { type TextDecoding, textDecodingFor } from '../answer-codec.ts'
import type { ModelResponseFormat } from '../versions/language-model.ts'

/** How an answer in a given format is asked for, and decoded. */
export interface ResponseCodec {
  /** For `generationConfig`. */
  readonly config?: JsonObject
  /** Tells the model the format in words. */
  readonly instructions: readonly AnyModelMessage[]
  readonly warnings: readonly RequestWarning[]
  readonly decodeText?: TextDecoding | undefined
}

const none: ResponseCodec = { instructions: [], warnings: [] }

export function createResponseCodec(
  format: ModelResponseFormat | undefined,
  options: {
    readonly to: TargetId
    readonly access?: 'keep' | undefined
    readonly traits: GeminiTraits
    readonly hasTools: boolean
    /** False: the answer is JSON of any shape. */
    readonly sendSchema?: boolean
  },
): ResponseCodec {
  if (format?.type !== 'json') return none
  const { traits, hasTools, to, access, sendSchema = true } = options
  if (traits.json === 'never' || (traits.json === 'without-tools' && hasTools)) return inWords(format)
  if (!sendSchema || format.schema === undefined || format.schema === null) {
    return { ...none, config: { responseMimeType: 'application/json' } }
  }
  const { config, compiled } = compileResponse(format.schema, access === undefined ? { to } : { to, access })
  return { ...none, config, decodeText: textDecodingFor(compiled) }
}

/** Models up to 2.5 take no response format beside tools, and some take none at all. */
function inWords({ schema }: Extract<ModelResponseFormat, { type: 'json' }>): ResponseCodec {
  const form = schema === undefined ? '' : ` It must fit this JSON Schema: ${JSON.stringify(schema)}`
  const content = `When you give your final answer, give it as JSON and nothing else.${form}`
  const details = 'This model takes no form of the answer here (with tools, or at all). It is asked for it in words.'
  return {
    instructions: [{ role: 'system', content }],
    warnings: [{ type: 'compatibility', feature: 'responseFormat', details }],
  }
}
