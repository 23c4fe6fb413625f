import type { Endpoint } from '../../api/endpoint.ts'
import { enforcedRules } from '../rule/evidence.ts'
import type { Rejection } from '../rule/rejection.ts'
import { type SchemaMessage, type Step, someChild } from './schema-message.ts'
import { type ValidatorRule, validatorRules } from './validator-rules.ts'

/** Which of the validator's rules hold. */
interface ValidateOptions {
  readonly endpoint: Endpoint
  readonly strict: boolean
  /** Whether a late model judges, which does not have the rules that were recorded with early ones only. Default false. */
  readonly isLateModel?: boolean
}

const lateRules = validatorRules.filter(({ isLegacy }) => isLegacy !== true)

/**
 * The request validator, as far as it concerns a Schema message: rules between fields, every violation a line.
 * `path` is the schema's in those lines.
 */
export function validateSchema(message: SchemaMessage, path: string, options: ValidateOptions): Rejection[] {
  const { endpoint, strict, isLateModel = false } = options
  const rules = enforcedRules(isLateModel ? lateRules : validatorRules, endpoint, strict)
  const rejections: Rejection[] = []
  validateNode(message, path, rules, rejections)
  return rejections
}

function validateNode(
  message: SchemaMessage,
  at: string,
  rules: readonly ValidatorRule[],
  rejections: Rejection[],
): void {
  // What stands beside a `ref` would be replaced by what it refers to: the rule about `ref` speaks of it, no other.
  if (message.ref === '') {
    for (const rule of rules) {
      for (const { field, text } of rule.check(message)) {
        rejections.push({ stage: 'validate', rule: rule.id, message: `* ${at}.${field}: ${text}` })
      }
    }
  }
  someChild(message, (child, step) => {
    validateNode(child, `${at}.${printStep(step)}`, rules, rejections)
    return false
  })
}

/** Keys stand unquoted in brackets. Some recorded paths of response schemas quote them; by which rule is not known. */
function printStep(step: Step): string {
  if ('key' in step) return `${step.field}[${step.key}]`
  return 'index' in step ? `${step.field}[${step.index}]` : step.field
}
