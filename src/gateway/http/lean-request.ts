import { type ByteSource, ownBytes, streamOfBytes } from '../../core/byte-source.ts'
import { platformSignal } from '../../core/light-signal.ts'
import { delegate } from './delegate.ts'
import { headersOf, realHeaders } from './headers-of.ts'

/** What a server knows of a request. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  /** Names and values, in turns. */
  readonly rawHeaders: readonly string[]
  /** May be a light one: the request has a real one for whoever asks. */
  readonly signal: AbortSignal
  /** Undefined: there is none. */
  readonly body: (() => ByteSource) | undefined
}

class LeanRequest {
  readonly method: string
  readonly url: string
  readonly #head: RequestHead
  #headers: Headers | undefined
  #signal: AbortSignal | undefined
  #body: ReadableStream<Uint8Array> | null | undefined
  #real: Request | undefined

  constructor(head: RequestHead) {
    this.#head = head
    this.method = head.method
    this.url = head.url
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#head.rawHeaders)
    return this.#headers
  }

  get signal(): AbortSignal {
    const { signal } = this.#head
    this.#signal ??= signal instanceof AbortSignal ? signal : platformSignal(signal)
    return this.#signal
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.#real !== undefined) return this.#real.body
    if (this.#body === undefined) {
      const bytes = this[ownBytes]()
      this.#body = bytes === undefined ? null : streamOfBytes(bytes)
    }
    return this.#body
  }

  [ownBytes](): ByteSource | undefined {
    return this.#head.body?.()
  }

  real(): Request {
    const { method, url, signal, body } = this
    const headers = realHeaders(this.headers)
    // TypeScript's DOM does not know `duplex`, which Node asks for where a stream is sent.
    this.#real ??= new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
    return this.#real
  }

  static signalOf(request: Request): AbortSignal {
    return #head in request ? (request as unknown as LeanRequest).#head.signal : request.signal
  }

  static {
    delegate(LeanRequest.prototype, Request.prototype)
  }
}

/**
 * A `Request` that costs what is asked of it. The platform's own parses the URL, copies the headers and wraps the body and the signal,
 * which is a tenth of a millisecond before anybody has looked at it. One thing it cannot be: an argument of `new Request`, which reads
 * insides that only the platform's have. `clone()` gives one that can.
 */
export function createLeanRequest(head: RequestHead): Request {
  return new LeanRequest(head) as unknown as Request
}

/** The signal of a request for our own code, which needs no real one. */
export function signalOf(request: Request): AbortSignal {
  return LeanRequest.signalOf(request)
}
