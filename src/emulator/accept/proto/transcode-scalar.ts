import type { JsonValue } from '../json/json-reader.ts'
import * as errors from './parse-errors.ts'
import { type JsonScalar, readEnum, readScalar, scalarTypeNames } from './proto-scalars.ts'
import type { FieldOf, ScalarKind } from './proto-type.ts'
import { durationProblem, timestampProblem } from './proto-well-known.ts'
import { locationOf, reject, type Slot, store, unset } from './transcoder.ts'

/** Puts a JSON scalar, or a null in a list, into a field that is no google.protobuf.Value. */
export function transcodeScalar(slot: Slot, value: Exclude<JsonValue, object>): void {
  const { field } = slot
  switch (field.kind) {
    case 'message':
      reject(slot, errors.scalarForMessage(locationOf(slot), field.type.fullName, value))
      break
    case 'map':
      reject(slot, errors.scalarForMessage(locationOf(slot), field.entryName, value))
      break
    case 'struct':
      reject(slot, errors.scalarForMessage(locationOf(slot), 'google.protobuf.Struct', value))
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
  else if (kind === 'bytes' && typeof value === 'string') reject(slot, errors.bytesInvalid(locationOf(slot), value))
  else reject(slot, errors.scalarInvalid(locationOf(slot), scalarTypeNames[kind], value))
}

function transcodeEnum(slot: Slot, field: FieldOf<'enum'>, value: JsonScalar | null): void {
  const read = value === null ? undefined : readEnum(field.type, value, slot.transcoder.strict)
  if (read === undefined) reject(slot, errors.enumValueUnknown(locationOf(slot), field.type.fullName, value))
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
  else reject(slot, errors.wellKnownInvalid(locationOf(slot), field.type.fullName, slot.name, problem))
}

/** An enum of one value, which JSON writes as null, as its name or as its number. */
function transcodeNullValue(slot: Slot, value: JsonScalar | null): void {
  if (value === null || value === 'NULL_VALUE' || value === 0) store(slot, null)
  else reject(slot, errors.enumValueUnknown(locationOf(slot), 'google.protobuf.NullValue', value))
}
