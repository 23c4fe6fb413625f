import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import type { Dialect } from '../../src/schema/dialects/dialect.ts'
import type { Feature } from '../../src/schema/feature.ts'
import { propertyName } from './arbitrary-name.ts'

type Schemas = fc.Arbitrary<JsonObject>
type Keywords = Record<string, fc.Arbitrary<Json>>

/** Schemas that say only what a dialect can say, by its own table of features and formats. */
export function supportedSchema(dialect: Dialect): Schemas {
  const source = new SupportedSchemas(dialect)
  const root = dialect.objectRoot ? source.object(source.schema(2)).map(neverNull) : source.schema(3)
  return dialect.supports.has('refs') ? withDefinition(root, source) : root
}

/** Arguments are an object, and never null. */
function neverNull(schema: JsonObject): JsonObject {
  return { ...schema, type: 'object' }
}

/** A root with two properties that share a definition; half of the time. */
function withDefinition(root: Schemas, source: SupportedSchemas): Schemas {
  const shared = source.schema(1).map((definition): JsonObject => {
    const $ref = '#/$defs/shared'
    return {
      type: 'object',
      properties: { one: { $ref }, two: { type: 'array', items: { $ref } } },
      required: ['one', 'two'],
      additionalProperties: false,
      $defs: { shared: definition },
    }
  })
  return fc.oneof({ weight: 3, arbitrary: root }, { weight: 1, arbitrary: shared })
}

