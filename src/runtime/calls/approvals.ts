import { ToolfitError } from '../../core/errors.ts'
import { deepEqual, ownValue, showValue } from '../../core/json.ts'
import type { ModelMessage, ToolResultOutput } from '../../core/message.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorOutput } from '../result/tool-output.ts'
import {
  aliasOutput,
  type ToolApprovalRequestOutput,
  type ToolApprovalResponseOutput,
  type ToolOutputDenied,
  type TypedToolError,
} from '../result/tool-parts.ts'
import { withHidden } from '../result/with-hidden.ts'
import { callOptionsFor, type OpenStep, type ReadCall, type Run } from '../run/run.ts'
import type { ToolApprovalOptions, ToolApprovalStatus } from '../run/tool-hooks.ts'
import { signApproval } from './approval-signature.ts'
import { parseContext } from './run-calls.ts'

/** The decision about a call before it runs. */
export type Permission =
  | { readonly type: (typeof statuses)[number]; readonly reason?: string }
  | { readonly type: 'failed'; readonly error: unknown }

const statuses = ['not-applicable', 'approved', 'denied', 'user-approval'] as const

/** What a call has to wait for, and the parts that say so, which are in the step already. */
export interface Withholding {
  readonly isAllowed: boolean
  readonly parts: readonly TextStreamPart[]
}

const free: Withholding = { isAllowed: true, parts: [] }

/** Decides whether a call may run. A call that is denied, or cannot be decided, also has its result. */
export async function withhold(run: Run, step: OpenStep, call: ReadCall): Promise<Withholding> {
  const permission = await permissionFor(run, step, call)
  if (permission.type === 'not-applicable') return free
  if (permission.type === 'failed') {
    const failure = failCall(step, call, permission.error)
    step.content.push(failure)
    return { isAllowed: false, parts: [failure] }
  }
  const { type, reason } = permission
  const isAutomatic = type !== 'user-approval'
  const request = await requestApproval(run, call, isAutomatic ? { isAutomatic } : { reason })
  step.content.push(request)
  if (!isAutomatic) return { isAllowed: false, parts: [request] }
  const { part: toolCall } = call
  const { approvalId } = request
  const { providerExecuted } = toolCall
  const isAllowed = type === 'approved'
  const response: ToolApprovalResponseOutput = {
    type: 'tool-approval-response',
    approvalId,
    toolCall,
    approved: isAllowed,
    reason,
    providerExecuted,
  }
  step.content.push(response)
  return { isAllowed, parts: [request, response, ...(isAllowed ? [] : [denyCall(step, call, reason)])] }
}

/**
 * The policy of the run, or else the tool's own, decides. If it throws, or its answer is no status, the call fails, and the run goes on.
 */
export async function permissionFor(run: Run, step: OpenStep, call: ReadCall): Promise<Permission> {
  try {
    const status = await statusFor(run, step, call)
    if (status !== undefined && status !== null) return readStatus(status, call.part.toolName)
    return { type: (await asksFirst(run, step, call)) ? 'user-approval' : 'not-applicable' }
  } catch (error) {
    return { type: 'failed', error }
  }
}

/** Whether the tool itself asks for approval. As in `ai`, it gets no signal. */
async function asksFirst(run: Run, step: OpenStep, call: ReadCall): Promise<unknown> {
  const { needsApproval } = call.prepared!.tool
  if (typeof needsApproval !== 'function') return needsApproval
  const { toolCallId, toolName, input } = call.part
  const place = { ...step, signal: undefined }
  return needsApproval(input, callOptionsFor(run, place, toolCallId, toolName, await parseContext(run, call)))
}

/** What `toolApproval` says about a call. */
async function statusFor(run: Run, step: OpenStep, call: ReadCall): Promise<ToolApprovalStatus | undefined> {
  const { toolApproval } = run.options
  const { part } = call
  if (toolApproval === undefined) return undefined
  const messages = [...step.messages] as ModelMessage[]
  const { context: runtimeContext = {}, toolsContext } = run
  if (typeof toolApproval === 'function') {
    const tools = Object.fromEntries([...step.tools.byName].map(([name, { tool }]) => [name, tool]))
    return toolApproval({ toolCall: part, tools, toolsContext, messages, runtimeContext })
  }
  const { toolCallId, toolName } = part
  const own = ownValue(toolApproval, toolName)
  if (typeof own !== 'function') return own as ToolApprovalStatus | undefined
  const options: ToolApprovalOptions = {
    toolCallId,
    messages,
    toolContext: await parseContext(run, call),
    runtimeContext,
  }
  return own(part.input, options)
}

/** A status that nobody knows must not let a call run. */
function readStatus(status: ToolApprovalStatus, toolName: string): Permission {
  const { type, reason } = typeof status === 'object' ? status : { type: status, reason: undefined }
  if (statuses.includes(type)) return reason === undefined ? { type } : { type, reason }
  const message = `toolApproval says ${showValue(status)}. It must be one of ${statuses.join(', ')}.`
  throw new ToolfitError('option-invalid', message, { option: 'toolApproval', toolName })
}

async function requestApproval(
  run: Run,
  call: ReadCall,
  { reason, isAutomatic }: { readonly reason?: string | undefined; readonly isAutomatic?: boolean },
): Promise<ToolApprovalRequestOutput> {
  const secret = run.options.experimental_toolApprovalSecret
  const approvalId = run.generateId()
  const request: ToolApprovalRequestOutput = { type: 'tool-approval-request', approvalId, toolCall: call.part }
  if (reason !== undefined) request.reason = reason
  if (isAutomatic !== undefined) request.isAutomatic = isAutomatic
  if (secret !== undefined) request.signature = await signApproval(secret, { approvalId, call })
  // A front end gets the parsed input, which need not fit the schema again.
  return deepEqual(call.sent, call.part.input) ? request : withHidden(request, { inputSchemaInput: call.sent })
}

/** Answers a call that may not run. */
export function denyCall(step: OpenStep, { part }: ReadCall, reason: string | undefined): ToolOutputDenied {
  const { toolCallId, toolName } = part
  step.answers.set(toolCallId, { type: 'execution-denied', reason } as ToolResultOutput)
  return { type: 'tool-output-denied', toolCallId, toolName }
}

/** Answers a call about which no decision could be made. */
export function failCall(step: OpenStep, { part }: ReadCall, error: unknown): TypedToolError {
  const { toolCallId, toolName, input, dynamic = false } = part
  step.answers.set(toolCallId, errorOutput(error))
  return aliasOutput({ type: 'tool-error', toolCallId, toolName, input, error, dynamic }) as unknown as TypedToolError
}
