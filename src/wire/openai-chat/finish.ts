import { asFields, isPlainObject, type JsonObject } from '../../core/json.ts'
import { asCount, type FinishReason, type ReplyJson, type Usage, unknownUsage } from '../model-reply.ts'

/** Finish reasons of OpenAI, then those of OpenRouter, DeepSeek, GLM and Together. */
const reasons: Readonly<Record<string, FinishReason['unified']>> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  error: 'error',
  insufficient_system_resource: 'error',
  network_error: 'error',
  sensitive: 'content-filter',
  model_context_window_exceeded: 'length',
  eos: 'stop',
}

/** Several servers send `stop` for an answer with calls, or no reason at all (Snowflake). */
export function decodeFinishReason(raw: string | undefined, hasCalls: boolean): FinishReason {
  const known = raw !== undefined && Object.hasOwn(reasons, raw) ? reasons[raw]! : 'other'
  return { unified: hasCalls && (known === 'stop' || !raw) ? 'tool-calls' : known, raw }
}

/** True for reasons after which the last part may be cut off. */
export function isCutBy(raw: string | undefined): boolean {
  return ['length', 'content-filter', 'error'].includes(decodeFinishReason(raw, false).unified)
}

const words: Readonly<Record<FinishReason['unified'], string>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  // The API has no reason for an answer that failed.
  error: 'stop',
  other: 'stop',
}

/**
 * A finish reason of the API's closed list, which clients check. Where none of them fits, the provider's own reason is added in a field
 * beside it, so that a failed answer does not look complete.
 */
export function encodeFinishReason({ unified, raw }: FinishReason): JsonObject {
  const isSaid = unified !== 'error' && unified !== 'other'
  const native = raw === undefined || isSaid ? {} : { native_finish_reason: raw }
  return { finish_reason: words[unified], ...native }
}

/** Decodes the usage of an answer. OpenAI, DeepSeek and Kimi have different fields for cached tokens. */
export function decodeUsage(usage: unknown): Usage {
  if (!isPlainObject(usage)) return unknownUsage
  const input = asCount(usage['prompt_tokens'])
  const output = asCount(usage['completion_tokens'])
  const promptDetails = asFields(usage['prompt_tokens_details'])
  const details = asFields(usage['completion_tokens_details'])
  const cacheRead =
    asCount(promptDetails['cached_tokens']) ??
    asCount(usage['prompt_cache_hit_tokens']) ??
    asCount(usage['cached_tokens'])
  const reasoning = asCount(details['reasoning_tokens'])
  return {
    inputTokens: { total: input, noCache: minus(input, cacheRead), cacheRead, cacheWrite: undefined },
    outputTokens: { total: output, text: minus(output, reasoning), reasoning },
    raw: usage as Record<string, ReplyJson>,
  }
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
