import { type BrowserGuard, createBrowserGuard } from '../core/browser-guard.ts'
import { type ErrorPage, serveHttp } from '../server/http-server.node.ts'
import { reachesBeyondLoopback } from '../server/listening-host.node.ts'
import { fromResponse } from '../server/write-response.node.ts'
import { internalErrorPage, malformedPage, timeoutPage, unavailablePage } from './api/envelope.ts'
import { createGuardedEmulator, type Emulator, type EmulatorOptions } from './app.ts'

export interface ServerOptions extends EmulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number
  /** Default `127.0.0.1`: this machine only. */
  readonly host?: string
  /**
   * Names under which the emulator is reached, besides `localhost`, 127.0.0.0/8 and `::1`; `*` for any. Requests for other names are a 403,
   * so that no web page can reach it under a name of its own. IP addresses are names too if `host` is one of other machines. With `apiKeys`,
   * which no page has, any name is served.
   */
  readonly allowHosts?: readonly string[]
  /** A request that takes longer to arrive is answered with 408. Default 30 s. */
  readonly requestTimeoutMs?: number
  /** A client that reads nothing of its response for this long is disconnected. Default 30 s. */
  readonly readTimeoutMs?: number
  /** How long `close` waits for responses in progress. Default 1 s. */
  readonly graceMs?: number
}

/** An emulator that listens. */
export interface EmulatorServer {
  /** `http://127.0.0.1:49152`: a client's base URL, without a version. */
  readonly url: string
  readonly emulator: Emulator
  /** Takes no more requests, waits up to `graceMs` for those in progress, and aborts the rest. */
  close(): Promise<void>
}

/**
 * Starts an emulator on a port. Rejects when the port is taken.
 *
 * @example
 * ```ts
 * import { startEmulator } from 'toolfit/emulator/node'
 *
 * const { url, close } = await startEmulator()
 * const response = await fetch(`${url}/v1beta/models?pageSize=1`, { headers: { 'x-goog-api-key': 'any' } })
 * response.status // 200
 * await close()
 * ```
 */
export async function startEmulator(options: ServerOptions = {}): Promise<EmulatorServer> {
  const { port, host, requestTimeoutMs = 30_000, readTimeoutMs = 30_000, graceMs = 1_000 } = options
  const emulator = createGuardedEmulator(options, await guardOf(options))
  const answer = async (request: Request) =>
    fromResponse(request.method === 'TRACE' ? refuseTrace() : await emulator(request))
  const { url, close } = await serveHttp(answer, errorPage, {
    port,
    host,
    requestTimeoutMs,
    headersTimeoutMs: requestTimeoutMs,
    slowBodyMs: requestTimeoutMs,
    readTimeoutMs,
    graceMs,
    // Tests wait for their answers, however busy the machine is.
    maxQueueMs: Number.POSITIVE_INFINITY,
  })
  return { url, emulator, close }
}

async function guardOf(options: ServerOptions): Promise<BrowserGuard | undefined> {
  const { apiKeys, allowHosts, cors, host = '127.0.0.1' } = options
  if (apiKeys !== undefined) return undefined
  return createBrowserGuard({ allowHosts, cors, takesAddresses: await reachesBeyondLoopback(host) })
}

/** The platform's `Request` does not allow the method, so the emulator itself never sees it. */
function refuseTrace(): Response {
  const { status, contentType, body } = errorPage(400)
  return new Response(body, { status, headers: { 'content-type': contentType } })
}

/** Google's front end answers with a page. */
function errorPage(status: number): ErrorPage {
  const { code, html } = pages.find((page) => page.code === status) ?? malformedPage
  return { status: code, contentType: 'text/html; charset=UTF-8', body: html }
}

const pages = [timeoutPage, internalErrorPage, unavailablePage]
