import type { AnyModelMessage, ModelMessage } from '../core/message.ts'

/**
 * What a tool is told besides its input. This is what Toolfit passes; `ai` passes what its version has: `toolName` and
 * `stepNumber` are ours alone, `context` is there from `ai` 7 on, `experimental_context` up to `ai` 6.
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
  /** What was sent to the model: without the system prompt, and without the answer that made this call. */
  readonly messages: ModelMessage[]
  /** Aborted when the run is, or when the tool's `timeout` is over. */
  readonly abortSignal?: AbortSignal
  /** The object that was given to the run, as it is. It never reaches the model. */
  readonly experimental_context?: unknown
  /** The entry for this tool in `toolsContext`, else what `experimental_context` is. */
  readonly context: CONTEXT
  /** The name by which the tool was called. */
  readonly toolName: string
  /** The step of the run, from 0. */
  readonly stepNumber: number
}

/** The name of {@link ToolCallOptions} from `ai` 6 on. */
export type ToolExecutionOptions<CONTEXT = unknown> = ToolCallOptions<CONTEXT>

/** What any of `ai` 5, 6, 7 and Toolfit tells a tool: what a caller of `execute` has to give. */
export interface AnyToolCallOptions<CONTEXT = unknown> {
  readonly toolCallId: string
  readonly messages: readonly AnyModelMessage[]
  readonly abortSignal?: AbortSignal | undefined
  readonly experimental_context?: unknown
  readonly context?: CONTEXT
  readonly toolName?: string
  readonly stepNumber?: number
}

/** What `execute` may return: a value, or values one after the other of which the last is the result; either may be promised. */
export type ToolReturn<OUTPUT> = Yielding<OUTPUT> | PromiseLike<Yielding<OUTPUT>>

type Yielding<OUTPUT> = OUTPUT | AsyncIterable<OUTPUT>

/** How often and when a tool that failed is run again. */
export interface ToolRetries {
  /** How many times more, at most. */
  readonly maxRetries: number
  /** Milliseconds before the first retry; doubled for each further one. */
  readonly firstDelayMs?: number
  /** The longest wait between two tries, in milliseconds. */
  readonly longestDelayMs?: number
  /** Whether this error is worth another try. Without it, every error is. */
  readonly retryIf?: (error: unknown) => boolean
}
