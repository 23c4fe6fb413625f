import { expect } from 'vitest'
import { createEmulator, type Emulator } from '../../src/emulator/index.ts'
import { type HttpServer, type ServeOptions, serveGateway } from '../../src/gateway/server.node.ts'
import { readRaw, sendRaw } from '../e2e/raw-socket.ts'
import { type RawAnswer, readAnswers } from '../fuzz/raw-answers.ts'

export const clientKey = 'sk-client-canary'
export const upstreamKey = 'upstream-key-canary'
const bearer = `authorization: Bearer ${clientKey}`

/** A gateway on a port that asks for a key, in front of an emulator that counts what it was asked. */
export interface GuardedGateway {
  readonly url: string
  readonly emulator: Emulator
  /** Sends bytes on a connection of their own. Every answer that comes until the server closes it. */
  ask(bytes: string | Uint8Array): Promise<readonly RawAnswer[]>
  close(): Promise<void>
}

const open: GuardedGateway[] = []

/** Closes every gateway, none of which may have failed by itself. */
export async function closeGuarded(): Promise<void> {
  for (const gateway of open.splice(0)) await gateway.close()
}

export async function serveGuarded(options: Partial<ServeOptions> = {}): Promise<GuardedGateway> {
  const emulator = createEmulator()
  const faults: unknown[] = []
  const server: HttpServer = await serveGateway({
    apiKey: upstreamKey,
    clientKeys: [clientKey],
    maxRetries: 0,
    graceMs: 0,
    fetch: (url, init) => emulator(new Request(url, init)),
    onFault: (error) => faults.push(error),
    ...options,
  })
  const gateway: GuardedGateway = {
    url: server.url,
    emulator,
    async ask(bytes) {
      const text = await readRaw(await sendRaw(server.url, bytes))
      const answers = readAnswers(Buffer.from(text))
      if (typeof answers === 'string') throw new Error(answers)
      return answers
    },
    async close() {
      await server.close()
      expect(faults).toEqual([])
    },
  }
  open.push(gateway)
  return gateway
}

export const chat = JSON.stringify({ model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hello.' }] })

export interface RawRequest {
  readonly start?: string
  /** Before those that frame the body. */
  readonly lines?: readonly string[]
  readonly body?: string
  /** Undefined: the right one. Null: none. */
  readonly authorization?: string | null
  readonly host?: string | null
}

/** A request as bytes, on a connection that is closed after it. */
export function request({
  start,
  lines = [],
  body,
  authorization = bearer,
  host = 'host: localhost',
}: RawRequest): string {
  const text = body ?? chat
  const first = start ?? 'POST /v1/chat/completions HTTP/1.1'
  const all = [
    first,
    ...(host === null ? [] : [host]),
    ...(authorization === null ? [] : [authorization]),
    'content-type: application/json',
    'connection: close',
    ...lines,
    ...(first.startsWith('POST') ? [`content-length: ${Buffer.byteLength(text)}`] : []),
    '',
    first.startsWith('POST') ? text : '',
  ]
  return all.join('\r\n')
}

/** A request of which the test says every line. */
export const raw = (lines: readonly string[], body = '', start = 'POST /v1/chat/completions HTTP/1.1'): string =>
  [start, 'host: localhost', bearer, 'content-type: application/json', ...lines, '', body].join('\r\n')
