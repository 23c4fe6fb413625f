import { isPlainObject, type JsonObject } from '../../core/json.ts'
import { type ReplyJson, type Usage, unknownUsage } from '../model-reply.ts'

/** Decodes the usage of an answer. OpenAI, DeepSeek and Kimi have different fields for cached tokens. */
export function decodeUsage(usage: unknown): Usage {
  if (!isPlainObject(usage)) return unknownUsage
  const input = count(usage['prompt_tokens'])
  const output = count(usage['completion_tokens'])
  const promptDetails = isPlainObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {}
  const details = isPlainObject(usage['completion_tokens_details']) ? usage['completion_tokens_details'] : {}
  const cacheRead =
    count(promptDetails['cached_tokens']) ?? count(usage['prompt_cache_hit_tokens']) ?? count(usage['cached_tokens'])
  const reasoning = count(details['reasoning_tokens'])
  return {
    inputTokens: { total: input, noCache: minus(input, cacheRead), cacheRead, cacheWrite: undefined },
    outputTokens: { total: output, text: minus(output, reasoning), reasoning },
    raw: usage as Record<string, ReplyJson>,
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function minus(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined ? undefined : Math.max(0, total - (part ?? 0))
}

/** Encodes usage in OpenAI's shape; undefined where it is unknown. Thoughts count as completion tokens. */
export function encodeUsage({ inputTokens, outputTokens }: Usage): JsonObject | undefined {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return undefined
  const prompt = inputTokens.total ?? 0
  const completion = outputTokens.total ?? 0
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: inputTokens.cacheRead ?? 0 },
    completion_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
  }
}
