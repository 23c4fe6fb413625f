import type { Repair } from '../history/violation.ts'
import type { RequestWarning } from '../wire/model-request.ts'

/** Tells the caller what had to be done to a history before the provider would take it. */
export function repairWarnings(repairs: readonly Repair[]): RequestWarning[] {
  return repairs.map(({ rule, problem }) => ({
    type: 'other',
    message: `The history was repaired (${rule}). ${problem}`,
  }))
}
