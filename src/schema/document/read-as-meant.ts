import { isPlainObject, type Json, type JsonObject, ownValue } from '../../core/json.ts'
import type { SchemaDocument } from './document.ts'
import { asSchema, readNumber, requiredNames } from './keyword-values.ts'
import { readTypes } from './type-names.ts'

/** A schema that no value could satisfy as it is written, although everybody sees what was meant. */
export interface Meant {
  readonly schema: JsonObject
  /** The keyword that is read in another way. */
  readonly keyword: 'enum' | 'const' | 'additionalProperties'
  /** Where it stands, below the schema. */
  readonly below: '' | '/items'
  /** Whether the keyword restricts nothing. */
  readonly isIdle: boolean
  readonly note: string
}

/** The reading of a schema in the sense of its author; undefined where it is read as it is written. */
export function readAsMeant(schema: JsonObject, document: SchemaDocument): Meant | undefined {
  return readListAsMeant(schema) ?? closeWhole(schema, document)
}

/** The part of {@link readAsMeant} that needs no other schema: `enum` and `const`. */
export function readListAsMeant(schema: JsonObject): Meant | undefined {
  const { items } = schema
  if (schema['enum'] === undefined && schema['const'] === undefined) {
    return isPlainObject(items) && isEmpty(items['enum']) ? ignoreEmptyItems(schema, items as JsonObject) : undefined
  }
  const types = readTypes(ownValue(schema, 'type')).types?.filter((type) => type !== 'null')
  // A list of null alone, and one without a type beside it, mean what they say.
  if (types?.length !== 1) return undefined
  const type = types[0]!
  if (isEmpty(ownValue(schema, 'enum'))) return ignoreEmpty(schema)
  const keyword = Object.hasOwn(schema, 'const') ? 'const' : 'enum'
  const written = keyword === 'const' ? [schema['const']] : schema['enum']
  if (!Array.isArray(written)) return undefined
  const listed = written as readonly Json[]
  const values = listed.filter((value) => value !== null)
  if (values.length === 0) return undefined
  if (type === 'array') return keyword === 'enum' ? listItems(schema, listed, values) : undefined
  const read = readerOf[type]
  if (read === undefined || !values.every((value) => typeof value === 'string' && read(value) !== undefined)) {
    return undefined
  }
  const converted = listed.map((value) => (value === null ? null : read(value as string)!))
  const note = `The values are written as strings beside type ${type}: they are read as ${type === 'boolean' ? 'booleans' : 'numbers'}.`
  const list = keyword === 'const' ? { const: converted[0]! } : { enum: converted }
  return { schema: { ...schema, ...list }, keyword, below: '', isIdle: false, note }
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0
}

const readerOf: Readonly<Record<string, (text: string) => Json | undefined>> = {
  number: readNumber,
  integer(text) {
    const number = readNumber(text)
    return Number.isInteger(number) ? number : undefined
  },
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
}

const nothingListed = 'The list is empty, so that no value could be written: it is ignored.'

function ignoreEmpty(schema: JsonObject): Meant {
  return { schema: without(schema, 'enum'), keyword: 'enum', below: '', isIdle: true, note: nothingListed }
}

function ignoreEmptyItems(schema: JsonObject, items: JsonObject): Meant {
  const meant = { ...schema, items: without(items, 'enum') }
  return { schema: meant, keyword: 'enum', below: '/items', isIdle: true, note: nothingListed }
}

/** An `enum` of values that are no arrays, on an array: it lists the items. */
function listItems(schema: JsonObject, listed: readonly Json[], values: readonly Json[]): Meant | undefined {
  if (values.some(Array.isArray)) return undefined
  const items = ownValue(schema, 'items') ?? {}
  if (!isPlainObject(items) || ['enum', 'const', '$ref'].some((each) => Object.hasOwn(items, each))) return undefined
  const inner: JsonObject = { ...(items as JsonObject), enum: values }
  // An array of integers with `enum: ["1"]`.
  const meant = readListAsMeant(inner)?.schema ?? inner
  const { types } = readTypes(ownValue(meant, 'type'))
  if (types !== undefined && !(meant['enum'] as Json[]).some((value) => types.some((type) => isOf(value, type)))) {
    return undefined
  }
  const { type, ...rest } = without(schema, 'enum')
  const note = 'The values are no arrays: they are the items that the array may have.'
  // Null in the list allows null only where the type does.
  const own = listed.length > values.length ? { type: type! } : { type: 'array' }
  return { schema: { ...own, ...rest, items: meant }, keyword: 'enum', below: '', isIdle: false, note }
}

function isOf(value: Json, type: string): boolean {
  if (type === 'object') return isPlainObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** The steps through `allOf` and `$ref` that are taken to find the properties of the whole. */
const mostParts = 200

/**
 * `additionalProperties: false` sees only the properties beside it. Where `allOf` requires others, no value is possible: the author
 * meant to close the whole.
 */
function closeWhole(schema: JsonObject, document: SchemaDocument): Meant | undefined {
  const { allOf, additionalProperties } = schema
  if (additionalProperties !== false || !Array.isArray(allOf)) return undefined
  if (schema['patternProperties'] !== undefined || schema['unevaluatedProperties'] !== undefined) return undefined
  const { types } = readTypes(schema['type'])
  if (types?.length !== 1 || types[0] !== 'object') return undefined
  const own = ownValue(schema, 'properties')
  const isOwn = (name: string) => isPlainObject(own) && Object.hasOwn(own, name)
  const { required, declared } = surveyParts(schema, document)
  const missing = [...required].filter((name) => !isOwn(name))
  if (missing.length === 0 || !missing.every((name) => declared.has(name))) return undefined
  const meant: JsonObject = { ...without(schema, 'additionalProperties'), unevaluatedProperties: false }
  const note =
    'allOf requires properties that are not declared beside it: it closes the whole, with the properties of allOf.'
  return { schema: meant, keyword: 'additionalProperties', below: '', isIdle: false, note }
}

/** The names that a schema and its `allOf` require, and those that `allOf` declares. */
function surveyParts(schema: JsonObject, document: SchemaDocument) {
  const required = new Set(requiredNames(schema))
  const declared = new Set<string>()
  const parts: JsonObject[] = []
  const seen = new Set<unknown>([schema])
  const add = (part: unknown) => {
    const object = asSchema(part)
    if (typeof object !== 'object' || seen.has(object) || seen.size > mostParts) return
    seen.add(object)
    parts.push(object)
  }
  ;(schema['allOf'] as readonly Json[]).forEach(add)
  for (const part of parts) {
    for (const name of requiredNames(part)) required.add(name)
    const properties = ownValue(part, 'properties')
    if (isPlainObject(properties)) for (const name of Object.keys(properties)) declared.add(name)
    const ref = ownValue(part, '$ref')
    if (typeof ref === 'string') add(document.resolve(part, ref)?.schema)
    const inner = ownValue(part, 'allOf')
    if (Array.isArray(inner)) inner.forEach(add)
  }
  return { required, declared }
}

function without(schema: JsonObject, keyword: string): JsonObject {
  const { [keyword]: _, ...rest } = schema
  return rest
}
