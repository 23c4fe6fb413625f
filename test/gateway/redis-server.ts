import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Redis of the machine's own, for one test. */
export interface RedisServer {
  readonly url: string
  readonly port: number
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>
  /** It holds its connections and answers nothing. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Whether there is a `redis-server` to start. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export async function startRedis(
  options: { readonly password?: string; readonly port?: number; readonly flags?: readonly string[] } = {},
): Promise<RedisServer> {
  const directory = mkdtempSync(join(tmpdir(), 'toolfit-redis-'))
  const port = options.port ?? (await freePort())
  const secret = options.password === undefined ? [] : ['--requirepass', options.password]
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', directory]
  const start = () => spawn('redis-server', [...flags, ...secret, ...(options.flags ?? [])], { stdio: 'ignore' })
  let child = start()
  await untilOpen(port)
  const kill = () => end(child)
  const server: RedisServer = {
    port,
    url: `redis://${options.password === undefined ? '' : `:${options.password}@`}127.0.0.1:${port}`,
    kill,
    async restart() {
      child = start()
      await untilOpen(port)
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return server
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilOpen(port: number): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    if (Date.now() > deadline) throw new Error(`redis-server did not start on port ${port}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
