import type { GenerationConfig, Part } from '../api/message.ts'
import { tokensOfPart } from '../tokens/count-tokens.ts'
import { cutToTokens } from '../tokens/estimate-tokens.ts'

/** Parts that were cut as the request asks for it, and why the answer ended. */
export interface LimitedParts {
  readonly parts: readonly Part[]
  readonly finishReason: 'STOP' | 'MAX_TOKENS'
}

/**
 * Ends text before the first stop sequence, then at `maxOutputTokens`, of which thoughts have used some. A call is never cut: the first one
 * that has no room is left out, with all that follows. Parts without text are left out, as Gemini does.
 */
export function limitParts(parts: readonly Part[], thoughtTokens: number, config: GenerationConfig = {}): LimitedParts {
  let room = (config.maxOutputTokens ?? Number.POSITIVE_INFINITY) - thoughtTokens
  const kept: Part[] = []
  for (const whole of parts) {
    const part = whole.text === undefined ? whole : { ...whole, text: cutAtStop(whole.text, config.stopSequences) }
    // Most requests set no limit: then nothing has to be counted.
    const tokens = room === Number.POSITIVE_INFINITY ? 0 : tokensOfPart(part)
    if (tokens > room) {
      const text = part.text === undefined ? '' : cutToTokens(part.text, Math.max(0, room))
      return { parts: text === '' ? kept : [...kept, { ...part, text }], finishReason: 'MAX_TOKENS' }
    }
    room -= tokens
    if (part.text !== '') kept.push(part)
  }
  return { parts: kept, finishReason: 'STOP' }
}

function cutAtStop(text: string, stops: readonly string[] = []): string {
  const ends = stops
    .filter((stop) => stop !== '')
    .map((stop) => text.indexOf(stop))
    .filter((at) => at >= 0)
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends))
}
