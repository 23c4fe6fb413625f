import { isPlainObject, type JsonObject, ownValue, setOwn } from '../core/json.ts'
import type { Validator } from './check/create-validator.ts'
import { schemaList } from './check/keywords/combinator-keywords.ts'
import { schemaMap } from './check/keywords/object-keywords.ts'
import { setCached } from './check/set-cached.ts'
import { fromWire } from './codec/native.ts'
import type { SchemaDocument } from './document/document.ts'
import { asSchema, readItems } from './document/keyword-values.ts'
import { nativeOf, type Schema } from './document/schema.ts'

/**
 * Gives the parts of a JSON value that a tool wants as Date, BigInt, Map or Set their own form again, by the marks of its
 * schema. The value is not changed: what differs is copied. What a codec does for a fitted schema, without the tree it needs.
 */
export function reviveNatives(document: SchemaDocument, validator: Validator, value: unknown): unknown {
  return validator.patterns.within(value, () => new Reviver(document, validator).revive(document.root, value))
}

class Reviver {
  private readonly document: SchemaDocument
  private readonly validator: Validator
  /** Every branch of a union is tried: without a memory, branches that lead to the same places would multiply. */
  private readonly done = new Map<JsonObject, Map<unknown, unknown>>()

  constructor(document: SchemaDocument, validator: Validator) {
    this.document = document
    this.validator = validator
  }

  revive(schema: Schema | undefined, value: unknown): unknown {
    if (typeof schema !== 'object') return value
    const known = this.done.get(schema) ?? setCached(this.done, schema, new Map<unknown, unknown>())
    if (!known.has(value)) {
      // A reference that comes back to itself without going down into the value says nothing about it.
      known.set(value, value)
      const mark = nativeOf(schema)
      const inside = (wire: unknown) => this.parts(schema, wire)
      known.set(value, mark === undefined ? inside(value) : fromWire[mark](value, inside))
    }
    return known.get(value)
  }

  private parts(schema: JsonObject, value: unknown): unknown {
    const ref = ownValue(schema, '$ref')
    let revived = typeof ref === 'string' ? this.revive(this.document.resolve(schema, ref)?.schema, value) : value
    for (const part of schemaList(schema, 'allOf') ?? []) revived = this.revive(part, revived)
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schemaList(schema, keyword)
      if (branches !== undefined) revived = this.branch(branches, revived)
    }
    if (Array.isArray(revived)) return this.items(schema, revived)
    return isPlainObject(revived) ? this.properties(schema, revived) : revived
  }

  /** By the first branch that then accepts the value; where none does, by the first that knows a part of it. */
  private branch(branches: readonly Schema[], value: unknown): unknown {
    let closest = value
    let isPossible = false
    for (const branch of branches) {
      const revived = this.revive(branch, value)
      const outcome = this.validator.accepts(revived, branch)
      if (outcome === true) return revived
      if (closest === value || (outcome && !isPossible)) closest = revived
      isPossible ||= outcome !== false
    }
    return closest
  }

  private items(schema: JsonObject, items: readonly unknown[]): unknown {
    const { prefix, rest } = readItems(schema)
    if (prefix.length === 0 && rest === undefined) return items
    const revived = items.map((item, index) => this.revive(prefix[index] ?? rest, item))
    return revived.some((item, index) => item !== items[index]) ? revived : items
  }

  private properties(schema: JsonObject, value: Record<string, unknown>): unknown {
    let copy: Record<string, unknown> | undefined
    for (const name of Object.keys(value)) {
      const revived = this.revive(this.propertySchema(schema, name), value[name])
      if (revived === value[name]) continue
      copy ??= { ...value }
      setOwn(copy, name, revived)
    }
    return copy ?? value
  }

  private propertySchema(schema: JsonObject, name: string): Schema | undefined {
    const declared = asSchema(ownValue(schemaMap(schema, 'properties') ?? {}, name))
    if (declared !== undefined) return declared
    const patterns = schemaMap(schema, 'patternProperties') ?? {}
    const sources = this.validator.patterns.isUsedUp ? [] : Object.keys(patterns)
    const [first] = this.validator.patterns.matchName(sources, name).matching
    return asSchema(first === undefined ? ownValue(schema, 'additionalProperties') : patterns[sources[first]!])
  }
}
