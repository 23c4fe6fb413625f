import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { warm } from './bench.mjs'
import { cases } from './hostile-cases.mjs'
import { cores, cpuMillis, startWorker, stop } from './processes.mjs'
import { median, quantile } from './statistics.mjs'

const preload = ['--import', fileURLToPath(new URL('loop-probe.mjs', import.meta.url))]
const defaultRounds = 3

/** Before them, so that V8 has compiled what is hot: the first request of a kind takes several times as long as later ones. */
const warmRounds = 6

/**
 * What each hostile request costs our gateway, and how long others wait for it: processor time for each megabyte, of the request and of the
 * upstream's answer to it (of at least one: a small request has its share of a megabyte's), the longest turn of the event loop, and the waits of a client beside it.
 */
export async function measureHostile(bench) {
  return withProbedGateway(bench, {}, async (gateway) => {
    const rounds = bench.options.rounds ?? defaultRounds
    const rows = {}
    const quiet = await measure(bench, gateway, { seconds: 4 })
    const perAnswer = quiet.cpu / quiet.times.length
    rows['nobody hostile'] = { 'p99 wait': quantile(quiet.times, 0.99), 'longest turn': quiet.longestTurn }
    for (const name of Object.keys(cases)) {
      if (cases[name].answer !== undefined) await bench.behave('hostile', { name })
      const runs = []
      for (let round = 0; round < warmRounds + rounds; round++) runs.push(await measure(bench, gateway, { name }))
      rows[name] = rowOf(runs.slice(warmRounds), perAnswer)
    }
    rows['all of them'] = summaryOf(rows)
    return rows
  })
}

/** How many requests there are, how many of them are answered with 200, and the largest of what was promised. */
function summaryOf({ 'nobody hostile': _, ...rows }) {
  const all = Object.values(rows)
  return {
    requests: all.length,
    accepted: all.filter(({ status }) => status === 200).length,
    'above 100 ms per MB': all.filter((row) => row['ms per MB'] > 100).length,
    'ms per MB': Math.max(...all.map((row) => row['ms per MB'])),
    'longest turn': Math.max(...all.map((row) => row['longest turn'])),
  }
}

function rowOf(runs, perAnswer) {
  const { answered, status } = runs[0].attacks[0]
  const { megabytes } = runs[0]
  const cpu = median(runs.map((run) => Math.max(0, run.cpu - run.times.length * perAnswer)))
  return {
    status,
    MB: megabytes,
    'kB answered': answered,
    'ms of a core': cpu,
    'ms per MB': cpu / Math.max(1, megabytes),
    'longest turn': median(runs.map(({ longestTurn }) => longestTurn)),
    'longest wait': median(runs.map(({ times }) => Math.max(0, ...times))),
  }
}

/** A good client, beside one case or for some seconds alone. */
async function measure(bench, { pid, child, target, attackers }, { name, seconds }) {
  await ask(child)
  const { sent } = await bench.askUpstream()
  const before = cpuMillis(pid)
  const polite = bench.run('polite', { target, clients: 1, seconds })
  const attacks = []
  if (name !== undefined) {
    attacks.push((await attackers.tell({ kind: 'attack', target, name })).result)
    await bench.run('endPolite', {})
  }
  const { times } = await polite
  const cpu = cpuMillis(pid) - before
  const { longestTurn } = await ask(child)
  const answered = (await bench.askUpstream()).sent - sent
  return { times, attacks, cpu, longestTurn, megabytes: (attacks[0]?.megabytes ?? 0) + answered / 1e6 }
}

async function ask(child) {
  child.send('turns')
  const [answer] = await once(child, 'message')
  return answer
}

const defaultMinutes = 10
const quietSeconds = 20
const apartSeconds = 60

/**
 * Good clients alone, and then beside hostile ones that send every case in turn: how much longer the good ones wait. In between, the
 * hostile ones attack another gateway on the same machine: what they add then is the machine's doing, and not the gateway's.
 *
 * The gateway may use every core: a wait is measured here, and on one core V8's threads, which collect garbage beside it, take their time
 * from it. `--one-core` shows how much.
 */
export async function measureHostileSoak(bench) {
  const core = bench.options.oneCore ? cores.gateway : cores.all
  return withProbedGateway(bench, { core }, async ({ pid, child, target, attackers }) => {
    const seconds = (bench.options.minutes ?? defaultMinutes) * 60
    const beside = async (attacked, duration) => {
      const polite = bench.run('polite', { target, clients: 4, seconds: duration })
      const job = { kind: 'attacks', target: attacked, clients: 2, seconds: duration }
      return { ...(await attackers.tell(job)).result, ...(await polite) }
    }
    const quiet = await bench.run('polite', { target, clients: 4, seconds: Math.min(quietSeconds, seconds) })
    const other = await bench.start('toolfit', { core })
    const apart = await beside(other.target, Math.min(apartSeconds, seconds))
    await stop(other.child)
    await ask(child)
    const before = cpuMillis(pid)
    const hostile = await beside(target, seconds)
    const { longestTurn } = await ask(child)
    const p99 = (run) => quantile(run.times, 0.99)
    const rows = {
      'answers, quiet': quiet.times.length,
      'answers beside hostile clients': hostile.times.length,
      'hostile requests': hostile.attacks,
      'hostile requests without an answer': hostile.unanswered,
      'p50, quiet': median(quiet.times),
      'p50 beside them': median(hostile.times),
      'p99, quiet': p99(quiet),
      'p99 beside hostile clients of another gateway': p99(apart),
      'p99 beside them': p99(hostile),
      'p99 that they add': p99(hostile) - p99(quiet),
      'longest turn': longestTurn,
      'share of a core': (cpuMillis(pid) - before) / (seconds * 1000),
    }
    return Object.fromEntries(Object.entries(rows).map(([title, value]) => [title, { toolfit: value }]))
  })
}

async function withProbedGateway(bench, options, action) {
  const gateway = await bench.start('toolfit', { preload, ...options })
  const attackers = await startWorker('load.mjs')
  try {
    await bench.behave('small')
    await warm(bench, gateway, 'small')
    return await action({ ...gateway, attackers })
  } finally {
    await Promise.all([stop(gateway.child), stop(attackers.child)])
  }
}
