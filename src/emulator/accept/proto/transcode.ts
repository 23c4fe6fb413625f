import { type Json, setOwn } from '../../../core/json.ts'
import { type JsonValue, membersOf, repeatedKeys, unbudgeted } from '../json/json-reader.ts'
import type { FieldOf, MessageType } from './proto-registry.ts'
import { printScalar } from './proto-scalars.ts'
import { transcodeScalar } from './transcode-scalar.ts'
import {
  createHolder,
  enter,
  type Holder,
  locationOf,
  refuse,
  report,
  type Slot,
  store,
  type Transcoder,
} from './transcoder.ts'

/**
 * Transcodes the members of a JSON object into a message, as the C++ `protostream_objectwriter.cc` of Google's front end does. Errors are
 * collected in the order of the document. The canonical message has no nulls, no empty lists and maps, and no field with its default
 * value, unless the proto can tell that from an unset one.
 */
export function transcodeMembers(transcoder: Transcoder, type: MessageType, holder: Holder, value: object): void {
  for (const [name, member] of membersOf(value)) {
    const field = type.fields.get(name)
    if (field === undefined) refuseName(transcoder, holder, name, member)
    else transcodeField({ transcoder, holder, field, name, position: undefined, depth: holder.depth }, member)
  }
}

function refuseName(transcoder: Transcoder, holder: Holder, name: string, value: JsonValue): void {
  const at = locationOf(holder.place)
  const element = name === '' ? elementType(holder.place) : undefined
  if (element !== undefined && (typeof value !== 'object' || value === null)) {
    // Measured on another Google API (Sheets, 2026-10-04): in an element of a list, no name means one more element.
    if (value !== null)
      report(transcoder, 'scalar-for-message', {
        at,
        type: `type.googleapis.com/${element.fullName}`,
        value: printScalar(value),
      })
    return
  }
  report(transcoder, name === '' ? 'field-without-name' : 'unknown-field', { at, name })
  transcoder.reader.skip(value, holder.depth, name)
}

/** The type of a message that stands in a repeated field. */
function elementType(place: Slot | string): MessageType | undefined {
  return typeof place === 'object' && place.field.isRepeated && place.field.kind === 'message'
    ? place.field.type
    : undefined
}

function transcodeField(slot: Slot, value: JsonValue): void {
  const { field } = slot
  // null unsets a field; to a Value and to a NullValue it is a value.
  if (value === null && field.kind !== 'value' && field.kind !== 'null-value') return
  if (!Array.isArray(value)) transcodeSingle(slot, value)
  else if (field.isRepeated) transcodeList(slot, value)
  else if (field.kind === 'map') refuse(slot, value, 'list-for-map', { at: locationOf(slot.holder.place), type: 'Map' })
  else if (field.kind === 'value') transcodeFree(slot, value)
  else if (slot.holder.entryKey === undefined) {
    refuse(slot, value, 'list-for-singular', { at: locationOf(slot.holder.place) })
  } else refuse(slot, value, 'list-in-map', { at: locationOf(slot), type: 'Map' })
}

/** A value that is no list. A lone one stands for a list of one, and its location has no index. */
function transcodeSingle(slot: Slot, value: JsonValue): void {
  const { field } = slot
  if (field.kind === 'value' || (field.kind === 'struct' && isObject(value))) transcodeFree(slot, value)
  else if (!isObject(value)) {
    if (takeOneof(slot, value)) transcodeScalar(slot, value)
  } else if (field.kind === 'map') transcodeMap(slot, field, value)
  else if (field.kind === 'message' || field.kind === 'duration' || field.kind === 'timestamp') {
    transcodeMessage(slot, field.type, value)
  } else refuse(slot, value, 'object-for-scalar', { at: locationOf(slot.holder.place), type: field.protoName })
}

function isObject(value: JsonValue): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether the oneof of a field is still free; it is not afterwards. */
function takeOneof(slot: Slot, value: JsonValue): boolean {
  const { holder, field } = slot
  if (field.oneof === undefined) return true
  if (holder.taken === undefined) holder.taken = [field.oneof]
  else if (!holder.taken.includes(field.oneof)) holder.taken.push(field.oneof)
  else {
    refuse(slot, value, 'oneof-taken', { at: locationOf(holder.place), type: 'oneof', value: field.oneof })
    return false
  }
  return true
}

