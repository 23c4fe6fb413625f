import { ownValue } from '../../core/json.ts'
import type { Schema } from './source.ts'

/** A version of JSON Schema. OpenAPI 3.0 and Gemini's own Schema are read as 2020-12 with their extra keywords. */
export type Draft = '4' | '6' | '7' | '2019-09' | '2020-12'

/** The draft that a `$schema` names; undefined when it names none that we know. */
export function draftOf(schema: Schema): Draft | undefined {
  const declared = typeof schema === 'object' ? ownValue(schema, '$schema') : undefined
  if (typeof declared !== 'string') return undefined
  const version = /draft[-/]?(?:0(\d)|(\d{4}-\d\d))/.exec(declared)
  if (version === null) return undefined
  if (version[2] === '2019-09' || version[2] === '2020-12') return version[2]
  if (version[1] === '3' || version[1] === '4') return '4'
  return version[1] === '6' || version[1] === '7' ? version[1] : undefined
}

/** True where the draft gives every keyword beside `$ref` no meaning. */
export function ignoresRefSiblings(draft: Draft): boolean {
  return draft === '4' || draft === '6' || draft === '7'
}