class SupportedSchemas {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  #has(feature: Feature): boolean {
    return this.#dialect.supports.has(feature)
  }

  schema(depth: number): Schemas {
    const leaves = [this.#string(), this.#integer(), this.#number(), this.#some({ type: 'boolean' }), this.#enum()]
    if (depth === 0) return fc.oneof(...leaves)
    const child = this.schema(depth - 1)
    const inner = [this.#array(child), this.object(child), this.#union(child)]
    if (this.#has('tuples')) inner.push(this.#tuple(child))
    if (this.#has('additionalProperties')) inner.push(this.#record(child))
    if (this.#has('not') && this.#has('openObjects')) inner.push(this.#ruled(child))
    return fc.oneof({ weight: 3, arbitrary: fc.oneof(...leaves) }, { weight: 5, arbitrary: fc.oneof(...inner) })
  }

  #string(): Schemas {
    const patterns = this.#has('lookarounds') ? ['^[a-z]+$', '^a', '^(?!b)'] : ['^[a-z]+$', '^a']
    return this.#some(
      { type: 'string' },
      {
        ...this.#when('lengths', { minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 6 }) }),
        ...this.#when('patterns', { pattern: fc.constantFrom(...patterns) }),
        ...this.#format('string'),
      },
    )
  }

  #integer(): Schemas {
    return this.#some(
      { type: 'integer' },
      {
        minimum: fc.integer({ min: -5, max: 0 }),
        maximum: fc.integer({ min: 1, max: 10 }),
        ...this.#when('exclusiveBounds', { exclusiveMinimum: fc.integer({ min: -6, max: -1 }) }),
        ...this.#when('multipleOf', { multipleOf: fc.constantFrom(1, 2) }),
        ...this.#format('integer'),
      },
    )
  }

  #number(): Schemas {
    return this.#some(
      { type: 'number' },
      {
        minimum: fc.constantFrom(-0.5, 0),
        maximum: fc.constantFrom(2.5, 10),
        ...this.#when('exclusiveBounds', { exclusiveMaximum: fc.constantFrom(3, 9.5) }),
        ...this.#format('number'),
      },
    )
  }

  #enum(): Schemas {
    const kinds: Json[][] = [['a', 'b', 'null', '5', 'c d']]
    if (this.#has('numericEnums')) kinds.push([0, 1, 2.5, -3])
    if (this.#has('booleanEnums')) kinds.push([true, false])
    if (this.#has('mixedEnums')) kinds.push(['a', '1', 1, 2])
    if (this.#has('enumOfAnything')) kinds.push(['a', 1, null, true, { a: 1 }, [1]])
    const lists = fc
      .constantFrom(...kinds)
      .chain((values) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, comparator: 'IsStrictlyEqual' }))
    const listed = lists.map((values): JsonObject => ({ ...typeOf(values), enum: values }))
    if (!this.#has('const')) return listed
    return fc.oneof(
      listed,
      fc.constantFrom(...kinds.flat()).map((value): JsonObject => ({ ...typeOf([value]), const: value })),
    )
  }

  #array(child: Schemas): Schemas {
    return child.chain((items) =>
      this.#some(
        { type: 'array', items },
        {
          minItems: fc.nat(2),
          maxItems: fc.integer({ min: 2, max: 4 }),
          ...this.#when('uniqueItems', { uniqueItems: fc.constant(true) }),
        },
      ),
    )
  }

  #tuple(child: Schemas): Schemas {
    const rest = fc.oneof(fc.constant(false), child)
    return fc
      .tuple(fc.array(child, { minLength: 1, maxLength: 3 }), rest)
      .chain(([prefixItems, items]) =>
        this.#some({ type: 'array', prefixItems, items }, { minItems: fc.nat(prefixItems.length) }),
      )
  }

  #record(child: Schemas): Schemas {
    return child.chain((additionalProperties) =>
      this.#some(
        { type: 'object', additionalProperties },
        this.#when('objectCounts', { minProperties: fc.nat(1), maxProperties: fc.integer({ min: 2, max: 3 }) }),
      ),
    )
  }

  object(child: Schemas): Schemas {
    const { names } = this.#dialect
    const name = propertyName.filter(
      (each) => (each !== '' || this.#has('emptyNames')) && (names === undefined || names.test(each)),
    )
    const isRequired = this.#has('optionalProperties') ? fc.boolean() : fc.constant(true)
    return fc
      .uniqueArray(fc.tuple(name, child, isRequired), { minLength: 1, maxLength: 4, selector: ([each]) => each })
      .chain((fields) => {
        const properties: Record<string, Json> = {}
        for (const [key, value] of fields) setOwn<Json>(properties, key, value)
        const required = fields.filter(([, , isNeeded]) => isNeeded).map(([key]) => key)
        const base: JsonObject = { type: 'object', properties, additionalProperties: false }
        const keywords: Keywords = {
          ...this.#when('objectCounts', { minProperties: fc.nat(1), maxProperties: fc.integer({ min: 4, max: 6 }) }),
          ...this.#when('propertyOrdering', { propertyOrdering: fc.constant(fields.map(([key]) => key)) }),
        }
        return this.#some(required.length === 0 ? base : { ...base, required }, keywords)
      })
  }

  #union(child: Schemas): Schemas {
    const keywords = this.#has('oneOf') ? ['anyOf', 'oneOf'] : ['anyOf']
    return (
      fc
        .tuple(fc.constantFrom(...keywords), fc.array(child, { minLength: 2, maxLength: 3 }))
        // Null in two branches, of which only one may fit, is said in words.
        .filter(([keyword, branches]) => keyword !== 'oneOf' || branches.filter(takesNull).length < 2)
        .map(([keyword, branches]): JsonObject => ({ [keyword]: branches }))
    )
  }

  /** An object with one of the rules that only a dialect of open JSON Schema has. */
  #ruled(child: Schemas): Schemas {
    const rules: Keywords = {
      ...this.#when('not', { not: fc.constant({ required: ['a', 'b'] }) }),
      ...this.#when('dependencies', { dependentRequired: fc.constant({ a: ['b'] }) }),
      ...this.#when('propertyNames', { propertyNames: fc.constant({ maxLength: 2 }) }),
      ...this.#when('patternProperties', { patternProperties: child.map((value): Json => ({ '^x': value })) }),
    }
    const conditions: JsonObject[] = this.#has('conditions')
      ? [{}, { if: { required: ['a'] }, then: { maxProperties: 2 } }]
      : [{}]
    return fc
      .tuple(child, fc.constantFrom(...conditions))
      .chain(([value, condition]) =>
        this.#some({ type: 'object', properties: { a: value, b: value }, ...condition }, rules),
      )
  }

  #when(feature: Feature, keywords: Keywords): Keywords {
    return this.#has(feature) ? keywords : {}
  }

  /** A format that may be sent; any at all where the table leaves it open. */
  #format(type: 'string' | 'number' | 'integer'): Keywords {
    const formats = [...(this.#dialect.formats[type] ?? ['email', 'made-up'])]
    return formats.length === 0 ? {} : { format: fc.constantFrom(...formats) }
  }

  /** A schema with some of the keywords, some words about it, and null as the dialect writes it. */
  #some(base: JsonObject, optional: Keywords = {}): Schemas {
    const notes: Keywords = {
      title: fc.constant('Title'),
      description: fc.constant('Text.'),
      ...this.#when('nullableKeyword', { nullable: fc.constant(true) }),
      ...this.#when('nullTypes', { type: fc.constant([base['type'] as string, 'null']) }),
    }
    return fc
      .record({ ...optional, ...notes }, { requiredKeys: [], noNullPrototype: true })
      .map((more): JsonObject => ({ ...base, ...(more as JsonObject) }))
  }
}

/** The type of listed values, where they have one. */
function typeOf(values: readonly Json[]): JsonObject {
  const types = new Set(values.map((value) => typeof value))
  const [only] = types
  return types.size === 1 && only !== 'object' ? { type: only as string } : {}
}

function takesNull(schema: JsonObject): boolean {
  const { type, enum: listed, anyOf, oneOf } = schema
  if ([type, listed].some((list) => Array.isArray(list) && (list.includes('null') || list.includes(null)))) return true
  const branches = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as JsonObject[]) : []))
  return schema['const'] === null || branches.some(takesNull)
}
