import { ToolfitError } from '../../core/errors.ts'
import { deepEqual, ownValue, showValue } from '../../core/json.ts'
import type {
  ModelMessage,
  ToolApprovalRequest,
  ToolApprovalResponse,
  ToolCallPart,
  ToolResultPart,
} from '../../core/message.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { errorOutput, replace } from '../result/tool-output.ts'
import { aliasInput } from '../result/tool-parts.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, ReadCall, Run } from '../run/run.ts'
import { verifyApproval } from './approval-signature.ts'
import { denyCall, failCall, type Permission, permissionFor } from './approvals.ts'
import { metadataOf, readCall, toToolError } from './read-call.ts'
import { runCalls } from './run-calls.ts'
import { invalidInput } from './tool-errors.ts'

/** A call at the end of the messages that the user has approved or denied. */
interface AnsweredCall {
  readonly call: ToolCallPart
  readonly request: ToolApprovalRequest
  readonly response: ToolApprovalResponse
  /** Whether the messages have the result of a denied call: only the stream does not have its part. */
  readonly hasResult: boolean
}

/**
 * Runs the calls that the user approved and answers those that were denied, before the model is asked again. The messages may come from
 * a client that forged them: the input is validated again, the policy is asked again, and a tool that never asks for approval is not
 * run by one. Nothing runs before all approvals are checked. The step holds only these calls.
 * @throws ToolfitError `tool-approval-invalid`
 */
export async function* resumeCalls(run: Run, step: OpenStep): AsyncGenerator<TextStreamPart> {
  const allowed: ReadCall[] = []
  const refusals: { read: ReadCall; part: TextStreamPart; isByUser: boolean }[] = []
  for (const answered of findAnswered(run.messages)) {
    const { call, response, hasResult } = answered
    const { toolCallId, toolName, providerExecuted } = call
    if (providerExecuted === true || hasResult) {
      if (response.approved !== true) yield { type: 'tool-output-denied', toolCallId, toolName }
      continue
    }
    const read = await guard(readAnswered(run, step, answered), step.signal)
    step.calls.push(read)
    const refused = await guard(refuse(run, step, answered, read), step.signal)
    if (refused !== undefined) refusals.push({ read, part: refused, isByUser: response.approved !== true })
    else if (read.prepared?.tool.execute !== undefined) allowed.push(read)
  }
  refusals.sort((one, other) => Number(other.isByUser) - Number(one.isByUser))
  for (const { part } of refusals) yield part
  // The order of the results for the model: as in `ai`, those of denied calls come last.
  const places = new Map<ReadCall, number>()
  for (const { read, part } of refusals) if (part.type === 'tool-output-denied') places.set(read, places.size + 1)
  step.calls.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
  yield* runCalls(run, step, allowed)
}

/** Finds the answered calls, in the order of the calls. A second answer to a call is ignored, and so is one to a call with a result. */
function findAnswered(messages: readonly ModelMessage[]): AnsweredCall[] {
  const { calls, requests, results } = indexMessages(messages)
  const last = messages[messages.length - 1]!
  const answered = new Map<string, AnsweredCall>()
  for (const response of last.role === 'tool' ? last.content : []) {
    if (response.type !== 'tool-approval-response') continue
    const { approvalId } = response
    const request = requests.get(approvalId)
    if (request === undefined) {
      const message = `Tool approval response references unknown approvalId: ${showValue(approvalId)}. No matching tool-approval-request found in message history.`
      throw invalidApproval('InvalidToolApproval', message, { approvalId })
    }
    const { toolCallId } = request
    const result = results.get(toolCallId)
    const isDenial = result?.output.type === 'execution-denied' && response.approved !== true
    if (answered.has(toolCallId) || (result !== undefined && !isDenial)) continue
    const call = calls.get(toolCallId)
    if (call === undefined) {
      const message = `Tool call ${showValue(toolCallId)} not found for approval request ${showValue(approvalId)}.`
      throw invalidApproval('ToolCallNotFoundForApproval', message, { approvalId, toolCallId })
    }
    answered.set(toolCallId, { call, request, response, hasResult: result !== undefined })
  }
  return [...calls.keys()].flatMap((id) => answered.get(id) ?? [])
}

/** Calls, requests and results by their ids. Where an id is used again, the last call counts, and results before it do not. */
function indexMessages(messages: readonly ModelMessage[]) {
  const calls = new Map<string, ToolCallPart>()
  const requests = new Map<string, ToolApprovalRequest>()
  const results = new Map<string, ToolResultPart>()
  for (const { role, content } of messages) {
    if ((role !== 'assistant' && role !== 'tool') || typeof content === 'string') continue
    for (const part of content) {
      if (part.type === 'tool-result') results.set(part.toolCallId, part)
      if (role !== 'assistant') continue
      if (part.type === 'tool-approval-request') requests.set(part.approvalId, part)
      if (part.type !== 'tool-call') continue
      calls.set(part.toolCallId, part)
      results.delete(part.toolCallId)
    }
  }
  return { calls, requests, results }
}

