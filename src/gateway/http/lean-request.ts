import { type ByteSource, ownBytes, streamOfBytes } from '../../core/byte-source.ts'
import { delegate } from './delegate.ts'
import { headersOf } from './headers-of.ts'

/** What a server knows of a request. */
export interface RequestHead {
  readonly method: string
  readonly url: string
  /** Names and values, in turns. */
  readonly rawHeaders: readonly string[]
  readonly signal: AbortSignal
  /** Undefined: there is none. */
  readonly body: (() => ByteSource) | undefined
}

class LeanRequest {
  readonly method: string
  readonly url: string
  readonly signal: AbortSignal
  readonly #head: RequestHead
  #headers: Headers | undefined
  #body: ReadableStream<Uint8Array> | null | undefined
  #real: Request | undefined

  constructor(head: RequestHead) {
    this.#head = head
    this.method = head.method
    this.url = head.url
    this.signal = head.signal
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#head.rawHeaders)
    return this.#headers
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
    const { method, url, headers, signal, body } = this
    // TypeScript's DOM does not know `duplex`, which Node asks for where a stream is sent.
    this.#real ??= new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit)
    return this.#real
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
