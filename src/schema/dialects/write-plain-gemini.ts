import type { Json, JsonObject } from '../../core/json.ts'
import { findJsonProblem, setOwn } from '../../core/json.ts'
import { isPattern } from '../check/pattern.ts'
import { joinTexts } from '../ir/merge-base.ts'
import { keywordInfo } from '../read/keywords.ts'
import type { Schema } from '../read/source.ts'
import { nativeOf } from '../read/source.ts'

type Output = Record<string, Json>

/**
 * Writes a schema whose every keyword travels one to one, or says nothing to a model, straight away; also the two ways to
 * say null, and unions of such schemas. Most tools are like that. Undefined at the first thing that needs the compiler: then the compiler does all of it. A law of the tests says
 * that both write the same bytes; the speed is in `bench/speed`.
 */
export function writePlainGemini(schema: Schema, root: 'any' | 'object', depth: number): JsonObject | undefined {
  // Arguments are an object, not null: any other root is wrapped.
  if (
    root === 'object' &&
    (typeof schema !== 'object' || typeNames[schema['type'] as string] !== 'OBJECT' || schema['nullable'] === true)
  )
    return undefined
  return writePlain(schema, depth - 2)
}

const typeNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ string: 'STRING', STRING: 'STRING', number: 'NUMBER', NUMBER: 'NUMBER', integer: 'INTEGER', INTEGER: 'INTEGER' },
  ...{ boolean: 'BOOLEAN', BOOLEAN: 'BOOLEAN', array: 'ARRAY', ARRAY: 'ARRAY', object: 'OBJECT', OBJECT: 'OBJECT' },
})

/** What stands around a schema, with what a union around it adds. */
interface Around {
  readonly title: Json | undefined
  readonly description: Json | undefined
  readonly default: Json | undefined
  readonly nullable: boolean
}

function writePlain(schema: unknown, depth: number, around?: (source: JsonObject) => Around): Output | undefined {
  if (typeof schema !== 'object' || schema === null || depth < 0) return undefined
  const source = schema as JsonObject
  if (source['anyOf'] !== undefined) return around === undefined ? writeUnion(source, depth) : undefined
  const named = source['type']
  const isNullable = Array.isArray(named) && named.length === 2 && named.includes('null')
  const type = typeNames[(isNullable ? named.find((name) => name !== 'null') : named) as string]
  if (type === undefined || nativeOf(source) !== undefined || !isPlain(source, type)) return undefined
  // Members of an enum would have to be told from null.
  if (isNullable && source['enum'] !== undefined) return undefined
  const out: Output = { type }
  if (!writeKind(source, type, out, depth)) return undefined
  const { title, description, default: fallback, nullable } = around === undefined ? source : around(source)
  if (nullable === true || isNullable || source['nullable'] === true) out['nullable'] = true
  if (title !== undefined) out['title'] = title
  const text = sayFormat(source, out, description)
  if (text !== undefined) out['description'] = text
  if (fallback !== undefined) out['default'] = fallback
  return out
}

/** A format that was not written is said in words. */
function sayFormat(source: JsonObject, out: Output, description: Json | undefined): Json | undefined {
  if (source['format'] === undefined || out['format'] !== undefined) return description
  const sentence = `Format: ${String(source['format'])}.`
  return description === undefined ? sentence : `${String(description)} ${sentence}`
}

/** A union of plain schemas: null becomes nullable, and what stands beside the union goes into its branches. */
function writeUnion(union: JsonObject, depth: number): Output | undefined {
  const list = union['anyOf']
  if (!Array.isArray(list) || nativeOf(union) !== undefined || !hasOnly(union, besideUnion)) return undefined
  const branches = list.filter((branch) => !isNullType(branch))
  const nullable = branches.length < list.length
  if (branches.length === 1) return nullable ? writePlain(branches[0], depth, (inner) => wrap(union, inner)) : undefined
  const heir = union['default'] === undefined ? -1 : heirOf(branches, union['default'])
  if (heir === undefined) return undefined
  const written: Output[] = []
  for (const [index, branch] of branches.entries()) {
    const out = writePlain(branch, depth - 1, (inner) => spread(union, inner, nullable, index === heir))
    if (out === undefined) return undefined
    written.push(out)
  }
  return written.length === 0 ? undefined : { anyOf: written }
}

const besideUnion: ReadonlySet<string> = new Set(['anyOf', 'title', 'description', 'default'])

function isNullType(branch: Json): boolean {
  return (
    typeof branch === 'object' &&
    branch !== null &&
    (branch as JsonObject)['type'] === 'null' &&
    Object.keys(branch).length === 1
  )
}

function wrap(union: JsonObject, inner: JsonObject): Around {
  return {
    title: union['title'] ?? inner['title'],
    description: joinTexts(union['description'] as string | undefined, inner['description'] as string | undefined),
    default: union['default'] === undefined ? inner['default'] : union['default'],
    nullable: true,
  }
}

function spread(union: JsonObject, inner: JsonObject, nullable: boolean, isHeir: boolean): Around {
  return {
    title: inner['title'] ?? union['title'],
    description: joinTexts(union['description'] as string | undefined, inner['description'] as string | undefined),
    default: isHeir ? union['default'] : inner['default'],
    nullable,
  }
}

/** The branch that takes the default: the first of its type, where nothing but the type can decide; else undefined. */
function heirOf(branches: readonly Json[], fallback: Json): number | undefined {
  if (fallback === null) return 0
  for (const [index, branch] of branches.entries()) {
    const { type, ...others } = branch as JsonObject
    const takes = type === typeof fallback
    if (!takes && (type === 'integer' || type === 'number') && typeof fallback === 'number') return undefined
    if (takes) return Object.keys(others).every((keyword) => keywordInfo(keyword)?.asserts !== true) ? index : undefined
  }
  return undefined
}

