import { isPlainObject, type JsonObject, present } from '../../core/json.ts'
import { addCounts, asCount, type FinishReason, type ReplyJson, type Usage, unknownUsage } from '../model-reply.ts'

/** Google's finish reasons. The list is open: others become `other`. */
const reasons: Readonly<Record<string, FinishReason['unified']>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  MODEL_ARMOR: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  MALFORMED_FUNCTION_CALL: 'error',
  MALFORMED_RESPONSE: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
  TOO_MANY_TOOL_CALLS: 'error',
  MISSING_THOUGHT_SIGNATURE: 'error',
}

/** Gemini says `STOP` for calls too. */
export function decodeFinishReason(raw: string, hasCalls: boolean): FinishReason {
  const unified = Object.hasOwn(reasons, raw) ? reasons[raw]! : 'other'
  return { unified: unified === 'stop' && hasCalls ? 'tool-calls' : unified, raw }
}

const words: Readonly<Record<FinishReason['unified'], string>> = {
  stop: 'STOP',
  'tool-calls': 'STOP',
  length: 'MAX_TOKENS',
  'content-filter': 'SAFETY',
  error: 'OTHER',
  other: 'OTHER',
}

/** The raw reason, where it is one of Google's; else the nearest. */
export function encodeFinishReason({ unified, raw }: FinishReason): string {
  return raw !== undefined && Object.hasOwn(reasons, raw) ? raw : words[unified]
}

/** Decodes `usageMetadata`: its prompt count includes cached tokens, its answer count excludes thoughts. */
export function decodeUsage(metadata: unknown): Usage {
  if (!isPlainObject(metadata)) return unknownUsage
  const count = (key: string) => asCount(metadata[key])
  // Results of Google's own tools are part of the prompt, but are counted apart.
  const prompt = addCounts(count('promptTokenCount'), count('toolUsePromptTokenCount'))
  const cached = count('cachedContentTokenCount')
  const [answer, thoughts] = [count('candidatesTokenCount'), count('thoughtsTokenCount')]
  return {
    inputTokens: {
      total: prompt,
      noCache: prompt === undefined ? undefined : prompt - (cached ?? 0),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: { total: addCounts(answer, thoughts), text: answer, reasoning: thoughts },
    raw: metadata as Record<string, ReplyJson>,
  }
}

export function encodeUsage({ inputTokens, outputTokens }: Usage): JsonObject {
  return present({
    promptTokenCount: inputTokens.total,
    cachedContentTokenCount: inputTokens.cacheRead,
    candidatesTokenCount: outputTokens.text ?? outputTokens.total,
    thoughtsTokenCount: outputTokens.reasoning,
    totalTokenCount: addCounts(inputTokens.total, outputTokens.total),
  })
}
