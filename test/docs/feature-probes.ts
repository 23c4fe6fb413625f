import type { JsonObject } from '../../src/core/json.ts'
import type { Feature } from '../../src/schema/feature.ts'

/** A feature as people know it, and the smallest use of it. */
export interface FeatureProbe {
  readonly says: string
  /** What becomes of it where a dialect has no form for it. */
  readonly otherwise: string
  /** Stands as the property `p` of an object. */
  readonly source: JsonObject
  /** The keywords of `source` that are asked about. */
  readonly keywords: readonly string[]
}

type Group = Readonly<Partial<Record<Feature, FeatureProbe>>>

const text = { type: 'string' }
const integer = { type: 'integer' }
const card = { type: 'object', properties: { card: text, code: text }, additionalProperties: false }

const combinations = {
  refs: {
    says: '`$ref` and recursion',
    otherwise: 'replaced by what they name; recursion becomes JSON text after a few levels',
    source: { type: 'array', items: { $ref: '#/properties/p' } },
    keywords: ['$ref'],
  },
  refSiblings: {
    says: 'annotations beside `$ref`',
    otherwise: 'moved around it, or dropped',
    source: { type: 'array', title: 'T', items: { $ref: '#/properties/p', title: 'U' } },
    keywords: ['title'],
  },
  requiredLoops: {
    says: 'recursion that every value needs',
    otherwise: 'required in words only; without references, followed a few levels, then JSON text',
    source: {
      anyOf: [{ type: 'object', properties: { p: { $ref: '#/properties/p' } }, required: ['p'] }, { type: 'null' }],
    },
    keywords: ['$ref', 'required'],
  },
  allOf: {
    says: '`allOf`',
    otherwise: 'merged by intersection',
    source: { type: 'string', allOf: [{ description: 'A.' }] },
    keywords: ['allOf'],
  },
  anyOf: {
    says: '`anyOf`',
    otherwise: 'listed values become one enum, all else JSON text',
    source: { anyOf: [text, integer] },
    keywords: ['anyOf'],
  },
  oneOf: {
    says: '`oneOf` with branches that overlap',
    otherwise: '`anyOf`; overlap described',
    source: { oneOf: [integer, { type: 'number' }] },
    keywords: ['oneOf'],
  },
  anyOfSiblings: {
    says: 'keywords beside `anyOf`',
    otherwise: 'moved into the branches',
    source: { description: 'A.', anyOf: [text, integer] },
    keywords: ['description'],
  },
  not: {
    says: '`not`',
    otherwise: 'applied where exact, else described',
    source: { type: 'string', not: { minLength: 9 } },
    keywords: ['not'],
  },
  conditions: {
    says: '`if`, `then`, `else`',
    otherwise: 'one object, and a sentence: "If kind is a, give n."',
    source: { ...card, if: { minProperties: 1 }, then: { required: ['card'] } },
    keywords: ['if'],
  },
  dependencies: {
    says: '`dependentRequired`, `dependentSchemas`',
    otherwise: 'one object, and a sentence: "If kind is a, give n."',
    source: { ...card, dependentRequired: { card: ['code'] } },
    keywords: ['dependentRequired'],
  },
} satisfies Group

const values = {
  typeLists: {
    says: 'a list of types',
    otherwise: 'a branch for each type',
    source: { type: ['string', 'integer'] },
    keywords: ['type'],
  },
  nullTypes: {
    says: 'null as a type',
    otherwise: '`nullable: true`',
    source: { type: ['string', 'null'] },
    keywords: ['type'],
  },
  nullableKeyword: {
    says: '`nullable` of OpenAPI',
    otherwise: 'null as a type',
    source: { type: 'string', nullable: true },
    keywords: ['nullable'],
  },
  freeForm: {
    says: 'any value (`{}`, `true`)',
    otherwise: 'JSON text',
    source: { description: 'Any.' },
    keywords: ['type'],
  },
  untyped: {
    says: 'a type that is not given',
    otherwise: 'the one type that the keywords speak about',
    source: { minimum: 1 },
    keywords: ['type'],
  },
  const: { says: '`const`', otherwise: 'an enum of one', source: { const: 'a' }, keywords: ['const'] },
  numericEnums: {
    says: 'enums of numbers',
    otherwise: 'an enum of strings, decoded',
    source: { enum: [1, 2] },
    keywords: ['enum'],
  },
  booleanEnums: {
    says: 'enums of booleans',
    otherwise: 'an enum of strings, decoded',
    source: { enum: [true] },
    keywords: ['enum'],
  },
  mixedEnums: {
    says: 'enums of strings and numbers',
    otherwise: 'an enum of strings, decoded',
    source: { enum: ['auto', 1] },
    keywords: ['enum'],
  },
  enumOfAnything: {
    says: 'enums of objects and lists',
    otherwise: 'an enum of strings, decoded',
    source: { enum: [{ a: 1 }, { a: 2 }] },
    keywords: ['enum'],
  },
} satisfies Group

