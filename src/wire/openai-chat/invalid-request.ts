import type { WireError } from '../wire-error.ts'

/** Thrown inside the decoder only, where a request is not one. */
export class InvalidRequest extends Error {
  readonly #param: string | undefined

  constructor(message: string, param?: string) {
    super(message)
    this.#param = param
  }

  toWire(): WireError {
    return {
      message: this.message,
      type: 'invalid_request_error',
      ...(this.#param === undefined ? {} : { param: this.#param }),
      statusCode: 400,
      isRetryable: false,
    }
  }
}
