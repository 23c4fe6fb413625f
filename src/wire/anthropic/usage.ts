import { isPlainObject } from '../../core/json.ts'
import { type ReplyJson, type Usage, unknownUsage } from '../model-reply.ts'

/** Reads usage. `input_tokens` leaves the cached ones out; a total has them all. */
export function decodeUsage(usage: unknown): Usage {
  if (!isPlainObject(usage)) return unknownUsage
  const noCache = count(usage['input_tokens'])
  const cacheRead = count(usage['cache_read_input_tokens'])
  const cacheWrite = count(usage['cache_creation_input_tokens'])
  const output = count(usage['output_tokens'])
  const details = isPlainObject(usage['output_tokens_details']) ? usage['output_tokens_details'] : {}
  const reasoning = count(details['thinking_tokens'])
  return {
    inputTokens: {
      total: noCache === undefined ? undefined : noCache + (cacheRead ?? 0) + (cacheWrite ?? 0),
      noCache,
      cacheRead,
      cacheWrite,
    },
    outputTokens: {
      total: output,
      text: output === undefined || reasoning === undefined ? undefined : Math.max(0, output - reasoning),
      reasoning,
    },
    raw: usage as Record<string, ReplyJson>,
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
