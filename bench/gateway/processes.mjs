/** Processes of a measurement: where they run, and what they used. Linux only: processor time and memory are read from /proc. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'

const ticksPerSecond = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100

/** The gateway has a core of its own; everybody else is on the first one. `all` is every core. */
export const cores = { gateway: availableParallelism() - 1, others: 0, all: `0-${availableParallelism() - 1}` }

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

/** Starts Node on a core, or on several (`0-1`). What it prints to stderr is kept, and shown if it dies. */
export function spawnOn(core, args, options = {}) {
  const child = spawn('taskset', ['-c', String(core), process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    ...options,
  })
  let said = ''
  child.stderr?.on('data', (bytes) => {
    said = (said + bytes).slice(-4_000)
  })
  running.add(child)
  child.once('exit', (code) => {
    running.delete(child)
    if (!child.isStopping) console.error(`${args.join(' ')} ended with ${code}.\n${said}`)
  })
  return child
}

/** Ends it, and waits until it has. */
export async function stop(child, signal = 'SIGKILL') {
  child.isStopping = true
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** A process of ours (upstream.mjs, load.mjs) that answers messages one by one. */
export async function startWorker(file) {
  const child = spawnOn(cores.others, [new URL(file, import.meta.url).pathname])
  const waiting = new Map()
  let lastId = 0
  child.on('message', ({ id, fault, ...answer }) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (fault !== undefined) reject?.(new Error(fault))
    else resolve?.(answer)
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}.`))
  })
  const tell = (message) =>
    new Promise((resolve, reject) => {
      lastId++
      waiting.set(lastId, { resolve, reject })
      child.send({ ...message, id: lastId })
    })
  return { child, tell }
}

/** A port that nobody has. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Milliseconds on a core, of all threads, in user and in system code. */
export function cpuMillis(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

/** Megabytes: `VmRSS` now, `VmHWM` at most. */
export function memoryOf(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kilobytes = new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)
  if (kilobytes === null) throw new Error(`/proc/${pid}/status has no ${field}.`)
  return Number(kilobytes[1]) / 1024
}

/** Open files, sockets among them. */
export function openFiles(pid) {
  return readdirSync(`/proc/${pid}/fd`).length
}
