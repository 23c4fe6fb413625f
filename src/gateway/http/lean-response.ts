import { delegate } from './delegate.ts'

/** What a client knows of a response. */
export interface ResponseHead {
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
}

class LeanResponse {
  readonly status: number
  readonly statusText: string
  readonly url: string
  readonly headers: Headers
  readonly type: ResponseType = 'default'
  readonly redirected: boolean = false
  readonly #body: ReadableStream<Uint8Array> | null
  #real: Response | undefined

  constructor(head: ResponseHead) {
    this.status = head.status
    this.statusText = head.statusText
    this.url = head.url
    this.headers = head.headers
    this.#body = head.body
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#body
  }

  real(): Response {
    const { status, statusText, headers } = this
    this.#real ??= new Response(this.#body as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
      status,
      statusText,
      headers,
    })
    return this.#real
  }

  static {
    delegate(LeanResponse.prototype, Response.prototype)
  }
}

/** A `Response` that costs what is asked of it, as {@link createLeanRequest} does. */
export function createLeanResponse(head: ResponseHead): Response {
  return new LeanResponse(head) as unknown as Response
}
