import { gatewayNames, startGateway } from './gateways.mjs'
import { cores, startWorker, stop } from './processes.mjs'
import { scenarioNames } from './scenarios.mjs'
import { prepareToolfit } from './subject.mjs'

/** What all parts share: Gemini's side, the clients, our build, and what the command line asked for. */
export async function openBench(options) {
  if (process.platform !== 'linux') throw new Error('This measures by /proc and taskset, which only Linux has.')
  if (cores.gateway === cores.others) console.error('There is one core only: the gateway shares it with its clients.')
  const entry = prepareToolfit(options.dist)
  const upstream = await startWorker('upstream.mjs')
  const load = await startWorker('load.mjs')
  const { port: upstreamPort } = await upstream.tell({})
  const names = options.gateways ?? gatewayNames
  const wanted = options.scenarios ?? scenarioNames

  /** Starts a gateway and waits for its first answer. */
  const start = async (name, more = {}) => {
    await upstream.tell({ behave: 'small' })
    const isProfiled = name === 'toolfit' && options.profile !== undefined
    const preload = isProfiled ? ['--cpu-prof', '--cpu-prof-dir', options.profile] : []
    const gateway = await startGateway(name, { upstreamPort, entry, preload, ...more })
    const { at } = await run('once', { target: gateway.target, scenario: 'small', timeoutMs: 20_000 })
    return { ...gateway, startMillis: Number(BigInt(at) - gateway.startedAt) / 1e6 }
  }
  /** Has the clients do a job. */
  const run = async (kind, job) => (await load.tell({ kind, ...job })).result
  /** How Gemini's side behaves from now on. */
  const behave = (name, more) => upstream.tell({ behave: name, options: more })
  /** What Gemini's side has open: requests that are not answered, and connections. */
  const askUpstream = () => upstream.tell({})
  const close = () => Promise.all([stop(upstream.child), stop(load.child)])

  return { options, entry, names, wanted, upstreamPort, start, run, behave, askUpstream, close }
}

/** Runs something with gateways that have answered once, and ends them afterwards. */
export async function withGateways(bench, names, action) {
  const gateways = []
  try {
    for (const name of names) gateways.push(await bench.start(name))
    return await action(gateways)
  } finally {
    // A profile is written at the end of a process that ends in peace.
    await Promise.all(gateways.map(({ child }) => stop(child, bench.options.profile ? 'SIGTERM' : 'SIGKILL')))
  }
}

/** Until V8 has compiled what is hot: so many answers, or so many seconds on a machine that is busy. */
const warmUp = { concurrency: 16, answers: 4_000, seconds: 20 }

/** Answers are not looked at here. */
export async function warm(bench, { target }, scenario) {
  await bench.run('burst', { target, scenario, ...warmUp })
}

export class WrongAnswers extends Error {}

/** How many requests were answered. */
export async function burst(bench, { name, target }, job) {
  const { answered, complaints } = await bench.run('burst', { target, ...job })
  if (complaints.length === 0) return answered
  const all = answered + complaints.length
  throw new WrongAnswers(`${name}, ${job.scenario}: ${complaints.length} of ${all} answers are wrong. ${complaints[0]}`)
}
