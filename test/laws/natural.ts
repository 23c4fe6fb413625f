import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import type { CompileOptions } from '../../src/schema/index.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief } from './enforced.ts'

const names = ['kind', 'a', 'b', 'c'] as const
const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 })
const needs = some.map((required): JsonObject => ({ required }))
const isKind = fc.constantFrom('x', 'y').map((value): JsonObject => ({ properties: { kind: { const: value } } }))
const bound = fc.constantFrom('a', 'b').map((name): JsonObject => ({ properties: { [name]: { minLength: 2 } } }))

/** What a tool may ask of its properties under a condition. */
const condition: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.array(needs, { minLength: 2, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  fc.array(needs, { minLength: 2, maxLength: 3 }).map((oneOf) => ({ oneOf })),
  fc.tuple(isKind, fc.oneof(needs, bound)).map(([condition, then]) => ({ if: condition, then })),
  fc.tuple(isKind, needs, needs).map(([condition, then, otherwise]) => ({ if: condition, then, else: otherwise })),
  fc.tuple(needs, needs).map(([condition, then]) => ({ if: condition, then })),
  some.map((needed) => ({ dependentRequired: { kind: needed } })),
  fc.constant({ not: { required: ['a', 'b'] } }),
)

const value = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'object', additionalProperties: { type: 'number' } },
  { type: 'object' },
  { type: 'array', items: { type: 'integer' } },
)

/** The parameters of a tool that has conditions, some of them in `allOf`. */
export const toolWithConditions: fc.Arbitrary<JsonObject> = fc
  .tuple(value, value, fc.array(condition, { minLength: 1, maxLength: 3 }), fc.boolean())
  .map(([b, c, conditions, isListed]) => {
    const properties = { kind: { enum: ['x', 'y'] }, a: { type: 'string' }, b, c }
    const base: JsonObject = { type: 'object', properties, required: ['kind'] }
    return isListed || conditions.length > 1 ? { ...base, allOf: conditions } : { ...base, ...conditions[0] }
  })

/**
 * Law 10: a condition leaves the tool's object as it is: one object with its properties, none of them sent twice, no wrapper, no tag, and
 * a sentence for what the schema cannot say.
 */
export function findUnnatural(source: JsonObject, options: CompileOptions): Breach | undefined {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return undefined
  const { schema: output, changes } = compiled
  const evidence = { output, changes: brief(compiled) }
  const clumsy = changes.find(({ code }) => code === 'root-wrapped' || code === 'union-tagged')
  if (clumsy !== undefined) return { what: `a condition made the output clumsy: ${clumsy.code}`, ...evidence }
  const declared = Object.keys((output['properties'] ?? {}) as JsonObject)
  if (declared.length !== names.length || names.some((name) => !declared.includes(name)))
    return { what: 'the output is not the object of the source', ...evidence }
  if (['anyOf', 'oneOf'].some((keyword) => output[keyword] !== undefined))
    return { what: 'the root is a union', ...evidence }
  const said = changes.filter(({ effect }) => effect === 'described')
  if (said.some(({ enforced }) => !enforced)) return { what: 'what is said is not enforced', ...evidence }
  if (said.length > 0 && !isSentence(output['description'])) return { what: 'there is no sentence', ...evidence }
  return undefined
}

function isSentence(text: Json | undefined): boolean {
  return typeof text === 'string' && /^[A-Z].*\.$/.test(text) && !text.includes('it must be')
}
