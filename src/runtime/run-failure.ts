import { ToolfitError } from '../core/errors.ts'
import type { ModelMessage } from '../core/message.ts'
import { interruptedText } from '../history/mend-history.ts'
import { toResponseMessages } from './response-messages.ts'
import type { Run } from './run.ts'
import type { ResponseMessage } from './step-content.ts'
import type { Step } from './step-result.ts'

/** What a run that failed leaves behind. */
export interface RunState {
  /** All that was said: what the run began with, and what it added, every call answered. It can be sent again. */
  readonly messages: ModelMessage[]
  /** What the run added. */
  readonly responseMessages: ResponseMessage[]
  /** The steps that were completed. */
  readonly steps: Step[]
}

/**
 * What a run had come to when it failed or was aborted, from the error that it rejected with; undefined for an error of something
 * else.
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

/** What there is of a run, with the words and calls of a step that broke off. */
export function stateOf({ initialMessages, responseMessages, steps, open }: Run): RunState {
  const partial = open === undefined ? [] : toResponseMessages(open, { interrupted: interruptedText })
  const added = [...responseMessages, ...partial]
  return { messages: [...initialMessages, ...added], responseMessages: added, steps: [...steps] }
}

/** Whether the run was aborted, by its caller or by a timeout. */
export function isAborted(run: Run): boolean {
  return run.signal?.aborted === true || run.open?.signal?.aborted === true
}

/**
 * The error that a run rejects with: the one that broke it, with what the run had come to. An abort gets an error of its own, because
 * several runs may share the reason of one signal.
 */
export function failureOf(run: Run, error: unknown): Error {
  const own = isAborted(run) ? abortError(run) : toError(error)
  const { messages, steps, responseMessages } = stateOf(run)
  const describe = (value: unknown): PropertyDescriptor => ({ value, enumerable: false, configurable: true })
  return Object.defineProperties(own, {
    [state]: describe({ messages, steps, responseMessages }),
    messages: describe(messages),
    steps: describe(steps),
  })
}

/** Named as its reason is (`AbortError`, `TimeoutError`), which is how such errors are told. */
function abortError(run: Run): Error {
  const reason: unknown = (run.signal?.aborted === true ? run.signal : run.open!.signal!).reason
  const isError = reason instanceof Error || reason instanceof DOMException
  const message = isError ? reason.message : typeof reason === 'string' ? reason : 'The run was aborted.'
  const error = new ToolfitError('run-aborted', message, {}, { cause: reason })
  return Object.defineProperty(error, 'name', { value: isError ? reason.name : 'AbortError' })
}

function toError(error: unknown): Error {
  if (error instanceof Error && Object.isExtensible(error)) return error
  const message = `The run failed: ${error instanceof Error ? error.message : String(error)}`
  return new ToolfitError('run-failed', message, {}, { cause: error })
}
