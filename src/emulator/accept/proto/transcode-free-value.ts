import { type Json, setOwn } from '../../../core/json.ts'
import { type JsonValue, keysOf, repeatedKeys } from '../json/json-value.ts'
import { mapKeyRepeated } from './proto-rules.ts'
import { report, type Transcoder } from './transcoder.ts'

/**
 * Reads a google.protobuf.Value or Struct: any JSON, as far as the parser is concerned. Only a key that comes twice
 * is an error, because to the proto an object is a map. Numbers are doubles.
 *
 * `at` is the location of the message that holds the map or the list: `….args` for a Struct, `….default.struct_value` for an
 * object in a Value.
 */
export function transcodeFreeValue(
  transcoder: Transcoder,
  value: JsonValue,
  at: string,
  depth: number,
  key: string,
): Json {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  const { reader } = transcoder
  const inside = reader.enter(value, depth, reader.nesting.mapValue, key)
  if (!Array.isArray(value)) return transcodeObject(transcoder, value, at, inside)
  const list: Json[] = []
  for (let position = 0; position < value.length; position++) {
    const element = reader.element(value, position)
    list.push(transcodeFreeValue(transcoder, element, below(element, `${at}.values[${position}]`), inside, ''))
  }
  return list
}

function transcodeObject(transcoder: Transcoder, value: object, at: string, depth: number): Json {
  const { reader } = transcoder
  const keys = keysOf(value)
  const isRepeated = repeatedKeys(value)
  const result: Record<string, Json> = {}
  let entries = 0
  for (let position = 0; position < keys.length; position++) {
    const member = reader.member(value, keys, position)
    if (member === undefined) continue
    const key = keys[position] as string
    if (isRepeated(key)) {
      report(transcoder, mapKeyRepeated, { at: `${at}.fields[${entries - 1}]`, name: key })
      reader.skip(member, depth, key)
      continue
    }
    const place = below(member, `${at}.fields[${entries++}].value`)
    setOwn(result, key, transcodeFreeValue(transcoder, member, place, depth, key))
  }
  return result
}

/** The message that holds the inside of a Value. */
export function below(value: JsonValue, at: string): string {
  return Array.isArray(value) ? `${at}.list_value` : `${at}.struct_value`
}
