import type { JsonObject } from '../../core/json.ts'
import type { FinishReason } from '../model-reply.ts'

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
