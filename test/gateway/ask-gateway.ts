import { createEmulator, type Emulator, type EmulatorOptions } from '../../src/emulator/index.ts'
import { createGateway, type Gateway } from '../../src/gateway/app.ts'
import type { GatewayConfig } from '../../src/gateway/config.ts'
import type { RequestRecord } from '../../src/gateway/observe/request-record.ts'

/** A gateway on an emulator, without a port. */
export interface TestGateway {
  readonly gateway: Gateway
  readonly emulator: Emulator
  /** What was written down, in order. */
  readonly records: RequestRecord[]
  /** Posts to `/v1/chat/completions`. What is not said is a small request. */
  post(body: unknown, headers?: Record<string, string>, signal?: AbortSignal): Promise<Response>
  /** The same, and the whole answer. */
  ask(body: object, headers?: Record<string, string>): Promise<Answer>
  /** The same as a stream. */
  stream(body: object, headers?: Record<string, string>): Promise<StreamedAnswer>
  /** The body of the last request that Gemini got. */
  sent(): SentRequest
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: ChatCompletion
}

export interface StreamedAnswer {
  readonly status: number
  readonly headers: Headers
  /** The data of every event. */
  readonly data: readonly string[]
  /** Those that are JSON. */
  readonly chunks: readonly ChatCompletion[]
}

/** As far as tests read it. */
export interface ChatCompletion {
  readonly id: string
  readonly object: string
  readonly model: string
  readonly choices: readonly ChatChoice[]
  readonly usage?: Record<string, unknown> & {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly total_tokens: number
  }
  readonly error?: { readonly message: string; readonly type: string; readonly param: unknown; readonly code: unknown }
  readonly toolfit?: Record<string, unknown>
  readonly [other: string]: unknown
}

export interface ChatChoice {
  readonly index: number
  readonly message: ChatMessage
  readonly delta: ChatMessage
  readonly logprobs: unknown
  readonly finish_reason: string | null
  readonly native_finish_reason?: string
}

export interface ChatMessage {
  readonly role?: string
  readonly content?: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly ChatCall[]
  readonly [other: string]: unknown
}

export interface ChatCall {
  readonly index?: number
  readonly id: string
  readonly type: string
  readonly function: { readonly name: string; readonly arguments: string }
  readonly extra_content?: { readonly google: { readonly thought_signature: string } }
}

export type SentRequest = Record<string, unknown> & {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Record<string, unknown>[] }[]
  readonly generationConfig?: Record<string, unknown>
}

export const model = 'gemini-3-flash-preview'
export const hello = [{ role: 'user', content: 'Hello.' }]

export function startGateway(config: Partial<GatewayConfig> = {}, options: EmulatorOptions = {}): TestGateway {
  const emulator = createEmulator(options)
  const records: RequestRecord[] = []
  const gateway = createGateway({
    apiKey: 'upstream-key-canary',
    fetch: (url, init) => emulator(new Request(url, init)),
    // Retries are tested where they are the subject.
    maxRetries: 0,
    onRequest: (record) => records.push(record),
    ...config,
  })
  const post: TestGateway['post'] = (body, headers = {}, signal) =>
    gateway(
      new Request('http://localhost/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      }),
    )
  return {
    gateway,
    emulator,
    records,
    post,
    async ask(body, headers) {
      const response = await post({ model, messages: hello, ...body }, headers)
      return { status: response.status, headers: response.headers, body: (await response.json()) as ChatCompletion }
    },
    async stream(body, headers) {
      const response = await post({ model, messages: hello, stream: true, ...body }, headers)
      const data = readEvents(await response.text())
      const chunks = data.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as ChatCompletion)
      return { status: response.status, headers: response.headers, data, chunks }
    },
    sent: () => emulator.requests.at(-1)!.body as SentRequest,
  }
}

/** The data of server-sent events, by the book and not by our decoder. */
function readEvents(text: string): string[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))
}

/** The text of a streamed answer. */
export function textOf(chunks: readonly ChatCompletion[], index = 0): string {
  return chunks
    .flatMap(({ choices }) => choices ?? [])
    .filter((choice) => choice.index === index)
    .map(({ delta }) => delta.content ?? '')
    .join('')
}
