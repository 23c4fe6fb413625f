import type { RequestWarning } from '../wire/model-request.ts'

const feature = 'number of tools'

/** A warning where there are more tools than the provider takes. It refuses the whole request then. */
export function tooManyTools(provider: string, count: number, most: number): RequestWarning[] {
  if (count <= most) return []
  const details = `${provider} takes ${most} tools, and these are ${count}. Choose some with activeTools.`
  return [{ type: 'unsupported', feature, details }]
}

/** An error of a call, with what its warnings say about it: nobody sees the warnings of a call that was refused. */
export function explainRefusal(error: unknown, warnings: readonly RequestWarning[]): unknown {
  const warning = warnings.find((each) => each.type === 'unsupported' && each.feature === feature)
  if (warning !== undefined && error instanceof Error && 'details' in warning) {
    error.message = `${error.message} ${warning.details}`
  }
  return error
}
