import type { Json, JsonObject } from '../../core/json.ts'
import { labelsCodec } from '../codec/labels.ts'
import { readTypes } from '../document/type-names.ts'
import { makeLabels } from '../passes/label-enums.ts'
import { isOfType } from '../read/json-schema/read-enum.ts'
import { finishPlain } from './finish-plain.ts'
import { hasOnly, plainWords } from './plain-keywords.ts'
import type { Around, Output, PlainWriter, Surround } from './plain-writer.ts'

const enumWords = plainWords('type enum format')
const constWords = plainWords('type const format')

/** Writes listed values that are told apart by their text, labels for those that are no strings; undefined otherwise. */
export function writeEnum(writer: PlainWriter, source: JsonObject, surround: Surround): Output | undefined {
  const { const: constant, enum: listed, format } = source
  // The compiler finds out which members the keywords beside the list allow.
  if (!hasOnly(source, constant === undefined ? enumWords : constWords)) return undefined
  if (format !== undefined && (typeof format !== 'string' || format === 'enum')) return undefined
  const members = constant === undefined ? listed : [constant]
  if (!Array.isArray(members) || members.length === 0 || !areOfType(members, source['type'])) return undefined
  if (!areUnique(members)) return undefined
  const around = surround(source)
  const isNullable = around.nullable === true || around.orNull === true
  if (members.every((member) => typeof member === 'string' && member !== '')) {
    const out: Output = { type: 'STRING', enum: constant === undefined ? members.slice() : members }
    if (isNullable) out['nullable'] = true
    return finishPlain(out, around, around.default, '')
  }
  return members.every(isScalar) ? writeLabels(writer, members, around, isNullable) : undefined
}

/** Null is no member of the list but `nullable`. */
function writeLabels(
  writer: PlainWriter,
  members: readonly Json[],
  around: Around,
  isNullable: boolean,
): Output | undefined {
  const values = members.filter((member) => member !== null)
  if (values.length === 0) return undefined
  writer.noteEncoding()
  const labels = makeLabels(values)
  const out: Output = { type: 'STRING', enum: labels }
  if (isNullable || values.length < members.length) out['nullable'] = true
  const { default: fallback } = around
  const encoded = fallback === undefined ? undefined : (labelsCodec(labels, values).encode(fallback) as Json)
  return finishPlain(out, around, encoded, '')
}

/** A list of texts in order cannot repeat itself. For long lists: a set of a million members takes six times as long as the rest. */
function areUnique(members: readonly Json[]): boolean {
  for (let index = 1; index < members.length; index++) {
    const before = members[index - 1]!
    const member = members[index]!
    if (typeof before !== 'string' || typeof member !== 'string' || before >= member)
      return new Set(members).size === members.length
  }
  return true
}

function isScalar(member: Json): boolean {
  return member === null || typeof member === 'string' || typeof member === 'boolean' || Number.isFinite(member)
}

function areOfType(members: readonly Json[], type: Json | undefined): boolean {
  if (type === undefined) return true
  if (type === 'string') return members.every((member) => typeof member === 'string')
  const { types } = readTypes(type)
  return types === undefined || members.every((member) => types.some((each) => isOfType(member, each)))
}