/** The keywords that may stand on a schema of each type; all others that mean something need the compiler. */
const allowed: Readonly<Record<string, ReadonlySet<string>>> = {
  STRING: words('enum format minLength maxLength pattern'),
  NUMBER: words('format minimum maximum'),
  INTEGER: words('format minimum maximum'),
  BOOLEAN: words(''),
  ARRAY: words('items minItems maxItems'),
  OBJECT: words('properties required additionalProperties'),
}

function words(text: string): ReadonlySet<string> {
  return new Set(`type title description default nullable ${text}`.trim().split(' '))
}

function isPlain(source: JsonObject, type: string): boolean {
  return hasOnly(source, allowed[type]!)
}

/** No keyword but these means anything, and what stands around the schema is what it must be. */
function hasOnly(source: JsonObject, keywords: ReadonlySet<string>): boolean {
  for (const keyword of Object.keys(source)) {
    if (keywords.has(keyword)) continue
    if (keyword === 'deprecated' || keywordInfo(keyword) !== undefined) return false
  }
  const { title, description, default: fallback, nullable } = source
  if (title !== undefined && typeof title !== 'string') return false
  if (description !== undefined && typeof description !== 'string') return false
  if (nullable !== undefined && typeof nullable !== 'boolean') return false
  return fallback === undefined || fallback === null || isPlainDefault(fallback)
}

/** A default nests into the schema: a shallow one certainly fits. */
function isPlainDefault(fallback: Json): boolean {
  return findJsonProblem(fallback, 3) === undefined
}

function writeKind(source: JsonObject, type: string, out: Output, depth: number): boolean {
  switch (type) {
    case 'STRING':
      return source['enum'] === undefined ? writeString(source, out) : writeEnum(source, out)
    case 'ARRAY':
      return writeArray(source, out, depth)
    case 'OBJECT':
      return writeObject(source, out, depth)
    case 'BOOLEAN':
      return true
    default:
      return writeNumber(source, type, out)
  }
}

function writeString(source: JsonObject, out: Output): boolean {
  const { format, pattern } = source
  if (format === 'date-time') out['format'] = format
  else if (format !== undefined && typeof format !== 'string') return false
  if (!writeCounts(source, out, 'minLength', 'maxLength')) return false
  if (pattern !== undefined) {
    if (typeof pattern !== 'string' || !isPattern(pattern)) return false
    out['pattern'] = pattern
  }
  return true
}

function writeEnum(source: JsonObject, out: Output): boolean {
  const { enum: members, format, minLength, maxLength, pattern } = source
  if (!Array.isArray(members) || members.length === 0 || new Set(members).size < members.length) return false
  if (format !== undefined || minLength !== undefined || maxLength !== undefined || pattern !== undefined) return false
  if (!members.every((member) => typeof member === 'string' && member !== '')) return false
  out['enum'] = members.slice()
  return true
}

function writeNumber(source: JsonObject, type: string, out: Output): boolean {
  const { format, minimum, maximum } = source
  if (format !== undefined) {
    if (typeof format !== 'string') return false
    const known = type === 'NUMBER' ? 'float double' : 'int32 int64'
    if (known.split(' ').includes(format)) out['format'] = format
  }
  const isWhole =
    type === 'NUMBER' ||
    ((minimum === undefined || Number.isInteger(minimum)) && (maximum === undefined || Number.isInteger(maximum)))
  if (!isWhole || !isOrdered(minimum, maximum)) return false
  if (minimum !== undefined) out['minimum'] = minimum
  if (maximum !== undefined) out['maximum'] = maximum
  return true
}

function isOrdered(low: Json | undefined, high: Json | undefined): boolean {
  if (low !== undefined && !Number.isFinite(low)) return false
  if (high !== undefined && !Number.isFinite(high)) return false
  return low === undefined || high === undefined || (low as number) <= (high as number)
}

/** Counts are int64, which proto-JSON writes as strings. */
function writeCounts(source: JsonObject, out: Output, low: string, high: string): boolean {
  const minimum = source[low]
  const maximum = source[high]
  if (minimum === undefined && maximum === undefined) return true
  if (!isCount(minimum) || !isCount(maximum) || !isOrdered(minimum, maximum)) return false
  if (minimum !== undefined) out[low] = String(minimum)
  if (maximum !== undefined) out[high] = String(maximum)
  return true
}

function isCount(count: Json | undefined): boolean {
  return count === undefined || (Number.isSafeInteger(count) && (count as number) >= 0)
}

function writeArray(source: JsonObject, out: Output, depth: number): boolean {
  const items = writePlain(source['items'], depth - 1)
  if (items === undefined) return false
  out['items'] = items
  return writeCounts(source, out, 'minItems', 'maxItems')
}

function writeObject(source: JsonObject, out: Output, depth: number): boolean {
  const { properties, required, additionalProperties } = source
  // Open or closed: the model writes declared properties only, and the changes say what that means.
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') return false
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return false
  const names = Object.keys(properties)
  if (names.length === 0) return false
  const written: Output = {}
  for (const name of names) {
    if (name === '') return false
    const value = writePlain((properties as JsonObject)[name], depth - 1)
    if (value === undefined) return false
    setOwn<Json>(written, name, value)
  }
  out['properties'] = written
  return required === undefined || writeRequired(required, written, out)
}

function writeRequired(required: Json, properties: Output, out: Output): boolean {
  if (!Array.isArray(required)) return false
  for (const name of required) if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return false
  if (required.length > 1 && new Set(required).size < required.length) return false
  if (required.length > 0) out['required'] = required.slice()
  return true
}
