import { jsonRules } from './json/json-rules.ts'
import { protoRules } from './proto/proto-rules.ts'
import { configFieldRules, configRules } from './request/config-rules.ts'
import { contentFieldRules, contentRules, systemRules } from './request/content-rules.ts'
import { lengthRules } from './request/length-rules.ts'
import { signatureRules } from './request/signature-rules.ts'
import { toolFieldRules, toolRules } from './request/tool-rules.ts'
import { turnRules } from './request/turn-rules.ts'
import type { Rejection as RejectionOf, Rule } from './rule/rule.ts'
import { backendRules } from './schema/backend-rules.ts'
import { jsonSchemaRules } from './schema/json-schema-rules.ts'
import { validateRules } from './schema/validate-rules.ts'

/** Every rule of the emulator, by what it checks. docs/emulator-rules.md is made from this. */
export const rules = {
  json: [...jsonRules, ...protoRules],
  request: [
    ...contentFieldRules,
    ...configFieldRules,
    ...toolFieldRules,
    ...systemRules,
    ...contentRules,
    ...toolRules,
    ...configRules,
    ...turnRules,
    ...signatureRules,
    ...lengthRules,
  ],
  schema: [...validateRules, ...backendRules],
  'json-schema': jsonSchemaRules,
} as const satisfies Readonly<Record<string, readonly Rule<never>[]>>

export type RequestRuleId = (typeof rules)['request'][number]['id']

/** The id of every rule. A closed list. */
export type RuleId = (typeof rules)[keyof typeof rules][number]['id']

/** One reason for which Google refuses a request. */
export type Rejection = RejectionOf<RuleId>
