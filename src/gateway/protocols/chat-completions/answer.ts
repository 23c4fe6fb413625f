import type { Client } from '../../access/client-keys.ts'
import { dropSignatures, isSignatureRefusal } from '../../ask/drop-signatures.ts'
import { readJson } from '../../body/read-json.ts'
import type { GatewayParts } from '../../dependencies.ts'
import type { RequestDraft } from '../../observe/request-record.ts'
import { readChatRequest } from './read.ts'
import { completeAnswer } from './write.ts'
import { streamAnswer } from './write-stream.ts'

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
    abortSignal: request.signal,
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
