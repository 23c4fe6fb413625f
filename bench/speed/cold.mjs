/**
 * How long a compilation takes that nothing is known of beforehand, against the peer. Every call gets a schema object
 * that was parsed for it, outside the timed region, so that no cache helps.
 */
import { corpusNames, readCorpus } from './corpora.mjs'
import { ownSchemas } from './own-schemas.mjs'
import { interleave, median, succeeds, timed } from './timing.mjs'

const comparedCorpora = ['mcp', 'bfcl', 'acebench']
const copies = 40

export function measureCold(compileSchema, convert) {
  const compile = (schema) => compileSchema(schema, { to: 'gemini' })
  const sides = { peer: convert, ours: compile, withChanges: (schema) => compile(schema).changes }
  const own = Object.entries(ownSchemas).map(([name, schema]) => ({
    name,
    texts: Array(copies).fill(JSON.stringify(schema)),
  }))
  const corpora = comparedCorpora
    .filter((name) => corpusNames.includes(name))
    .map((name) => ({
      name,
      texts: readCorpus(name)
        .filter(({ kind }) => kind === undefined || kind === 'input')
        .map(({ text }) => text),
    }))
  const ownTogether = { name: 'own', texts: own.flatMap(({ texts }) => texts) }
  return {
    sets: [ownTogether, ...corpora].map((set) => compare(set, sides, { warmUp: 5, rounds: 15 })),
    own: own.map((set) => compare(set, sides, { warmUp: 3, rounds: 25 })),
  }
}

function compare({ name, texts }, sides, plan) {
  // Neither the peer nor we take everything: the peer throws on recursion, and on mixed enums.
  const common = texts.filter((text) => Object.values(sides).every((act) => succeeds(() => act(JSON.parse(text)))))
  const cold = (act) => () => {
    const schemas = common.map((text) => JSON.parse(text))
    return timed(act, schemas)
  }
  const acts = Object.fromEntries(Object.entries(sides).map(([side, act]) => [side, cold(act)]))
  const rounds = interleave(acts, plan)
  const micros = (side) => (1000 * median(rounds.map((round) => round[side]))) / common.length
  return {
    name,
    compared: common.length,
    of: texts.length,
    peerMicros: micros('peer'),
    oursMicros: micros('ours'),
    changesMicros: micros('withChanges'),
    ratio: median(rounds.map(({ ours, peer }) => ours / peer)),
    ratioWithChanges: median(rounds.map(({ withChanges, peer }) => withChanges / peer)),
  }
}