function transcodeFree(slot: Slot, value: JsonValue): void {
  if (!takeOneof(slot, value)) return
  const { transcoder, field, depth, name } = slot
  const at = locationOf(slot)
  store(slot, transcodeFreeValue(transcoder, value, field.kind === 'value' ? below(value, at) : at, depth, name))
}

function transcodeMessage(slot: Slot, type: MessageType, value: object): void {
  if (!takeOneof(slot, value)) return
  const { transcoder, holder, field } = slot
  const known = field.isRepeated || holder.entryKey !== undefined ? undefined : holder.target[field.canonicalName]
  // A message that comes twice is merged, as the proto's wire format has it.
  const target = isRecord(known) ? known : {}
  if (target !== known) store(slot, target)
  const depth = type.hasOwnBudget && slot.depth === unbudgeted ? 0 : enter(slot, value)
  transcodeMembers(transcoder, type, createHolder(target, slot, depth), value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function transcodeList(slot: Slot, list: readonly unknown[]): void {
  const { transcoder, holder, field } = slot
  const depth = enter(slot, list)
  for (const [position, element] of (list as readonly JsonValue[]).entries()) {
    const place: Slot = { transcoder, holder, field, name: '', position, depth }
    if (Array.isArray(element) && field.kind !== 'value') {
      refuse(place, element, 'field-without-name', { at: locationOf(place) })
    } else if (element !== null || field.kind === 'value' || transcoder.strict) {
      // null unsets a field; what it does in a list is not recorded. Proto-JSON forbids it there, and a strict reading does so.
      transcodeSingle(place, element)
    }
  }
}

function transcodeMap(slot: Slot, field: FieldOf<'map'>, value: object): void {
  const { transcoder, holder, name } = slot
  const depth = enter(slot, value)
  const known = holder.target[field.canonicalName]
  const target: Record<string, unknown> = isRecord(known) ? known : {}
  const isRepeated = repeatedKeys(value)
  let entries = 0
  for (const [entryKey, member] of membersOf(value)) {
    if (isRepeated(entryKey)) {
      // The location is that of the map, and says how many entries it has.
      const at = locationOf({ ...slot, position: entries - 1 })
      report(transcoder, 'map-key-repeated', { at, name: entryKey })
      transcoder.reader.skip(member, depth, entryKey)
      continue
    }
    const entry: Slot = { transcoder, holder, field, name, position: entries++, depth }
    const inside = createHolder(target, entry, depth, entryKey)
    const place: Slot = { transcoder, holder: inside, field: field.value, name: entryKey, position: undefined, depth }
    // null leaves an entry without a value: the default one is read from it. Values of maps are strings or messages.
    if (member === null) store(place, field.value.kind === 'message' ? {} : '')
    else transcodeField(place, member)
  }
  if (target !== known && entries > 0) holder.target[field.canonicalName] = target
}

/**
 * Reads a google.protobuf.Value or Struct: any JSON, as far as the parser is concerned. Only a key that comes twice
 * is an error, because to the proto an object is a map. Numbers are doubles.
 *
 * `at` is the location of the message that holds the map or the list: `….args` for a Struct, `….default.struct_value` for an
 * object in a Value.
 */
function transcodeFreeValue(transcoder: Transcoder, value: JsonValue, at: string, depth: number, key: string): Json {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  const { reader } = transcoder
  const inside = reader.enter(value, depth, reader.nesting.mapValue, key)
  if (!Array.isArray(value)) return transcodeObject(transcoder, value, at, inside)
  const list: Json[] = []
  for (const element of value as readonly JsonValue[]) {
    const place = below(element, `${at}.values[${list.length}]`)
    list.push(transcodeFreeValue(transcoder, element, place, inside, ''))
  }
  return list
}

function transcodeObject(transcoder: Transcoder, value: object, at: string, depth: number): Json {
  const { reader } = transcoder
  const isRepeated = repeatedKeys(value)
  const result: Record<string, Json> = {}
  let entries = 0
  for (const [key, member] of membersOf(value)) {
    if (isRepeated(key)) {
      report(transcoder, 'map-key-repeated', { at: `${at}.fields[${entries - 1}]`, name: key })
      reader.skip(member, depth, key)
      continue
    }
    const place = below(member, `${at}.fields[${entries++}].value`)
    setOwn(result, key, transcodeFreeValue(transcoder, member, place, depth, key))
  }
  return result
}

/** The message that holds the inside of a Value. */
function below(value: JsonValue, at: string): string {
  return Array.isArray(value) ? `${at}.list_value` : `${at}.struct_value`
}
