import { findShapeProblem, isPlainObject, type JsonObject, ownValue, setOwn } from '../../core/json.ts'
import type { SchemaDocument } from '../document/document.ts'
import { asSchema, readItems } from '../document/keyword-values.ts'
import type { Schema } from '../document/schema.ts'
import { deepestValue } from '../issue.ts'
import type { Validator } from './create-validator.ts'
import { schemaList } from './keywords/combinator-keywords.ts'
import { hasProperty, schemaMap } from './keywords/object-keywords.ts'
import { setCached } from './set-cached.ts'

/** The most defaults that are filled inside other defaults. Definitions that refer to each other can ask for any number. */
const mostInner = 1000
/** The deepest nesting of defaults that are filled inside each other. */
const deepestInner = 30

/**
 * Fills absent properties with the defaults of the schema, in a copy where something changes. No object is created to hold a
 * default, and a default that would make a valid value invalid is omitted. What a default leaves open is filled too, but a
 * default is never filled inside itself: a recursive schema whose default is `{}` gives one level, as Zod's `default` does
 * (ajv overflows the stack).
 * @throws ToolfitError `value-too-deep`, `value-circular`
 */
export function applyDefaults(document: SchemaDocument, validator: Validator, value: unknown): unknown {
  if (!(withDefaults.get(document) ?? setCached(withDefaults, document, hasDefaults(document.root)))) return value
  const wasValid = validator.accepts(value)
  for (const isCareful of [false, true]) {
    const filled = new Filler(document, validator, isCareful).fill(value, [document.root])
    if (filled === value) return value
    if (validator.patterns.isOver || findShapeProblem(filled, deepestValue) !== undefined) return value
    if (!wasValid || validator.accepts(filled)) return filled
  }
  return value
}

const withDefaults = new WeakMap<SchemaDocument, boolean>()

/** Whether the schema has any `default`. Most have none, and then values need no walk. */
function hasDefaults(root: Schema): boolean {
  const seen = new Set<object>(typeof root === 'object' ? [root] : [])
  // Iterating a set includes what is added on the way.
  for (const part of seen) {
    if (Object.hasOwn(part, 'default')) return true
    for (const child of Object.values(part)) if (typeof child === 'object' && child !== null) seen.add(child)
  }
  return false
}

class Filler {
  private readonly document: SchemaDocument
  private readonly validator: Validator
  /** Whether to check each object that gets a default: only needed if filling all of them made the value invalid. */
  private readonly isCareful: boolean
  /** The schemas whose defaults are being filled. */
  private readonly filling = new Set<JsonObject>()
  private nesting = 0
  private innerDefaults = 0

  constructor(document: SchemaDocument, validator: Validator, isCareful: boolean) {
    this.document = document
    this.validator = validator
    this.isCareful = isCareful
  }

  /** One call per level of the value, so that its depth limits the recursion. */
  fill(value: unknown, schemas: readonly Schema[]): unknown {
    if (Array.isArray(value)) return this.fillItems(value, this.partsFor(value, schemas))
    if (!isPlainObject(value)) return value
    const parts = this.partsFor(value, schemas)
    const inside = this.fillProperties(value, parts)
    const filled = this.addDefaults(inside, parts)
    if (filled === inside || !this.isCareful) return filled
    const accepts = (each: unknown) => this.validator.accepts(each, schemas) !== false
    return accepts(filled) || !accepts(inside) ? filled : inside
  }

  private fillItems(items: readonly unknown[], parts: readonly JsonObject[]): readonly unknown[] {
    const readings = parts.map(readItems)
    let copy: unknown[] | undefined
    for (const [index, item] of items.entries()) {
      const schemas = present(readings.map(({ prefix, rest }) => prefix[index] ?? rest))
      const filled = this.fill(item, schemas)
      if (filled === item) continue
      copy ??= [...items]
      copy[index] = filled
    }
    return copy ?? items
  }

