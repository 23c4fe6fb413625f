import { createLeanGateway } from './app.ts'
import { type GatewayConfig, resolveConfig } from './config.ts'
import type { ListenOptions } from './server/listen-options.ts'
import { type HttpServer, serveHandler } from './server/node.ts'
import { createNodeFetch } from './upstream/node.ts'

export type { GatewayConfig, RequestRecord } from './config.ts'
export type { ListenOptions } from './server/listen-options.ts'
export type { FetchHandler, HttpServer } from './server/node.ts'
export { serveHandler } from './server/node.ts'
export type { SignatureStore } from './stores/signature-store.ts'
export type { NodeFetch, NodeFetchOptions } from './upstream/node.ts'
export { createNodeFetch } from './upstream/node.ts'

/** A gateway, and the port that it listens on. */
export interface ServeOptions extends GatewayConfig, ListenOptions {
  /** How long a connection to Gemini may take to stand. Default 5,000. For the `fetch` that is made here. */
  readonly connectTimeoutMs?: number | undefined
}

/**
 * Starts a gateway on a port: OpenAI chat completions in, Gemini out. Rejects where the port is taken. It catches no signals: call
 * `close`, which answers what is under way, from where yours are caught.
 *
 * @throws ToolfitError as `createGateway` does.
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
  // A fetch of ours must not stand for the key that is missing.
  if (options.fetch === undefined) resolveConfig(options)
  const { connectTimeoutMs } = options
  const own =
    options.fetch === undefined ? createNodeFetch({ ...(connectTimeoutMs && { connectTimeoutMs }) }) : undefined
  const gateway = createLeanGateway(own === undefined ? options : { ...options, fetch: own })
  const server = await serveHandler(gateway, { vitalPaths: ['/healthz', '/metrics'], ...options })
  const close = async () => {
    await server.close()
    own?.close()
  }
  return { url: server.url, close }
}
