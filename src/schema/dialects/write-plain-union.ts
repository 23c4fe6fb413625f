import type { Json, JsonObject } from '../../core/json.ts'
import { joinTexts } from '../ir/merge-base.ts'
import { keywordInfo } from '../read/keywords.ts'
import { hasOnly, plainWords } from './plain-keywords.ts'
import type { Around, Output, PlainWriter, Surround } from './plain-writer.ts'

const besideAnyOf = plainWords('anyOf')
const besideOneOf = plainWords('oneOf')

/** A union of plain schemas: null becomes nullable, and what stands beside the union goes into its branches. */
export function writeUnion(
  writer: PlainWriter,
  union: JsonObject,
  depth: number,
  surround: Surround,
): Output | undefined {
  const isExclusive = union['oneOf'] !== undefined
  const list = union[isExclusive ? 'oneOf' : 'anyOf']
  if (!Array.isArray(list) || !hasOnly(union, isExclusive ? besideOneOf : besideAnyOf)) return undefined
  if (union['nullable'] !== undefined) return undefined
  const branches = list.filter((branch) => !isNullType(branch))
  const nullable = branches.length < list.length
  if (branches.length === 1) {
    if (!nullable) return undefined
    return writer.write(branches[0], depth, (inner) => surround(wrapAround(union, inner, true)))
  }
  if (isExclusive && !areSurelyDisjoint(branches)) return undefined
  return writeBranches(writer, surround(union), branches, nullable, depth)
}

function writeBranches(
  writer: PlainWriter,
  union: Around,
  branches: readonly Json[],
  nullable: boolean,
  depth: number,
): Output | undefined {
  const heir = union.default === undefined ? -1 : heirOf(branches, union.default)
  if (heir === undefined) return undefined
  const before = writer.encodings
  const written: Output[] = []
  for (const [index, branch] of branches.entries()) {
    const isNullable = nullable || union.nullable === true
    const out = writer.write(branch, depth - 1, (inner) => spread(union, inner, isNullable, index === heir))
    // A union inside a union is opened, and branches that are encoded have to be told apart: both take the compiler.
    if (out === undefined || out['anyOf'] !== undefined || writer.encodings !== before) return undefined
    written.push(out)
  }
  return written.length === 0 ? undefined : { anyOf: written }
}

function isNullType(branch: Json): boolean {
  return (
    typeof branch === 'object' &&
    branch !== null &&
    (branch as JsonObject)['type'] === 'null' &&
    Object.keys(branch).length === 1
  )
}

/** What a reference, or a union with null, says around the schema that it stands for. */
export function wrapAround(outer: JsonObject, inner: Around, nullable: boolean): Around {
  return {
    title: outer['title'] ?? inner.title,
    description: joinTexts(outer['description'] as string | undefined, inner.description as string | undefined),
    default: outer['default'] === undefined ? inner.default : outer['default'],
    nullable: nullable || inner.nullable === true,
  }
}

function spread(union: Around, inner: Around, nullable: boolean, isHeir: boolean): Around {
  return {
    title: inner.title ?? union.title,
    description: joinTexts(union.description as string | undefined, inner.description as string | undefined),
    default: isHeir ? union.default : inner.default,
    nullable: nullable || inner.nullable === true,
  }
}

/** The branch that takes the default: the first of its type, where nothing but the type can decide; else undefined. */
function heirOf(branches: readonly Json[], fallback: Json): number | undefined {
  if (fallback === null) return branches.every(isOfOneType) ? 0 : undefined
  for (const [index, branch] of branches.entries()) {
    const { type, ...others } = branch as JsonObject
    const takes = type === typeof fallback
    if (!isOfOneType(branch)) return undefined
    if (!takes && (type === 'integer' || type === 'number') && typeof fallback === 'number') return undefined
    if (takes) return Object.keys(others).every((keyword) => keywordInfo(keyword)?.asserts !== true) ? index : undefined
  }
  return undefined
}

const typeNames: ReadonlySet<Json | undefined> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])

/** Its one type is all that decides whether a value may fit: null does not. */
function isOfOneType(branch: Json): boolean {
  const { type, nullable } = branch as JsonObject
  return typeNames.has(type) && nullable === undefined
}

/** More branches than these are not compared by the compiler either. */
const comparable = 40

/** No value fits two branches: each is of another type, or objects all hold a property of constants that differ. */
function areSurelyDisjoint(branches: readonly Json[]): boolean {
  if (branches.length > comparable) return false
  const types = new Set<Json | undefined>()
  for (const branch of branches) {
    if (typeof branch !== 'object' || branch === null || !isOfOneType(branch)) return false
    const { type } = branch as JsonObject
    types.add(type === 'integer' ? 'number' : type)
  }
  if (types.size === branches.length) return true
  return types.size === 1 && types.has('object') && areToldApart(branches as unknown as readonly JsonObject[])
}

function areToldApart(branches: readonly JsonObject[]): boolean {
  const { required } = branches[0]!
  if (!Array.isArray(required)) return false
  return required.some((name) => {
    const constants = branches.map((branch) => constantOf(branch, name))
    return !constants.includes(undefined) && new Set(constants).size === branches.length
  })
}

/** The text that a required property of an object must be. */
function constantOf({ properties, required }: JsonObject, name: Json): Json | undefined {
  if (!Array.isArray(required) || !required.includes(name)) return undefined
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name as string))
    return undefined
  const property = (properties as JsonObject)[name as string]
  if (typeof property !== 'object' || property === null) return undefined
  const { const: constant, enum: listed } = property as JsonObject
  if (typeof constant === 'string') return constant
  return Array.isArray(listed) && listed.length === 1 && typeof listed[0] === 'string' ? listed[0] : undefined
}
