/**
 * Measures `toolfit serve` beside the gateways of Portkey and musistudio, and against what was promised.
 *
 *     npm ci && node run.mjs [cpu] [latency] [ttfb] [start] [streams] [hostile] [overload] [timing] [soak]
 *       [--scenario small,tools,stream50,image1MB] [--gateway toolfit,portkey,musistudio] [--rounds 5]
 *       [--minutes 10] [--one-core] [--dist folder] [--profile folder] [--json] [--check]
 *
 * Without a part: all but the soaks, which take ten minutes each. README.md says what each one measures, and how. `--dist` measures another
 * build than dist/; `--profile` has V8 profile our gateway, which slows it down; `--check` ends with 1 if something that was promised does
 * not hold.
 */
import { parseArgs } from 'node:util'
import { openBench } from './bench.mjs'
import { measureCpu } from './cpu.mjs'
import { gatewayNames } from './gateways.mjs'
import { measureHostile, measureHostileSoak } from './hostile.mjs'
import { measureFirstByte, measureLatency } from './latency.mjs'
import { measureOverload } from './overload.mjs'
import { printReport } from './report.mjs'
import { scenarioNames } from './scenarios.mjs'
import { measureSoak } from './soak.mjs'
import { measureStart } from './start-time.mjs'
import { measureStreams } from './streams.mjs'
import { measureTiming } from './timing.mjs'
import { verdicts } from './verdicts.mjs'

const parts = {
  cpu: { unit: 'ms of a core per request', measure: measureCpu },
  latency: { unit: 'ms that are added', measure: measureLatency },
  ttfb: { unit: 'ms that are added', measure: measureFirstByte },
  start: { unit: 'ms', measure: measureStart },
  streams: { unit: '1,000 slow ones', measure: measureStreams },
  hostile: { unit: 'ms', measure: measureHostile },
  overload: { unit: 'by default', measure: measureOverload },
  timing: { unit: 'right guesses', measure: measureTiming },
  soak: { unit: 'with faults and clients that leave', measure: measureSoak },
  'hostile-soak': { unit: 'ms of a wait', measure: measureHostileSoak },
}

async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      scenario: { type: 'string' },
      gateway: { type: 'string' },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      'one-core': { type: 'boolean' },
      dist: { type: 'string' },
      profile: { type: 'string' },
      json: { type: 'boolean' },
      check: { type: 'boolean' },
    },
  })
  const wanted =
    chosen(positionals, Object.keys(parts), 'part') ?? Object.keys(parts).filter((name) => !name.includes('soak'))
  const bench = await openBench({
    dist: values.dist,
    profile: values.profile,
    rounds: numberOf(values.rounds, '--rounds'),
    minutes: numberOf(values.minutes, '--minutes'),
    oneCore: values['one-core'],
    scenarios: chosen(values.scenario?.split(','), scenarioNames, 'scenario'),
    gateways: chosen(values.gateway?.split(','), gatewayNames, 'gateway'),
  })
  const results = {}
  try {
    for (const name of wanted) {
      console.error(`${name} …`)
      results[name] = { unit: parts[name].unit, rows: await parts[name].measure(bench) }
    }
  } finally {
    await bench.close()
  }
  const promises = verdicts(results)
  if (values.json) console.log(JSON.stringify({ node: process.version, results, promises }, null, 2))
  else printReport(results, promises)
  if (values.check) process.exitCode = promises.every(({ holds }) => holds) ? 0 : 1
}

/** Those of them that were asked for, in the order of the whole list. Undefined: nothing was said. */
function chosen(given = [], all, kind) {
  const unknown = given.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${kind} ${unknown}: ${all.join(', ')}.`)
  return given.length === 0 ? undefined : all.filter((name) => given.includes(name))
}

function numberOf(text, flag) {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number > 0)) throw new Error(`${flag} must be a number above 0, got "${text}".`)
  return number
}

await main(process.argv.slice(2))
