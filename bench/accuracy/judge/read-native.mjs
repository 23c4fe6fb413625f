/**
 * A `Schema` message the way Gemini reads it, as 2020-12: objects hold declared properties only, enums are strings,
 * formats, defaults and titles decide nothing. Fields may be spelt either way, as the parser takes both.
 */
import { define } from './restate.mjs'

const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const numbers = ['minimum', 'maximum']

/** @param isStrict an object that declares no properties has none; else it is open */
export function readNative(message, isStrict) {
  if (typeof message !== 'object' || message === null) return true
  const field = (name) => message[name] ?? message[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
  const out = {}
  const type = typeof message.type === 'string' ? message.type.toLowerCase() : undefined
  if (type !== undefined && type !== 'type_unspecified') out.type = type
  for (const name of [...counts, ...numbers]) if (field(name) !== undefined) out[name] = Number(field(name))
  if (isExpression(message.pattern)) out.pattern = message.pattern
  if (message.enum !== undefined && [message.enum].flat().length > 0) out.enum = [message.enum].flat()
  if (message.items !== undefined) out.items = readNative(message.items, isStrict)
  if (field('anyOf') !== undefined) out.anyOf = [field('anyOf')].flat().map((each) => readNative(each, isStrict))
  if (type === 'object') readObject(message, out, isStrict)
  return message.nullable === true ? { anyOf: [out, { type: 'null' }] } : out
}

function readObject(message, out, isStrict) {
  const names = Object.keys(message.properties ?? {})
  if (message.required !== undefined) out.required = [message.required].flat()
  if (names.length === 0 && !isStrict) return
  out.properties = {}
  for (const name of names) define(out.properties, name, readNative(message.properties[name], isStrict))
  out.additionalProperties = false
}

/** What is no regular expression here decides nothing. */
function isExpression(pattern) {
  if (typeof pattern !== 'string') return false
  try {
    return new RegExp(pattern, 'u') !== undefined
  } catch {
    return false
  }
}
