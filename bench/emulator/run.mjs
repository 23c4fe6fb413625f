/**
 * Measures how many requests the emulator answers in a second, in this process, on one core, from `Request` to the text of the answer.
 *
 *     node bench/emulator/run.mjs [--json]
 *
 * By the clock, and by the time that the main thread really had on its core: on a machine that does other things too, only the latter says
 * something about the emulator, and of several rounds only the fastest: neighbours on a core make the others slower, nothing makes one faster.
 * What was promised: 3,000 small requests a second.
 */
import { readFileSync } from 'node:fs'
import { importSources } from './bundle.mjs'

const wanted = 3_000
const rounds = 6
const seconds = 0.5

const path = '/v1beta/models/gemini-3-flash-preview'
const user = { role: 'user', parts: [{ text: 'How is the weather in Graz?' }] }
const schema = {
  type: 'OBJECT',
  properties: { city: { type: 'STRING', description: 'The city.' }, days: { type: 'INTEGER' } },
  required: ['city'],
}
const tool = { name: 'get_weather', description: 'The weather of a city.', parameters: schema }
const manyTools = Array.from({ length: 50 }, (_, index) => ({ ...tool, name: `tool_${index}` }))

const cases = {
  'a text': [`${path}:generateContent`, { contents: [user] }],
  'one tool': [`${path}:generateContent`, { contents: [user], tools: [{ functionDeclarations: [tool] }] }],
  'one tool, a stream': [
    `${path}:streamGenerateContent?alt=sse`,
    { contents: [user], tools: [{ functionDeclarations: [tool] }] },
  ],
  'a text, a stream': [`${path}:streamGenerateContent?alt=sse`, { contents: [user] }],
  'refused by the parser': [`${path}:generateContent`, { contents: [user], toolz: [] }],
  'refused by the validator': [`${path}:generateContent`, { contents: [] }],
  '50 tools': [`${path}:generateContent`, { contents: [user], tools: [{ functionDeclarations: manyTools }] }],
}

const { createEmulator } = await importSources('src/emulator/index.ts')

/** Seconds that the main thread has had on a core; the clock, where the system does not say. */
function coreSeconds() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return performance.now() / 1_000
  }
}

async function measure([target, body]) {
  const emulator = createEmulator()
  const text = JSON.stringify(body)
  const ask = async () => {
    const headers = { 'x-goog-api-key': 'k', 'content-type': 'application/json' }
    const response = await emulator(new Request(`http://localhost${target}`, { method: 'POST', headers, body: text }))
    await response.text()
    return response.status
  }
  for (let index = 0; index < 2_000; index++) await ask()
  const measured = []
  for (let round = 0; round < rounds; round++) measured.push(await measureRound(ask))
  const best = (field) => Math.max(...measured.map((round) => round[field]))
  return { status: measured[0].status, byTheClock: best('byTheClock'), onItsCore: best('onItsCore') }
}

async function measureRound(ask) {
  const started = performance.now()
  const startedOnCore = coreSeconds()
  let count = 0
  let status
  while (performance.now() - started < seconds * 1_000) {
    status = await ask()
    count++
  }
  const elapsed = (performance.now() - started) / 1_000
  const onCore = coreSeconds() - startedOnCore
  return { status, byTheClock: Math.round(count / elapsed), onItsCore: Math.round(count / onCore) }
}

const results = {}
for (const [name, request] of Object.entries(cases)) results[name] = await measure(request)

if (process.argv.includes('--json')) console.log(JSON.stringify({ node: process.version, wanted, results }, null, 2))
else {
  const cell = (value) => value.toLocaleString('en').padStart(14)
  console.log(
    `Requests a second, in-process (Node ${process.version}). Wanted on one core, with one tool: ${wanted}.\n`,
  )
  console.log(`${''.padEnd(26)} status ${'by the clock'.padStart(14)} ${'on its core'.padStart(14)}`)
  for (const [name, { status, byTheClock, onItsCore }] of Object.entries(results)) {
    console.log(`${name.padEnd(26)} ${String(status).padStart(6)} ${cell(byTheClock)} ${cell(onItsCore)}`)
  }
}
if (results['one tool'].onItsCore < wanted) process.exitCode = 1
