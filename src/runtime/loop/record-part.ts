import { present } from '../../core/json.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type {
  RunnableApprovalRequest,
  RunnableContent,
  RunnableToolCall,
  RunnableToolResult,
} from '../../models/versions/any-model.ts'
import { readCall } from '../calls/read-call.ts'
import type { ContentPart, RequestMetadata } from '../result/content.ts'
import { showFields } from '../result/show-fields.ts'
import { errorOutput } from '../result/tool-output.ts'
import {
  aliasOutput,
  type ToolApprovalRequestOutput,
  type TypedToolCall,
  type TypedToolError,
  type TypedToolResult,
} from '../result/tool-parts.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, ReadCall, Run } from '../run/run.ts'

/** A call id that is unique in the run: providers refuse messages in which two calls share one. */
export function uniqueCallId(
  run: Run,
  { toolCallId: id, providerExecuted }: Pick<RunnableToolCall, 'toolCallId' | 'providerExecuted'>,
): string {
  // The provider goes on with a call that waited for approval.
  if (providerExecuted && run.waitingIds.delete(id)) return id
  const { callIds } = run
  let unique = id === '' ? run.generateId() : id
  let count = callIds.get(unique) ?? 2
  while (callIds.has(unique)) unique = `${id}_${count++}`
  // The next call with the same id goes on from there.
  callIds.set(id, count).set(unique, 2)
  return unique
}

/** Reads a call and records it. An invalid call is answered with its error at once. */
export async function recordCall(run: Run, step: OpenStep, call: RunnableToolCall): Promise<ReadCall> {
  // Checks of schemas and repairs may never end.
  const read = await guard(readCall(run, step, call), step.signal)
  step.calls.push(read)
  addCall(step, read.part)
  if (read.error !== undefined) step.answers.set(read.part.toolCallId, errorOutput(read.error))
  return read
}

/** Adds a call to the content of the step. */
export function addCall(step: OpenStep, call: TypedToolCall): void {
  step.content.push(call)
  step.callParts.set(call.toolCallId, call)
}

/**
 * A part as the step records it; undefined for an approval request whose call is unknown. `callIds` maps the model's ids of calls to
 * the run's.
 */
export function toContent(
  step: OpenStep,
  part: Exclude<RunnableContent, RunnableToolCall>,
  callIds: ReadonlyMap<string, string>,
  isStreamed: boolean,
): ContentPart | undefined | Promise<ContentPart> {
  switch (part.type) {
    case 'tool-result':
      return foreignResult(step, { ...part, toolCallId: callIds.get(part.toolCallId) ?? part.toolCallId }, isStreamed)
    case 'tool-approval-request':
      return foreignRequest(step, { ...part, toolCallId: callIds.get(part.toolCallId) ?? part.toolCallId })
    case 'file':
    case 'reasoning-file':
      return import('../result/file-part.ts').then(({ filePart }) => filePart(part, step.signal, isStreamed))
    default:
      return part as ContentPart
  }
}

/** The result of a tool that the provider ran. */
function foreignResult(
  step: OpenStep,
  part: RunnableToolResult,
  isStreamed: boolean,
): TypedToolResult | TypedToolError {
  const { toolCallId, toolName, result, isError, preliminary, dynamic, providerMetadata } = part
  const call = step.callParts.get(toolCallId)
  const shared = {
    toolCallId,
    toolName,
    input: call?.input,
    providerExecuted: true,
    // In a stream, the provider says it; otherwise its call does.
    dynamic: isStreamed || call === undefined ? dynamic : call.dynamic,
    ...present({ providerMetadata, toolMetadata: call?.toolMetadata }),
  }
  const made =
    isError === true
      ? { type: 'tool-error', ...shared, error: result }
      : { type: 'tool-result', ...shared, output: result, ...(preliminary === true && { preliminary }) }
  return aliasOutput(made) as unknown as TypedToolResult | TypedToolError
}

/** The provider's own request for approval of a call that it would run. */
function foreignRequest(
  step: OpenStep,
  { approvalId, toolCallId }: RunnableApprovalRequest,
): ToolApprovalRequestOutput | undefined {
  const call = step.callParts.get(toolCallId)
  return call === undefined ? undefined : { type: 'tool-approval-request', approvalId, toolCall: call }
}

/** What a step keeps of its request. Bodies and messages grow with the conversation, so they are kept only on demand. */
export function requestOf(
  { include, model }: Run,
  step: OpenStep,
  given: RequestMetadata | undefined,
): RequestMetadata {
  const { url, body, ...request } = (given ?? {}) as RequestMetadata & { readonly url?: unknown }
  // The rest of a URL may hold keys.
  const origin = typeof url === 'string' && /^https?:/i.test(url) ? parseUrl(url)?.origin : undefined
  return showFields(model.aiVersion, 'request', {
    ...request,
    ...present({ url: origin }),
    body: include.requestBody ? body : undefined,
    messages: include.requestMessages ? structuredClone([...step.messages]) : undefined,
  })
}
