import type { Repair } from '../history/violation.ts'
import type { RequestWarning } from '../wire/model-request.ts'

/** A warning for every repair of the history that the caller should know of. Dropping an empty text is not one. */
export function repairWarnings(repairs: readonly Repair[]): RequestWarning[] {
  return repairs
    .filter(({ rule }) => rule !== 'drop-empty')
    .map(({ rule, action, at, problem }) => ({
      type: 'other',
      message: `The history was repaired (message ${at}, ${rule}, ${action}): ${problem}`,
    }))
}

const tooMany = 'number of tools'

/** A warning for more tools than the provider takes. It refuses the whole request then. */
export function toolCountWarnings(provider: string, count: number, most: number): RequestWarning[] {
  if (count <= most) return []
  const details = `${provider} takes ${most} tools, and these are ${count}. Choose some with activeTools.`
  return [{ type: 'unsupported', feature: tooMany, details }]
}

/** An error of a call, with the warning that explains it: a call that is refused has no result that could carry its warnings. */
export function explainRefusal(error: unknown, warnings: readonly RequestWarning[]): unknown {
  const warning = warnings.find((each) => each.type === 'unsupported' && each.feature === tooMany)
  if (warning !== undefined && error instanceof Error && 'details' in warning) {
    error.message = `${error.message} ${warning.details}`
  }
  return error
}
