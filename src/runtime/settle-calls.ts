import { aliasOutput } from './alias-parts.ts'
import { deniedOutput, type Permission, permissionFor } from './approvals.ts'
import type { OpenStep, ReadCall, Run } from './run.ts'
import { runCalls } from './run-calls.ts'
import type { TextStreamPart } from './stream-part.ts'
import { errorOutput } from './tool-output.ts'
import type { TypedToolError } from './typed-parts.ts'

/**
 * Sees to the calls of a step: those that may run are run, those that need the user's word wait for it, and those without `execute`
 * are the caller's. A model that was cut off, or stopped by a filter, has not said all that belongs to its calls: none is run.
 */
export async function* settleCalls(run: Run, step: OpenStep): AsyncGenerator<TextStreamPart> {
  if (!isComplete(step)) return
  const allowed: ReadCall[] = []
  for (const call of step.calls) {
    if (!isRunnable(call)) continue
    const permission = await permissionOrError(run, step, call)
    if (permission.type === 'run') allowed.push(call)
    else yield* withhold(run, step, call, permission)
  }
  const from = step.content.length
  yield* runCalls(run, step, allowed)
  if (!run.isStreamed) sortTail(step, from)
}

/** Whether the model said all that it had to say. */
export function isComplete({ finishReason: { unified } }: OpenStep): boolean {
  return unified === 'stop' || unified === 'tool-calls'
}

function isRunnable({ error, part, prepared }: ReadCall): boolean {
  return error === undefined && part.providerExecuted !== true && prepared?.tool.execute !== undefined
}

type Refusal = { readonly type: 'failed'; readonly error: unknown }

/** A question that fails is a call that fails: the run goes on. */
async function permissionOrError(run: Run, step: OpenStep, call: ReadCall): Promise<Permission | Refusal> {
  try {
    return await permissionFor(run, step, call)
  } catch (error) {
    return { type: 'failed', error }
  }
}

function* withhold(
  run: Run,
  step: OpenStep,
  { part }: ReadCall,
  permission: Exclude<Permission | Refusal, { type: 'run' }>,
): Generator<TextStreamPart> {
  const { toolCallId, toolName, input, dynamic = false } = part
  if (permission.type === 'ask') {
    const request = { type: 'tool-approval-request' as const, approvalId: run.generateId(), toolCall: part }
    step.content.push(request)
    yield request
  } else if (permission.type === 'denied') {
    step.answers.set(toolCallId, deniedOutput(permission.reason))
    const denied = { type: 'tool-output-denied' as const, toolCallId, toolName, dynamic }
    step.content.push(denied)
    yield denied
  } else {
    const { error } = permission
    step.answers.set(toolCallId, errorOutput(error))
    const made = aliasOutput({ type: 'tool-error', toolCallId, toolName, input, error, dynamic })
    step.content.push(made as unknown as TypedToolError)
    yield made as unknown as TypedToolError
  }
}

/** Where nobody saw the results come, they stand in the order of their calls. */
function sortTail({ content, calls }: OpenStep, from: number): void {
  const places = new Map(calls.map(({ part }, index) => [part.toolCallId, index]))
  const placeOf = (part: (typeof content)[number]) => ('toolCallId' in part ? (places.get(part.toolCallId) ?? 0) : 0)
  const tail = content.splice(from).sort((one, other) => placeOf(one) - placeOf(other))
  content.push(...tail)
}
