import type { Repair } from '../history/violation.ts'
import type { RequestWarning } from '../wire/model-request.ts'

/** Tells the caller what had to be done to a history before the provider would take it. A text without words is nobody's loss. */
export function repairWarnings(repairs: readonly Repair[]): RequestWarning[] {
  return repairs
    .filter(({ rule }) => rule !== 'drop-empty')
    .map(({ rule, action, at, problem }) => ({
      type: 'other',
      message: `The history was repaired (message ${at}, ${rule}, ${action}): ${problem}`,
    }))
}
