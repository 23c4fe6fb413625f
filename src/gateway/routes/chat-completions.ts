import { readJson } from '../body/read-json.ts'
import { readChatRequest } from '../chat/chat-request.ts'
import { completeAnswer } from '../chat/complete-answer.ts'
import { dropSignatures, isSignatureRefusal } from '../chat/drop-signatures.ts'
import { streamAnswer } from '../chat/stream-answer.ts'
import type { Client } from '../client-keys.ts'
import { signalOf } from '../http/lean-request.ts'
import type { RequestDraft } from '../request-draft.ts'
import type { GatewayParts } from './gateway-parts.ts'

/** `POST /v1/chat/completions`. */
export async function chatCompletions(
  request: Request,
  client: Client,
  draft: RequestDraft,
  parts: GatewayParts,
): Promise<Response> {
  const { config, upstream, issuer, store, onStoreError } = parts
  const shelf = { store, client: client.id, issuer, onStoreError }
  const asked = await readChatRequest(await readJson(request, config), config, shelf)
  draft.stream = asked.stream
  const answer = asked.stream ? streamAnswer : completeAnswer
  const context = {
    request: asked,
    upstream,
    shelf,
    draft,
    abortSignal: signalOf(request),
    wantsReport: /^(1|true)$/i.test(request.headers.get('x-toolfit-report') ?? ''),
    id: `chatcmpl-${draft.id}`,
    created: Math.floor(config.now() / 1000),
  }
  const response = await answer(context).catch((error: unknown) => {
    // Nothing has been sent yet: what Gemini refuses with a status is refused before the first byte.
    const unsigned = isSignatureRefusal(error) && !config.strict ? dropSignatures(asked) : undefined
    if (unsigned === undefined) throw error
    return answer({ ...context, request: unsigned })
  })
  // Only now is it known that there is such a model: names of clients do not become labels.
  draft.model = asked.modelId
  return response
}
