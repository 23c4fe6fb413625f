import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A Gemini whose answers a test writes piece by piece. */
export interface MockGemini {
  readonly baseURL: string
  /** The next call that comes. */
  next(): Promise<MockCall>
  close(): void
}

export interface MockCall {
  readonly path: string
  readonly key: string | undefined
  readonly body: Record<string, unknown>
  readonly response: ServerResponse
  /** Sends an event with these parts. */
  send(parts: readonly object[], rest?: object): void
  /** Resolves when the other side has gone before the answer was complete. */
  readonly left: Promise<unknown>
}

export async function startMockGemini(): Promise<MockGemini> {
  const calls: MockCall[] = []
  const waiting: ((call: MockCall) => void)[] = []
  const server = createServer(async (incoming, response) => {
    const left = new Promise((resolve) => {
      response.on('close', () => response.writableFinished || resolve(undefined))
    })
    let text = ''
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk
    const call: MockCall = {
      path: incoming.url ?? '',
      key: incoming.headers['x-goog-api-key']?.toString(),
      body: JSON.parse(text),
      response,
      send: (parts, rest = {}) => response.write(event(parts, rest)),
      left,
    }
    const taker = waiting.shift()
    if (taker === undefined) calls.push(call)
    else taker(call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`,
    async next() {
      return calls.shift() ?? new Promise((resolve) => waiting.push(resolve))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function event(parts: readonly object[], rest: object): string {
  return `data: ${JSON.stringify({ candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] })}\r\n\r\n`
}
