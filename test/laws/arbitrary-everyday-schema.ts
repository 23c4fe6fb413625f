import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'

type Part = fc.Arbitrary<JsonObject>

/**
 * The parameters of everyday tools: objects of plain fields, and in them the constructs that Gemini has no form for, but
 * libraries print: records, open objects, constants, exclusive bounds, unions with null, references. Definitions refer only
 * to earlier ones, but for a few that hold themselves. Values are small, so that neighbours often meet.
 */
export const everydaySchema: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof({ weight: 4, arbitrary: objectOf(part(2)) }, { weight: 1, arbitrary: part(2) }),
    fc.array(part(1), { minLength: 3, maxLength: 3 }),
    fc.nat(9),
  )
  .map(([root, [a, b, c], dice]) => {
    const self: JsonObject = { type: 'object', properties: { next: { $ref: '#/$defs/self' }, open: {} } }
    const $defs = { a: withoutRefs(a!, []), b: withoutRefs(b!, ['a']), c: withoutRefs(c!, ['a', 'b']), self }
    return { ...(dice === 0 ? root : withoutRefs(root, ['a', 'b', 'c'])), $defs }
  })

function part(depth: number): Part {
  const plain = fc.constantFrom<JsonObject>(
    { type: 'string' },
    { type: 'integer', minimum: 1 },
    { type: 'boolean' },
    { type: 'string', format: 'email' },
    { type: ['number', 'null'] },
    { type: 'string', enum: ['a', 'b'] },
  )
  if (depth === 0) return around(fc.oneof(plain, leaf()))
  const child = part(depth - 1)
  return around(
    fc.oneof(
      { weight: 2, arbitrary: plain },
      { weight: 4, arbitrary: leaf() },
      { weight: 2, arbitrary: objectOf(child) },
      { weight: 2, arbitrary: child.map((items): JsonObject => ({ type: 'array', items })) },
      { weight: 2, arbitrary: record(child) },
      { weight: 3, arbitrary: union(child) },
      { weight: 1, arbitrary: toldApart(child) },
    ),
  )
}

function leaf(): Part {
  const bound = fc.constantFrom<Json>(0, 1, 2.5, 4)
  const scalar = fc.constantFrom<Json>('a', 'b', '', '1', 1, 2.5, true, null)
  return fc.oneof(
    fc
      .record(
        { exclusiveMinimum: bound, exclusiveMaximum: bound, minimum: bound, maximum: bound, multipleOf: bound },
        { requiredKeys: [], noNullPrototype: true },
      )
      .chain((bounds) =>
        fc.constantFrom('integer', 'number').map((type): JsonObject => ({ type, ...(bounds as JsonObject) })),
      ),
    scalar.map((value): JsonObject => ({ const: value })),
    fc
      .tuple(
        fc.array(scalar, { minLength: 1, maxLength: 4 }),
        fc.constantFrom<Json | undefined>(undefined, 'string', 'integer', ['string', 'null']),
      )
      .map(([values, type]): JsonObject => (type === undefined ? { enum: values } : { type, enum: values })),
    fc.constantFrom<JsonObject>(
      {},
      { type: 'object' },
      { type: 'object', properties: {} },
      { type: 'object', additionalProperties: true },
      { type: 'object', additionalProperties: {} },
      { type: 'object', properties: {}, additionalProperties: false },
      { type: ['object', 'null'] },
      { type: 'array' },
      { type: 'array', uniqueItems: true, items: { type: 'string' } },
      { type: 'array', items: {} },
      { type: 'array', items: false },
      { type: 'array', items: [{ type: 'string' }] },
      { type: 'array', items: null },
      { type: ['string', 'integer'] },
      { type: 'string', minLength: 4, maxLength: 3 },
      { type: 'null' },
    ),
    fc.constantFrom('a', 'b', 'c', 'self', 'nowhere').map((name): JsonObject => ({ $ref: `#/$defs/${name}` })),
  )
}

function objectOf(child: Part): Part {
  const fields = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', ''), child, fc.nat(3)), {
    maxLength: 4,
    selector: ([name]) => name,
  })
  const others = fc.constantFrom<Json | undefined>(undefined, undefined, undefined, false, true, { type: 'string' })
  return fc.tuple(fields, others).map(([list, additionalProperties]) => {
    const properties: Record<string, Json> = {}
    for (const [name, value, dice] of list) if (name !== '' || dice === 0) setOwn<Json>(properties, name, value)
    const required = list.filter(([name, , dice]) => dice > 1 && Object.hasOwn(properties, name)).map(([name]) => name)
    const base: JsonObject = { type: 'object', properties, required }
    return additionalProperties === undefined ? base : { ...base, additionalProperties }
  })
}

function record(child: Part): Part {
  const names = fc.constantFrom<Json | undefined>(undefined, undefined, { type: 'string' }, { pattern: '^a' })
  return fc.tuple(child, names).map(([additionalProperties, propertyNames]) => {
    const base: JsonObject = { type: 'object', additionalProperties }
    return propertyNames === undefined ? base : { ...base, propertyNames }
  })
}

function union(child: Part): Part {
  const branch = fc.oneof(child, fc.constant<JsonObject>({ type: 'null' }))
  return fc
    .tuple(fc.constantFrom('anyOf', 'anyOf', 'oneOf'), fc.array(branch, { minLength: 1, maxLength: 3 }))
    .map(([keyword, list]) => ({ [keyword]: list }))
}

/** Objects that a constant tells apart, mostly. */
function toldApart(child: Part): Part {
  const branch = fc.tuple(fc.constantFrom('x', 'y', 'z'), child, fc.constantFrom(['kind'], ['kind', 'a'], []))
  return fc
    .tuple(fc.constantFrom('anyOf', 'oneOf'), fc.array(branch, { minLength: 2, maxLength: 3 }))
    .map(([keyword, list]) => ({
      [keyword]: list.map(([kind, a, required]) => ({
        type: 'object',
        properties: { kind: { type: 'string', const: kind }, a },
        required,
      })),
    }))
}

/** What stands around a schema, now and then. */
function around(bare: Part): Part {
  const notes = fc.record(
    {
      title: fc.constant('Title'),
      description: fc.constantFrom('Text.', ''),
      default: fc.constantFrom<Json>('a', 1, null, { a: 'a' }, [1]),
      nullable: fc.boolean(),
      required: fc.boolean(),
      deprecated: fc.constant(true),
      examples: fc.constant<Json>(['a', 1]),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  return fc.tuple(bare, notes, fc.nat(12)).map(([schema, all, dice]) => {
    const { title, description, default: fallback, ...odd } = all as JsonObject
    const usual: Record<string, Json> = {}
    if (title !== undefined && dice % 3 === 0) usual['title'] = title
    if (description !== undefined && dice % 2 === 0) usual['description'] = description
    if (fallback !== undefined && dice % 4 === 0) usual['default'] = fallback
    return dice === 1 && schema['required'] === undefined ? { ...schema, ...usual, ...odd } : { ...schema, ...usual }
  })
}

/** References that would make a cycle lead elsewhere. */
function withoutRefs(schema: JsonObject, known: readonly string[]): JsonObject {
  const text = JSON.stringify(schema, (key, value: Json) => {
    if (key !== '$ref' || value === '#/$defs/nowhere') return value
    return known.includes(String(value).slice('#/$defs/'.length)) ? value : `#/$defs/${known[0] ?? 'nowhere'}`
  })
  return JSON.parse(text) as JsonObject
}
