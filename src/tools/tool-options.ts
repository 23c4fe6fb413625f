import type { AnyModelMessage, ModelMessage } from '../core/message.ts'
import type { Untyped } from './flexible-schema.ts'

/**
 * What a tool gets besides its input. Toolfit passes all of it; `ai` passes what its version has: `toolName` and `stepNumber` are
 * Toolfit's own, `context` exists from `ai` 7 on, `experimental_context` up to `ai` 6.
 *
 * @example
 * ```ts
 * import { tool, type ToolCallOptions } from 'toolfit'
 * import { z } from 'zod'
 *
 * const whoami = tool({
 *   inputSchema: z.object({}),
 *   execute: (_input, { toolCallId, abortSignal }: ToolCallOptions) => `${toolCallId}: ${abortSignal?.aborted ?? false}`,
 * })
 * ```
 */
export interface ToolCallOptions<CONTEXT = unknown> {
  /** The id that the model gave to this call. */
  readonly toolCallId: string
  /** The messages that were sent to the model, without the system prompt and without the response that contains this call. */
  readonly messages: ModelMessage[]
  /** Aborted with the run, or after the tool's `timeout`. */
  readonly abortSignal?: AbortSignal
  /** The `experimental_context` of the run. It is not sent to the model. Untyped: `contextSchema` gives `context` a type. */
  readonly experimental_context?: Untyped
  /** The entry for this tool in `toolsContext`, else `experimental_context`. */
  readonly context: CONTEXT
  /** The `experimental_sandbox` of the run, or of the step. */
  readonly experimental_sandbox?: Untyped
  /** The name by which the tool was called. */
  readonly toolName: string
  /** The step of the run, from 0. */
  readonly stepNumber: number
}

/** The name of {@link ToolCallOptions} from `ai` 6 on. */
export type ToolExecutionOptions<CONTEXT = unknown> = ToolCallOptions<CONTEXT>

/** What a caller of `execute` has to pass: what `ai` 5, 6, 7 and Toolfit have in common. */
export interface AnyToolCallOptions<CONTEXT = unknown> {
  readonly toolCallId: string
  readonly messages: readonly AnyModelMessage[]
  readonly abortSignal?: AbortSignal | undefined
  readonly experimental_context?: unknown
  readonly context?: CONTEXT
  readonly toolName?: string
  readonly stepNumber?: number
}

/** What `execute` may return: a value, or an iterable whose last value is the result, or a promise of either. */
export type ToolReturn<OUTPUT> = Yielding<OUTPUT> | PromiseLike<Yielding<OUTPUT>>

type Yielding<OUTPUT> = OUTPUT | AsyncIterable<OUTPUT>

/** How often and when a failed tool is retried. */
export interface ToolRetries {
  /** The maximum number of retries. */
  readonly maxRetries: number
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly firstDelayMs?: number
  /** The longest delay before a retry, in milliseconds. */
  readonly longestDelayMs?: number
  /** Whether to retry after this error. Default: always. */
  readonly retryIf?: (error: unknown) => boolean
}
