import type { FinishReason } from '../model-reply.ts'

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
