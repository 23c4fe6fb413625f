import type { FinishReason } from '../../wire/model-reply.ts'

/** Checks the reason for which an answer ended. */
export type ReasonWatch = (reason: FinishReason) => void

/** Documented reasons that are `other`, and our own for answers without one. The rest is new. */
const documented: ReadonlySet<string> = new Set([
  'FINISH_REASON_UNSPECIFIED',
  'OTHER',
  'LANGUAGE',
  'NO_IMAGE',
  'IMAGE_OTHER',
  'CONTINUATION',
  'UNSPECIFIED',
])

/** Reported at most. */
const mostReasons = 100

/** Reports every undocumented reason once. Clients see it as `stop`, with Gemini's word beside it. */
export function createReasonWatch(onUnknown: (reason: string) => void): ReasonWatch {
  const told = new Set<string>()
  return ({ unified, raw }) => {
    if (unified !== 'other' || raw === undefined || documented.has(raw)) return
    // Only words of the API go into logs, and no other text of the upstream.
    const reason = /^[A-Z][A-Z0-9_]{0,60}$/.test(raw) ? raw : '(no word of the API)'
    if (told.has(reason) || told.size >= mostReasons) return
    told.add(reason)
    onUnknown(reason)
  }
}
