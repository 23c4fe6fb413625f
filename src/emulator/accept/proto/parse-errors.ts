import type { ParseRule, Rejection } from '../rule/rejection.ts'
import { type JsonScalar, printScalar } from './proto-scalars.ts'

/** The texts of the transcoder, one function a kind. `at` is a location such as `tools[0].function_declarations[0].parameters`. */

export function unknownField(name: string, at: string): Rejection {
  return invalidName('unknown-field', name, at, 'Cannot find field.')
}

export function rootNotMessage(): Rejection {
  return invalidName('root-not-message', '', '', 'Root element must be a message.')
}

export function mapKeyRepeated(key: string, at: string): Rejection {
  return invalidName('map-key-repeated', key, at, `Repeated map key: '${key}' is already set.`)
}

export function fieldWithoutName(at: string): Rejection {
  return invalidName('field-without-name', '', at, 'Proto fields must have a name.')
}

export function listForSingular(name: string, at: string): Rejection {
  return invalidName('list-for-singular', name, at, 'Proto field is not repeating, cannot start list.')
}

export function scalarInvalid(at: string, typeName: string, value: JsonScalar | null): Rejection {
  return invalidValue('scalar-invalid', at, typeName, printScalar(value))
}

export function bytesInvalid(at: string, text: string): Rejection {
  return invalidValue('scalar-invalid', at, 'TYPE_BYTES', `Base64 decoding failed for ${printScalar(text)}`)
}

/** Of a Duration or a Timestamp. `name` is the client's. */
export function wellKnownInvalid(at: string, messageName: string, name: string, problem: string): Rejection {
  return invalidValue('scalar-invalid', at, `type.googleapis.com/${messageName}`, `Field '${name}', ${problem}`)
}

export function oneofTaken(at: string, oneof: string, name: string): Rejection {
  return invalidValue('oneof-taken', at, 'oneof', `oneof field '${oneof}' is already set. Cannot set '${name}'`)
}

export function enumValueUnknown(at: string, enumName: string, value: JsonScalar | null): Rejection {
  return invalidValue('enum-value-unknown', at, `type.googleapis.com/${enumName}`, printScalar(value))
}

export function scalarForMessage(at: string, messageName: string, value: JsonScalar | null): Rejection {
  return invalidValue('scalar-for-message', at, `type.googleapis.com/${messageName}`, printScalar(value))
}

/** The location is the message that holds the field, also where the object stands in a list of scalars. */
export function objectForScalar(at: string, protoName: string): Rejection {
  return invalidValue('object-for-scalar', at, protoName, 'Starting an object on a scalar field')
}

export function listForMap(at: string, name: string): Rejection {
  return invalidValue('list-for-map', at, 'Map', `Cannot bind a list to map for field '${name}'.`)
}

export function listInMap(at: string, key: string): Rejection {
  return invalidValue('list-in-map', at, 'Map', `Cannot have repeated items ('${key}') within a map.`)
}

/** Comes from the JSON parser, which knows no fields: it names the key and has no violation. */
export function jsonTooDeep(key: string): Rejection {
  return tooDeep(`for key '${key}'`)
}

/** Seen on another Google API (Sheets, 2026-10-06). */
export function listTooDeep(): Rejection {
  return tooDeep('in array')
}

function tooDeep(place: string): Rejection {
  const message = `Invalid JSON payload received. Message too deep. Max recursion depth reached ${place}`
  return { stage: 'parse', rule: 'json-too-deep', message }
}

export function jsonTooLarge(): Rejection {
  return { stage: 'parse', rule: 'json-too-large', message: 'Request payload size exceeds the limit: 20971520 bytes.' }
}

function invalidName(rule: ParseRule, name: string, at: string, reason: string): Rejection {
  return reject(rule, `Invalid JSON payload received. Unknown name "${name}"${place(at)}: ${reason}`, at)
}

function invalidValue(rule: ParseRule, at: string, typeName: string, shown: string): Rejection {
  return reject(rule, `Invalid value${place(at)} (${typeName}), ${shown}`, at)
}

/** At the root there is no location, and the violation has no field. */
function place(at: string): string {
  return at === '' ? '' : ` at '${at}'`
}

function reject(rule: ParseRule, message: string, at: string): Rejection {
  return at === '' ? { stage: 'parse', rule, message } : { stage: 'parse', rule, message, field: at }
}
