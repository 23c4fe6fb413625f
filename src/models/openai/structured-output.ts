import type { JsonObject } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import type { DialectId } from '../../schema/dialects/index.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import type { ChatQuirks } from '../../wire/openai-chat/quirks.ts'
import { decodeAnswer, isEncoded } from '../decode-answer.ts'
import type { ModelResponseFormat } from '../versions/language-model.ts'

/** How an answer of a given form is asked for, and read. */
export interface StructuredOutput {
  /** The `response_format` to send. */
  readonly format: JsonObject | undefined
  /** What tells the model, where the provider takes no schema. */
  readonly instruction: string | undefined
  /** True where the text that comes is the text that was asked for. */
  readonly isPlain: boolean
  /** The answer in the schema's own shape. Text that is no JSON stays as it is: whoever parses it says so. */
  decodeText(text: string): string
}

const plain: StructuredOutput = { format: undefined, instruction: undefined, isPlain: true, decodeText: (text) => text }

/** Prepares an answer in JSON, in the strongest way that the provider knows. */
export function structureOutput(
  format: ModelResponseFormat | undefined,
  dialect: DialectId,
  { strongest: responseFormat }: { readonly strongest: ChatQuirks['responseFormat'] },
): StructuredOutput {
  if (format === undefined || format.type === 'text') return plain
  const { schema, name, description } = format
  const jsonObject = responseFormat === 'none' ? undefined : { type: 'json_object' }
  if (schema === undefined) return { ...plain, format: jsonObject, instruction: 'Answer with JSON.' }
  const source = { name: name ?? 'response', ...(description === undefined ? {} : { description }), schema }
  const compiled = compileResponse(source, { to: dialect })
  // The word JSON must be said: providers refuse the mode without it.
  const instruction = `Answer with JSON that fits this JSON Schema: ${JSON.stringify(compiled.compiled?.schema)}`
  const sent =
    responseFormat === 'json_schema'
      ? { format: compiled.config['response_format'] as JsonObject, instruction: undefined }
      : { format: jsonObject, instruction }
  if (!isEncoded(compiled)) return { ...plain, ...sent }
  return { ...sent, isPlain: false, decodeText: (text) => decodeAnswer(text, compiled.compiled) }
}

/** Puts an instruction to the system's first words: chat templates of compatible servers know one system message only. */
export function instruct(messages: readonly AnyModelMessage[], instruction: string | undefined): AnyModelMessage[] {
  if (instruction === undefined) return [...messages]
  const [first, ...rest] = messages
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages]
  return [{ ...first, content: `${first.content}\n\n${instruction}` }, ...rest]
}
