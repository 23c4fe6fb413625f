import { isPlainObject, type Json, type JsonObject } from '../../../core/json.ts'
import type { ProviderMetadata } from '../../../wire/model-reply.ts'

/** Google's log probabilities as OpenAI has them; null where there are none. */
export function encodeLogprobs(metadata: ProviderMetadata | undefined): Json {
  const result = Object.values(metadata ?? {}).find((own) => isPlainObject(own['logprobsResult']))?.['logprobsResult']
  if (!isPlainObject(result)) return null
  const chosen = objectsIn(result['chosenCandidates'])
  const alternatives = Array.isArray(result['topCandidates']) ? result['topCandidates'] : []
  const content = chosen.map((candidate, index): JsonObject => {
    const top: unknown = alternatives[index]
    const others = isPlainObject(top) ? objectsIn(top['candidates']) : []
    return { ...encodeToken(candidate), top_logprobs: others.map(encodeToken) }
  })
  return { content, refusal: null }
}

type Fields = Readonly<Record<string, unknown>>

function objectsIn(list: unknown): Fields[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : []
}

/** Zero is left out on Google's wire. */
function encodeToken({ token = '', logProbability = 0 }: Fields): JsonObject {
  const text = String(token)
  return { token: text, logprob: Number(logProbability), bytes: [...new TextEncoder().encode(text)] }
}
