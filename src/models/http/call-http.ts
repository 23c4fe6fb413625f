import { openBytes } from '../../core/byte-source.ts'
import { ToolfitError, type ToolfitErrorCode } from '../../core/errors.ts'
import type { TextPieces } from '../../core/held-texts.ts'
import { joinBytes } from '../../core/join-bytes.ts'
import { takesLightSignals } from '../../core/light-signal.ts'
import type { WireError } from '../../wire/wire-error.ts'
import { type ApiCallError, createApiCallError, maskSecrets, secretsIn, showUrl } from './api-call-error.ts'
import { type CallGuard, createCallGuard } from './call-guard.ts'
import { mentionsSecret } from './mentions-secret.ts'
import { readRetryAfter } from './retry.ts'

/** `fetch`, as far as a model needs it. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

/** How long a model may keep silent. */
export interface Timeouts {
  /** Until the head of the answer comes. Without a stream, that is when the answer is complete. Default 300,000. */
  readonly headerTimeoutMs?: number | undefined
  /** Between two pieces of the body. Default 120,000. */
  readonly idleTimeoutMs?: number | undefined
}

export interface HttpCall extends Timeouts {
  /** Who is called, for errors: `google.generative-ai`. */
  readonly provider: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, as text, in UTF-8, or in pieces of both. */
  readonly body: string | Uint8Array<ArrayBuffer> | TextPieces
  /** Default: the global one. */
  readonly fetch?: FetchFunction | undefined
  readonly abortSignal?: AbortSignal | undefined
  /** What the provider says with an error status. `body` is JSON, parsed, or the text that it is not. */
  readonly decodeError: (body: unknown, status: number) => WireError
}

/** An answer whose head has come, with a good status. */
export interface HttpAnswer {
  readonly headers: Record<string, string>
  /** The next pieces of the body, at least one; undefined at its end. */
  read(): Promise<readonly Uint8Array[] | undefined>
  /** The rest of the body. */
  text(): Promise<string>
  /** Lets go of the connection. */
  cancel(reason?: unknown): void
  /** An error about this answer. */
  fail(code: ToolfitErrorCode, message: string, options?: FailOptions): ApiCallError
  /** An error that the provider put into this answer. */
  refuse(error: WireError, data?: unknown): ApiCallError
}

export interface FailOptions {
  readonly isRetryable?: boolean
  readonly responseBody?: string
  readonly cause?: unknown
}

/** What a codec finds wrong with an answer is no error of the provider's. */
const codes: ReadonlyMap<string | undefined, ToolfitErrorCode> = new Map([
  ['stream-truncated', 'model-stream-truncated'],
  ['stream-unreadable', 'model-response-invalid'],
  ['response-empty', 'model-response-invalid'],
])

const defaultHeaderTimeout = 300_000
const defaultIdleTimeout = 120_000

/** An answer of this size is none of a model's: several large images are smaller, and memory has an end. */
const longestBody = 128 * 1024 * 1024

/** Of an error's body: more is no explanation. */
const longestErrorBody = 100_000

/**
 * Posts JSON and waits for the head of the answer. One try: {@link retry} makes more of it. The key is in a header and nowhere else:
 * not in the URL, and masked where the other side repeats it.
 *
 * @throws ToolfitError `model-http-error`, `model-unreachable`, `model-timeout`, each marked as `APICallError`; `option-invalid` for
 * headers that cannot be sent. The reason of `abortSignal` passes on as it is.
 */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  const { headerTimeoutMs = defaultHeaderTimeout } = call
  refuseHeaders(call.headers)
  call.abortSignal?.throwIfAborted()
  const send = call.fetch ?? globalThis.fetch
  const isOurs = takesLightSignals in send
  const guard = createCallGuard(call.abortSignal, isOurs)
  const errors = createErrors(call)
  const init: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...call.headers },
    body: bodyFor(call.body, isOurs),
    signal: guard.signal,
    // The key must not travel to wherever a redirect leads.
    redirect: 'manual',
  }
  const sent = start(send, call.url, init)
  const response = await guard
    .within(sent, headerTimeoutMs, () => errors.tooLate('answer', headerTimeoutMs))
    .catch((error) => {
      guard.release()
      letGo(sent)
      throw call.abortSignal?.aborted ? call.abortSignal.reason : errors.unreachable(error)
    })
  const answer = createAnswer(response, call, guard, errors)
  if (response.ok) return answer
  throw await refusal(response, answer, call, errors)
}

