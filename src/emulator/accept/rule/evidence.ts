import type { Endpoint } from '../../api/endpoint.ts'

/**
 * How sure we are that an endpoint has a rule. `known`: a recorded rejection or a live probe says so.
 * `unsure`: an older, contradicted or merely likely rule. A strict judge enforces both, a lenient one only the first.
 */
export type Certainty = 'known' | 'unsure'

export type Evidence = Readonly<Partial<Record<Endpoint, Certainty>>>

/** What every rule says of itself. Documents are made of it. */
export interface RuleDescription {
  /** The rule in one line. */
  readonly says: string
  /** Who recorded it: a report, a probe, a document. */
  readonly source: string
  /** Where it holds. An endpoint that is not named does not have the rule. */
  readonly evidence: Evidence
}

function isEnforced(evidence: Evidence, endpoint: Endpoint, strict: boolean): boolean {
  const certainty = evidence[endpoint]
  return certainty === 'known' || (certainty === 'unsure' && strict)
}

/** By list of rules, then by judge: there are six of those, and many requests. */
const enforced = new WeakMap<object, Map<string, unknown>>()

/** The rules of a list that a judge enforces, in order. Lists of rules are constants: what was found once is remembered. */
export function enforcedRules<Rule extends { readonly evidence: Evidence }>(
  rules: readonly Rule[],
  endpoint: Endpoint,
  strict: boolean,
): readonly Rule[] {
  const judge = strict ? endpoint : `${endpoint} lenient`
  const known = enforced.get(rules)?.get(judge)
  if (known !== undefined) return known as readonly Rule[]
  const found = rules.filter(({ evidence }) => isEnforced(evidence, endpoint, strict))
  enforced.set(rules, (enforced.get(rules) ?? new Map<string, unknown>()).set(judge, found))
  return found
}
