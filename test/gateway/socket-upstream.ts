import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { RequestRecord } from '../../src/gateway/observe/request-record.ts'
import { type ServeOptions, serveGateway } from '../../src/gateway/server.node.ts'
import { hello, model } from './ask-gateway.ts'

/** What came over a connection to the upstream. */
export interface UpstreamRequest {
  /** From 0, over all connections. */
  readonly index: number
  readonly target: string
  readonly head: string
  readonly body: string
  /** Of its connection. */
  readonly closed: () => boolean
}

/** An upstream of bare sockets: it says what a test has it say, byte for byte. */
export interface SocketUpstream {
  readonly url: string
  readonly requests: readonly UpstreamRequest[]
  close(): void
}

export async function startUpstream(
  answer: (socket: Socket, request: UpstreamRequest) => unknown,
): Promise<SocketUpstream> {
  const requests: UpstreamRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    let isClosed = false
    socket.on('error', () => undefined)
    socket.once('close', () => {
      isClosed = true
      sockets.delete(socket)
    })
    socket.setEncoding('latin1').on('data', (data: string) => {
      text += data
      for (;;) {
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = text.slice(0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (text.length < end + 4 + length) return
        const body = text.slice(end + 4, end + 4 + length)
        text = text.slice(end + 4 + length)
        const target = head.split(' ')[1] ?? ''
        const request = { index: requests.length, target, head, body, closed: () => isClosed }
        requests.push(request)
        answer(socket, request)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}`, requests, close }
}

/** A whole answer of HTTP. */
export function http(status: string, headers: readonly string[], body: string | Buffer = ''): Buffer {
  const bytes = Buffer.from(body)
  const isSized = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header))
  const lines = [`HTTP/1.1 ${status}`, ...headers, ...(isSized ? [] : [`content-length: ${bytes.length}`])]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes])
}

/** The head of a stream that ends with its connection. */
export const streamHead = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n'

function candidate(parts: readonly object[], rest: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] }
}

const event = (chunk: unknown): string => `data: ${JSON.stringify(chunk)}\r\n\r\n`

/** An event with a text in it. */
export const say = (text: string, rest: object = {}): string => event(candidate([{ text }], rest))

export const answerJson = (text = 'Hi.'): string =>
  JSON.stringify({
    ...candidate([{ text }], { finishReason: 'STOP' }),
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  })

export interface ServedGateway {
  readonly url: string
  readonly records: readonly RequestRecord[]
  post(body?: object, signal?: AbortSignal): Promise<Response>
  close(): Promise<void>
}

/** A gateway on a port, in front of an upstream on another. */
export async function serveBefore(upstream: string, options: Partial<ServeOptions> = {}): Promise<ServedGateway> {
  const records: RequestRecord[] = []
  const { url, close } = await serveGateway({
    apiKey: 'upstream-key-canary',
    baseURL: `${upstream}/v1beta`,
    maxRetries: 0,
    graceMs: 0,
    onRequest: (record) => records.push(record),
    ...options,
  })
  const post = (body: object = {}, signal?: AbortSignal) =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: hello, ...body }),
      ...(signal === undefined ? {} : { signal }),
    })
  return { url, records, post, close }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Until it is true, or five seconds are over. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isSo(); tries++) await pause(10)
}
