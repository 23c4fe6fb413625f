import { type JsonScalar, printScalar } from './proto-scalars.ts'
import type { ParseRule, Rejection } from './rejection.ts'

/** The texts of the transcoder, one function a kind. `at` is a location such as `tools[0].function_declarations[0].parameters`. */

export function unknownField(name: string, at: string): Rejection {
  return invalidName('unknown-field', name, at, 'Cannot find field.')
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

export function enumValueUnknown(at: string, enumName: string, value: JsonScalar): Rejection {
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
  const message = `Invalid JSON payload received. Message too deep. Max recursion depth reached for key '${key}'`
  return { stage: 'parse', rule: 'json-too-deep', message }
}

export function jsonTooLarge(): Rejection {
  return { stage: 'parse', rule: 'json-too-large', message: 'Request payload size exceeds the limit: 20971520 bytes.' }
}

function invalidName(rule: ParseRule, name: string, at: string, reason: string): Rejection {
  const message = `Invalid JSON payload received. Unknown name "${name}" at '${at}': ${reason}`
  return { stage: 'parse', rule, message, field: at }
}

function invalidValue(rule: ParseRule, at: string, typeName: string, shown: string): Rejection {
  return { stage: 'parse', rule, message: `Invalid value at '${at}' (${typeName}), ${shown}`, field: at }
}
