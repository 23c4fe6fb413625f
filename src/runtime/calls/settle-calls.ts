import type { TextStreamPart } from '../result/stream-part.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, ReadCall, Run } from '../run/run.ts'

let runner: typeof import('./run-calls.ts') | undefined

/**
 * Runs the calls of a step that may run. Calls that need approval wait for it, and calls without `execute` are left to the caller.
 * After an answer that was cut off, or stopped by a filter, no call is run: the model may not have finished them.
 */
export async function* settleCalls(run: Run, step: OpenStep): AsyncGenerator<TextStreamPart> {
  if (!isComplete(step)) return
  const allowed: ReadCall[] = []
  for (const call of step.calls) {
    if (!isRunnable(call)) continue
    const withheld = isFree(run, call) ? undefined : await guard(askFirst(run, step, call), step.signal)
    if (withheld === undefined) allowed.push(call)
    else yield withheld
  }
  if (allowed.length === 0) return
  const from = step.content.length
  // Loaded with the first call.
  runner ??= await import('./run-calls.ts')
  yield* runner.runCalls(run, step, allowed)
  if (!run.isStreamed) sortTail(step, from)
}

/** Whether the model's answer is complete. */
export function isComplete({ finishReason: { unified } }: OpenStep): boolean {
  return unified === 'stop' || unified === 'tool-calls'
}

function isRunnable({ error, part, prepared }: ReadCall): boolean {
  return error === undefined && part.providerExecuted !== true && prepared?.tool.execute !== undefined
}

/** Whether the call runs without approval. */
function isFree({ options }: Run, { prepared }: ReadCall): boolean {
  return options.toolApproval === undefined && !prepared!.tool.needsApproval
}

/** Approvals are loaded with the first call that needs one. */
async function askFirst(run: Run, step: OpenStep, call: ReadCall): Promise<TextStreamPart | undefined> {
  const { withhold } = await import('./approvals.ts')
  return withhold(run, step, call)
}

/** Without a stream, results stand in the order of their calls. */
function sortTail({ content, calls }: OpenStep, from: number): void {
  const places = new Map(calls.map(({ part }, index) => [part.toolCallId, index]))
  const placeOf = (part: (typeof content)[number]) => ('toolCallId' in part ? (places.get(part.toolCallId) ?? 0) : 0)
  const tail = content.splice(from).sort((one, other) => placeOf(one) - placeOf(other))
  content.push(...tail)
}
