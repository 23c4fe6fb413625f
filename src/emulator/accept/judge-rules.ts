import { requestRules } from './check-request.ts'
import type { RuleDescription } from './rule/evidence.ts'
import type { RejectionRule } from './rule/rejection.ts'
import { backendRules } from './schema/backend-rules.ts'
import { jsonSchemaRules } from './schema/json-schema-rules.ts'
import { validatorRules } from './schema/validator-rules.ts'

/** A rule as documents show it. */
export interface JudgeRule extends RuleDescription {
  readonly id: RejectionRule
  /** What it looks at: a request, a Schema message of it, or a JSON Schema of it. */
  readonly about: 'request' | 'schema' | 'json-schema'
  /** Whether it was recorded up to Gemini 2.5 only, and holds for those models only. */
  readonly isLegacy: boolean
}

/** Every rule behind the transcoder. */
export const judgeRules: readonly JudgeRule[] = [
  ...requestRules.map((rule) => describe(rule, 'request')),
  ...[...validatorRules, ...backendRules].map((rule) => describe(rule, 'schema')),
  ...jsonSchemaRules.map((rule) => describe(rule, 'json-schema')),
]

function describe(
  { id, says, source, evidence, isLegacy }: RuleDescription & { readonly id: RejectionRule; readonly isLegacy?: true },
  about: JudgeRule['about'],
): JudgeRule {
  return { id, about, says, source, evidence, isLegacy: isLegacy === true }
}
