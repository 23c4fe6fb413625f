import { createGateway } from '../../../src/gateway/app.ts'
import type { GatewayConfig } from '../../../src/gateway/config.ts'

type Fields = Record<string, unknown>

/** What an upstream that knows nothing of the gateway was sent. */
export interface RecordedCall {
  readonly url: string
  readonly headers: Headers
  readonly body: SentBody
}

export interface SentBody extends Fields {
  readonly contents: readonly { readonly role: string; readonly parts: readonly Fields[] }[]
  readonly systemInstruction?: { readonly parts: readonly { readonly text: string }[] }
  readonly tools?: readonly { readonly functionDeclarations: readonly SentDeclaration[] }[]
  readonly toolConfig?: { readonly functionCallingConfig?: Fields }
  readonly generationConfig?: Fields
}

export interface SentDeclaration extends Fields {
  readonly name: string
  readonly parameters?: { readonly properties?: Record<string, Fields> }
}

export interface AnsweredCall {
  readonly index?: number
  readonly id: string
  readonly type: string
  readonly function: { readonly name: string; readonly arguments: string }
  readonly extra_content?: { readonly google?: { readonly thought_signature?: string } }
}

/** A choice as a client has it in the end, streamed or not. */
export interface AnsweredChoice {
  readonly index: number
  readonly role: string | undefined
  readonly content: string | null
  readonly reasoning: string
  readonly calls: readonly AnsweredCall[]
  readonly finish_reason: string | null
  readonly native_finish_reason: unknown
  readonly logprobs: unknown
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly choices: readonly AnsweredChoice[]
  readonly usage: Record<string, number> & Fields
  readonly error: { readonly message: string; readonly type: string; readonly param: unknown; readonly code: unknown }
  /** The body, or every chunk of the stream. */
  readonly bodies: readonly Fields[]
  /** What the events said, `[DONE]` too. */
  readonly data: readonly string[]
}

export type Mode = 'whole' | 'streamed'

/** A gateway in front of an upstream that answers what it is told to, in Google's bytes. */
export interface RecordedGateway {
  readonly calls: readonly RecordedCall[]
  sent(): SentBody
  fetch(path: string, init?: RequestInit): Promise<Response>
  ask(mode: Mode, body: Fields, headers?: Record<string, string>): Promise<Answered>
}

/** An answer in one piece, in several, or a response of any kind. */
export type Scripted = Fields | readonly Fields[] | Response

export const model = 'gemini-2.5-flash'
const hello = [{ role: 'user', content: 'Hello.' }]

/** The last answer is given again and again. */
export function recordGateway(scripted: readonly Scripted[], config: Partial<GatewayConfig> = {}): RecordedGateway {
  const calls: RecordedCall[] = []
  const gateway = createGateway({
    apiKey: 'upstream-key',
    maxRetries: 0,
    fetch: async (url, init) => {
      const body = JSON.parse(String(init.body ?? '{}')) as SentBody
      calls.push({ url, headers: new Headers(init.headers), body })
      const answer = scripted[Math.min(calls.length, scripted.length) - 1]!
      if (answer instanceof Response) return answer.clone()
      const pieces = Array.isArray(answer) ? (answer as readonly Fields[]) : [answer as Fields]
      return url.includes(':streamGenerateContent') ? streamOf(pieces) : Response.json(joined(pieces))
    },
    ...config,
  })
  const fetch: RecordedGateway['fetch'] = (path, init) => gateway(new Request(`http://localhost${path}`, init))
  return {
    calls,
    sent: () => calls.at(-1)!.body,
    fetch,
    async ask(mode, body, headers = {}) {
      const stream = mode === 'streamed' ? { stream: true } : {}
      const response = await fetch('/v1/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ model, messages: hello, ...stream, ...body }),
      })
      return read(response)
    },
  }
}

/** Google's events: CRLF, and no end mark. */
function streamOf(pieces: readonly Fields[]): Response {
  const text = pieces.map((piece) => `data: ${JSON.stringify(piece)}\r\n\r\n`).join('')
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } })
}

