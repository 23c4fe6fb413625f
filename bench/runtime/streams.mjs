import { streamingModel, streamOf } from './models.mjs'
import { fastest } from './timing.mjs'

const deltas = 1_000

/** Microseconds for each piece of text that `streamText` hands on. `model` is what its stream costs when it is read bare. */
export async function measureStreams(libraries) {
  return {
    'a delta, textStream': await timeReads(libraries, readText),
    'a delta, fullStream': await timeReads(libraries, readAll),
  }
}

async function timeReads(libraries, read) {
  const sides = { model: async () => readBare(streamOf('v3', deltas)) }
  for (const [name, { library, version }] of Object.entries(libraries)) {
    const model = streamingModel(version, deltas)
    sides[name] = () => read(library.streamText({ model, prompt: 'Tell me a story.' }))
  }
  for (const [name, run] of Object.entries(sides)) {
    // Whoever reads nothing is fast.
    if ((await run()) !== deltas) throw new Error(`${name}: the stream was not read.`)
  }
  const times = await fastest(sides, { warmUp: 10, rounds: 80, roundMicros: 5_000 })
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all / deltas]))
}

async function readText({ textStream }) {
  let count = 0
  for await (const piece of textStream) if (piece.length > 0) count++
  return count
}

async function readAll({ fullStream }) {
  let count = 0
  for await (const { type } of fullStream) if (type === 'text-delta') count++
  return count
}

async function readBare(stream) {
  const reader = stream.getReader()
  let count = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return count
    if (value.type === 'text-delta') count++
  }
}