/**
 * Reads the call again. A front end sends the parsed input, and beside it what it was parsed from: the two must belong together, because
 * the user saw only the first.
 */
async function readAnswered(run: Run, step: OpenStep, { call, request }: AnsweredCall): Promise<ReadCall> {
  if (!Object.hasOwn(request, 'inputSchemaInput')) return readAgain(run, step, call)
  const read = await readAgain(run, step, { ...call, input: request.inputSchemaInput })
  const { part, error } = read
  if (error !== undefined || isSame(call.input, part.input)) return read
  const problem = 'It is not the input that was approved.'
  return { ...read, error: invalidInput(part as never, problem) }
}

/** Reads a call of the caller's messages. It is not repaired, because that would change what the user approved. */
async function readAgain(run: Run, step: OpenStep, call: ToolCallPart): Promise<ReadCall> {
  const { type, toolCallId, toolName, input, providerOptions } = call
  const options = { ...run.options, repairToolCall: undefined, experimental_repairToolCall: undefined }
  // The input is a value already, as that of some models.
  const given = { type, toolCallId, toolName, input: input as string }
  const read = await readCall({ ...run, options }, step, { ...given, providerMetadata: providerOptions as never })
  return read.error === undefined ? { ...read, part: storedPart(call, read) } : read
}

/** The call as it is in the messages, with what its tool says of itself. */
function storedPart(call: ToolCallPart, { part, prepared }: ReadCall): ReadCall['part'] {
  const dynamic = prepared?.isDynamic === true ? { dynamic: true } : {}
  const fields = { ...call, input: part.input, ...metadataOf(prepared), ...dynamic, title: prepared?.tool.title }
  return aliasInput(fields as unknown as ReadCall['part'])
}

/** Whether an input from the messages, which are JSON, is this value. */
function isSame(stored: unknown, value: unknown): boolean {
  return deepEqual(stored, value) || deepEqual(stored, JSON.parse(JSON.stringify(value ?? null, replace)))
}

/** The part that says why a call does not run, which is answered by then. Undefined where it runs. */
async function refuse(
  run: Run,
  step: OpenStep,
  { request, response }: AnsweredCall,
  read: ReadCall,
): Promise<TextStreamPart | undefined> {
  if (response.approved !== true) return denyCall(step, read, response.reason)
  const isSigned = await checkSignature(run, request, read)
  if (read.error !== undefined) {
    step.answers.set(read.part.toolCallId, errorOutput(read.error))
    return toToolError(read, run.isStreamed)
  }
  const permission = await permissionFor(run, step, read)
  if (permission.type === 'failed') return failCall(step, read, permission.error)
  if (permission.type === 'denied') return denyCall(step, read, permission.reason ?? response.reason)
  // The policy may have changed since: a signature shows that the user was asked.
  if (isSigned || isAskedFor(run, read, permission)) return undefined
  return denyCall(step, read, 'This call does not need approval.')
}

/** Whether the policy asks about such a call. A tool that is always approved is never asked about. */
function isAskedFor({ options: { toolApproval } }: Run, { part }: ReadCall, { type }: Permission): boolean {
  if (type !== 'approved') return type === 'user-approval'
  return typeof toolApproval === 'function' || typeof ownValue(toolApproval ?? {}, part.toolName) === 'function'
}

/**
 * Whether the request is signed.
 * @throws ToolfitError `tool-approval-invalid` where the run has a secret, and the signature is missing or wrong
 */
async function checkSignature(
  { options: { experimental_toolApprovalSecret: secret } }: Run,
  { approvalId, signature }: ToolApprovalRequest,
  call: ReadCall,
): Promise<boolean> {
  if (secret === undefined) return false
  if (await verifyApproval(secret, signature, { approvalId, call })) return true
  const { toolCallId } = call.part
  const reason = signature === undefined ? 'missing signature' : 'invalid signature'
  const message = `Tool approval signature verification failed for approval ${showValue(approvalId)} (tool call ${showValue(toolCallId)}): ${reason}`
  throw invalidApproval('InvalidToolApprovalSignature', message, { approvalId, toolCallId })
}

/** The errors of `ai` about approvals. Each recognises the error of that kind. */
type ApprovalErrorName = 'InvalidToolApproval' | 'ToolCallNotFoundForApproval' | 'InvalidToolApprovalSignature'

/** An approval in the caller's messages cannot be used. */
function invalidApproval(
  name: ApprovalErrorName,
  message: string,
  fields: { readonly approvalId: string; readonly toolCallId?: string },
): ToolfitError {
  const error = new ToolfitError('tool-approval-invalid', message, fields)
  return asAiSdkError(Object.assign(error, fields), `AI_${name}Error`)
}
