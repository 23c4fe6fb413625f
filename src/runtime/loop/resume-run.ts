import { resumeCalls } from '../calls/resume-calls.ts'
import type { ResponseMessage } from '../result/content.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { Run } from '../run/run.ts'
import { createOpenStep, toolsFor } from './open-step.ts'
import { toResponseMessages } from './response-messages.ts'

/** Runs the calls that the user has approved since the last run, in a step of their own. Returns the messages with their results. */
export async function* resumeRun(run: Run): AsyncGenerator<TextStreamPart, ResponseMessage[]> {
  const { options, model, signal, messages } = run
  const sandbox: unknown = options.experimental_sandbox
  const tools = await toolsFor(run, model, { active: undefined, order: undefined, sandbox })
  const given = { model, tools, toolChoice: 'auto' as const, messages, hasFormat: false, sandbox, signal, abort() {} }
  const step = createOpenStep(run, given)
  run.open = step
  yield* resumeCalls(run, step)
  signal?.throwIfAborted()
  run.open = undefined
  return toResponseMessages(step)
}
