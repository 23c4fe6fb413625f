import { isPlainObject, type JsonObject } from '../../core/json.ts'
import { type ReplyJson, type Usage, unknownUsage } from '../model-reply.ts'

/** Decodes `usageMetadata`: its prompt count includes cached tokens, its answer count excludes thoughts. */
export function decodeUsage(metadata: unknown): Usage {
  if (!isPlainObject(metadata)) return unknownUsage
  const count = (key: string) => (typeof metadata[key] === 'number' ? metadata[key] : undefined)
  const [said, found] = [count('promptTokenCount'), count('toolUsePromptTokenCount')]
  // Results of Google's own tools are part of the prompt, but are counted apart.
  const prompt = said === undefined && found === undefined ? undefined : (said ?? 0) + (found ?? 0)
  const cached = count('cachedContentTokenCount')
  const [answer, thoughts] = [count('candidatesTokenCount'), count('thoughtsTokenCount')]
  return {
    inputTokens: {
      total: prompt,
      noCache: prompt === undefined ? undefined : prompt - (cached ?? 0),
      cacheRead: cached,
      cacheWrite: undefined,
    },
    outputTokens: {
      total: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
      text: answer,
      reasoning: thoughts,
    },
    raw: metadata as Record<string, ReplyJson>,
  }
}

export function encodeUsage({ inputTokens, outputTokens }: Usage): JsonObject {
  const counts = {
    promptTokenCount: inputTokens.total,
    cachedContentTokenCount: inputTokens.cacheRead,
    candidatesTokenCount: outputTokens.text ?? outputTokens.total,
    thoughtsTokenCount: outputTokens.reasoning,
    totalTokenCount:
      inputTokens.total === undefined && outputTokens.total === undefined
        ? undefined
        : (inputTokens.total ?? 0) + (outputTokens.total ?? 0),
  }
  return Object.fromEntries(
    Object.entries(counts).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
