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
  /** The input of a call does not fit the tool's schema, and no repair helped. */
  | 'tool-input-invalid'
  /** What a tool returned does not fit its `outputSchema`. */
  | 'tool-output-invalid'
  /** What a tool returned has no JSON form: it contains itself, or is a function. */
  | 'tool-output-unserialisable'
  /** A tool took longer than its `timeout`. */
  | 'tool-timeout'
  /** The model did not call what `toolChoice` asked for, or called what it ruled out. */
  | 'tool-choice-violated'
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
  /** A file that a message names could not be fetched for a model that does not fetch it itself. */
  | 'download-failed'
  /** There is nothing to ask the model, or it was said twice: `prompt` and `messages`, `system` and `instructions`. */
  | 'prompt-invalid'
  /** A run was aborted, by its signal or by a `timeout`. */
  | 'run-aborted'
  /** A run failed with something that is no error object. */
  | 'run-failed'
  /** The provider answered with an error. */
  | 'model-http-error'
  /** What was passed as a model is none, or follows a specification that Toolfit does not know. */
  | 'model-unreadable'
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
  /** The answer is not what `output` asked for: no JSON, or JSON that its schema refuses. */
  | 'output-invalid'
  /** `output` was read of a run that has none: it ended without an answer. */
  | 'output-missing'

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
