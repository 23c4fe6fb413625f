import type { JsonObject } from '../../core/json.ts'
import type { FinishReason } from '../model-reply.ts'

/** What providers say: OpenAI's words, then those of OpenRouter, DeepSeek and GLM. */
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
}

/** An answer with calls that merely "stops" has stopped for the calls: several servers say so. */
export function decodeFinishReason(raw: string | undefined, hasCalls: boolean): FinishReason {
  const known = raw !== undefined && Object.hasOwn(reasons, raw) ? reasons[raw]! : 'other'
  return { unified: known === 'stop' && hasCalls ? 'tool-calls' : known, raw }
}

/** Reasons for which what came last may be cut off. */
export function isCutBy(raw: string | undefined): boolean {
  return ['length', 'content-filter', 'error'].includes(decodeFinishReason(raw, false).unified)
}

const words: Readonly<Record<FinishReason['unified'], string>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  // The API has no other word for an answer that ended and is not what it should be.
  error: 'stop',
  other: 'stop',
}

/**
 * One of the API's own words: clients check against a closed list. Where none of them says it, the provider's own word stands beside
 * it, so that an answer that went wrong does not look like one that is done.
 */
export function encodeFinishReason({ unified, raw }: FinishReason): JsonObject {
  const isSaid = unified !== 'error' && unified !== 'other'
  const native = raw === undefined || isSaid ? {} : { native_finish_reason: raw }
  return { finish_reason: words[unified], ...native }
}
