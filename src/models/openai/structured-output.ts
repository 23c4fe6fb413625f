import type { JsonObject } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import type { DialectId } from '../../schema/dialects/index.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import type { ChatQuirks } from '../../wire/openai-chat/quirks.ts'
import { type TextDecoding, textDecodingFor } from '../answer-codec.ts'
import type { ModelResponseFormat } from '../versions/language-model.ts'

/** How an answer in a given format is asked for, and decoded. */
export interface StructuredOutput {
  /** The `response_format` to send. */
  readonly format?: JsonObject | undefined
  /** Tells the model the format in words, where the provider takes no schema. */
  readonly instruction?: string | undefined
  readonly decodeText?: TextDecoding | undefined
}

/** Prepares an answer in JSON, in the strongest way that the provider knows. */
export function structureOutput(
  format: ModelResponseFormat | undefined,
  dialect: DialectId,
  strongest: ChatQuirks['responseFormat'],
): StructuredOutput {
  if (format === undefined || format.type === 'text') return {}
  const { schema, name, description } = format
  const jsonObject = strongest === 'none' ? undefined : { type: 'json_object' }
  if (schema === undefined) return { format: jsonObject, instruction: 'Answer with JSON.' }
  const source = { name: name ?? 'response', ...(description === undefined ? {} : { description }), schema }
  const { config, compiled } = compileResponse(source, { to: dialect })
  const decodeText = textDecodingFor(compiled)
  if (strongest === 'json_schema') return { format: config['response_format'] as JsonObject, decodeText }
  // Providers refuse the mode where the word JSON does not occur in the messages.
  const instruction = `Answer with JSON that fits this JSON Schema: ${JSON.stringify(compiled?.schema)}`
  return { format: jsonObject, instruction, decodeText }
}

/** Adds an instruction to the first system message: chat templates of compatible servers take only one. */
export function instruct(messages: readonly AnyModelMessage[], instruction: string | undefined): AnyModelMessage[] {
  if (instruction === undefined) return [...messages]
  const [first, ...rest] = messages
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages]
  return [{ ...first, content: `${first.content}\n\n${instruction}` }, ...rest]
}
