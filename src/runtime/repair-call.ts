import type { ToolfitError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import type { ModelMessage } from '../core/message.ts'
import type { RunnableToolCall } from '../models/versions/runnable-parts.ts'
import type { ToolSet } from '../tools/tool.ts'
import type { Instructions } from './instructions.ts'

/** What a repair is asked with. */
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
 * Gives a better call, whose `input` is text again, or null for none. What it gives is read once more, as if the model had made it.
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
