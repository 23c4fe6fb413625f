/** The codes of all errors that Toolfit throws. A closed list: a `switch` over it can be exhaustive. */
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
  /** The output of a tool does not fit its `outputSchema`. */
  | 'tool-output-invalid'
  /** The output of a tool has no JSON form: it contains itself, or is a function. */
  | 'tool-output-unserialisable'
  /** A tool ran longer than its `timeout`. */
  | 'tool-timeout'
  /** The model did not call the tool that `toolChoice` requires, or called one that it excludes. */
  | 'tool-choice-violated'
  /** An approval in the messages answers no request or no call, or its signature is missing or wrong. */
  | 'tool-approval-invalid'
  /** A text is not JSON, or a value does not fit its schema. */
  | 'value-invalid'
  /** A value is nested deeper than Toolfit recurses. */
  | 'value-too-deep'
  /** A value contains itself. */
  | 'value-circular'
  /** No dialect has that name. */
  | 'dialect-unknown'
  /** An option has an invalid value. */
  | 'option-invalid'
  /** The messages that a history must keep exceed its budget; `minimum` is the smallest budget that works. */
  | 'history-budget-too-small'
  /** The stored value is not a history. */
  | 'history-unreadable'
  /** The stored history has a version that this Toolfit does not know. */
  | 'history-version-unknown'
  /** The summary takes at least as many tokens as the messages that it would replace. */
  | 'summary-not-smaller'
  /** The summariser returned no text. */
  | 'summary-empty'
  /** A message holds a part that the provider does not take: a kind of file, a file of another provider. */
  | 'prompt-unsupported'
  /** A file could not be downloaded for a model that does not fetch it itself. */
  | 'download-failed'
  /** There is no prompt, or there are two: `prompt` and `messages`, `system` and `instructions`. */
  | 'prompt-invalid'
  /** A run was aborted, by its signal or by a `timeout`. */
  | 'run-aborted'
  /** A run failed with a value that is not an error object. */
  | 'run-failed'
  /** The provider answered with an error. */
  | 'model-http-error'
  /** A provider, or a registry of providers, has no model of that name. */
  | 'model-unknown'
  /** The value passed as a model is not one, or follows a specification that Toolfit does not know. */
  | 'model-unreadable'
  /** The connection to the provider could not be opened, or broke. */
  | 'model-unreachable'
  /** The provider did not send anything in time. */
  | 'model-timeout'
  /** The provider's answer cannot be read. */
  | 'model-response-invalid'
  /** The stream ended, or broke, before the model was done. */
  | 'model-stream-truncated'
  /** A model was called without a key, and without headers in its place. */
  | 'api-key-missing'
  /** The answer does not fit `output`: it is not JSON, or its schema refuses it. */
  | 'output-invalid'
  /** The run has no `output`: it ended without an answer. */
  | 'output-missing'
  /** An error of a program that uses one of the AI SDK's error classes, for which Toolfit has no code. */
  | 'other'

/** Fields that describe the error. Values are short, for people and for logs. */
export type ToolfitErrorEvidence = Readonly<Record<string, unknown>>

const marker = Symbol.for('toolfit.error')

/** Whether a value carries a registered symbol, which works across copies of a package, as `instanceof` does not. */
export function isMarked(value: unknown, marker: symbol): boolean {
  return typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[marker] === true
}

/**
 * The error that Toolfit throws. `code` says what went wrong, `evidence` where, and the message what to do next.
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
  override readonly name: string = 'ToolfitError'
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
    return isMarked(value, marker)
  }
}
