import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isPlainObject, parseJson } from '../../core/json.ts'
import type { ServerProcess } from './server-process.ts'

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
    if (count > 0)
      return `It wrote to stdout what is no MCP message (${count === 1 ? '1 line' : `${count} lines`}), the first: ${first}`
    return this.#length > 0 ? `It wrote a line of ${this.#length} characters to stdout, without an end.` : undefined
  }
}

function parseMessage(line: string): JSONRPCMessage | undefined {
  const value = parseJson(line)
  return isPlainObject(value) && value['jsonrpc'] === '2.0' ? (value as unknown as JSONRPCMessage) : undefined
}
