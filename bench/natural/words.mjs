/** Descriptions: how much they grow, and which sentences of ours stand more than once. */
import { optionsOf, walk } from './output.mjs'

/** Every description in a document, wherever it stands. */
export function descriptionsIn(value, found = []) {
  if (value === null || typeof value !== 'object') return found
  if (typeof value.description === 'string') found.push(value.description)
  for (const child of Object.values(value)) descriptionsIn(child, found)
  return found
}

/** @returns the bytes of all descriptions, and repeated sentences that the source does not have */
export function measureWords(source, output) {
  const theirs = descriptionsIn(source)
  const whole = theirs.join('\n')
  const own = (description) => sentencesOf(description, theirs).filter((sentence) => !whole.includes(sentence))
  const counts = new Map()
  let atBranches = 0
  for (const schema of walk(output)) {
    for (const sentence of own(schema.description)) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
    atBranches += repeats(optionsOf(schema).flatMap(({ description }) => [...new Set(own(description))]))
  }
  const length = (texts) => texts.reduce((total, text) => total + Buffer.byteLength(text), 0)
  return {
    bytesIn: length(theirs),
    bytesOut: length(descriptionsIn(output)),
    repeated: [...counts.values()].reduce((total, count) => total + count - 1, 0),
    atBranches,
  }
}

/** The sentences after the user's own words. */
function sentencesOf(description, theirs) {
  if (typeof description !== 'string') return []
  const prefix = theirs
    .filter((each) => description.startsWith(each))
    .reduce((a, b) => (b.length > a.length ? b : a), '')
  return description
    .slice(prefix.length)
    .split(/(?<=[.!?])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 1)
}

const repeats = (list) => list.length - new Set(list).size
