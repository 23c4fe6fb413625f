/** How much faster than the peer's conversion it is to ask again for a schema that was compiled before. */
import { corpusNames, readCorpus } from './corpora.mjs'
import { ownSchemas } from './own-schemas.mjs'
import { interleave, median, succeeds, timed } from './timing.mjs'

/** Look-ups are too short for the clock: each block does this many per conversion. */
const lookUps = 100

export function measureCached(compileSchema, convert) {
  const sets = Object.entries(ownSchemas).map(([name, schema]) => ({
    name,
    schemas: Array(20).fill(structuredClone(schema)),
  }))
  sets.unshift({ name: 'own', schemas: sets.flatMap(({ schemas }) => schemas) })
  if (corpusNames.includes('mcp')) {
    const inputs = readCorpus('mcp').filter(({ kind }) => kind === 'input')
    sets.unshift({ name: 'mcp', schemas: inputs.map(({ text }) => JSON.parse(text)) })
  }
  return sets.map((set) => compare(set, compileSchema, convert))
}

function compare({ name, schemas }, compileSchema, convert) {
  const compile = (schema) => compileSchema(schema, { to: 'gemini' })
  const common = schemas.filter((schema) => succeeds(() => convert(schema)) && succeeds(() => compile(schema)))
  const rounds = interleave(
    {
      peer: () => timed(convert, common),
      ours: () => {
        let sum = 0
        for (let i = 0; i < lookUps; i++) sum += timed(compile, common)
        return sum / lookUps
      },
    },
    { warmUp: 5, rounds: 15 },
  )
  const nanos = (side) => (1e6 * median(rounds.map((round) => round[side]))) / common.length
  return {
    name,
    compared: common.length,
    peerNanos: nanos('peer'),
    oursNanos: nanos('ours'),
    faster: median(rounds.map(({ ours, peer }) => peer / ours)),
  }
}
