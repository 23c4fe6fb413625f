import { isAscii } from 'node:buffer'
import { getHeapStatistics } from 'node:v8'
import { ToolfitError } from '../core/errors.ts'
import { type ErrorPage, type FetchHandler, type HttpServer, serveHttp } from '../server/http-server.node.ts'
import type { ListenOptions } from '../server/listen-options.node.ts'
import { reachesBeyondLoopback } from '../server/listening-host.node.ts'
import { createUndiciTransport } from '../server/undici-transport.node.ts'
import { fromResponse } from '../server/write-response.node.ts'
import { encodeError } from '../wire/openai-chat/error.ts'
import { createAnswerer } from './app.ts'
import type { GatewayConfig } from './config.ts'
import { createTurnCounter } from './turns.ts'

export type { FetchHandler, HttpServer } from '../server/http-server.node.ts'
export type { ListenOptions } from '../server/listen-options.node.ts'
export type { NodeFetch, NodeFetchOptions } from '../server/node-fetch.node.ts'
export { createNodeFetch } from '../server/node-fetch.node.ts'
export type { GatewayConfig } from './config.ts'
export type { RequestRecord } from './observe/request-record.ts'
export type { SignatureStore } from './stores/signature-store.ts'

/** A gateway, and the port that it listens on. */
export interface ServeOptions extends GatewayConfig, ListenOptions {
  /** How long a connection to Gemini may take to open. Default 5,000. It has no effect when you pass a `fetch`. */
  readonly connectTimeoutMs?: number | undefined
}

/**
 * Starts a gateway on a port: OpenAI chat completions in, Gemini out. Rejects when the port is taken. It handles no signals: call
 * `close` in your own handler, which answers the requests in progress.
 *
 * @throws ToolfitError as `createGateway` does; `option-invalid` for a `host` beyond loopback without `clientKeys` or `open`.
 *
 * @example
 * ```ts
 * import { createEmulator } from 'toolfit/emulator'
 * import { serveGateway } from 'toolfit/gateway/node'
 *
 * const emulator = createEmulator()
 * const { url, close } = await serveGateway({ fetch: (url, init) => emulator(new Request(url, init)) })
 * const response = await fetch(`${url}/healthz`)
 * response.status // 200
 * await close()
 * ```
 */
export async function serveGateway(options: ServeOptions): Promise<HttpServer> {
  await refuseUnprotected(options)
  const transport = createUndiciTransport(options)
  const maxBodiesBytes = options.maxBodiesBytes ?? getHeapStatistics().heap_size_limit / heapPerBodies
  const answer = createAnswerer({ ...options, maxBodiesBytes, transport, decodeText, turnNow: createTurnCounter() })
  const server = await serveHttp(answer, errorPage, { vitalPaths: ['/healthz', '/readyz', '/metrics'], ...options })
  const close = async () => {
    await server.close()
    transport.close()
  }
  return { url: server.url, close }
}

/** Reading a body, and writing it for Gemini, takes several times its size. */
const heapPerBodies = 16

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** ASCII, as most bodies are, is copied in a third of the time that the decoder takes. */
function decodeText(bytes: Uint8Array): string {
  return isAscii(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
    : utf8.decode(bytes)
}

async function refuseUnprotected({ host = '127.0.0.1', clientKeys, open = false }: ServeOptions): Promise<void> {
  if (clientKeys !== undefined || open || !(await reachesBeyondLoopback(host))) return
  const message = `Other machines can reach "${host}", and would be served without a key. Set client keys (clientKeys, --client-keys, TOOLFIT_CLIENT_KEYS), or allow it: open: true (--open, TOOLFIT_OPEN=1).`
  throw new ToolfitError('option-invalid', message, { option: 'host', host })
}

/** Serves a handler on a port. What the server refuses by itself is an error in OpenAI's shape. Rejects when the port is taken. */
export function serveHandler(handler: FetchHandler, options: ListenOptions = {}): Promise<HttpServer> {
  return serveHttp(async (request) => fromResponse(await handler(request)), errorPage, options)
}

function errorPage(status: number, message: string): ErrorPage {
  const error = encodeError({ statusCode: status, message, isRetryable: status >= 500 || status === 408 })
  return { status, contentType: 'application/json', body: JSON.stringify(error) }
}
