import { encodeError } from '../../../wire/openai-chat/error.ts'
import type { RefusedRequest } from '../../refused-request.ts'

/** An error as OpenAI's clients read it. */
export function errorResponse({ wire, headers }: RefusedRequest): Response {
  return Response.json(encodeError(wire), { status: wire.statusCode, headers })
}
