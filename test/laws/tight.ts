import type { Json, JsonObject } from '../../src/core/json.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
import { toJsonSchema, wireValidator } from '../oracle/wire-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief } from './enforced.ts'

const counted =
  'minLength maxLength pattern minimum maximum format enum minItems maxItems minProperties maxProperties propertyOrdering required title'.split(
    ' ',
  )

/** Law 5: the same values before and after, none encoded, and no keyword fewer. */
export function findLooseness(source: JsonObject, seed: number): Breach | undefined {
  const compiled = compileOrRefuse(source, { to: 'gemini' })
  if (compiled === undefined) return undefined
  const { schema: output, changes } = compiled
  const evidence = { output, changes: brief(compiled) }
  const telling = changes.find(
    ({ code }) =>
      !['closed-object-implied', 'any-of-simplified', 'any-of-distributed', 'impossible-part-removed'].includes(code),
  )
  if (telling !== undefined)
    return { what: `a supported keyword has a change: ${telling.keyword} ${telling.code}`, ...evidence }
  const isValid = sourceValidator(source)
  const fitsWire = wireValidator(output)
  for (const value of [
    ...sampleValues(normaliseSource(source), seed, 8),
    ...sampleValues(toJsonSchema(output) as Json, seed, 8),
  ]) {
    if (isValid(value) !== fitsWire(value))
      return { what: `source says ${isValid(value)}, output ${fitsWire(value)}`, value, ...evidence }
  }
  if (changes.some(({ code }) => code !== 'closed-object-implied')) return undefined
  const lost = counted.find((keyword) => occurrences(output, keyword) < occurrences(source, keyword))
  return lost === undefined ? undefined : { what: `${lost} appears less often`, ...evidence }
}

function occurrences(schema: JsonObject, keyword: string): number {
  const children = [
    ...Object.values((schema['properties'] ?? {}) as JsonObject),
    ...((schema['anyOf'] ?? []) as Json[]),
  ]
  if (schema['items'] !== undefined) children.push(schema['items'])
  // A minimum of nothing says nothing.
  const isSaid =
    schema[keyword] !== undefined &&
    !(keyword.startsWith('min') && keyword !== 'minimum' && Number(schema[keyword]) === 0)
  return children.reduce<number>((sum, child) => sum + occurrences(child as JsonObject, keyword), isSaid ? 1 : 0)
}
