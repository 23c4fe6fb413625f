import type { WireError } from '../wire/wire-error.ts'

/** A request is refused, by the gateway or by Gemini. `wire` is for the client. */
export class RefusedRequest extends Error {
  readonly wire: WireError & { readonly statusCode: number }
  /** Headers that go with the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    wire: Omit<WireError, 'isRetryable'> & { readonly isRetryable?: boolean },
    headers: Readonly<Record<string, string>> = {},
    options: { readonly cause?: unknown } = {},
  ) {
    super(wire.message, options)
    this.wire = { isRetryable: false, ...wire, statusCode: wire.statusCode ?? 400 }
    this.headers = headers
  }
}

/** A field of the request is wrong. `code` is OpenAI's: `invalid_type`, `missing_required_parameter` … */
export function invalidField(param: string, code: string, message: string): RefusedRequest {
  return new RefusedRequest({ message, param, code, statusCode: 400 })
}
