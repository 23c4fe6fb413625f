import { joinBytes } from '../../core/bytes.ts'
import { ToolfitError, type ToolfitErrorCode } from '../../core/errors.ts'
import type { HttpExchange, HttpReply, HttpRequest, Transport } from '../../core/http.ts'
import { parseJson } from '../../core/json.ts'
import type { WireError } from '../../wire/wire-error.ts'
import type { ApiCallError } from './api-call-error.ts'
import { type CallErrorFields, type CallErrors, type CallTarget, createCallErrors } from './call-errors.ts'
import { CallGuard } from './call-guard.ts'
import { readRetryAfter } from './retry.ts'

/** How long a model may be silent. */
export interface Timeouts {
  /** Until the head of the answer comes. Without a stream, that is when the answer is complete. Default 300,000. */
  readonly headerTimeoutMs?: number | undefined
  /**
   * Between two events of a stream that say something: comments, empty events and white space do not. From the head of any other answer to
   * its end, however small its pieces are. Default 120,000.
   */
  readonly idleTimeoutMs?: number | undefined
}

export interface HttpCall extends CallTarget, Timeouts {
  /** Default `POST`. */
  readonly method?: 'GET' | 'POST' | undefined
  /** The headers say its type. */
  readonly body?: string | Uint8Array | undefined
  readonly transport: Transport
  readonly abortSignal?: AbortSignal | undefined
  /** Decodes the body that came with an error status: JSON, parsed, or the text that is not JSON. */
  readonly decodeError: (body: unknown, status: number) => WireError
}

/** A reply whose status is good. Reading it is bounded by the timeouts and the abort signal of its call. */
export interface OpenReply {
  readonly headers: Readonly<Record<string, string>>
  /** Pieces of the body, none of them empty. */
  readonly body: AsyncIterator<Uint8Array, undefined>
  /** What came says something: the time that the model may be silent starts again. */
  heard(): void
  /** The whole body, all of it within the time that a model may be silent. */
  bytes(): Promise<Uint8Array>
  /** Releases the connection. A read that waits rejects with `reason`. */
  cancel(reason?: unknown): void
  /** An error about this reply. */
  fail(code: ToolfitErrorCode, message: string, fields?: CallErrorFields): ApiCallError
  /** An error that the provider reports inside this reply. */
  refuse(error: WireError, data?: unknown): ApiCallError
}

/** Codes of errors that a codec finds in a reply. All others are the provider's own errors. */
const codes: ReadonlyMap<string | undefined, ToolfitErrorCode> = new Map([
  ['stream-truncated', 'model-stream-truncated'],
  ['stream-unreadable', 'model-response-invalid'],
  ['response-empty', 'model-response-invalid'],
])

const defaultHeaderTimeout = 300_000
const defaultIdleTimeout = 120_000

/** No model answers with more: several large images are smaller. */
const longestBody = 128 * 1024 * 1024

/** Of the body of an error. The rest is not read. */
const longestErrorBody = 100_000

/**
 * Sends a request and waits for the head of the reply. One try: {@link retry} makes more of it. The key is in a header and nowhere else:
 * not in the URL, and masked where the provider repeats it.
 *
 * @throws ToolfitError `model-http-error`, `model-unreachable`, `model-timeout`, each marked as `APICallError`; `option-invalid` for
 * headers that cannot be sent. The reason of `abortSignal` is thrown as it is.
 */
export async function callHttp(call: HttpCall): Promise<OpenReply> {
  const { transport, method = 'POST', url, body, abortSignal, headerTimeoutMs = defaultHeaderTimeout } = call
  checkHeaders(call.headers)
  const guard = new CallGuard(abortSignal)
  const errors = createCallErrors(call)
  const exchange = send(transport, { method, url, headers: call.headers, body })
  guard.watch(exchange)
  let reply: HttpReply
  try {
    reply = await guard.within(exchange.reply, headerTimeoutMs, () => errors.tooLate('answer', headerTimeoutMs))
  } catch (error) {
    guard.release()
    // A transport that cannot be cancelled may still get a reply, which must not hold its connection.
    exchange.reply.then(({ body }) => void body[Symbol.asyncIterator]().return?.()).catch(() => undefined)
    throw abortSignal?.aborted ? abortSignal.reason : errors.unreachable(error)
  }
  const open = new GuardedReply(reply, call, guard, errors)
  if (reply.status >= 200 && reply.status < 300) return open
  throw await refusal(reply.status, open, call, errors)
}

/** A transport that throws is no different from one that rejects. */
function send(transport: Transport, request: HttpRequest): HttpExchange {
  try {
    return transport(request)
  } catch (error) {
    return { reply: Promise.reject(error), cancel: () => undefined }
  }
}

/** Headers that every platform sends. The platform is asked about the others only: that takes as long as half a call. */
const plainName = /^[\w-]+$/
const plainValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

/** The platform's own error would quote the header, which may be the key. */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
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

/** A reply, and the iterator of its body. */
class GuardedReply implements OpenReply, AsyncIterator<Uint8Array, undefined> {
  readonly #reply: HttpReply
  // Not the call, whose body would stay in memory as long as an answer streams.
  readonly #abortSignal: AbortSignal | undefined
  readonly #idleTimeoutMs: number
  readonly #guard: CallGuard
  readonly #errors: CallErrors
  readonly #source: AsyncIterator<Uint8Array, undefined>
  #isOver = false
  /** How long the reader has waited for something that counts. Time in which nobody reads is not the model's. */
  #waitedMs = 0

