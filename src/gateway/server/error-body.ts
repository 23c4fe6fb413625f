import { encodeError } from '../../wire/openai-chat/error.ts'

/** What a server says by itself, where no request reaches the gateway: in OpenAI's shape, as everything else. */
export function errorBody(statusCode: number, message: string): string {
  return JSON.stringify(encodeError({ statusCode, message, isRetryable: statusCode >= 500 || statusCode === 408 }))
}
