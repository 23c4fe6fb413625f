import type { FinishReason, ReplyContent } from '../../wire/model-reply.ts'
import { RefusedRequest } from '../refused-request.ts'

/** A filter left nothing of the answer. */
export function isBlocked(reply: {
  readonly content: readonly ReplyContent[]
  readonly finishReason: FinishReason
}): boolean {
  return reply.finishReason.unified === 'content-filter' && reply.content.length === 0
}

/** For those who would rather have an error than an empty answer. */
export function blockedPrompt({ raw }: FinishReason): RefusedRequest {
  const reason = raw === undefined ? '' : ` (${raw})`
  const message = `The prompt or its answer was blocked by Gemini's filters${reason}.`
  return new RefusedRequest({ message, code: 'content_policy_violation', param: 'messages', statusCode: 400 })
}
