/** Every reason for which Toolfit throws. A closed list: a `switch` over it can be exhaustive. */
export type ToolfitErrorCode =
  /** The source is not a schema in any form that Toolfit reads. */
  | 'schema-unreadable'
  /** The source contains itself as a JavaScript object (use `$ref` for recursion). */
  | 'schema-circular'
  /** The schema nests deeper than Toolfit recurses while it checks a value. */
  | 'schema-too-deep'
  /** No value can ever satisfy the schema. */
  | 'schema-impossible'
  /** The schema can only be read asynchronously, or has asynchronous checks. */
  | 'schema-async'
  /** A `$ref` leads nowhere, and `strictRefs` asked for an error. */
  | 'ref-unresolved'
  /** A part of the schema has no JSON form at all (a Zod symbol, a function …). */
  | 'schema-unrepresentable'
  /** `onChange: 'throw'` met a change. */
  | 'schema-changed'
  /** The tool set is not a set of tools in any form that Toolfit reads. */
  | 'tools-unreadable'
  /** A tool of the set is not a function tool in any form that Toolfit reads. */
  | 'tool-unreadable'
  /** Two tools of the set have the same name. */
  | 'tool-name-duplicate'
  /** A call names a tool that is not in the set. */
  | 'tool-unknown'
  /** A value is nested deeper than Toolfit recurses. */
  | 'value-too-deep'
  /** A value contains itself. */
  | 'value-circular'
  /** No dialect has that name. */
  | 'dialect-unknown'
  /** An option has a value that it cannot have. */
  | 'option-invalid'
  /** What a history must keep is more than its budget; `minimum` says what would do. */
  | 'history-budget-too-small'
  /** What is to be restored is no stored history. */
  | 'history-unreadable'
  /** A stored history is of a version that this Toolfit does not know. */
  | 'history-version-unknown'
  /** The summary takes at least as many tokens as what it would replace. */
  | 'summary-not-smaller'
  /** The summariser gave no text. */
  | 'summary-empty'
  /** A message holds something that the provider has no place for: a kind of file, a file of another provider. */
  | 'prompt-unsupported'
  /** The provider answered with an error. */
  | 'model-http-error'
  /** No connection to the provider, or it broke. */
  | 'model-unreachable'
  /** The provider kept silent for too long. */
  | 'model-timeout'
  /** The provider's answer cannot be read. */
  | 'model-response-invalid'
  /** The stream ended, or broke, before the model was done. */
  | 'model-stream-truncated'
  /** A model was called without a key, and without headers that would stand for one. */
  | 'api-key-missing'

/** Fields that say what the error is about. Values are short, for people and for logs. */
export type ToolfitErrorEvidence = Readonly<Record<string, unknown>>

const marker = Symbol.for('toolfit.error')

/**
 * The one error that Toolfit throws. `code` says what went wrong, `evidence` where, the message what to do next.
 *
 * @example
 * ```ts
 * import { compileSchema, ToolfitError } from 'toolfit/schema'
 *
 * try {
 *   compileSchema({ type: 'string', minLength: 5, maxLength: 2 }, { to: 'gemini' })
 * } catch (error) {
 *   if (ToolfitError.isInstance(error)) console.log(error.code, error.evidence.at) // schema-impossible, ''
 * }
 * ```
 */
export class ToolfitError extends Error {
  override readonly name = 'ToolfitError'
  readonly code: ToolfitErrorCode
  readonly evidence: ToolfitErrorEvidence

  constructor(
    code: ToolfitErrorCode,
    message: string,
    evidence: ToolfitErrorEvidence = {},
    options: { cause?: unknown } = {},
  ) {
    super(message, options)
    this.code = code
    this.evidence = evidence
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a ToolfitError of any copy of this package (`instanceof` fails across copies). */
  static isInstance(value: unknown): value is ToolfitError {
    return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[marker] === true
  }
}
