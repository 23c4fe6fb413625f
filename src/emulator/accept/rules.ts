import { jsonRules } from './json/json-rules.ts'
import { protoRules } from './proto/proto-rules.ts'
import { configFieldRules, configRules } from './request/config-rules.ts'
import { contentFieldRules, contentRules, lengthRules, systemRules } from './request/content-rules.ts'
import { signatureRules } from './request/signature-rules.ts'
import { toolFieldRules, toolRules } from './request/tool-rules.ts'
import { turnRules } from './request/turn-rules.ts'
import type { Rejection as RejectionOf, Rule } from './rule/rule.ts'
import { backendRules } from './schema/backend-rules.ts'
import { jsonSchemaRules } from './schema/json-schema-rules.ts'
import { validateRules } from './schema/validate-rules.ts'

/** The rules about requests, by the stages in which they are checked. */
export const requestStages = {
  /** The order of the validator's lines is that of the request's fields in the proto; it checks schemas after these … */
  validate: [...contentFieldRules, ...configFieldRules, ...toolFieldRules],
  /** … and before the system instruction. */
  validateLast: systemRules,
  /** The serving side checks schemas after these … */
  refuse: [...contentRules, ...toolRules],
  /** … and before these. It reports the first violation only. */
  refuseLast: [...configRules, ...turnRules, ...signatureRules, ...lengthRules],
} as const

const { validate, validateLast, refuse, refuseLast } = requestStages

/** Every rule of the emulator, by what it checks. docs/emulator-rules.md is made from this. */
export const rules = {
  json: [...jsonRules, ...protoRules],
  request: [...validate, ...validateLast, ...refuse, ...refuseLast],
  schema: [...validateRules, ...backendRules],
  'json-schema': jsonSchemaRules,
} as const satisfies Readonly<Record<string, readonly Rule<never>[]>>

/** The id of every rule. A closed list. */
export type RuleId = (typeof rules)[keyof typeof rules][number]['id']

/** One reason for which Google refuses a request. */
export type Rejection = RejectionOf<RuleId>
