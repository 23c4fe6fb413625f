import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { jsonValue } from './arbitrary-json.ts'
import { propertyName } from './arbitrary-name.ts'
import { rooted } from './root-schema.ts'

type Part = fc.Arbitrary<JsonObject>

/** By depth: the parts are shared, or building them would take exponential time. */
const byDepth = new Map<number, Part>()

/** JSON Schemas as real tools have them, and worse: every keyword of drafts 4 to 2020-12, composed. Small, sometimes deep or wide. */
export const arbitrarySchema: fc.Arbitrary<JsonObject> = fc
  .oneof(
    { weight: 6, arbitrary: objectSchema(3) },
    { weight: 6, arbitrary: schemaObject(3) },
    { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 5, max: 40 }), schemaObject(1), fc.nat(7)).map(nested) },
    { weight: 1, arbitrary: wideSchema() },
  )
  .chain((root) =>
    fc.array(schemaObject(2), { minLength: 4, maxLength: 4 }).map((definitions) => rooted(root, definitions)),
  )

function subschema(depth: number): fc.Arbitrary<Json> {
  return fc.oneof(
    { weight: 24, arbitrary: schemaObject(depth) },
    { weight: 1, arbitrary: fc.constant<Json>(true) },
    { weight: 1, arbitrary: fc.constant<Json>(false) },
    { weight: 1, arbitrary: fc.constant<Json>({}) },
  )
}

function schemaObject(depth: number): Part {
  const known = byDepth.get(depth)
  if (known !== undefined) return known
  const made = buildSchemaObject(depth)
  byDepth.set(depth, made)
  return made
}

function buildSchemaObject(depth: number): Part {
  const leaves = [
    { weight: 5, arbitrary: stringSchema() },
    { weight: 5, arbitrary: numberSchema() },
    { weight: 2, arbitrary: fc.constant<JsonObject>({ type: 'boolean' }) },
    { weight: 1, arbitrary: fc.constant<JsonObject>({ type: 'null' }) },
    { weight: 4, arbitrary: enumSchema() },
    { weight: 2, arbitrary: refSchema() },
    { weight: 1, arbitrary: handWritten() },
  ]
  const inner = () => [
    { weight: 6, arbitrary: objectSchema(depth) },
    { weight: 3, arbitrary: arraySchema(depth) },
    { weight: 4, arbitrary: combined(depth) },
    { weight: 2, arbitrary: typeList(depth) },
    { weight: 1, arbitrary: withoutType(depth) },
  ]
  const bare = fc.oneof(...leaves, ...(depth > 0 ? inner() : []))
  return fc.tuple(bare, annotations(), fc.nat(9)).map(([schema, notes, dice]) => {
    const annotated = { ...schema, ...notes }
    return dice === 0 ? { ...annotated, nullable: true } : annotated
  })
}

function stringSchema(): Part {
  return keywords(
    { type: fc.constant('string') },
    {
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 2, max: 8 }),
      pattern: fc.constantFrom('^[a-z]+$', '^a', '\\d', '^$|x', '^\\p{L}*$', '^.{0,4}$'),
      format: fc.constantFrom('date-time', 'email', 'uuid', 'enum', 'int32', 'date', 'x-own'),
      contentMediaType: fc.constant('application/json'),
      contentEncoding: fc.constant('base64'),
    },
  )
}

function numberSchema(): Part {
  const bound = fc.constantFrom<Json>(-2, 0, 1, 2.5, 5, 10)
  return keywords(
    { type: fc.constantFrom('number', 'integer') },
    {
      minimum: fc.constantFrom<Json>(-5, 0, 1, 0.5),
      maximum: fc.constantFrom<Json>(3, 5, 7.5, 10),
      exclusiveMinimum: fc.oneof(bound, fc.boolean()),
      exclusiveMaximum: fc.oneof(fc.constantFrom<Json>(5, 8.5), fc.boolean()),
      multipleOf: fc.constantFrom<Json>(1, 2, 0.5, 5),
      format: fc.constantFrom('int32', 'int64', 'float', 'double', 'date-time'),
    },
  )
}

function enumSchema(): Part {
  const strings = fc.array(fc.constantFrom('a', 'b', 'c d', '', 'null', '5', 'true', '{"a":1}', 'ünï'), {
    minLength: 1,
    maxLength: 4,
  })
  return fc.oneof(
    strings.map((values): JsonObject => ({ type: 'string', enum: values })),
    strings.map((values): JsonObject => ({ enum: values })),
    fc
      .array(fc.integer({ min: -2, max: 5 }), { minLength: 1, maxLength: 4 })
      .map((values): JsonObject => ({ type: 'integer', enum: values })),
    fc.array(jsonValue, { minLength: 1, maxLength: 4 }).map((values): JsonObject => ({ enum: values })),
    jsonValue.map((value): JsonObject => ({ const: value })),
    fc.constantFrom<JsonObject>(
      { type: 'string', const: 'x' },
      { type: ['string', 'null'], enum: ['a', null] },
      { enum: [1, 'a'], type: 'string' },
    ),
  )
}

