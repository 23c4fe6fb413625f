import { createEmulator, type Emulator } from 'toolfit/emulator'
import { type GatewayConfig, type RequestRecord, serveGateway } from 'toolfit/gateway/node'

/** A gateway on a port, an emulator behind it, and what passes on both sides. */
export interface TestGateway {
  readonly baseURL: string
  readonly emulator: Emulator
  readonly records: readonly RequestRecord[]
  /** For clients: the global one, which writes down what it sends. */
  readonly fetch: typeof fetch
  /** Bodies that clients sent, as text. */
  readonly sent: readonly string[]
  /** What the emulator answered, as text. */
  answers(): Promise<readonly string[]>
  /** Forgets what has passed. */
  reset(): void
  close(): Promise<void>
}

export async function startGateway(config: Partial<GatewayConfig> = {}): Promise<TestGateway> {
  const emulator = createEmulator()
  const records: RequestRecord[] = []
  const sent: string[] = []
  const answers: Promise<string>[] = []
  const server = await serveGateway({
    apiKey: 'any',
    fetch: async (address, init) => {
      const response = await emulator(new Request(address, init))
      // A stream that its reader leaves is an answer, too.
      answers.push(response.clone().text().catch(String))
      return response
    },
    // The clients have retries of their own.
    maxRetries: 0,
    onRequest: (record) => records.push(record),
    port: 0,
    ...config,
  })
  return {
    baseURL: `${server.url}/v1`,
    emulator,
    records,
    sent,
    fetch: (input, init) => {
      if (typeof init?.body === 'string') sent.push(init.body)
      return fetch(input, init)
    },
    answers: () => Promise.all(answers),
    reset() {
      emulator.reset()
      for (const list of [records, sent, answers]) list.length = 0
    },
    close: () => server.close(),
  }
}
