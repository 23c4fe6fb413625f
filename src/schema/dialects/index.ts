import { ToolfitError } from '../../core/errors.ts'
import { anthropic } from './anthropic.ts'
import type { Dialect, DialectId } from './dialect.ts'
import { gemini } from './gemini.ts'
import { geminiJson } from './gemini-json.ts'
import { geminiOpenai } from './gemini-openai.ts'
import { jsonSchema } from './json-schema.ts'
import { openai } from './openai.ts'
import { openaiStrict } from './openai-strict.ts'
import { vertex } from './vertex.ts'

export type { DialectId } from './dialect.ts'

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

/** The names of choices between dialects. */
export type ChoiceId = 'gemini-auto'

/** What a schema can be compiled to: a dialect, or a choice between dialects, which is made for each schema. */
export type TargetId = DialectId | ChoiceId

/**
 * Choices, by name: the dialects to choose from, in the order in which they are tried. The first that needs no encoding, no words and no
 * copies is taken at once; otherwise the one with the lowest score (`score-output.ts`).
 */
export const choices: Readonly<Record<ChoiceId, readonly [DialectId, ...DialectId[]]>> = {
  'gemini-auto': ['gemini', 'gemini-json'],
}

/** The names of the dialects to choose from; one for a dialect itself. */
export function dialectsFor(id: unknown): readonly [DialectId, ...DialectId[]] {
  if (typeof id === 'string' && Object.hasOwn(dialects, id)) return [id as DialectId]
  if (typeof id === 'string' && Object.hasOwn(choices, id)) return choices[id as ChoiceId]
  const known = targetIds.join(', ')
  throw new ToolfitError(
    'dialect-unknown',
    `No dialect is called ${JSON.stringify(id)}. Set \`to\` to one of: ${known}.`,
    { id },
  )
}

/** All that `to` takes. */
export const targetIds = [...Object.keys(dialects), ...Object.keys(choices)] as readonly TargetId[]
