import type { TextStreamPart } from '../result/stream-part.ts'
import type { TypedToolResult } from '../result/tool-parts.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, ReadCall, Run } from '../run/run.ts'
import type { Withholding } from './approvals.ts'

let runner: typeof import('./run-calls.ts') | undefined

/**
 * Runs the calls of a step that may run. Calls that need approval wait for it, and calls without `execute` are left to the caller.
 * After an answer that was cut off, or stopped by a filter, no call is run: the model may not have finished them.
 */
export async function* settleCalls(run: Run, step: OpenStep): AsyncGenerator<TextStreamPart> {
  if (!isComplete(step)) return
  const allowed: ReadCall[] = []
  const from = step.content.length
  for (const call of step.calls) {
    if (!isDue(call)) continue
    const withheld = isFree(run, call) ? undefined : await guard(askFirst(run, step, call), step.signal)
    if (withheld !== undefined) yield* withheld.parts
    if (withheld?.isAllowed !== false && call.prepared!.tool.execute !== undefined) allowed.push(call)
  }
  // Loaded with the first call.
  if (allowed.length > 0) {
    runner ??= await import('./run-calls.ts')
    yield* runner.runCalls(run, step, allowed)
  }
  if (!run.isStreamed) sortTail(step, from)
}

/** Whether the model's answer is complete. */
export function isComplete({ finishReason: { unified } }: OpenStep): boolean {
  return unified === 'stop' || unified === 'tool-calls'
}

/** Whether the call is ours to decide about. */
function isDue({ error, part, prepared }: ReadCall): boolean {
  return error === undefined && part.providerExecuted !== true && prepared !== undefined
}

/** Whether the call runs without approval. */
function isFree({ options }: Run, { prepared }: ReadCall): boolean {
  return options.toolApproval === undefined && !prepared!.tool.needsApproval
}

/** Approvals are loaded with the first call that needs one. */
async function askFirst(run: Run, step: OpenStep, call: ReadCall): Promise<Withholding> {
  const { withhold } = await import('./approvals.ts')
  return withhold(run, step, call)
}

/** Without a stream: results in the order of their calls, requests for approval, answers to them, results of approved calls. */
function sortTail({ content, calls }: OpenStep, from: number): void {
  const places = new Map(calls.map(({ part }, index) => [part.toolCallId, index]))
  const tail = content.splice(from)
  const approved = new Set(tail.map((part) => (part.type === 'tool-approval-response' ? part.toolCall.toolCallId : '')))
  const rank = (part: (typeof content)[number]) => {
    if (part.type === 'tool-approval-request') return calls.length
    if (part.type === 'tool-approval-response') return calls.length + 1
    const { toolCallId } = part as TypedToolResult
    return (places.get(toolCallId) ?? 0) + (approved.has(toolCallId) ? calls.length + 2 : 0)
  }
  // One by one: there may be more than a call can take as arguments.
  for (const part of tail.sort((one, other) => rank(one) - rank(other))) content.push(part)
}
