/** The schemas of all corpora that take longest to compile: each cold, best of three. */
import { corpusNames, readCorpus } from './corpora.mjs'

export function measureSlowest(compileSchema, shown = 10) {
  const rows = []
  let refused = 0
  for (const { id, text } of corpusNames.flatMap(readCorpus)) {
    const millis = coldMillis(compileSchema, text)
    if (millis === undefined) refused++
    else rows.push({ id, kilobytes: text.length / 1000, millis })
  }
  rows.sort((a, b) => b.millis - a.millis)
  return { compiled: rows.length, refused, slowest: rows.slice(0, shown) }
}

function coldMillis(compileSchema, text) {
  let least = Infinity
  for (let round = 0; round < 3; round++) {
    const schema = JSON.parse(text)
    const start = performance.now()
    try {
      compileSchema(schema, { to: 'gemini' })
    } catch {
      return undefined
    }
    least = Math.min(least, performance.now() - start)
  }
  return least
}