function handWritten(): Part {
  return fc
    .constantFrom('STRING', 'str', 'int', 'float', 'dict', 'list', 'bool', 'any', 'Integer')
    .map((type) => ({ type }))
}

function refSchema(): Part {
  const target = fc.constantFrom('#/$defs/node', '#/$defs/a~1b', '#/$defs/c%20d', '#spot', '#', '#/$defs/nowhere')
  const sibling = fc.oneof(
    { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
    { weight: 1, arbitrary: fc.oneof(stringSchema(), objectSchema(0)) },
  )
  return fc.tuple(target, sibling).map(([$ref, beside]) => ({ ...beside, $ref }))
}

function objectSchema(depth: number): Part {
  const child = depth > 0 ? subschema(depth - 1) : fc.constantFrom<Json>({ type: 'string' }, { type: 'integer' }, true)
  const properties = fc.array(fc.tuple(propertyName, flagged(child)), { maxLength: 4 }).map(toMap)
  return keywords(
    { type: fc.constant('object'), properties, required: fc.constant(true) },
    {
      additionalProperties: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom<Json>(false, true, {}) },
        { weight: 2, arbitrary: child },
      ),
      patternProperties: fc
        .tuple(fc.constantFrom('^x_', '^[a-z]$', 'y'), child)
        .map(([name, value]) => toMap([[name, value]])),
      propertyNames: fc.constantFrom<Json>(
        { maxLength: 6 },
        { pattern: '^[a-z_]+$' },
        { enum: ['a', 'b', 'c', 'type'] },
        true,
      ),
      minProperties: fc.nat(2),
      maxProperties: fc.integer({ min: 1, max: 5 }),
      dependentRequired: fc.constantFrom<Json>({ a: ['b'] }, { type: ['a', 'c'] }),
      dependentSchemas: child.map((value) => ({ a: value })),
      propertyOrdering: fc.constantFrom<Json>(['a', 'b'], ['type']),
      unevaluatedProperties: fc.constantFrom<Json>(false, { type: 'string' }),
    },
    14,
  ).chain((schema) => requiring(schema))
}

/** `required: true` is a marker from `objectSchema`: it becomes a list of names, mostly declared ones, or nothing. */
function requiring(schema: JsonObject): Part {
  const { required: _, ...rest } = schema
  const names = Object.keys((schema['properties'] ?? {}) as JsonObject)
  const declared = names.length === 0 ? fc.constant<string[]>([]) : fc.subarray(names)
  const undeclared = fc.oneof(
    { weight: 14, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(['zz'], ['a']) },
  )
  return fc.tuple(declared, undeclared).map(([some, others]) => {
    const required = [...new Set([...some, ...others])]
    return required.length === 0 ? rest : { ...rest, required }
  })
}

/** Hand-written registries put `required` on a property. */
function flagged(child: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.tuple(child, fc.nat(19)).map(([schema, dice]) => {
    if (dice > 1 || typeof schema === 'boolean') return schema
    const { required, ...rest } = schema as JsonObject
    return required === undefined ? { ...rest, required: dice === 0 } : schema
  })
}