/** Our own `fetch` takes pieces, and writes them one after the other. */
function bodyFor(body: HttpCall['body'], isOurs: boolean): BodyInit {
  if (!isPieces(body)) return body
  if (isOurs) return body as unknown as BodyInit
  const encoder = new TextEncoder()
  const bytes = body.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  const length = bytes.reduce((sum, piece) => sum + piece.length, 0)
  return joinBytes(bytes, length) as Uint8Array<ArrayBuffer>
}

function isPieces(body: HttpCall['body']): body is TextPieces {
  return Array.isArray(body)
}

/** A `fetch` that throws at once, and does not reject, is no different. */
async function start(send: FetchFunction, url: string, init: RequestInit): Promise<Response> {
  return send(url, init)
}

/** A `fetch` that ignores its signal may still bring an answer. Nobody reads it: it must not hold its connection. */
function letGo(sent: Promise<Response>): void {
  sent.then((response) => openBytes(response)?.cancel()).catch(() => undefined)
}

/** Headers that anybody can send. Only of others the platform is asked, which takes as long as half a call. */
const plainName = /^[\w-]+$/
const plainValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** What `fetch` says about a bad header quotes it, and it may be the key. */
function refuseHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (plainName.test(name) && plainValue.test(value)) continue
    try {
      new Headers({ [name]: value })
    } catch {
      const message = `The header ${JSON.stringify(name)} has a value or a name that cannot be sent. Is there a line break in the key?`
      throw new ToolfitError('option-invalid', message, { option: 'headers', header: name })
    }
  }
}

/** Errors of one call: with its URL, without its secrets. */
interface CallErrors {
  create(
    code: ToolfitErrorCode,
    message: string,
    fields?: FailOptions & {
      readonly statusCode?: number
      readonly responseHeaders?: Readonly<Record<string, string>>
      readonly data?: unknown
    },
  ): ApiCallError
  tooLate(waited: 'answer' | 'next piece', ms: number): ApiCallError
  unreachable(error: unknown): Error
}

function createErrors({ provider, url, headers }: HttpCall): CallErrors {
  // Looked for when something goes wrong: most calls go well.
  let found: readonly string[] | undefined
  const secrets = () => {
    found ??= secretsIn(headers, url)
    return found
  }
  const mask = (text: string) => maskSecrets(text, secrets())
  const shownUrl = () => mask(showUrl(url))
  const create: CallErrors['create'] = (code, message, fields = {}) => {
    const { isRetryable = false, responseBody, responseHeaders, cause, ...rest } = fields
    return createApiCallError(code, mask(message), {
      provider,
      url: shownUrl(),
      isRetryable,
      ...maskData(rest, mask),
      ...(responseBody === undefined ? {} : { responseBody: mask(responseBody) }),
      ...(responseHeaders === undefined ? {} : { responseHeaders: maskData(responseHeaders, mask) }),
      ...(cause === undefined || mentionsSecret(cause, secrets()) ? {} : { cause }),
    })
  }
  return {
    create,
    // Whoever waited that long has waited long enough: no second try.
    tooLate: (waited, ms) => create('model-timeout', `${provider} sent no ${waited} within ${ms} ms.`),
    unreachable(error) {
      if (ToolfitError.isInstance(error)) return error
      const reason = error instanceof Error ? describe(error) : String(error)
      return create('model-unreachable', `The connection to ${shownUrl()} failed: ${reason}`, {
        isRetryable: true,
        cause: error,
      })
    },
  }
}

/** Node's `fetch failed` says nothing; its cause does. */
function describe(error: Error): string {
  const { cause } = error
  const inner = cause instanceof Error ? cause.message || (cause as { code?: string }).code : undefined
  return inner ? `${error.message} (${inner})` : error.message
}

function maskData<T>(data: T, mask: (text: string) => string): T {
  const text = JSON.stringify(data)
  const masked = text === undefined ? text : mask(text)
  return masked === text ? data : JSON.parse(masked!)
}