  constructor(reply: HttpReply, call: HttpCall, guard: CallGuard, errors: CallErrors) {
    this.#reply = reply
    this.#abortSignal = call.abortSignal
    this.#idleTimeoutMs = call.idleTimeoutMs ?? defaultIdleTimeout
    this.#guard = guard
    this.#errors = errors
    this.#source = reply.body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  }

  get headers(): OpenReply['headers'] {
    return this.#reply.headers
  }

  get body(): this {
    return this
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    for (;;) {
      const startedAt = Date.now()
      const read = await this.#within(this.#source.next(), Math.max(0, this.#idleTimeoutMs - this.#waitedMs))
      this.#waitedMs += Date.now() - startedAt
      if (!read.done && read.value.length === 0) continue
      if (read.done) this.#end()
      return read
    }
  }

  /** Waits for a part of the reply, which ends where it is late or fails. */
  async #within<T>(work: Promise<T>, ms: number): Promise<T> {
    try {
      return await this.#guard.within(work, ms, this.#tooLate)
    } catch (error) {
      this.cancel(error)
      throw this.#abortSignal?.aborted ? this.#abortSignal.reason : this.#errors.unreachable(error)
    }
  }

  #end(): void {
    this.#isOver = true
    this.#guard.release()
  }

  readonly #tooLate = (): Error => this.#errors.tooLate('next piece', this.#idleTimeoutMs)

  heard(): void {
    this.#waitedMs = 0
  }

  async bytes(): Promise<Uint8Array> {
    const bytes = await this.#within(this.#readAll(), this.#idleTimeoutMs)
    if (bytes === undefined) {
      this.cancel()
      throw this.fail('model-response-invalid', 'The answer has more than 128 MB.')
    }
    this.#end()
    return bytes
  }

  /** The whole body; undefined where it is too long. */
  async #readAll(): Promise<Uint8Array | undefined> {
    const pieces: Uint8Array[] = []
    let length = 0
    for (let read = await this.#source.next(); !read.done; read = await this.#source.next()) {
      pieces.push(read.value)
      length += read.value.length
      if (length > longestBody) return undefined
    }
    return joinBytes(pieces, length)
  }

  cancel(reason?: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#guard.stop(reason)
    this.#source.return?.().catch(() => undefined)
  }

  fail(code: ToolfitErrorCode, message: string, fields?: CallErrorFields): ApiCallError {
    const { status, headers } = this.#reply
    return this.#errors.create(code, message, { statusCode: status, responseHeaders: headers, ...fields })
  }

  refuse(error: WireError, data?: unknown): ApiCallError {
    const { status, headers } = this.#reply
    return this.#errors.create(codes.get(error.code) ?? 'model-http-error', error.message, {
      statusCode: error.statusCode ?? status,
      responseHeaders: withRetryAfter(headers, error.retryAfterMs),
      isRetryable: error.isRetryable,
      data,
    })
  }
}

/** Puts a wait that the provider asks for in its body into the headers, where every caller, `ai` among them, looks for it. */
function withRetryAfter(headers: OpenReply['headers'], retryAfterMs: number | undefined): OpenReply['headers'] {
  const asked = Math.max(retryAfterMs ?? -1, readRetryAfter(headers) ?? -1)
  return asked < 0 ? headers : { ...headers, 'retry-after-ms': String(asked) }
}

async function refusal(status: number, reply: OpenReply, call: HttpCall, errors: CallErrors): Promise<ApiCallError> {
  const about = { statusCode: status, responseHeaders: reply.headers }
  // A browser hides the status of a redirect: it is 0 then.
  if (status === 0 || (status >= 300 && status < 400)) {
    reply.cancel()
    const message = `${call.provider} answered with a redirect, which is not followed: the key would go with it. Check the base URL.`
    return errors.create('model-http-error', message, about)
  }
  const text = await readExplanation(reply, call)
  const data = readBody(text)
  const error = call.decodeError(data, status)
  // OpenAI and Anthropic send this header where the status alone would mislead.
  const shouldRetry = reply.headers['x-should-retry']
  return errors.create('model-http-error', error.message, {
    ...about,
    responseHeaders: withRetryAfter(reply.headers, error.retryAfterMs),
    isRetryable: shouldRetry === 'true' || (shouldRetry !== 'false' && error.isRetryable),
    responseBody: text,
    data,
  })
}

/** The body of an error. Empty where it breaks off: the status still says what happened. */
async function readExplanation(reply: OpenReply, { abortSignal }: HttpCall): Promise<string> {
  const streaming = new TextDecoder()
  let text = ''
  try {
    while (text.length < longestErrorBody) {
      const read = await reply.body.next()
      if (read.done) return text + streaming.decode()
      text += streaming.decode(read.value, { stream: true })
    }
  } catch (error) {
    if (abortSignal?.aborted) throw error
    return ''
  }
  reply.cancel()
  return text.slice(0, longestErrorBody)
}

/** Parsed where it is JSON; the text itself where it is not, as a proxy's page. */
export function readBody(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}
