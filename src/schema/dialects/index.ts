import { ToolfitError } from '../../core/errors.ts'
import { anthropic } from './anthropic.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { geminiJson } from './gemini-json.ts'
import { geminiOpenai } from './gemini-openai.ts'
import { jsonSchema } from './json-schema.ts'
import { openai } from './openai.ts'
import { openaiStrict } from './openai-strict.ts'
import { vertex } from './vertex.ts'

/** The names of the dialects. */
export type DialectId =
  | 'gemini'
  | 'gemini-json'
  | 'gemini-openai'
  | 'vertex'
  | 'openai'
  | 'openai-strict'
  | 'anthropic'
  | 'json-schema'

/** Every dialect, by name: what it supports, its limits and its formats are data to look at. */
export const dialects: Readonly<Record<DialectId, Dialect>> = {
  gemini,
  'gemini-json': geminiJson,
  'gemini-openai': geminiOpenai,
  vertex,
  openai,
  'openai-strict': openaiStrict,
  anthropic,
  'json-schema': jsonSchema,
}

/** The dialect of that name. */
export function dialectFor(id: unknown): Dialect {
  if (typeof id === 'string' && Object.hasOwn(dialects, id)) return dialects[id as DialectId]
  const known = Object.keys(dialects).join(', ')
  throw new ToolfitError(
    'dialect-unknown',
    `No dialect is called ${JSON.stringify(id)}. Set \`to\` to one of: ${known}.`,
    { id },
  )
}