function createAnswer(response: Response, call: HttpCall, guard: CallGuard, errors: CallErrors): HttpAnswer {
  const { idleTimeoutMs = defaultIdleTimeout } = call
  // Read when somebody looks: most answers are good, and nobody does.
  let known: Record<string, string> | undefined
  const headers = () => {
    known ??= Object.fromEntries(response.headers.entries())
    return known
  }
  const source = openBytes(response)
  const about = () => ({ statusCode: response.status, responseHeaders: headers() })
  let isRead = false
  const cancel = (reason?: unknown) => {
    // Nothing is left to be let go of, and an abort is dear.
    if (isRead) return
    guard.stop(reason)
    source?.cancel(reason)
  }
  const tooLate = () => errors.tooLate('next piece', idleTimeoutMs)
  const read = async (): Promise<readonly Uint8Array[] | undefined> => {
    for (;;) {
      const pieces = source === undefined ? undefined : await next()
      if (pieces === undefined) {
        isRead = true
        guard.release()
        return undefined
      }
      // An empty piece is no sign of life to the caller, and none to us.
      if (pieces.some(({ length }) => length > 0)) return pieces
    }
  }
  const next = () =>
    guard.within(source!.read(), idleTimeoutMs, tooLate).catch((error) => {
      cancel(error)
      throw call.abortSignal?.aborted ? call.abortSignal.reason : errors.unreachable(error)
    })
  return {
    get headers() {
      return headers()
    },
    read,
    text: () =>
      readText(read, () => {
        cancel()
        return errors.create('model-response-invalid', 'The answer has more than 128 MB.', about())
      }),
    cancel,
    fail: (code, message, options = {}) => errors.create(code, message, { ...about(), ...options }),
    refuse: (error, data) =>
      errors.create(codes.get(error.code) ?? 'model-http-error', error.message, {
        statusCode: error.statusCode ?? response.status,
        responseHeaders: withRetryAfter(headers(), error.retryAfterMs),
        isRetryable: error.isRetryable,
        data,
      }),
  }
}

async function readText(read: HttpAnswer['read'], tooLong: () => Error): Promise<string> {
  const all: Uint8Array[] = []
  let length = 0
  for (let pieces = await read(); pieces !== undefined; pieces = await read()) {
    for (const piece of pieces) length += all[all.push(piece) - 1]!.length
    if (length > longestBody) throw tooLong()
  }
  // At once: a decoder that waits for more is several times as slow, and most answers are one piece.
  return new TextDecoder().decode(joinBytes(all, length))
}

/** Providers that say in the body how long to wait are heard by everybody who reads headers, `ai` among them. */
function withRetryAfter(headers: Record<string, string>, retryAfterMs: number | undefined): Record<string, string> {
  const asked = Math.max(retryAfterMs ?? -1, readRetryAfter(headers) ?? -1)
  return asked < 0 ? headers : { ...headers, 'retry-after-ms': String(asked) }
}

async function refusal(
  response: Response,
  answer: HttpAnswer,
  call: HttpCall,
  errors: CallErrors,
): Promise<ApiCallError> {
  const { status } = response
  const about = { statusCode: status, responseHeaders: answer.headers }
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    answer.cancel()
    const message = `${call.provider} answered with a redirect, which is not followed: the key would go with it. Check the base URL.`
    return errors.create('model-http-error', message, about)
  }
  const text = await readExplanation(answer, call)
  const data = parseJson(text)
  const error = call.decodeError(data, status)
  // OpenAI and Anthropic say it where the status alone would mislead.
  const said = answer.headers['x-should-retry']
  return errors.create('model-http-error', error.message, {
    ...about,
    responseHeaders: withRetryAfter(answer.headers, error.retryAfterMs),
    isRetryable: said === 'true' || (said !== 'false' && error.isRetryable),
    responseBody: text,
    data,
  })
}

/** A body that breaks off explains nothing, but the status still says what happened. */
async function readExplanation(answer: HttpAnswer, { abortSignal }: HttpCall): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length < longestErrorBody) {
      const pieces = await answer.read()
      if (pieces === undefined) return text + decoder.decode()
      for (const piece of pieces) text += decoder.decode(piece, { stream: true })
    }
  } catch (error) {
    if (abortSignal?.aborted) throw error
    return ''
  }
  answer.cancel()
  return text.slice(0, longestErrorBody)
}

/** Parsed where it is JSON, the text itself where it is a page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
