import type { ToolSet } from '../tools/tool.ts'
import type { TypedToolCall } from './typed-parts.ts'

/** A call that waits for the user's word. */
export interface ToolApprovalRequestOutput<TOOLS extends ToolSet = ToolSet> {
  type: 'tool-approval-request'
  approvalId: string
  toolCall: TypedToolCall<TOOLS>
}

/** The user's word on a call, as a later run found it in the messages. */
export interface ToolApprovalResponseOutput<TOOLS extends ToolSet = ToolSet> {
  type: 'tool-approval-response'
  approvalId: string
  approved: boolean
  reason?: string
  toolCall: TypedToolCall<TOOLS>
}

/** A call that the user refused. It is not run, and the model is told. */
export interface ToolOutputDenied {
  type: 'tool-output-denied'
  toolCallId: string
  toolName: string
  dynamic?: boolean
}
