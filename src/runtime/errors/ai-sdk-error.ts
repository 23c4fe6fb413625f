import { isMarked, ToolfitError, type ToolfitErrorCode, type ToolfitErrorEvidence } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'

/** What {@link AISDKError} takes. */
export interface AISDKErrorOptions {
  readonly name: string
  readonly message: string
  readonly cause?: unknown
  readonly code?: ToolfitErrorCode | undefined
  readonly evidence?: ToolfitErrorEvidence | undefined
}

/**
 * The base of the errors that have the names of the AI SDK's. Each is a {@link ToolfitError} with a `code`, and has the name, the message
 * and the fields that it has in `ai`. `isInstance` recognises the errors of this package, of `ai`, and of its providers.
 *
 * @example
 * ```ts
 * import { AISDKError, NoSuchToolError, ToolfitError } from 'toolfit'
 *
 * const error = new NoSuchToolError({ toolName: 'fly', availableTools: ['walk'] })
 * AISDKError.isInstance(error) // true
 * ToolfitError.isInstance(error) // true
 * error.name // 'AI_NoSuchToolError'
 * error.code // 'tool-unknown'
 * ```
 */
export class AISDKError extends ToolfitError {
  override readonly name: string

  /** In `ai`, the key is there without a cause, too. */
  override readonly cause: unknown

  constructor({ name, message, cause, code = 'other', evidence }: AISDKErrorOptions) {
    super(code, message, evidence)
    this.name = name
    this.cause = cause
    asAiSdkError(this, name)
  }

  /** True for every error of the AI SDK, and for each of ours that has a counterpart there. */
  static override isInstance(error: unknown): error is AISDKError {
    return AISDKError.hasMarker(error, 'vercel.ai.error')
  }

  /** Errors of a run are no objects of these classes, so that a program that needs none of them loads none. */
  static override [Symbol.hasInstance](this: unknown, error: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: the class to the right of `instanceof` may be a subclass.
    const asked = this as typeof AISDKError
    if (Object.prototype.isPrototypeOf.call(asked.prototype, error as object)) return true
    // A class of the caller's own that only inherits `isInstance` has none of our errors.
    return Object.hasOwn(asked, 'isInstance') && asked.isInstance(error)
  }

  /** Whether an error carries a registered symbol. For subclasses: `vercel.ai.error.<name>`. */
  protected static hasMarker(error: unknown, marker: string): boolean {
    return isMarked(error, Symbol.for(marker))
  }
}

/** Whether an error is the AI SDK's of that name. */
export function isNamed(error: unknown, name: string): boolean {
  return isMarked(error, Symbol.for(`vercel.ai.error.${name}`))
}
