import type { Json, JsonObject } from '../../core/json.ts'
import { keywordInfo } from '../document/keywords.ts'
import { joinTexts } from '../ir/merge-base.ts'
import { areSurelyDisjoint, areToldApart, isOfOneType } from './plain-branches.ts'
import { hasOnly, plainWords } from './plain-keywords.ts'
import type { Around, Output, PlainWriter, Surround } from './plain-writer.ts'

const besideAnyOf = plainWords('anyOf')
const besideOneOf = plainWords('oneOf')

/** Writes a union: null becomes nullable, and what stands beside the union goes into its branches. */
export function writeUnion(
  writer: PlainWriter,
  union: JsonObject,
  depth: number,
  surround: Surround,
): Output | undefined {
  const keyword = union['oneOf'] === undefined ? 'anyOf' : 'oneOf'
  const list = union[keyword]
  if (!Array.isArray(list) || !hasOnly(union, keyword === 'oneOf' ? besideOneOf : besideAnyOf)) return undefined
  if (union['nullable'] !== undefined) return undefined
  const others = list.filter((branch) => !isNullType(branch))
  const nullable = others.length < list.length
  if (others.length < 2) {
    if (!nullable || others.length === 0) return undefined
    // Where two branches take null, none may: that takes words.
    if (keyword === 'oneOf' && (list.length > 2 || !isOfOneType(others[0]!))) return undefined
    const wrap: Surround = (inner) => surround(wrapAround(union, inner, true))
    // It adds no step to the output; but such unions can hold each other deeper than the call stack.
    return writer.write(others[0], depth - 1, wrap)
  }
  if (keyword === 'oneOf' && !areSurelyDisjoint(others)) return undefined
  const around = surround(union)
  const heir = around.default === undefined ? -1 : heirOf(others, around.default)
  if (heir === undefined) return undefined
  const orNull = nullable || around.nullable === true || around.orNull === true
  const before = writer.encodings
  const written: Output[] = []
  for (const [index, branch] of others.entries()) {
    const put: Surround = (inner) => spread(around, inner, orNull, index === heir)
    const out = writer.write(branch, depth - 1, put)
    // A union inside a union is opened: that takes the compiler.
    if (out === undefined || out['anyOf'] !== undefined) return undefined
    written.push(out)
  }
  return writer.encodings === before || areToldApartOnWire(written, others) ? { anyOf: written } : undefined
}

/** Where branches are encoded, the wire's values have to tell them apart: by their types, or by a constant. */
function areToldApartOnWire(written: readonly Output[], branches: readonly Json[]): boolean {
  const types = new Set(written.map(({ type }) => (type === 'INTEGER' ? 'NUMBER' : type)))
  return types.size === written.length || (types.size === 1 && types.has('OBJECT') && areToldApart(branches))
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
    orNull: inner.orNull,
  }
}

function spread(union: Around, inner: Around, orNull: boolean, isHeir: boolean): Around {
  return {
    title: inner.title ?? union.title,
    description: joinTexts(union.description as string | undefined, inner.description as string | undefined),
    default: isHeir ? union.default : inner.default,
    nullable: inner.nullable,
    orNull,
  }
}

/** The branch that takes the default: the first of its type, where nothing but the type can decide; else undefined. */
function heirOf(branches: readonly Json[], fallback: Json): number | undefined {
  if (fallback === null) return branches.every(isOfOneType) ? 0 : undefined
  for (const [index, branch] of branches.entries()) {
    if (!isOfOneType(branch)) return undefined
    const { type, ...others } = branch as JsonObject
    const takes = type === typeof fallback
    if (!takes && (type === 'integer' || type === 'number') && typeof fallback === 'number') return undefined
    if (takes) return Object.keys(others).every((keyword) => keywordInfo(keyword)?.asserts !== true) ? index : undefined
  }
  return undefined
}
