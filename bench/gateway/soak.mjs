import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuMillis, memoryOf, openFiles, stop } from './processes.mjs'
import { median, slopeOf } from './statistics.mjs'

const defaultMinutes = 10

/** The load rests in between, and what is left then can be compared: nothing is under way. */
const stretches = 20

/** Stretches until caches are full, and V8 has settled on its sizes. */
const warmUpStretches = 6

/** Short enough for stalls to end in every stretch, long enough for a machine that is busy. */
const flags = ['--timeout', '5', '--idle-timeout', '5']
const preload = ['--expose-gc', '--import', fileURLToPath(new URL('gc-probe.mjs', import.meta.url))]

/**
 * Our gateway at half of its load for long, with clients that leave and an upstream that fails. What is left after a collection of
 * garbage must not grow, nor the number of open files; every answer must be what the fault has to lead to.
 */
export async function measureSoak(bench) {
  const gateway = await bench.start('toolfit', { flags, preload })
  try {
    await bench.behave('faults')
    const before = await rest(bench, gateway)
    const perSecond = await halfLoad(bench, gateway)
    console.error(`  ${perSecond.toFixed(0)} requests a second`)
    const seconds = ((bench.options.minutes ?? defaultMinutes) * 60) / stretches
    const tally = { asked: 0, heldBack: 0, complaints: [], busy: 0 }
    const rests = []
    for (let stretch = 0; stretch < stretches; stretch++) {
      await soak(bench, gateway, { perSecond, seconds }, tally)
      rests.push(await rest(bench, gateway))
      console.error(`  ${JSON.stringify({ asked: tally.asked, ...rests.at(-1) }, roundNumbers)}`)
    }
    const rows = { 'requests a second': perSecond, ...rowsOf(tally, before, rests) }
    rows['memory at most, MB'] = memoryOf(gateway.pid, 'VmHWM')
    rows['share of a core'] = tally.busy / (seconds * stretches * 1000)
    return Object.fromEntries(Object.entries(rows).map(([title, value]) => [title, { toolfit: value }]))
  } finally {
    await stop(gateway.child)
  }
}

/** Half of what 16 clients get answered, once the code is warm. */
async function halfLoad(bench, { target }) {
  const job = { target, seconds: 5, onlyAnswers: true }
  await bench.run('faults', job)
  const { asked } = await bench.run('faults', { ...job, firstNumber: 1e6 })
  return asked / job.seconds / 2
}

async function soak(bench, { pid, target }, pace, tally) {
  const before = cpuMillis(pid)
  const { asked, heldBack, complaints } = await bench.run('faults', { target, ...pace, firstNumber: 2e6 + tally.asked })
  tally.busy += cpuMillis(pid) - before
  tally.asked += asked
  tally.heldBack += heldBack
  tally.complaints.push(...complaints)
  for (const complaint of new Set(complaints)) console.error(`  ${complaint}`)
}

/** What is left when nobody asks: memory, open files but for the connections to Gemini's side, and what that side has open. */
async function rest(bench, { pid, child }) {
  // For what was given up on: its connections close a moment later.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  child.send('collect')
  const [{ heap, external, handles }] = await once(child, 'message')
  const { open, connections } = await bench.askUpstream()
  const memory = memoryOf(pid, 'VmRSS')
  return {
    heap,
    external,
    memory,
    files: openFiles(pid) - connections,
    openUpstream: open,
    timers: handles.Timeout ?? 0,
  }
}

function rowsOf({ asked, heldBack, complaints }, before, rests) {
  const steady = rests.slice(warmUpStretches)
  /** By the line through all rests, from the first steady one to the last. */
  const growth = (field) => slopeOf(steady.map((one, index) => ({ x: index / (steady.length - 1), y: one[field] })))
  const last = rests.at(-1)
  return {
    requests: asked,
    'requests that were held back': heldBack,
    'wrong answers': complaints.length,
    'heap at rest, MB': median(steady.map(({ heap }) => heap)),
    'heap growth after warm-up, MB': growth('heap'),
    'memory at rest, MB': median(steady.map(({ memory }) => memory)),
    'memory growth after warm-up, MB': growth('memory'),
    'bytes of heap that a request leaves': (growth('heap') * 1e6) / (asked * (steady.length / stretches)),
    'files left open': last.files - before.files,
    'timers left': last.timers - before.timers,
    'requests left open upstream': last.openUpstream,
  }
}

function roundNumbers(_key, value) {
  return typeof value === 'number' ? Number(value.toFixed(2)) : value
}
