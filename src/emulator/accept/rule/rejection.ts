import type { RequestRuleId } from '../request/request-rule-id.ts'

/**
 * The stages at which Google refuses a request. Each hides the ones behind it.
 *
 * - `parse`: JSON to proto. All errors are collected, and repeated as `fieldViolations`.
 * - `validate`: rules between fields. All errors are collected, a `* path: text` line each.
 * - `backend`: what the serving side refuses. One sentence, the first that applies.
 */
export type Stage = 'parse' | 'validate' | 'backend'

/** Every reason for which a request is refused. A closed list. */
export type RejectionRule = ParseRule | ValidatorRuleId | BackendRuleId | JsonSchemaRuleId | RequestRuleId

export type ParseRule =
  /** The body is no JSON, not even by the lenient grammar of Google's parser. Has no violation. */
  | 'json-syntax'
  | 'root-not-message'
  | 'unknown-field'
  | 'field-without-name'
  | 'list-for-singular'
  | 'scalar-invalid'
  | 'enum-value-unknown'
  | 'scalar-for-message'
  | 'object-for-scalar'
  | 'list-for-map'
  | 'list-in-map'
  | 'map-key-repeated'
  | 'oneof-taken'
  | 'json-too-deep'
  | 'json-too-large'

export type ValidatorRuleId =
  | 'type-missing'
  | 'string-format-unknown'
  | 'number-format-unknown'
  | 'enum-on-non-string'
  | 'enum-on-integer'
  | 'enum-member-empty'
  | 'enum-format-without-enum'
  | 'items-missing'
  | 'items-on-non-array'
  | 'properties-on-non-object'
  | 'properties-empty'
  | 'property-key-empty'
  | 'required-on-non-object'
  | 'required-undefined'
  | 'property-ordering-on-non-object'
  | 'property-ordering-undefined'

export type BackendRuleId =
  | 'parameters-not-object'
  | 'ref-with-siblings'
  | 'ref-undefined'
  | 'ref-loop'
  | 'defs-below-root'
  | 'additional-properties-invalid'
  | 'any-of-with-siblings'
  | 'schema-type-missing'
  | 'nesting-too-deep'

/** Of `parametersJsonSchema` and `responseJsonSchema`, which are no Schema message. Said in the stage `backend`. */
export type JsonSchemaRuleId =
  | 'reference-undefined'
  | 'reference-with-siblings'
  | 'reference-loop'
  | 'nesting-too-deep'
  | 'parameters-not-object'

/** One reason for which Google refuses a request. */
export interface Rejection {
  readonly stage: Stage
  /** Google's text for it: a line of the error's message. */
  readonly message: string
  /** `fieldViolations[].field`. Only parse errors have one, and not all of them. */
  readonly field?: string
  readonly rule: RejectionRule
}

/** The `error.message` that Google makes of the rejections of one stage. */
export function errorMessage(rejections: readonly Rejection[]): string {
  const lines = rejections.map((rejection) => rejection.message)
  return rejections[0]?.stage === 'validate' ? lines.map((line) => `${line}\n`).join('') : lines.join('\n')
}
