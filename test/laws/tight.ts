import type { Json, JsonObject } from '../../src/core/json.ts'
import type { ChangeCode, DialectId } from '../../src/schema/index.ts'
import { eachSchemaObject } from '../acceptance/each-schema.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { outputAsJsonSchema, readOutput } from '../oracle/read-output.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief } from './enforced.ts'

const counted = (
  'minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format enum const minItems ' +
  'maxItems uniqueItems prefixItems minProperties maxProperties propertyOrdering required title not if then oneOf ' +
  'dependentRequired propertyNames patternProperties'
).split(' ')

/** The same said in other words, without a loss: a union of one, a branch that nothing fits, a list without its doubles … */
const harmless = new Set<ChangeCode>([
  'closed-object-implied',
  'any-of-simplified',
  'any-of-distributed',
  'impossible-part-removed',
  'keyword-reworded',
  'null-to-nullable',
  // A count or bound that every value meets is left out.
  'bound-restated',
])

/** Of these, the ones that take no other keyword with them. */
const leavesKeywords = new Set<ChangeCode>(['closed-object-implied', 'keyword-reworded', 'bound-restated'])

/** Law 5: the same values before and after, none encoded, and no keyword fewer. */
export function findLooseness(source: JsonObject, seed: number, to: DialectId): Breach | undefined {
  const compiled = compileOrRefuse(source, { to })
  if (compiled === undefined) return undefined
  const { schema: output } = compiled
  const changes = compiled.changes.filter(({ implicit }) => implicit !== true)
  const evidence = { output, changes: brief(compiled) }
  const telling = changes.find(({ code }) => !harmless.has(code))
  if (telling !== undefined)
    return { what: `a supported keyword has a change: ${telling.keyword} ${telling.code}`, ...evidence }
  const isValid = sourceValidator(source)
  const fitsWire = readOutput(to, output)
  for (const value of [
    ...sampleValues(normaliseSource(source), seed, 8),
    ...sampleValues(outputAsJsonSchema(to, output), seed, 8),
  ]) {
    const [wanted, got] = [isValid(value), fitsWire(value)]
    if (wanted !== undefined && got !== undefined && wanted !== got)
      return { what: `source says ${wanted}, output ${got}`, value, ...evidence }
  }
  if (changes.some(({ code }) => !leavesKeywords.has(code))) return undefined
  const lost = counted.find((keyword) => occurrences(output, keyword) < occurrences(source, keyword))
  return lost === undefined ? undefined : { what: `${lost} appears less often`, ...evidence }
}

/** How many schemas say a keyword, those under the `defs` of Vertex too. */
function occurrences(schema: JsonObject, keyword: string): number {
  const roots = [schema, ...Object.values((schema['defs'] ?? {}) as JsonObject)] as JsonObject[]
  const schemas = roots.flatMap((root) => [...eachSchemaObject(root)])
  return schemas.filter((each) => isSaid(keyword, each.schema[keyword])).length
}

/** A minimum of nothing says nothing. */
function isSaid(keyword: string, value: Json | undefined): boolean {
  if (value === undefined) return false
  return !(keyword.startsWith('min') && keyword !== 'minimum' && Number(value) === 0)
}
