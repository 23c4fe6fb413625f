import type { MessageJsonObject, ProviderOptions } from '../../core/message.ts'
import type { InferToolInput, InferToolOutput } from '../../tools/infer-tool.ts'
import type { ToolSet } from '../../tools/tool.ts'

/** What calls, results and errors have in common. */
interface PartBase {
  toolCallId: string
  /** True where the provider runs the tool itself. */
  providerExecuted?: boolean
  providerMetadata?: ProviderOptions
  /** The tool's `metadata`. */
  toolMetadata?: MessageJsonObject
  /** The tool's `title`. */
  title?: string
}

interface StaticPart<NAME, INPUT> extends PartBase {
  toolName: NAME
  input: INPUT
  /** The name of `input` in `ai` 4. */
  readonly args: INPUT
  dynamic?: false | undefined
}

interface DynamicPart extends PartBase {
  toolName: string
  input: unknown
  /** The name of `input` in `ai` 4. */
  readonly args: unknown
  dynamic: true
}

interface StaticCall<NAME, INPUT> extends StaticPart<NAME, INPUT> {
  type: 'tool-call'
  invalid?: false | undefined
  error?: never
}

interface StaticResult<NAME, INPUT, OUTPUT> extends StaticPart<NAME, INPUT> {
  type: 'tool-result'
  output: OUTPUT
  /** The name of `output` in `ai` 4. */
  readonly result: OUTPUT
  /** True for a preliminary value that a tool yields: another result of the same call follows. */
  preliminary?: boolean
}

interface StaticError<NAME, INPUT> extends StaticPart<NAME, INPUT> {
  type: 'tool-error'
  error: unknown
}

/** The names of the tools whose types are known. Calls of dynamic tools are {@link DynamicToolCall}s. */
type StaticName<TOOLS> = {
  [NAME in keyof TOOLS & string]: TOOLS[NAME] extends { readonly type: 'dynamic' } ? never : NAME
}[keyof TOOLS & string]

/** A call of a tool of the set, with the tool's own type of input. */
export type StaticToolCall<TOOLS extends ToolSet = ToolSet> = {
  [NAME in StaticName<TOOLS>]: StaticCall<NAME, InferToolInput<TOOLS[NAME]>>
}[StaticName<TOOLS>]

/** A call of a dynamic tool, or an invalid call: an unknown tool, or invalid input. */
export interface DynamicToolCall extends DynamicPart {
  type: 'tool-call'
  /** True where the tool is unknown, or the input is invalid. The call is not run. */
  invalid?: boolean
  /** Why it is invalid. */
  error?: unknown
}

/**
 * A call as steps and streams have it.
 *
 * @example
 * ```ts
 * import type { Tool, TypedToolCall } from 'toolfit'
 *
 * function describe(call: TypedToolCall<{ weather: Tool<{ city: string }, number> }>): string {
 *   if (call.dynamic) return `${call.toolName}, with any input`
 *   switch (call.toolName) {
 *     case 'weather':
 *       return `the weather in ${call.input.city}`
 *   }
 * }
 * ```
 */
export type TypedToolCall<TOOLS extends ToolSet = ToolSet> = StaticToolCall<TOOLS> | DynamicToolCall

/** The result of a tool of the set, with the tool's own types. */
export type StaticToolResult<TOOLS extends ToolSet = ToolSet> = {
  [NAME in StaticName<TOOLS>]: StaticResult<NAME, InferToolInput<TOOLS[NAME]>, InferToolOutput<TOOLS[NAME]>>
}[StaticName<TOOLS>]

/** The result of a dynamic tool. */
export interface DynamicToolResult extends DynamicPart {
  type: 'tool-result'
  output: unknown
  /** The name of `output` in `ai` 4. */
  readonly result: unknown
  /** True for a preliminary value that a tool yields: another result of the same call follows. */
  preliminary?: boolean
}

/** A result as steps and streams have it. */
export type TypedToolResult<TOOLS extends ToolSet = ToolSet> = StaticToolResult<TOOLS> | DynamicToolResult

/** A tool of the set that failed. */
export type StaticToolError<TOOLS extends ToolSet = ToolSet> = {
  [NAME in StaticName<TOOLS>]: StaticError<NAME, InferToolInput<TOOLS[NAME]>>
}[StaticName<TOOLS>]

/** A dynamic tool that failed, or a call that is not valid. */
export interface DynamicToolError extends DynamicPart {
  type: 'tool-error'
  error: unknown
}

/** A failure as steps and streams have it. */
export type TypedToolError<TOOLS extends ToolSet = ToolSet> = StaticToolError<TOOLS> | DynamicToolError

/** The names of `ai` 4: `args` for `input`, `result` for `output`. Not enumerable, so that copies and comparisons do not see them. */
const args: PropertyDescriptor = {
  get(this: { input: unknown }) {
    return this.input
  },
  enumerable: false,
  configurable: true,
}

const result: PropertyDescriptor = {
  get(this: { output: unknown }) {
    return this.output
  },
  enumerable: false,
  configurable: true,
}

/** A call with `args`. */
export function aliasInput<PART extends object>(part: PART): PART {
  return Object.defineProperty(part, 'args', args)
}

/** A result with `args` and `result`. */
export function aliasOutput<PART extends object>(part: PART): PART {
  return Object.defineProperty(aliasInput(part), 'result', result)
}

/** A call that waits for the user's approval. */
export interface ToolApprovalRequestOutput<TOOLS extends ToolSet = ToolSet> {
  type: 'tool-approval-request'
  approvalId: string
  toolCall: TypedToolCall<TOOLS>
  /** Why `toolApproval` asks for it. */
  reason?: string
  /** True where `toolApproval` has answered it already. */
  isAutomatic?: boolean
  /** Binds the request to its call: see `experimental_toolApprovalSecret`. */
  signature?: string
  /** What the input was parsed from, where that is something else. It does not show in JSON. */
  inputSchemaInput?: unknown
}

/** The answer of `toolApproval` to an automatic request. */
export interface ToolApprovalResponseOutput<TOOLS extends ToolSet = ToolSet> {
  type: 'tool-approval-response'
  approvalId: string
  approved: boolean
  reason: string | undefined
  providerExecuted: boolean | undefined
  toolCall: TypedToolCall<TOOLS>
}

/** A call that the user denied. It is not run, and the model gets the denial. */
export interface ToolOutputDenied {
  type: 'tool-output-denied'
  toolCallId: string
  toolName: string
  dynamic?: boolean
}
