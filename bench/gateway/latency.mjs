import { warm, withGateways } from './bench.mjs'
import { model, scenarios } from './scenarios.mjs'
import { quantile } from './statistics.mjs'

const quantiles = { p10: 0.1, p50: 0.5, p99: 0.99 }
const rounds = { image1MB: 100 }
const defaultRounds = 300
const warmUp = 20

/** Milliseconds that a gateway adds to an answer. `direct` is without any. */
export function measureLatency(bench) {
  return measureAdded(bench, bench.wanted, 'whole')
}

/** Milliseconds that a gateway adds until the first byte of a stream: of a short request, and of one with many tools. */
export function measureFirstByte(bench) {
  return measureAdded(bench, ['stream50', 'streamedTools'], 'firstByte')
}

/** One request at a time, to Gemini's side and to every gateway in turn. */
function measureAdded(bench, wanted, what) {
  return withGateways(bench, bench.names, async (gateways) => {
    const rows = {}
    for (const scenario of wanted) {
      await bench.behave(scenario)
      console.error(`  ${scenario}`)
      for (const gateway of gateways) await warm(bench, gateway, scenario)
      const times = await bench.run('inTurn', {
        scenario,
        warmUp,
        rounds: bench.options.rounds ?? rounds[scenario] ?? defaultRounds,
        targets: [directTarget(bench, scenario), ...gateways.map(({ target }) => target)],
      })
      for (const [title, share] of Object.entries(quantiles)) {
        const of = (name) => quantile(times[name][what], share)
        const added = gateways.map(({ name }) => [name, of(name) - of('direct')])
        rows[`${scenario} ${title}`] = { direct: of('direct'), ...Object.fromEntries(added) }
      }
    }
    return rows
  })
}

function directTarget({ upstreamPort }, scenario) {
  const action = scenarios[scenario].request.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
  const path = `/v1beta/models/${model}:${action}`
  return { name: 'direct', isDirect: true, port: upstreamPort, path, headers: {} }
}
