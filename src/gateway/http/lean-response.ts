import { type ByteSource, ownBytes, streamOfBytes } from '../../core/byte-source.ts'
import { delegate } from './delegate.ts'
import { headersOf, realHeaders } from './headers-of.ts'

/** What is in the body: a text that is there already, bytes that come, or nothing. */
export type LeanBody = string | ByteSource | null

/** What is known of a response. */
export interface ResponseHead {
  readonly status: number
  readonly statusText?: string
  readonly url?: string
  /** As they are, or names and values in turns: then they are made when somebody looks. */
  readonly headers: Headers | readonly string[]
  readonly body: LeanBody
}

class LeanResponse {
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly type: ResponseType = 'default'
  readonly redirected: boolean = false
  readonly #body: LeanBody
  #headers: Headers | readonly string[]
  #real: Response | undefined

  constructor({ status, statusText = '', url = '', headers, body }: ResponseHead) {
    this.status = status
    this.statusText = statusText
    this.url = url
    this.#headers = headers
    this.#body = body
  }

  get headers(): Headers {
    if (!(this.#headers instanceof Headers)) this.#headers = headersOf(this.#headers)
    return this.#headers
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.real().body
  }

  [ownBytes](): ByteSource | undefined {
    if (typeof this.#body === 'string') return bytesOfText(this.#body)
    return this.#body ?? undefined
  }

  real(): Response {
    const { status, statusText } = this
    const headers = realHeaders(this.headers)
    const body = this.#body
    this.#real ??= new Response(body === null || typeof body === 'string' ? body : streamOfBytes(body), {
      status,
      statusText,
      headers,
    })
    return this.#real
  }

  /** Undefined: the response is the platform's, or was opened as one. */
  static bodyOf(response: Response): LeanBody | undefined {
    return #body in response && (response as LeanResponse).#real === undefined
      ? (response as LeanResponse).#body
      : undefined
  }

  static realOf(response: Response): Response {
    return #body in response ? (response as LeanResponse).real() : response
  }

  static {
    delegate(LeanResponse.prototype, Response.prototype)
  }
}

function bytesOfText(text: string): ByteSource {
  let rest: Uint8Array[] | undefined = [new TextEncoder().encode(text)]
  const cancel = () => {
    rest = undefined
  }
  const read = async () => {
    const pieces = rest
    rest = undefined
    return pieces
  }
  return { read, cancel }
}

/** A `Response` that costs what is asked of it, as {@link createLeanRequest} does. */
export function createLeanResponse(head: ResponseHead): Response {
  return new LeanResponse(head) as unknown as Response
}

/** What is in the body of a lean response that nobody has opened as a stream. Undefined: it has to be read as any other. */
export function leanBodyOf(response: Response): LeanBody | undefined {
  return LeanResponse.bodyOf(response)
}

/** The platform's own response, for those who know no other: servers of Bun, Deno and workerd look inside. */
export function realResponse(response: Response): Response {
  return LeanResponse.realOf(response)
}
