import { ToolfitError } from '../../core/errors.ts'
import type { Dialect } from './dialect.ts'
import { gemini } from './gemini.ts'
import { jsonSchema } from './json-schema.ts'
import { openai } from './openai.ts'

/** The names of the dialects. */
export type DialectId = 'gemini' | 'openai' | 'json-schema'

/** Every dialect, by name: what it supports, its limits and its formats are data to look at. */
export const dialects: Readonly<Record<DialectId, Dialect>> = {
  gemini,
  openai,
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
