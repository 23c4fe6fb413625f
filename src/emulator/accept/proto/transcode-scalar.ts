import type { JsonScalar, JsonValue } from '../json/json-reader.ts'
import { type Field, type FieldOf, type ScalarKind, scalarTypeNames } from './proto-registry.ts'
import type { ProtoRuleId } from './proto-rules.ts'
import { durationProblem, printScalar, readEnum, readScalar, timestampProblem } from './proto-scalars.ts'
import { locationOf, report, type Slot, store, unset } from './transcoder.ts'

/** Puts a JSON scalar, or a null in a list, into a field that is no google.protobuf.Value. */
export function transcodeScalar(slot: Slot, value: Exclude<JsonValue, object>): void {
  const { field } = slot
  switch (field.kind) {
    case 'message':
    case 'map':
    case 'struct':
      reject(slot, 'scalar-for-message', typeUrl(messageName(field)), value)
      break
    case 'duration':
    case 'timestamp':
      transcodeWellKnown(slot, field, value)
      break
    case 'null-value':
      transcodeNullValue(slot, value)
      break
    case 'enum':
      transcodeEnum(slot, field, value)
      break
    case 'value':
      store(slot, value)
      break
    default:
      transcodePrimitive(slot, field.kind, value)
  }
}

function transcodePrimitive(slot: Slot, kind: ScalarKind, value: JsonScalar | null): void {
  const read = value === null ? undefined : readScalar(kind, value, slot.transcoder.strict)
  if (read !== undefined) storeUnlessDefault(slot, read, read === '' || read === 0 || read === false)
  else {
    const isBase64 = kind === 'bytes' && typeof value === 'string'
    const shown = `${isBase64 ? 'Base64 decoding failed for ' : ''}${printScalar(value)}`
    report(slot.transcoder, 'scalar-invalid', { at: locationOf(slot), type: scalarTypeNames[kind], value: shown })
  }
}

function transcodeEnum(slot: Slot, field: FieldOf<'enum'>, value: JsonScalar | null): void {
  const read = value === null ? undefined : readEnum(field.type, value, slot.transcoder.strict)
  if (read === undefined) reject(slot, 'enum-value-unknown', typeUrl(field.type.fullName), value)
  else storeUnlessDefault(slot, read, field.type.numbers.get(String(read)) === 0)
}

function storeUnlessDefault(slot: Slot, value: string | number | boolean, isDefault: boolean): void {
  const { field, holder } = slot
  if (isDefault && !field.hasPresence && !field.isRepeated && holder.entryKey === undefined) unset(slot)
  else store(slot, value)
}

function transcodeWellKnown(slot: Slot, field: FieldOf<'duration' | 'timestamp'>, value: JsonScalar | null): void {
  if (value === null) return
  const problem = field.kind === 'duration' ? durationProblem(value) : timestampProblem(value)
  if (problem === undefined) store(slot, value)
  else {
    const shown = `Field '${slot.name}', ${problem}`
    report(slot.transcoder, 'scalar-invalid', {
      at: locationOf(slot),
      type: typeUrl(field.type.fullName),
      value: shown,
    })
  }
}

/** An enum of one value, which JSON writes as null, as its name or as its number. */
function transcodeNullValue(slot: Slot, value: JsonScalar | null): void {
  if (value === null || value === 'NULL_VALUE' || value === 0) store(slot, null)
  else reject(slot, 'enum-value-unknown', typeUrl('google.protobuf.NullValue'), value)
}

function reject(slot: Slot, rule: ProtoRuleId, type: string, value: JsonScalar | null): void {
  report(slot.transcoder, rule, { at: locationOf(slot), type, value: printScalar(value) })
}

function messageName(field: Field): string {
  if (field.kind === 'map') return field.entryName
  return field.kind === 'message' ? field.type.fullName : 'google.protobuf.Struct'
}

function typeUrl(name: string): string {
  return `type.googleapis.com/${name}`
}