  private fillProperties(value: Record<string, unknown>, parts: readonly JsonObject[]): Record<string, unknown> {
    let copy: Record<string, unknown> | undefined
    for (const name of Object.keys(value)) {
      const schemas = present(parts.map((part) => propertySchema(part, name)))
      const filled = this.fill(value[name], schemas)
      if (filled === value[name]) continue
      copy ??= { ...value }
      setOwn(copy, name, filled)
    }
    return copy ?? value
  }

  private addDefaults(value: Record<string, unknown>, parts: readonly JsonObject[]): Record<string, unknown> {
    let copy: Record<string, unknown> | undefined
    for (const name of new Set(parts.flatMap((part) => Object.keys(schemaMap(part, 'properties') ?? {})))) {
      if (hasProperty(value, name) || !this.validator.patterns.compare()) continue
      const schemas = present(parts.map((part) => asSchema(ownValue(schemaMap(part, 'properties') ?? {}, name))))
      const inner = this.partsFor(undefined, schemas)
      const holder = inner.find((part) => Object.hasOwn(part, 'default'))
      if (holder === undefined || inner.some((part) => this.filling.has(part))) continue
      if (this.filling.size > 0 && ++this.innerDefaults > mostInner) continue
      const filled = this.fillDefault(ownValue(holder, 'default'), schemas, inner)
      if (!this.validator.accepts(filled, schemas)) continue
      copy ??= { ...value }
      setOwn(copy, name, filled)
    }
    return copy ?? value
  }

  /** A default with what it leaves open, except by the schemas that it is a default of. */
  private fillDefault(fallback: unknown, schemas: readonly Schema[], parts: readonly JsonObject[]): unknown {
    const value = cloneJson(fallback)
    if (this.nesting >= deepestInner) return value
    this.nesting++
    for (const part of parts) this.filling.add(part)
    const filled = this.fill(value, schemas)
    for (const part of parts) this.filling.delete(part)
    this.nesting--
    return filled
  }

  /** The schemas that apply to a value, including referenced and combined ones. For an absent value, without branches. */
  private partsFor(value: unknown, schemas: readonly Schema[]): JsonObject[] {
    const parts = new Set<JsonObject>()
    const pending = [...schemas].reverse()
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (typeof schema === 'boolean' || parts.has(schema)) continue
      parts.add(schema)
      pending.push(...this.innerParts(schema, value).reverse())
    }
    return [...parts]
  }

  private innerParts(schema: JsonObject, value: unknown): Schema[] {
    const inner: Schema[] = []
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const ref = ownValue(schema, keyword)
      const target = typeof ref === 'string' ? this.document.resolve(schema, ref) : undefined
      if (target !== undefined) inner.push(target.schema)
    }
    inner.push(...(schemaList(schema, 'allOf') ?? []))
    if (value === undefined) return inner
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schemaList(schema, keyword) ?? []
      const accepting = branches.map((each) => this.validator.accepts(value, each))
      const branch = branches[accepting.indexOf(true)] ?? branches[accepting.indexOf('unknown')]
      if (branch !== undefined) inner.push(branch)
    }
    const condition = asSchema(ownValue(schema, 'if'))
    if (condition !== undefined) {
      const holds = this.validator.accepts(value, condition)
      const chosen = holds === 'unknown' ? undefined : asSchema(ownValue(schema, holds ? 'then' : 'else'))
      if (chosen !== undefined) inner.push(chosen)
    }
    return inner
  }
}

function present(schemas: readonly (Schema | undefined)[]): Schema[] {
  return schemas.filter((schema) => schema !== undefined)
}

function propertySchema(part: JsonObject, name: string): Schema | undefined {
  const declared = ownValue(schemaMap(part, 'properties') ?? {}, name)
  if (declared !== undefined) return asSchema(declared)
  // Only the validator knows which names a pattern matches, so defaults there are not applied.
  return Object.hasOwn(part, 'patternProperties') ? undefined : asSchema(ownValue(part, 'additionalProperties'))
}

/** A copy that the caller may change without changing the schema. */
function cloneJson(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value
}
