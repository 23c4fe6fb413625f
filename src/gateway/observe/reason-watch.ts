import type { FinishReason } from '../../wire/model-reply.ts'

/** Looks at the reasons for which answers end. */
export type ReasonWatch = (reason: FinishReason) => void

/** Documented reasons that OpenAI has no word for, and ours for answers without one. All others that are `other` are new. */
const documented: ReadonlySet<string> = new Set([
  'FINISH_REASON_UNSPECIFIED',
  'OTHER',
  'LANGUAGE',
  'NO_IMAGE',
  'IMAGE_OTHER',
  'CONTINUATION',
  'UNSPECIFIED',
])

/** More are no reasons. */
const mostReasons = 100

/** Tells once of every reason that nobody knows yet: clients see it as `stop`, with the word beside it. */
export function createReasonWatch(onUnknown: (reason: string) => void): ReasonWatch {
  const told = new Set<string>()
  return ({ unified, raw }) => {
    if (unified !== 'other' || raw === undefined || documented.has(raw)) return
    // A word of the API. Anything else is a text of the upstream's, and logs have no place for it.
    const reason = /^[A-Z][A-Z0-9_]{0,60}$/.test(raw) ? raw : '(no word of the API)'
    if (told.has(reason) || told.size >= mostReasons) return
    told.add(reason)
    onUnknown(reason)
  }
}
