import { ToolfitError } from '../../core/errors.ts'
import type { ModelMessage } from '../../core/message.ts'
import { interruptedText } from '../../history/turns/mark.ts'
import type { ResponseMessage } from '../result/content.ts'
import type { StepErrorEvent } from '../result/events.ts'
import { hasAnswer } from '../result/run-result.ts'
import type { Step } from '../result/step.ts'
import { errorText } from '../result/tool-output.ts'
import { sumUsage } from '../result/usage.ts'
import { withHidden } from '../result/with-hidden.ts'
import { announce } from '../run/announce.ts'
import type { Run } from '../run/run.ts'
import { parseOutput } from './next-step.ts'
import { toResponseMessages } from './response-messages.ts'
import { endEvent } from './run-events.ts'

/** The state of a run that failed. */
export interface RunState {
  /** The messages that the run began with, and those that it added. Every call has a result: they can be sent again. */
  readonly messages: ModelMessage[]
  /** The messages that the run added. */
  readonly responseMessages: ResponseMessage[]
  /** The steps that were completed. */
  readonly steps: Step[]
}

/**
 * The state of a run that failed or was aborted, from the error that it rejected with; undefined for any other error.
 *
 * @example
 * ```ts
 * import { generateText, runStateOf } from 'toolfit'
 * import { gemini } from 'toolfit/gemini'
 *
 * async function ask(prompt: string) {
 *   try {
 *     return (await generateText({ model: gemini('gemini-3-flash-preview'), prompt })).text
 *   } catch (error) {
 *     return runStateOf(error)?.messages // to be continued
 *   }
 * }
 * ```
 */
export function runStateOf(error: unknown): RunState | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  return (error as { [state]?: RunState })[state]
}

const state = Symbol.for('toolfit.run-state')

/** The state of a run, with the text and calls of a step that was interrupted. */
function stateOf({ initialMessages, responseMessages, steps, open, closed }: Run): RunState {
  // A completed step may also have calls that wait for the caller: after a failure, they get no result.
  const step = open ?? closed
  const rewritten = open === undefined ? (steps[steps.length - 1]?.response.messages.length ?? 0) : 0
  const before = responseMessages.slice(0, responseMessages.length - rewritten)
  const added = step === undefined ? before : [...before, ...toResponseMessages(step, { interrupted: interruptedText })]
  return { messages: [...initialMessages, ...added], responseMessages: added, steps: [...steps] }
}

/** Whether the run was aborted, by its caller or by a timeout. */
export function isAborted(run: Run): boolean {
  return run.signal?.aborted === true || run.open?.signal?.aborted === true
}

/**
 * The error that a run rejects with: the error that ended it, with the state of the run; its open spans fail with it. An abort gets an
 * error of its own, because several runs may share the reason of one signal.
 */
export async function failRun(run: Run, error: unknown): Promise<Error> {
  const own = isAborted(run) ? abortError(run) : toError(error)
  const { messages, steps, responseMessages } = stateOf(run)
  const carried = { [state]: { messages, steps, responseMessages }, messages, steps }
  for (const key of Reflect.ownKeys(carried) as (keyof typeof carried)[]) {
    // Reflect, because the error may have a field of that name that cannot be redefined.
    Reflect.defineProperty(own, key, { value: carried[key], configurable: true })
  }
  const { open, callId } = run
  open?.span?.fail(own)
  run.telemetry?.fail(own)
  const { started } = open ?? {}
  const reason = own.cause === undefined ? {} : { reason: own.cause }
  const abort = () => withHidden({ callId, steps, ...reason }, { messages })
  if (isAborted(run)) {
    if (run.isStreamed) {
      await announce(run, 'onAbort', abort)
      return own
    }
    // Integrations hear of the abort of a run that does not stream as of an error, as in `ai`.
    await run.notify(run.options.onAbort, abort())
  }
  if (started !== undefined) await announce(run, 'onStepError', () => ({ ...started(), error: own }) as StepErrorEvent)
  await run.integrations?.fail(own)
  return own
}

/** Has the name of its reason (`AbortError`, `TimeoutError`), by which callers recognise it. */
function abortError(run: Run): Error {
  const reason: unknown = (run.signal?.aborted === true ? run.signal : run.open!.signal!).reason
  const isError = reason instanceof Error || reason instanceof DOMException
  const message = isError ? reason.message : typeof reason === 'string' ? reason : 'The run was aborted.'
  const error = new ToolfitError('run-aborted', message, {}, { cause: reason })
  return Object.defineProperty(error, 'name', { value: isError ? reason.name : 'AbortError' })
}

function toError(error: unknown): Error {
  if (canCarry(error)) return error
  return new ToolfitError('run-failed', `The run failed: ${errorText(error)}`, {}, { cause: error })
}

/** Whether an error can carry the state of a run. One that carries the state of another run must not reveal it to this caller. */
function canCarry(error: unknown): error is Error {
  try {
    return error instanceof Error && Object.isExtensible(error) && runStateOf(error) === undefined
  } catch {
    // A proxy that throws.
    return false
  }
}

/**
 * Parses the answer, ends the telemetry of a run, and calls `onEnd`. An answer that `output` could not parse is an error of the run,
 * unless it was streamed: then only the promise of `output` rejects.
 */
export async function finishRun(run: Run): Promise<void> {
  const { steps, telemetry, transformed, isStreamed } = run
  const last = steps[steps.length - 1]!
  const usage = transformed?.totalUsage ?? sumUsage(run)
  if (run.output !== undefined && (isStreamed || hasAnswer(last))) run.parsed ??= await parseOutput(run, last)
  const { parsed = {} } = run
  const isFailed = !isStreamed && 'error' in parsed
  if (!isFailed) telemetry?.end({ usage, finishReason: last.finishReason, text: last.text })
  await announce(run, 'onEnd', () => endEvent(run, last))
  if (isFailed) throw parsed.error
}
