import type { ToolfitError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { ModelMessage } from '../../core/message.ts'
import type { RunnableToolCall } from '../../models/versions/any-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { InferToolInput } from '../../tools/infer-tool.ts'
import type { AnyTool, ToolSet } from '../../tools/tool.ts'
import type { ToolCallOptions } from '../../tools/tool-options.ts'
import type { Instructions } from '../result/content.ts'
import type { TypedToolCall } from '../result/tool-parts.ts'

/** The input of `repairToolCall`. */
export interface RepairToolCallInput<TOOLS extends ToolSet = ToolSet> {
  /** The call as the model made it: `input` is text. */
  readonly toolCall: RunnableToolCall
  readonly tools: TOOLS
  /** `tool-input-invalid` or `tool-unknown`; `ai` recognises both as its own. */
  readonly error: ToolfitError
  /** The JSON Schema of a tool's input. */
  readonly inputSchema: (options: { readonly toolName: string }) => JsonObject | PromiseLike<JsonObject>
  readonly messages: readonly ModelMessage[]
  readonly system: Instructions | undefined
  readonly instructions: Instructions | undefined
  readonly abortSignal: AbortSignal | undefined
}

/**
 * Returns a repaired call, whose `input` is text again, or null. The repaired call is validated like one of the model.
 *
 * @example
 * ```ts
 * import type { RepairToolCall } from 'toolfit'
 *
 * const lowerCaseName: RepairToolCall = async ({ toolCall, error }) =>
 *   error.code === 'tool-unknown' ? { ...toolCall, toolName: toolCall.toolName.toLowerCase() } : null
 * ```
 */
export type RepairToolCall<TOOLS extends ToolSet = ToolSet> = (
  input: RepairToolCallInput<TOOLS>,
) => Promise<RunnableToolCall | null> | RunnableToolCall | null

/**
 * Changes the valid input of a tool, by its name: models differ in what they write for a value that is missing. The input that it
 * returns is not validated.
 *
 * @example
 * ```ts
 * import type { Tool, ToolInputRefinement } from 'toolfit'
 *
 * type Tools = { search: Tool<{ query: string; category: string | null }, string> }
 *
 * const refinement: ToolInputRefinement<Tools> = {
 *   search: (input) => ({ ...input, category: input.category === '' ? null : input.category }),
 * }
 * ```
 */
export type ToolInputRefinement<TOOLS extends ToolSet = ToolSet> = {
  readonly [NAME in keyof TOOLS]?: (
    input: InferToolInput<TOOLS[NAME]>,
  ) => InferToolInput<TOOLS[NAME]> | PromiseLike<InferToolInput<TOOLS[NAME]>>
}

/** Whether a call may run: at once, never, or after the user's approval. */
export type ToolApprovalStatus =
  | 'approved'
  | 'denied'
  | 'user-approval'
  | 'not-applicable'
  | { readonly type: 'approved' | 'denied' | 'user-approval' | 'not-applicable'; readonly reason?: string }

/** Whether a call may run; `undefined` leaves it to the tool's `needsApproval`. */
type Decision = ToolApprovalStatus | undefined | PromiseLike<ToolApprovalStatus | undefined>

/** The second argument of a tool's function in `toolApproval`. */
export interface ToolApprovalOptions {
  readonly toolCallId: string
  /** The messages of the step, without instructions. For a call that the user has approved: all messages. */
  readonly messages: ModelMessage[]
  /** The tool's own context, as `execute` gets it. */
  readonly toolContext: Untyped
  readonly runtimeContext: Untyped
}

/**
 * Decides which calls run, for all tools or for each by its name. It is asked when the model calls a tool, and once more before a call
 * runs that the user has approved. It takes precedence over `needsApproval`.
 *
 * @example
 * ```ts
 * import type { Tool, ToolApproval } from 'toolfit'
 *
 * type Tools = { pay: Tool<{ euros: number }, string>; erase: Tool<{ path: string }, string> }
 *
 * const toolApproval: ToolApproval<Tools> = {
 *   erase: 'denied',
 *   pay: ({ euros }, { runtimeContext }) => (runtimeContext.isTrusted && euros < 100 ? 'approved' : 'user-approval'),
 * }
 * ```
 */
export type ToolApproval<TOOLS extends ToolSet = ToolSet> =
  | ((call: {
      readonly toolCall: TypedToolCall<TOOLS>
      readonly tools: TOOLS
      readonly toolsContext: Readonly<Record<string, Untyped>>
      readonly messages: ModelMessage[]
      readonly runtimeContext: Untyped
    }) => Decision)
  | {
      readonly [NAME in keyof TOOLS]?:
        | ToolApprovalStatus
        | ((input: InferToolInput<TOOLS[NAME]>, options: ToolApprovalOptions) => Decision)
    }

/** A call as middleware sees it. */
export interface ToolExecution {
  readonly toolName: string
  /** Parsed. */
  readonly input: unknown
  readonly options: ToolCallOptions
  readonly tool: AnyTool
}

/**
 * Wraps every call of a tool: it may observe, wait, answer by itself, change the input, or change the result.
 *
 * @example
 * ```ts
 * import type { ToolMiddleware } from 'toolfit'
 *
 * const cache = new Map<string, unknown>()
 * const remember: ToolMiddleware = async ({ toolName, input }, next) => {
 *   const key = `${toolName} ${JSON.stringify(input)}`
 *   if (!cache.has(key)) cache.set(key, await next())
 *   return cache.get(key)
 * }
 * ```
 */
export type ToolMiddleware = (execution: ToolExecution, next: (input?: unknown) => unknown) => unknown
