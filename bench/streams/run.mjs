/**
 * Measures what decoding a stream costs, beside a bare `JSON.parse` of each of its events.
 *
 *     node bench/streams/run.mjs [--json]
 *
 * `decode` is what the codec does: from the data of events to the parts of an answer. `with bytes` begins with the body as it comes over
 * the wire, in pieces of 1,400 bytes, as TCP cuts it. Times are those that the main thread had on its core, the best of many short
 * rounds, in which the three take turns: what else runs on the machine only adds to them. What was promised: `decode` takes at
 * most twice as long as `JSON.parse`.
 */
import { readFileSync } from 'node:fs'
import { streams } from './streams.mjs'
import { loadDecoders } from './subject.mjs'

const promised = 2
const rounds = 60
const roundSeconds = 0.02
const pieceBytes = 1_400

const { decoders, createSse } = await loadDecoders()

/** Seconds that the main thread has had on a core; those of the whole process, where the system does not say. */
function coreSeconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

function piecesOf(texts) {
  const bytes = new TextEncoder().encode(texts.map((text) => `data: ${text}\n\n`).join(''))
  const pieces = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes))
  return pieces
}

/** The ways to read a stream. Each returns a count of what it read, so that nothing can be left undone. */
function waysOf(name) {
  const texts = streams[name]
  const pieces = piecesOf(texts)
  const events = texts.filter((text) => text !== '[DONE]')
  return {
    parse() {
      let count = 0
      for (const text of events) if (JSON.parse(text) !== null) count++
      return count
    },
    decode() {
      const decoder = decoders[name]()
      let count = 0
      for (const text of texts) count += decoder.push(text).length
      return count + decoder.end().length
    },
    bytes() {
      const [sse, decoder] = [createSse(), decoders[name]()]
      let count = 0
      for (const piece of pieces) for (const text of sse.push(piece)) count += decoder.push(text).length
      for (const text of sse.end()) count += decoder.push(text).length
      return count + decoder.end().length
    },
  }
}

/** Seconds for one run, from so many that the clock can tell. */
function timeRound(run, times) {
  const start = coreSeconds()
  for (let index = 0; index < times; index++) run()
  return (coreSeconds() - start) / times
}

/** Whoever reads nothing is fast: a finished answer with its call must come out, and the same from bytes. */
function check(name, ways) {
  const decoder = decoders[name]()
  const parts = [...streams[name].flatMap((text) => decoder.push(text)), ...decoder.end()]
  const types = new Set(parts.map(({ type }) => type))
  const isWhole = ['reasoning-delta', 'text-delta', 'tool-call', 'finish'].every((type) => types.has(type))
  if (!isWhole || types.has('error')) throw new Error(`${name}: the stream was not read: ${[...types].join(', ')}`)
  if (ways.bytes() !== ways.decode()) throw new Error(`${name}: bytes and events differ.`)
}

function measure(name) {
  const ways = waysOf(name)
  check(name, ways)
  const best = {}
  for (const [way, run] of Object.entries(ways)) {
    for (let index = 0; index < 50; index++) run()
    best[way] = timeRound(run, 20)
  }
  for (let round = 0; round < rounds; round++) {
    for (const [way, run] of Object.entries(ways)) {
      best[way] = Math.min(best[way], timeRound(run, Math.ceil(roundSeconds / best[way])))
    }
  }
  const events = streams[name].length
  const micros = (seconds) => (seconds * 1e6) / events
  return {
    events,
    bytes: Math.round(streams[name].join('').length / events),
    parse: micros(best.parse),
    decode: micros(best.decode),
    withBytes: micros(best.bytes),
    ratio: best.decode / best.parse,
    ratioWithBytes: best.bytes / best.parse,
  }
}

const results = Object.fromEntries(Object.keys(streams).map((name) => [name, measure(name)]))
const isKept = Object.values(results).every(({ ratio }) => ratio <= promised)

if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, promised, results }, null, 2))
else {
  console.log(`Microseconds an event (Node ${process.version}). Promised: decode at most ${promised} times parse.\n`)
  const cells = (values) => values.map((value) => value.padStart(12)).join('')
  console.log(
    `${''.padEnd(10)}${cells(['events', 'bytes each', 'JSON.parse', 'decode', 'with bytes', 'ratio', 'with bytes', ''])}`,
  )
  for (const [name, row] of Object.entries(results)) {
    const micros = [row.parse, row.decode, row.withBytes].map((value) => value.toFixed(2))
    const ratios = [row.ratio, row.ratioWithBytes].map((value) => value.toFixed(2))
    const verdict = row.ratio <= promised ? 'holds' : 'FAILS'
    console.log(`${name.padEnd(10)}${cells([String(row.events), String(row.bytes), ...micros, ...ratios, verdict])}`)
  }
}
process.exitCode = isKept ? 0 : 1
