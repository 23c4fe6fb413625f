import type { ModelStreamPart } from '../../models/versions/language-model.ts'
import type { FinishReason, ProviderMetadata, ReplyContent } from '../../wire/model-reply.ts'
import { RefusedRequest } from '../refused-request.ts'

type Part = ModelStreamPart | ReplyContent

/**
 * Makes the parts of one answer those that clients get. Calls that Google ran itself are removed, as are all calls but the first where
 * the client wants one. Vertex's and Cloud Code's own data is `google`, the only name that clients read.
 */
export function createPartShaper(isSingle: boolean, issuer: string): (part: Part) => Part | undefined {
  let calls = 0
  return (part) => {
    if (part.type === 'tool-call') {
      if (part.providerExecuted === true) return undefined
      // The model may call the others again when it has the first one's result.
      if (++calls > 1 && isSingle) return undefined
    } else if (part.type !== 'text' && part.type !== 'text-end') return part
    return issuer === 'google' ? part : nameGoogle(part, issuer)
  }
}

function nameGoogle<P extends { readonly providerMetadata?: ProviderMetadata }>(part: P, issuer: string): P {
  const own = part.providerMetadata?.[issuer]
  return own === undefined ? part : { ...part, providerMetadata: { ...part.providerMetadata, google: own } }
}

/** For gateways that answer a blocked prompt with an error. */
export function blockedPrompt({ raw }: FinishReason): RefusedRequest {
  const reason = raw === undefined ? '' : ` (${raw})`
  const message = `The prompt or its answer was blocked by Gemini's filters${reason}.`
  return new RefusedRequest({ message, code: 'content_policy_violation', statusCode: 400 })
}
