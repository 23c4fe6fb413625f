import { burst, WrongAnswers, warm, withGateways } from './bench.mjs'
import { cpuMillis } from './processes.mjs'
import { median } from './statistics.mjs'

const concurrencies = [16, 64]
const rounds = 5
const roundSeconds = 1

/**
 * Milliseconds on a core for each request, by the kernel's account of the gateway's process with all of its threads. The gateways take
 * turns in short rounds; what is told is the median of the rounds.
 */
export function measureCpu(bench) {
  return withGateways(bench, bench.names, async (gateways) => {
    const rows = {}
    for (const scenario of bench.wanted) {
      await bench.behave(scenario)
      for (const gateway of gateways) await warm(bench, gateway, scenario)
      for (const concurrency of concurrencies) {
        const costs = Object.fromEntries(gateways.map(({ name }) => [name, []]))
        for (let round = 0; round < (bench.options.rounds ?? rounds); round++) {
          for (let turn = 0; turn < gateways.length; turn++) {
            const gateway = gateways[(round + turn) % gateways.length]
            costs[gateway.name].push(await costOf(bench, gateway, { scenario, concurrency, seconds: roundSeconds }))
          }
        }
        const title = `${scenario}, ${concurrency} at once`
        rows[title] = rowOf(costs)
        console.error(`  ${title}: ${JSON.stringify(mapValues(costs, roundedAll))}`)
      }
    }
    return rows
  })
}

/** The ratio is the median of the rounds' ratios: neighbours in time have the same neighbours on the machine. */
function rowOf(costs) {
  const row = mapValues(costs, median)
  const { toolfit, ...peers } = row
  const [best] = Object.keys(peers).toSorted((a, b) => peers[a] - peers[b])
  if (toolfit === undefined || best === undefined) return row
  return { ...row, ratio: median(costs.toolfit.map((cost, round) => cost / costs[best][round])) }
}

/** A round with a wrong answer is void, and made again: on a busy machine a gateway may have to turn clients away. */
async function costOf(bench, gateway, job, tries = 3) {
  const before = cpuMillis(gateway.pid)
  try {
    const answered = await burst(bench, gateway, job)
    return (cpuMillis(gateway.pid) - before) / answered
  } catch (error) {
    if (!(error instanceof WrongAnswers) || tries === 1) throw error
    console.error(`  void: ${error.message}`)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    return costOf(bench, gateway, job, tries - 1)
  }
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

const roundedAll = (numbers) => numbers.map((number) => Number(number.toFixed(3)))
