/**
 * Sends mutated requests to the emulator: each must get an answer of Google's, no 5xx, and memory must stay flat.
 *
 *     node --expose-gc bench/emulator/fuzz.mjs [count] [seed] [--json]
 *
 * 100,000 requests and the seed of the day's choice by default. The same seed sends the same requests. Exits with 1 at a violation, or
 * where the heap of the last tenth is larger than that of the second tenth by half.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { importSources } from './bundle.mjs'

const [count = 100_000, seed = 1] = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'))
  .map(Number)

// So that it works without the flag too.
setFlagsFromString('--expose-gc')
const collect = globalThis.gc ?? runInNewContext('gc')

const { createEmulator, fuzzEmulator } = await importSources('src/emulator/index.ts', 'test/fuzz/fuzz-emulator.ts')
const emulator = createEmulator()
const crashes = []
const samples = []
const started = performance.now()

const report = await fuzzEmulator(emulator, {
  count,
  seed,
  onProgress(done) {
    crashes.push(...emulator.requests.flatMap(({ crash }) => crash ?? []))
    if (done % Math.max(1_000, Math.floor(count / 10)) !== 0) return
    // What the record of requests holds is bounded, and not what is looked for.
    emulator.reset()
    collect()
    const heapMegabytes = process.memoryUsage().heapUsed / 1e6
    samples.push({ done, heapMegabytes })
    if (!process.argv.includes('--json'))
      console.log(`${String(done).padStart(8)}  heap ${heapMegabytes.toFixed(1)} MB`)
  },
})

const elapsedSeconds = (performance.now() - started) / 1_000
const [base, last] = [samples[1] ?? samples[0], samples.at(-1)]
const isFlat = base === undefined || last.heapMegabytes < base.heapMegabytes * 1.5
const result = { node: process.version, seed, elapsedSeconds, isFlat, samples, crashes: crashes.map(String), ...report }
if (process.argv.includes('--json')) console.log(JSON.stringify(result, null, 2))
else {
  console.log(
    `\n${report.requests} requests in ${elapsedSeconds.toFixed(0)} s, seed ${seed}: ${JSON.stringify(report.statuses)}`,
  )
  console.log(`memory ${isFlat ? 'flat' : 'GROWS'}, ${crashes.length} crashes, ${report.violations.length} violations`)
  for (const line of [...report.violations, ...crashes.map((crash) => crash.stack)]) console.log(line.slice(0, 2_000))
}
if (!isFlat || crashes.length > 0 || report.violations.length > 0) process.exitCode = 1
