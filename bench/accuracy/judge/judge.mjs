import { isDeepStrictEqual } from 'node:util'
import { attemptNow } from '../converter.mjs'
import { noteKeywords, without } from './occurrences.mjs'
import { readJson, supportedPart } from './read-json.mjs'
import { readNative } from './read-native.mjs'
import { References } from './references.mjs'
import { createValidator } from './validator.mjs'

/** A tool without `parameters` is called without arguments. */
const noArguments = { type: 'object', additionalProperties: false }

/** Which values a model can send under an output that an endpoint takes. */
function reader({ field, schema }, isStrict) {
  if (field === 'none') return createValidator(noArguments)
  if (field === 'parameters') return createValidator(readNative(schema, isStrict))
  return createValidator(readJson(schema, new References(schema), isStrict))
}

/**
 * Whether an instance can reach the tool: the output takes what stands for it on the wire, and that comes back as the
 * instance. Without a codec both are the instance itself.
 */
export function passesThrough(output, isStrict) {
  const takes = reader(output, isStrict)
  return (instance) => {
    const wire = output.encode(structuredClone(instance))
    return takes(wire) && isDeepStrictEqual(output.decode(wire), instance)
  }
}

/** All that a model can know of an output, as text that does not depend on the order of keys. */
export function seenBy({ field, schema }) {
  return sortedText([field, field === 'parametersJsonSchema' ? supportedPart(schema) : schema])
}

/**
 * True when nothing tells of a keyword: without it the converter sends what it sends with it, as far as a model can see, and
 * its report does not speak of it.
 */
export function isSilent(converter, source, output, occurrence) {
  if (output.tells(output, occurrence)) return false
  const { value: other } = attemptNow(() => converter.convertAgain(without(source, occurrence)))
  // Without the keyword it throws, so the keyword makes a difference.
  if (other === undefined) return false
  const seen = seenBy(output)
  return (
    seenBy(other) === seen &&
    sortedText(other.report) === sortedText(output.report) &&
    !stands(source, seen, occurrence)
  )
}

/** A note whose words stand in the output all the same: it was said twice. */
function stands(source, seen, { path, keyword }) {
  const value = path.reduce((schema, step) => schema[step], source)[keyword]
  if (!noteKeywords.has(keyword) || typeof value !== 'string' || value === '') return false
  return seen.includes(JSON.stringify(value).slice(1, -1))
}

function sortedText(value) {
  return JSON.stringify(value, (_, each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
