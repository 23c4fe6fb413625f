import { bytesOf, copiesIn, saysJsonText, walk } from './output.mjs'
import { SourceReader } from './source.mjs'
import { countTags } from './tags.mjs'
import { measureWords } from './words.mjs'

/** Codes of changes that give a shape up because it does not end, or would be too large. */
const cuts = new Set(['recursion-to-json-text', 'depth-to-json-text', 'size-to-json-text'])

/** Something is sent as JSON text: a whole place, or the properties that an object does not declare. */
const isText = (code) => code.endsWith('-to-json-text') || code === 'extras-to-text'

/**
 * What a converter made of a tool's schema.
 * @param changes the converter's report; none of the peers has one
 */
export function measureTool(source, { schema, changes = [] }) {
  const reader = new SourceReader(source)
  const bytesIn = bytesOf(source)
  const bytesOut = bytesOf(schema)
  return {
    text: readTexts(reader, changes),
    unreported: isTextUnreported(source, schema, changes),
    wrapped: changes.some(({ code }) => code === 'root-wrapped') ? reader.rootForm() : undefined,
    ...countTags(
      schema,
      changes.some(({ code }) => code === 'enum-to-strings'),
    ),
    copies: newCopies(source, schema),
    hasReferences: JSON.stringify(source).includes('"$ref"'),
    bytesIn,
    bytesOut,
    ratio: bytesOut / bytesIn,
    words: measureWords(source, schema),
  }
}

/** Every place that is sent as JSON text: `free`, `size`, `recursion`, or `avoidable` with its pointer. */
function readTexts(reader, changes) {
  const places = changes.filter(({ code }) => isText(code))
  return places.map(({ at, keyword, code }) => {
    if (reader.isFreePlace(at, keyword)) return { at, code, kind: 'free' }
    // A branch that is text only because another one is: whether that had to be is read from the union.
    const union = code === 'union-to-json-text' ? /^(.*)\/(?:anyOf|oneOf)\/\d+$/s.exec(at)?.[1] : undefined
    if (union !== undefined && reader.isFreePlace(union, 'anyOf')) return { at, code, kind: 'free' }
    if (code === 'size-to-json-text' && reader.isTooLarge()) return { at, code, kind: 'size' }
    return { at, code, kind: cuts.has(code) && reader.isRecursive(at) ? 'recursion' : 'avoidable' }
  })
}

/** The output speaks of JSON text where neither the source nor a change does. */
function isTextUnreported(source, schema, changes) {
  if (changes.some(({ code }) => isText(code) || code === 'cut-to-free-form')) return false
  if (JSON.stringify(source).includes('JSON text')) return false
  for (const part of walk(schema)) if (saysJsonText(part)) return true
  return false
}

function newCopies(source, schema) {
  const before = copiesIn(source)
  const after = copiesIn(schema)
  return { count: Math.max(0, after.count - before.count), bytes: Math.max(0, after.bytes - before.bytes) }
}
