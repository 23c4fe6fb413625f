import type { ModelMessage, ToolApprovalResponse, ToolCallPart, ToolResultOutput } from '../../core/message.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorOutput } from '../result/tool-output.ts'
import {
  aliasOutput,
  type ToolApprovalRequestOutput,
  type ToolOutputDenied,
  type TypedToolCall,
  type TypedToolError,
} from '../result/tool-parts.ts'
import { guard } from '../run/deadline.ts'
import { callOptionsFor, type OpenStep, type ReadCall, type Run } from '../run/run.ts'
import type { ToolApprovalStatus } from '../run/tool-hooks.ts'
import { readCall, toToolError } from './read-call.ts'
import { runCalls } from './run-calls.ts'

/** The decision about a call before it runs. */
type Permission =
  | { readonly type: 'run' }
  | { readonly type: 'ask' }
  | { readonly type: 'denied'; readonly reason: string | undefined }
  | { readonly type: 'failed'; readonly error: unknown }

/**
 * Decides whether a call may run. If not, returns the part that says so, which is in the step already; a denied call also has its
 * result.
 */
export async function withhold(
  run: Run,
  step: OpenStep,
  call: ReadCall,
): Promise<ToolApprovalRequestOutput | ToolOutputDenied | TypedToolError | undefined> {
  const permission = await permissionFor(run, step, call)
  if (permission.type === 'run') return undefined
  const { toolCallId, toolName, input, dynamic = false } = call.part
  if (permission.type === 'ask') {
    const request: ToolApprovalRequestOutput = {
      type: 'tool-approval-request',
      approvalId: run.generateId(),
      toolCall: call.part,
    }
    step.content.push(request)
    return request
  }
  if (permission.type === 'denied') {
    const denied: ToolOutputDenied = { type: 'tool-output-denied', toolCallId, toolName, dynamic }
    step.answers.set(toolCallId, deniedOutput(permission.reason))
    step.content.push(denied)
    return denied
  }
  const { error } = permission
  const made = aliasOutput({ type: 'tool-error', toolCallId, toolName, input, error, dynamic }) as unknown
  step.answers.set(toolCallId, errorOutput(error))
  step.content.push(made as TypedToolError)
  return made as TypedToolError
}

/** Asks the tool, then the run's `toolApproval`. If that throws, the call fails, and the run goes on. */
async function permissionFor(run: Run, step: OpenStep, { part, prepared }: ReadCall): Promise<Permission> {
  try {
    const needs = prepared!.tool.needsApproval
    const options = callOptionsFor(run, step, part.toolCallId, part.toolName)
    const asked = typeof needs === 'function' ? await needs(part.input as never, options as never) : needs
    if (asked === true) return { type: 'ask' }
    const status = await statusFor(run, step, part)
    const { type, reason } = typeof status === 'object' ? status : { type: status, reason: undefined }
    if (type === 'user-approval') return { type: 'ask' }
    return type === 'denied' ? { type, reason } : { type: 'run' }
  } catch (error) {
    return { type: 'failed', error }
  }
}

async function statusFor(run: Run, step: OpenStep, part: TypedToolCall): Promise<ToolApprovalStatus | undefined> {
  const { toolApproval, tools = {} } = run.options
  if (toolApproval === undefined) return undefined
  if (typeof toolApproval === 'function') {
    return toolApproval({ toolCall: part, tools, messages: step.messages, runtimeContext: run.context })
  }
  const own = Object.hasOwn(toolApproval, part.toolName) ? toolApproval[part.toolName] : undefined
  return typeof own === 'function' ? own(part.input) : own
}

/** The result that the model gets for a call that may not run. */
function deniedOutput(reason: string | undefined): ToolResultOutput {
  return { type: 'execution-denied', ...(reason === undefined ? {} : { reason }) }
}

interface Answered {
  readonly call: ToolCallPart
  readonly response: ToolApprovalResponse
}

/** The calls at the end of the messages that the user has approved or denied, and that have no result yet. */
function findAnswered(messages: readonly ModelMessage[]): Answered[] {
  const last = messages[messages.length - 1]
  if (last?.role !== 'tool') return []
  const calls = new Map<string, ToolCallPart>()
  const requests = new Map<string, string>()
  for (const { role, content } of messages) {
    if (role !== 'assistant' || typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-call') calls.set(part.toolCallId, part)
      if (part.type === 'tool-approval-request') requests.set(part.approvalId, part.toolCallId)
    }
  }
  const results = new Set(last.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : [])))
  return last.content.flatMap((part): Answered[] => {
    if (part.type !== 'tool-approval-response' || part.providerExecuted === true) return []
    const call = calls.get(requests.get(part.approvalId) ?? '')
    return call === undefined || results.has(call.toolCallId) ? [] : [{ call, response: part }]
  })
}

/**
 * Runs the calls that the user approved and answers those that were denied, before the model is asked again. Their input is validated
 * again, because it comes from the caller. The step holds only these calls.
 */
export async function* resumeCalls(run: Run, step: OpenStep): AsyncGenerator<TextStreamPart> {
  const allowed: ReadCall[] = []
  for (const { call, response } of findAnswered(run.messages)) {
    const { toolCallId, toolName, input, providerOptions } = call
    const reading = readCall(run, step, {
      type: 'tool-call',
      toolCallId,
      toolName,
      input: typeof input === 'string' ? input : JSON.stringify(input),
      ...(providerOptions === undefined ? {} : { providerMetadata: providerOptions as never }),
    })
    const read = await guard(reading, step.signal)
    step.calls.push(read)
    if (!response.approved) {
      step.answers.set(toolCallId, deniedOutput(response.reason))
      yield { type: 'tool-output-denied', toolCallId, toolName }
    } else if (read.error !== undefined) {
      step.answers.set(toolCallId, errorOutput(read.error))
      yield toToolError(read)
    } else if (read.prepared?.tool.execute !== undefined) allowed.push(read)
  }
  yield* runCalls(run, step, allowed)
}
