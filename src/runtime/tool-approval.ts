import type { ModelMessage } from '../core/message.ts'
import type { InferToolInput } from '../tools/infer-tool.ts'
import type { ToolSet } from '../tools/tool.ts'
import type { TypedToolCall } from './typed-parts.ts'

/** Whether a call may run: at once, not at all, or when the user says so. */
export type ToolApprovalStatus =
  | 'approved'
  | 'denied'
  | 'user-approval'
  | 'not-applicable'
  | { readonly type: 'approved' | 'denied' | 'user-approval' | 'not-applicable'; readonly reason?: string }

type Decide<INPUT> = (input: INPUT) => ToolApprovalStatus | undefined | PromiseLike<ToolApprovalStatus | undefined>

/** Decides for all tools, or for each by its name. */
export type ToolApproval<TOOLS extends ToolSet = ToolSet> =
  | Decide<{
      readonly toolCall: TypedToolCall<TOOLS>
      readonly tools: TOOLS
      readonly messages: readonly ModelMessage[]
      readonly runtimeContext: unknown
    }>
  | { readonly [NAME in keyof TOOLS]?: ToolApprovalStatus | Decide<InferToolInput<TOOLS[NAME]>> }
