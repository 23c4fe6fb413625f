import type { Json } from '../../core/json.ts'
import type { GenerationConfig } from '../api/message.ts'
import { readSchemaMessage } from './read-schema-message.ts'
import type { Turn } from './read-turn.ts'
import { readPromptValues } from './sample/prompt-values.ts'
import { sampleValue } from './sample/sample-value.ts'

/** Every plain text begins with this mark, because it does not come from a language model. JSON and enum answers have none. */
export const mark = '[Toolfit emulator]'

const longestQuote = 2000

/** The text of an answer: JSON or a member of an enum where the request asks for it, else a quote of the function responses or the prompt. */
export function writeText(turn: Turn, config: GenerationConfig = {}): string {
  const { mimeType, schema } = wantedFormat(config)
  if (schema !== undefined && mimeType !== undefined && mimeType !== 'text/plain') {
    const value = sampleValue(schema, readPromptValues(turn.text, turn.known)) ?? null
    return mimeType === 'text/x.enum' && typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  }
  const text = writePlain(turn)
  return mimeType === 'application/json' ? JSON.stringify({ emulator: 'Toolfit', text }, null, 2) : text
}

interface WantedFormat {
  readonly mimeType?: string | undefined
  readonly schema?: unknown
}

/** From the three fields of the format, or from Vertex's one. */
function wantedFormat(config: GenerationConfig): WantedFormat {
  const { responseMimeType: mimeType, responseSchema, responseJsonSchema, responseFormat = [] } = config
  for (const { text } of responseFormat) {
    if (typeof text !== 'object' || text === null || Array.isArray(text)) continue
    const { mimeType: type, schema } = text as { readonly mimeType?: Json; readonly schema?: Json }
    return { mimeType: type === 'APPLICATION_JSON' ? 'application/json' : 'text/plain', schema }
  }
  return {
    mimeType,
    schema: responseJsonSchema ?? (responseSchema === undefined ? undefined : readSchemaMessage(responseSchema)),
  }
}

function writePlain({ text, attachments, responses, steps }: Turn): string {
  const quoted = responses.map(
    ({ name = 'a function', response = {} }) => `${name} answered ${shorten(JSON.stringify(response))}`,
  )
  const said = text === '' ? 'nothing' : `"${shorten(text)}"`
  const sent = attachments.length === 0 ? '' : ` (and sent ${attachments.join(', ')})`
  const echo = `You said ${said}${sent}.`
  if (quoted.length === 0)
    return `${mark} ${echo} This is not a language model: it calls functions and repeats what it is told.`
  // After a response, the prompt is quoted only if it came later.
  return `${mark} ${quoted.join('; ')}.${steps === 0 ? ` ${echo}` : ''}`
}

/** Cuts a text, but not inside a surrogate pair. */
function shorten(text: string): string {
  if (text.length <= longestQuote) return text
  const end = /[\uD800-\uDBFF]/.test(text[longestQuote - 1]!) ? longestQuote - 1 : longestQuote
  return `${text.slice(0, end)}…`
}
