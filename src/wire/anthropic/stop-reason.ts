import type { FinishReason } from '../model-reply.ts'

const reasons: Readonly<Record<string, FinishReason['unified']>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  // The provider's own tools need another round: the same messages are sent again.
  pause_turn: 'stop',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool-calls',
  refusal: 'content-filter',
}

export function decodeStopReason(raw: string | undefined): FinishReason {
  return { unified: raw !== undefined && Object.hasOwn(reasons, raw) ? reasons[raw]! : 'other', raw }
}

/** Reasons for which the last block may be cut off. */
export function isCutBy(raw: string | undefined): boolean {
  return ['length', 'content-filter'].includes(decodeStopReason(raw).unified)
}
