import type { Endpoint } from './endpoint.ts'

/**
 * How sure we are that an endpoint has a rule. `known`: a recorded rejection or a live probe says so.
 * `unsure`: an older, contradicted or merely likely rule. A strict judge enforces both, a lenient one only the first.
 */
export type Certainty = 'known' | 'unsure'

export type Evidence = Readonly<Partial<Record<Endpoint, Certainty>>>

export function isEnforced(evidence: Evidence, endpoint: Endpoint, strict: boolean): boolean {
  const certainty = evidence[endpoint]
  return certainty === 'known' || (certainty === 'unsure' && strict)
}
