import { isPlainObject, type Json, type JsonObject, ownValue } from '../../core/json.ts'
import type { SchemaDocument } from './document.ts'
import { readNumber, requiredNames } from './keyword-values.ts'
import { isOfType, readTypes, type TypeName } from './type-names.ts'

/**
 * A schema that no value could satisfy as it is written, although everybody sees what was meant: an empty `enum` (also of `items`), an
 * `enum` on an array that lists its items, one that writes numbers or booleans as strings, one of words beside the type of a number or
 * boolean, and an `additionalProperties: false` that closes the whole with its `allOf`.
 */
export interface Meant {
  readonly kind: 'empty' | 'empty-items' | 'items' | 'parsed' | 'listed' | 'whole'
  readonly schema: JsonObject
}

/** The reading of a schema in the sense of its author; undefined where it is read as it is written. */
export function readAsMeant(schema: JsonObject, document: SchemaDocument): Meant | undefined {
  return readListAsMeant(schema) ?? closeWhole(schema, document)
}

/** The part of {@link readAsMeant} that needs no other schema: `enum`. */
export function readListAsMeant(schema: JsonObject): Meant | undefined {
  const { enum: list, items } = schema
  if (list === undefined) {
    const isEmpty = isPlainObject(items) && Array.isArray(items['enum']) && items['enum'].length === 0
    return isEmpty
      ? { kind: 'empty-items', schema: change(schema, { items: change(items, { enum: undefined }) }) }
      : undefined
  }
  const types = readTypes(schema['type']).types?.filter((type) => type !== 'null')
  // Without a type beside it, a list means what it says.
  if (!Array.isArray(list) || types?.length !== 1) return undefined
  if (list.length === 0) return { kind: 'empty', schema: change(schema, { enum: undefined }) }
  const type = types[0]!
  const values = list.filter((value) => value !== null) as Json[]
  if (values.length === 0 || values.some((value) => isOfType[type](value))) return undefined
  if (type === 'array') return listItems(schema, values)
  const read = values.map(parse)
  if (!read.every((value) => isOfType[type](value))) return listWords(schema, values, type)
  return { kind: 'parsed', schema: change(schema, { enum: values.length < list.length ? [...read, null] : read }) }
}

/** A choice of words beside the type of a number or boolean ("True", "False", "dontcare"): the list says more than the type. */
function listWords(schema: JsonObject, values: readonly Json[], type: TypeName): Meant | undefined {
  if (type !== 'boolean' && type !== 'integer' && type !== 'number') return undefined
  const hasWord = values.some((value) => parse(value) === undefined)
  if (values.length < 2 || !hasWord || !values.every((value) => typeof value === 'string')) return undefined
  const types = readTypes(schema['type']).types!.map((each) => (each === type ? 'string' : each))
  return { kind: 'listed', schema: change(schema, { type: types.length === 1 ? types[0] : types }) }
}

/** The values are no arrays: they are the items that the array may have. */
function listItems(schema: JsonObject, values: readonly Json[]): Meant | undefined {
  const items = schema['items'] ?? {}
  if (!isPlainObject(items) || items['enum'] !== undefined || items['$ref'] !== undefined) return undefined
  const inner = change(items, { enum: values })
  const { types } = readTypes(inner['type'])
  const fits = types === undefined || values.some((value) => types.some((type) => isOfType[type](value)))
  if (!fits && readListAsMeant(inner) === undefined) return undefined
  const type = (schema['enum'] as Json[]).includes(null) ? schema['type'] : 'array'
  return { kind: 'items', schema: change(schema, { type, items: inner, enum: undefined }) }
}

function change(schema: object, keywords: Readonly<Record<string, unknown>>): JsonObject {
  return { ...schema, ...keywords } as JsonObject
}

/** The number or boolean that a string writes. */
function parse(value: Json): unknown {
  return value === 'true' || (value === 'false' ? false : typeof value === 'string' ? readNumber(value) : undefined)
}

/**
 * Whether only their formats tell some branches of a `oneOf` apart (`date` and `date-time`). Where formats are not checked, every text
 * fits all of these or none, so that no value could be written: the author meant that it may fit several.
 */
export function isToldApartByFormat({ oneOf }: JsonObject, document: SchemaDocument): boolean {
  if (!Array.isArray(oneOf)) return false
  /** Whether a branch has a format, by what it asserts beside it. */
  const seen = new Map<string, boolean>()
  return oneOf.some((branch) => {
    const { $ref } = (branch ?? {}) as JsonObject
    const schema = typeof $ref === 'string' ? document.resolve(branch as JsonObject, $ref)?.schema : branch
    if (!isPlainObject(schema) || typeof schema['type'] !== 'string') return false
    const { format, title, description, default: _, examples, ...asserted } = schema
    if (Object.values(asserted).some((value) => typeof value === 'object')) return false
    const text = JSON.stringify(asserted)
    const hasFormat = format !== undefined || seen.get(text) === true
    const isTwin = hasFormat && seen.has(text)
    seen.set(text, hasFormat)
    return isTwin
  })
}

/** The steps through `allOf` and `$ref` that are taken to find the properties of the whole. */
const mostParts = 200

/**
 * `additionalProperties: false` sees only the properties beside it. Where others are required that `allOf` declares, no value is
 * possible: the author meant to close the whole.
 */
function closeWhole(schema: JsonObject, document: SchemaDocument): Meant | undefined {
  if (!Array.isArray(schema['allOf']) || schema['additionalProperties'] !== false) return undefined
  const { patternProperties, unevaluatedProperties, properties = {}, type } = schema
  if ((patternProperties ?? unevaluatedProperties) !== undefined) return undefined
  if (readTypes(type).types?.join() !== 'object') return undefined
  const required = new Set<string>()
  const declared = new Set<string>()
  const parts = new Set<unknown>([schema])
  for (const part of parts) {
    if (!isPlainObject(part) || parts.size > mostParts) continue
    for (const name of requiredNames(part as JsonObject)) required.add(name)
    for (const name of Object.keys(ownValue(part, 'properties') ?? {})) declared.add(name)
    const { $ref, allOf: inner } = part
    if (typeof $ref === 'string') parts.add(document.resolve(part as JsonObject, $ref)?.schema)
    if (Array.isArray(inner)) for (const each of inner) parts.add(each)
  }
  const missing = [...required].filter((name) => !Object.hasOwn(properties as object, name))
  if (missing.length === 0 || !missing.every((name) => declared.has(name))) return undefined
  return { kind: 'whole', schema: change(schema, { additionalProperties: undefined, unevaluatedProperties: false }) }
}