function arraySchema(depth: number): Part {
  const child = subschema(depth - 1)
  const prefix = fc.array(child, { minLength: 1, maxLength: 3 })
  const positions = fc.oneof(
    { weight: 5, arbitrary: child.map((items): JsonObject => ({ items })) },
    { weight: 1, arbitrary: fc.constant<JsonObject>({}) },
    { weight: 2, arbitrary: prefix.map((prefixItems): JsonObject => ({ prefixItems })) },
    {
      weight: 2,
      arbitrary: fc.tuple(prefix, child).map(([prefixItems, items]): JsonObject => ({ prefixItems, items })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(prefix, fc.constantFrom<Json>(false, true, { type: 'string' }))
        .map(([items, additionalItems]): JsonObject => ({ items, additionalItems })),
    },
  )
  const rest = keywords(
    { type: fc.constant('array') },
    {
      minItems: fc.nat(2),
      maxItems: fc.integer({ min: 1, max: 4 }),
      uniqueItems: fc.boolean(),
      contains: child,
      minContains: fc.nat(2),
      maxContains: fc.integer({ min: 1, max: 2 }),
      unevaluatedItems: fc.constantFrom<Json>(false, { type: 'string' }),
    },
    9,
  )
  return fc.tuple(rest, positions).map(([some, others]) => ({ ...some, ...others }))
}

function combined(depth: number): Part {
  const child = subschema(depth - 1)
  const branches = fc.array(child, { minLength: 1, maxLength: 3 })
  const beside = fc.oneof(
    { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
    { weight: 2, arbitrary: fc.oneof(objectSchema(depth - 1), stringSchema(), numberSchema()) },
  )
  const combination = fc.oneof(
    { weight: 4, arbitrary: branches.map((anyOf): JsonObject => ({ anyOf })) },
    { weight: 3, arbitrary: branches.map((oneOf): JsonObject => ({ oneOf })) },
    { weight: 3, arbitrary: branches.map((allOf): JsonObject => ({ allOf })) },
    { weight: 1, arbitrary: child.map((not): JsonObject => ({ not })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(child, child, child)
        .map(([one, two, three]): JsonObject => ({ if: one, then: two, else: three })),
    },
    { weight: 1, arbitrary: fc.tuple(branches, branches).map(([anyOf, oneOf]): JsonObject => ({ anyOf, oneOf })) },
    { weight: 1, arbitrary: fc.tuple(branches, branches).map(([allOf, anyOf]): JsonObject => ({ allOf, anyOf })) },
  )
  return fc.tuple(beside, combination).map(([some, others]) => ({ ...some, ...others }))
}

function typeList(depth: number): Part {
  const types = fc.uniqueArray(fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object'), {
    minLength: 1,
    maxLength: 3,
  })
  const beside = fc.oneof(fc.constant<JsonObject>({}), stringSchema(), numberSchema(), objectSchema(depth - 1))
  return fc.tuple(types, beside).map(([type, schema]) => ({ ...schema, type }))
}

function withoutType(depth: number): Part {
  return fc
    .oneof(stringSchema(), numberSchema(), objectSchema(depth - 1), arraySchema(depth))
    .map(({ type: _, ...schema }) => schema)
}

function annotations(): Part {
  return keywords(
    {},
    {
      title: fc.constantFrom('Title', ''),
      description: fc.constantFrom('What it is.', 'Two\nlines', ''),
      default: jsonValue,
      examples: fc.array(jsonValue, { maxLength: 2 }),
      example: jsonValue,
      deprecated: fc.boolean(),
      readOnly: fc.boolean(),
      'x-own': jsonValue,
      $comment: fc.constant('why'),
    },
    24,
  )
}

function wideSchema(): Part {
  const child = schemaObject(0)
  return fc.oneof(
    fc
      .array(child, { minLength: 20, maxLength: 60 })
      .map(
        (list): JsonObject => ({ type: 'object', properties: toMap(list.map((each, index) => [`p${index}`, each])) }),
      ),
    fc
      .integer({ min: 50, max: 200 })
      .map((count): JsonObject => ({ type: 'string', enum: Array.from({ length: count }, (_, index) => `v${index}`) })),
    fc.array(child, { minLength: 8, maxLength: 20 }).map((anyOf): JsonObject => ({ anyOf })),
  )
}

/** One schema inside many levels of properties, items or branches. */
function nested([levels, leaf, kind]: [number, JsonObject, number]): JsonObject {
  let schema = leaf
  for (let level = 0; level < levels; level++) {
    const how = (kind + (kind > 3 ? level : 0)) % 4
    if (how === 0) schema = { type: 'object', properties: { next: schema }, required: ['next'] }
    else if (how === 1) schema = { type: 'array', items: schema }
    else if (how === 2) schema = { anyOf: [schema, { type: 'boolean' }] }
    else schema = { type: 'object', additionalProperties: schema }
  }
  return schema
}

/** Keywords that are always there, and others that are there now and then (`1 in rarity`). */
function keywords(
  always: Record<string, fc.Arbitrary<Json>>,
  sometimes: Record<string, fc.Arbitrary<Json>>,
  rarity = 7,
): Part {
  const optional = Object.entries(sometimes).map(([keyword, value]) =>
    fc
      .oneof({ weight: rarity - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
      .map((each) => [keyword, each] as const),
  )
  const fixed = Object.entries(always).map(([keyword, value]) => value.map((each) => [keyword, each] as const))
  return fc
    .tuple(...fixed, ...optional)
    .map((entries) => toMap(entries.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined)))
}

/** An object of entries in which every name is data. */
function toMap(entries: readonly (readonly [string, Json])[]): JsonObject {
  const map: Record<string, Json> = {}
  for (const [name, value] of entries) setOwn(map, name, value)
  return map
}
