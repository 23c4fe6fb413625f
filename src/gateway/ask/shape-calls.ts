import type { ProviderMetadata, ReplyToolCall } from '../../wire/model-reply.ts'
import type { ChatRequest } from '../protocols/chat-completions/read.ts'

/** Decides about each call of an answer, in order. Undefined: it is not handed on. */
export type CallShaper = (call: ReplyToolCall) => ReplyToolCall | undefined

/**
 * Calls as clients get them: one where they asked for one, signatures where clients look for them. What Google ran itself is not for
 * them to run. One shaper for each answer.
 */
export function createCallShaper({ isSingle }: Pick<ChatRequest, 'isSingle'>, issuer: string): CallShaper {
  let count = 0
  return (call) => {
    if (call.providerExecuted === true) return undefined
    count++
    // The model may call the others again when it has the first one's result.
    if (isSingle && count > 1) return undefined
    return asGoogle(call, issuer)
  }
}

/** Vertex and Cloud Code have names of their own for data that clients know as Google's. */
export function asGoogle<Part extends { readonly providerMetadata?: ProviderMetadata }>(
  part: Part,
  issuer: string,
): Part {
  const own = issuer === 'google' ? undefined : part.providerMetadata?.[issuer]
  return own === undefined ? part : { ...part, providerMetadata: { ...part.providerMetadata, google: own } }
}
