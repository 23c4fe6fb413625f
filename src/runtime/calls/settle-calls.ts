import type { TextStreamPart } from '../result/stream-part.ts'
import { guard } from '../run/deadline.ts'
import type { OpenStep, ReadCall, Run } from '../run/run.ts'
import { runCalls } from './run-calls.ts'

/**
 * Sees to the calls of a step: those that may run are run, those that need the user's word wait for it, and those without `execute`
 * are the caller's. A model that was cut off, or stopped by a filter, has not said all that belongs to its calls: none is run.
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

/** Whether the call runs without approval. */
function isFree({ options }: Run, { prepared }: ReadCall): boolean {
  return options.toolApproval === undefined && !prepared!.tool.needsApproval
}

/** Approvals are loaded where there are any. */
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
