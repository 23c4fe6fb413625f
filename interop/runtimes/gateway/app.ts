import { createEmulator } from 'toolfit/emulator'
import { createGateway, type GatewayConfig, type RequestRecord } from 'toolfit/gateway'

/** What a test says about a gateway that runs elsewhere: JSON, because it goes into the text of a program. */
export interface AppOptions extends Pick<GatewayConfig, 'clientKeys' | 'maxBodyBytes' | 'maxRetries'> {
  /** The address of Gemini; without one it is the emulator, in the same process. */
  readonly baseURL?: string
}

/** The gateway as a user writes it, made before the first request comes. `GET /records` says what it wrote down. */
export function createApp({ baseURL, ...options }: AppOptions): (request: Request) => Promise<Response> {
  const records: RequestRecord[] = []
  const emulator = createEmulator()
  const gateway = createGateway({
    ...options,
    apiKey: 'a-key-of-gemini',
    onRequest: (record) => records.push(record),
    ...(baseURL === undefined ? { fetch: (url, init) => emulator(new Request(url, init)) } : { baseURL }),
  })
  return async (request) => (request.url.endsWith('/records') ? Response.json(records) : gateway(request))
}
