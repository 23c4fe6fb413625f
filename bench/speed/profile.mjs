/**
 * Where a cold compile spends its time: the functions of src/ by their own samples.
 *
 *     node profile.mjs [corpus] [id] [--all]
 *
 * Without an id: all schemas of the corpus that the peer takes too, the set that is compared; `--all` adds the others.
 */
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { readCorpus } from './corpora.mjs'
import { loadPeer } from './peer.mjs'
import { prepareSubject, subjectEntry } from './subject.mjs'
import { succeeds } from './timing.mjs'

const seconds = 8
const shown = 30

async function chosenTexts(corpus, id, takesAll) {
  const { convert } = await loadPeer()
  return readCorpus(corpus)
    .filter((record) => (id === undefined ? record.kind === undefined || record.kind === 'input' : record.id === id))
    .map(({ text }) => text)
    .filter((text) => id !== undefined || takesAll || succeeds(() => convert(JSON.parse(text))))
}

async function sample(act) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 250 })
  await session.post('Profiler.start')
  act()
  return (await session.post('Profiler.stop')).profile
}

/** Micros by function: of itself, and with all that it calls. */
function tally({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]))
  const self = new Map()
  const total = new Map()
  const add = (map, name, micros) => map.set(name, (map.get(name) ?? 0) + micros)
  for (const [index, id] of samples.entries()) {
    const callers = new Set()
    for (let at = id; at !== undefined; at = parents.get(at)) callers.add(names.get(at))
    add(self, names.get(id), timeDeltas[index])
    for (const name of callers) add(total, name, timeDeltas[index])
  }
  return { self, total, sum: timeDeltas.reduce((a, b) => a + b, 0) }
}

const modules = new Map()

function nameOf({ functionName, url, lineNumber }) {
  const name = functionName || '(anonymous)'
  return url.startsWith(subjectEntry.href.replace(/schema\/index\.js$/, ''))
    ? `${name}  ${moduleAt(url, lineNumber)}`
    : name
}

/** The bundler leaves each module's path in a comment above it. */
function moduleAt(url, lineNumber) {
  if (!modules.has(url)) modules.set(url, readFileSync(new URL(url), 'utf8').split('\n'))
  const lines = modules.get(url)
  for (let line = lineNumber; line >= 0; line--) {
    const found = /^\/\/ (src\/\S+)$/.exec(lines[line])
    if (found !== null) return found[1]
  }
  return url
}

async function main(args) {
  const [corpus = 'mcp', id] = args.filter((arg) => !arg.startsWith('--'))
  prepareSubject()
  const { compileSchema } = await import(subjectEntry.href)
  const texts = await chosenTexts(corpus, id, args.includes('--all'))
  const pass = () => {
    for (const text of texts) succeeds(() => compileSchema(JSON.parse(text), { to: 'gemini' }))
  }
  for (let round = 0; round < 3; round++) pass()
  const profile = await sample(() => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; ) pass()
  })
  const { self, total, sum } = tally(profile)
  const share = (micros) => `${((100 * micros) / sum).toFixed(1).padStart(5)} %`
  console.log(`${texts.length} schemas of ${corpus}\n   self    total`)
  for (const [name, micros] of [...self].sort((a, b) => b[1] - a[1]).slice(0, shown)) {
    console.log(`${share(micros)}  ${share(total.get(name))}  ${name}`)
  }
}

await main(process.argv.slice(2))
