import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { kill, platform } from 'node:process'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isPlainObject, parseJson } from '../../core/json.ts'
import type { SplitCommand } from './split-command.ts'

/** How a server ended: a code or a signal, or that it could not be started. */
export type Ending = { readonly code: number | null; readonly signal: string | null } | { readonly error: Error }

const tailLines = 15
/** More than is shown. */
const tailLineLength = 4_000

/** How long a server may take to end by itself, then after SIGTERM. */
const graces = [1_000, 1_000] as const

/**
 * An MCP server as a child process. It leads a process group of its own, because `npx server` is a process that starts another one,
 * and {@link stop} has to end them all.
 */
export class ServerProcess {
  readonly ended: Promise<Ending>
  readonly #child: ChildProcessWithoutNullStreams
  #tail = ''
  #hasEnded = false

  constructor(
    { command, args, env }: SplitCommand,
    options: { cwd: string; env: Readonly<Record<string, string | undefined>> },
  ) {
    this.#child = spawn(command, [...args], {
      cwd: options.cwd,
      // The user typed the command as in a shell: it gets what a shell would give it, keys and all.
      env: { ...options.env, ...env },
      stdio: 'pipe',
      // On Windows `npx` is a script, which only a shell starts, and there are no process groups.
      ...(platform === 'win32' ? { shell: true, windowsHide: true } : { detached: true }),
    })
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#tail = lastLines(this.#tail + text)
    })
    // A server that is gone cannot be written to; `ended` tells.
    this.#child.stdin.on('error', () => undefined)
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve({ error }))
      // Not `close`: a grandchild may hold the pipes open for ever.
      this.#child.once('exit', (code, signal) => resolve({ code, signal }))
    })
    void this.ended.then(() => {
      this.#hasEnded = true
    })
  }

  get stdout(): ChildProcessWithoutNullStreams['stdout'] {
    return this.#child.stdout
  }

  /** The last lines that the server wrote to stderr. */
  get stderrTail(): string {
    return this.#tail.trimEnd()
  }

  write(text: string): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(text)
  }

  /** Ends the server and all that it started: asks by closing stdin, as MCP has it, then insists. */
  async stop(): Promise<void> {
    this.#child.stdin.end()
    if (!(await this.#endsWithin(graces[0]))) {
      this.#signal('SIGTERM')
      await this.#endsWithin(graces[1])
    }
    // Also when the server itself has ended: its children may be left, and they share its group.
    this.#signal('SIGKILL')
    await this.#endsWithin(graces[1])
    for (const stream of [this.#child.stdout, this.#child.stderr, this.#child.stdin]) stream.destroy()
    this.#child.unref()
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds)
    })
    await Promise.race([this.ended, late])
    clearTimeout(timer)
    return this.#hasEnded
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child
    if (pid === undefined) return
    if (platform === 'win32') {
      if (!this.#hasEnded)
        spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => undefined)
      return
    }
    try {
      kill(-pid, signal)
    } catch (error) {
      // ESRCH: the group has ended. EPERM: macOS reports it for a group of zombies.
      if (!['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

function lastLines(text: string): string {
  return text
    .split('\n')
    .slice(-tailLines - 1)
    .map((line) => line.slice(0, tailLineLength))
    .join('\n')
}

/** No list of tools is longer. Without a limit, a server that never ends a line would fill the memory. */
const longestLine = 64 * 1024 * 1024

/**
 * Carries the official client's messages to a server's stdin and stdout, a line each. The SDK has a transport of its own, but that one
 * silently skips lines that are not messages, and does not end a server's children. See docs/decisions/0010.
 */
export class ServerTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: (message: JSONRPCMessage) => void
  /** Lines that are not messages: their number, and the first one. */
  readonly #unreadable = { count: 0, first: '' }
  readonly #server: ServerProcess
  readonly #mask: (text: string) => string
  #parts: string[] = []
  #length = 0

  /** `mask` removes secrets from what the server wrote. */
  constructor(server: ServerProcess, mask: (text: string) => string) {
    this.#server = server
    this.#mask = mask
  }

  async start(): Promise<void> {
    this.#server.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    void this.#server.ended.then(() => this.onclose?.())
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#server.write(`${JSON.stringify(message)}\n`)
  }

  /** The process is ended by its owner. */
  async close(): Promise<void> {
    this.onclose?.()
  }

  #read(text: string): void {
    const lines = text.split('\n')
    const last = lines.pop()!
    for (const line of lines) {
      this.#line(this.#parts.join('') + line)
      this.#parts = []
      this.#length = 0
    }
    if (last !== '') this.#parts.push(last)
    this.#length += last.length
    if (this.#length > longestLine) {
      // The length stays, for the remark; what was written goes, and nothing more is read.
      this.#parts = []
      this.#server.stdout.removeAllListeners('data').pause()
      this.onclose?.()
    }
  }

  #line(line: string): void {
    if (line.trim() === '') return
    const message = parseMessage(line)
    if (message === undefined) this.#noteUnreadable(line)
    else this.onmessage?.(message)
  }

  #noteUnreadable(line: string): void {
    if (this.#unreadable.count++ === 0) this.#unreadable.first = this.#mask(line.slice(0, 4_000)).slice(0, 200)
  }

  /** A sentence about lines on stdout that are not messages; undefined if there were none. */
  get remark(): string | undefined {
    const { count, first } = this.#unreadable
    if (count > 0) {
      const lines = count === 1 ? 'a line that is not an MCP message' : `${count} lines that are not MCP messages`
      return `It printed ${lines} to stdout, which breaks other clients. Print to stderr instead. The first was: ${first}`
    }
    return this.#length > 0 ? `It wrote a line of ${this.#length} characters to stdout, without an end.` : undefined
  }
}

function parseMessage(line: string): JSONRPCMessage | undefined {
  const value = parseJson(line)
  return isPlainObject(value) && value['jsonrpc'] === '2.0' ? (value as unknown as JSONRPCMessage) : undefined
}