const scalars = {
  lengths: {
    says: '`minLength`, `maxLength`',
    otherwise: 'described',
    source: { type: 'string', minLength: 2 },
    keywords: ['minLength'],
  },
  patterns: {
    says: '`pattern`',
    otherwise: 'described',
    source: { type: 'string', pattern: '^a' },
    keywords: ['pattern'],
  },
  lookarounds: {
    says: 'patterns that look ahead or behind',
    otherwise: 'described',
    source: { type: 'string', pattern: '^(?=a)' },
    keywords: ['pattern'],
  },
  exclusiveBounds: {
    says: '`exclusiveMinimum`, `exclusiveMaximum`',
    otherwise: 'inclusive on integers, else described',
    source: { type: 'number', exclusiveMinimum: 0 },
    keywords: ['exclusiveMinimum'],
  },
  multipleOf: {
    says: '`multipleOf`',
    otherwise: 'described',
    source: { type: 'number', multipleOf: 0.5 },
    keywords: ['multipleOf'],
  },
  content: {
    says: '`contentEncoding`, `contentMediaType`, …',
    otherwise: 'described',
    source: { type: 'string', contentEncoding: 'base64' },
    keywords: ['contentEncoding'],
  },
} satisfies Group

const structures = {
  tuples: {
    says: 'tuples (`prefixItems`)',
    otherwise: 'an object `item_0`, `item_1`, …, decoded',
    source: { type: 'array', prefixItems: [text, integer], items: false, minItems: 2 },
    keywords: ['prefixItems'],
  },
  uniqueItems: {
    says: '`uniqueItems`',
    otherwise: 'described',
    source: { type: 'array', items: text, uniqueItems: true },
    keywords: ['uniqueItems'],
  },
  contains: {
    says: '`contains`',
    otherwise: 'described',
    source: { type: 'array', items: text, contains: { const: 'a' } },
    keywords: ['contains'],
  },
  optionalProperties: {
    says: 'optional properties',
    otherwise: 'asked for; null stands for absent, and is turned back',
    source: { type: 'object', properties: { a: text }, additionalProperties: false },
    keywords: ['properties'],
  },
  additionalProperties: {
    says: 'records (`additionalProperties`)',
    otherwise: 'a list of `{ key, value }`, decoded',
    source: { type: 'object', additionalProperties: integer },
    keywords: ['additionalProperties'],
  },
  patternProperties: {
    says: '`patternProperties`',
    otherwise: 'a list of `{ key, value }`, decoded; or a record, described',
    source: { type: 'object', patternProperties: { '^a': integer }, additionalProperties: false },
    keywords: ['patternProperties'],
  },
  openObjects: {
    says: 'objects that say nothing of other properties',
    otherwise: 'declared properties only; `check` accepts the others',
    source: { type: 'object', properties: { a: text } },
    keywords: ['additionalProperties'],
  },
  objectCounts: {
    says: '`minProperties`, `maxProperties`',
    otherwise: 'described',
    source: { ...card, minProperties: 1 },
    keywords: ['minProperties'],
  },
  propertyNames: {
    says: '`propertyNames`',
    otherwise: 'listed keys become properties, else described',
    source: { type: 'object', additionalProperties: integer, propertyNames: { maxLength: 3 } },
    keywords: ['propertyNames'],
  },
  unevaluated: {
    says: '`unevaluatedProperties`, `unevaluatedItems`',
    otherwise: 'implied or described',
    source: { type: 'object', properties: { a: text }, unevaluatedProperties: false },
    keywords: ['unevaluatedProperties'],
  },
  emptyObjects: {
    says: 'objects without properties',
    otherwise: 'a placeholder, taken out again',
    source: { type: 'object', additionalProperties: false },
    keywords: ['additionalProperties'],
  },
  emptyNames: {
    says: 'a property with the empty name',
    otherwise: 'renamed, and back',
    source: { type: 'object', properties: { '': text }, required: [''], additionalProperties: false },
    keywords: ['properties'],
  },
  undeclaredRequired: {
    says: 'a required name that no property has',
    otherwise: 'dropped, still enforced',
    source: { type: 'object', properties: { a: text }, required: ['a', 'b'] },
    keywords: ['required'],
  },
} satisfies Group

const annotations = {
  defaults: {
    says: '`default`',
    otherwise: 'described',
    source: { type: 'string', default: 'a' },
    keywords: ['default'],
  },
  example: {
    says: '`example`',
    otherwise: 'as `examples`, or described',
    source: { type: 'string', example: 'a' },
    keywords: ['example'],
  },
  examples: {
    says: 'several `examples`',
    otherwise: 'the first one, as `example` or described',
    source: { type: 'string', examples: ['a', 'b'] },
    keywords: ['examples'],
  },
  propertyOrdering: {
    says: '`propertyOrdering`',
    otherwise: 'declared in that order',
    source: { ...card, propertyOrdering: ['code', 'card'], required: ['card', 'code'] },
    keywords: ['propertyOrdering'],
  },
  annotations: {
    says: '`x-…`, `readOnly` and the like',
    otherwise: 'dropped; `deprecated` and required `readOnly` described',
    source: { type: 'string', 'x-order': 1 },
    keywords: ['x-order'],
  },
} satisfies Group

/** Every feature, by what it is about. A feature that stands in no group is missed by the type checker. */
export const featureGroups = {
  'References and combinations': combinations,
  'Types and values': values,
  'Text and numbers': scalars,
  'Lists and objects': structures,
  Annotations: annotations,
} as const

export const featureProbes: Readonly<Record<Feature, FeatureProbe>> = {
  ...combinations,
  ...values,
  ...scalars,
  ...structures,
  ...annotations,
}