/** The same answer as one: parts one after the other, and what was said last. */
function joined(pieces: readonly Fields[]): Fields {
  if (pieces.length === 1) return pieces[0]!
  const candidates = pieces.flatMap((piece) => (piece['candidates'] as Fields[] | undefined) ?? [])
  const parts = candidates.flatMap(({ content }) => ((content as Fields | undefined)?.['parts'] as Fields[]) ?? [])
  const content = { role: 'model', parts }
  return Object.assign({}, ...pieces, { candidates: [Object.assign({}, ...candidates, { content })] }) as Fields
}

async function read(response: Response): Promise<Answered> {
  const { status, headers } = response
  const text = await response.text()
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  const data = isStream ? eventsIn(text) : []
  const bodies = (isStream ? data.filter((one) => one !== '[DONE]') : [text]).map((one) => JSON.parse(one) as Fields)
  const withUsage = bodies.findLast((body) => body['usage'] !== undefined && body['usage'] !== null)
  const failed = bodies.find((body) => body['error'] !== undefined)
  return {
    status,
    headers,
    choices: isStream ? assembled(bodies) : wholeChoices(bodies[0]!),
    usage: withUsage?.['usage'] as Answered['usage'],
    error: failed?.['error'] as Answered['error'],
    bodies,
    data,
  }
}

function eventsIn(text: string): string[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))
}

function wholeChoices({ choices }: Fields): AnsweredChoice[] {
  return ((choices as Fields[] | undefined) ?? []).map((choice) => {
    const message = choice['message'] as Fields
    return toChoice(choice, message, (message['tool_calls'] as AnsweredCall[] | undefined) ?? [])
  })
}

/** As clients put chunks together: by the index of the choice, and calls by theirs. */
function assembled(bodies: readonly Fields[]): AnsweredChoice[] {
  const pieces = bodies.flatMap(({ choices }) => (choices as Fields[] | undefined) ?? [])
  const indexes = [...new Set(pieces.map(({ index }) => index as number))].sort()
  return indexes.map((index) => {
    const own = pieces.filter((piece) => piece['index'] === index)
    const deltas = own.map(({ delta }) => delta as Fields)
    const join = (key: string) => deltas.map((delta) => delta[key] ?? '').join('')
    const calls: AnsweredCall[] = []
    for (const call of deltas.flatMap((delta) => (delta['tool_calls'] as AnsweredCall[] | undefined) ?? [])) {
      const known = calls[call.index!]
      const args = (known?.function.arguments ?? '') + call.function.arguments
      calls[call.index!] = { ...known, ...call, function: { ...known?.function, ...call.function, arguments: args } }
    }
    const content = join('content') === '' && calls.length > 0 ? null : join('content')
    const message = { role: join('role'), content, reasoning_content: join('reasoning_content') }
    return toChoice(Object.assign({}, ...own) as Fields, message, calls)
  })
}

function toChoice(choice: Fields, message: Fields, calls: readonly AnsweredCall[]): AnsweredChoice {
  return {
    index: choice['index'] as number,
    role: message['role'] as string | undefined,
    content: message['content'] as string | null,
    reasoning: (message['reasoning_content'] as string | undefined) ?? '',
    calls,
    finish_reason: choice['finish_reason'] as string | null,
    native_finish_reason: choice['native_finish_reason'],
    logprobs: choice['logprobs'],
  }
}

/** One piece of an answer of Gemini. */
export function piece(
  parts: readonly Fields[],
  rest: { finishReason?: string; usage?: Fields; more?: Fields } = {},
): Fields {
  const { finishReason, usage, more } = rest
  const reason = finishReason === undefined ? {} : { finishReason }
  return {
    candidates: [{ content: { role: 'model', parts }, index: 0, ...reason, ...more }],
    ...(usage === undefined ? {} : { usageMetadata: usage }),
    modelVersion: model,
    responseId: 'r-1',
  }
}

/** A whole answer. */
export function answer(...parts: readonly Fields[]): Fields {
  return piece(parts, {
    finishReason: 'STOP',
    usage: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  })
}

export const both = ['whole', 'streamed'] as const
