import type { Conversation } from './conversation.ts'
import { isDecision } from './object-changes.ts'
import { endingOf, firstSteps, isComplete, ownCallsOf, runEvents, stepsOf } from './observed-steps.ts'
import { isObject, type Plain, type PlainObject } from './plain.ts'
import type { Observation } from './run-conversation.ts'

/** What is compared where two runs go separate ways. */
export interface Parting {
  /** The first step that they do not have in common, or not all of it. */
  readonly step: number
  readonly expected: Observation
  readonly actual: Observation
}

/** Finds out whether Toolfit goes another way than `ai` went. */
export type FindParting = (
  reference: Observation,
  candidate: Observation,
  conversation: Conversation,
) => Parting | undefined

/** Both until a step is done, and how Toolfit ends. */
function partAfter(count: number, reference: Observation, candidate: Observation, ending: Plain): Parting {
  return {
    step: count,
    expected: { ...firstSteps(reference, count), ending, calls: count },
    actual: {
      ...firstSteps(candidate, count),
      ending: endingOf(candidate),
      calls: (candidate['calls'] as Plain[]).length,
    },
  }
}

/** A step with calls that do not fit, after which a condition ended the loop. */
export const invalidInputThrows: FindParting = (reference, candidate) => {
  const steps = stepsOf(reference)
  const last = steps.at(-1)
  // A step without an answer has no output either.
  const isEnded = endingOf(reference) === 'finished' || endedWith(reference) === 'AI_NoObjectGeneratedError'
  const isOver = isEnded && (reference['calls'] as Plain[]).length === steps.length
  if (last === undefined || !isOver || !isComplete(last)) return undefined
  const calls = ownCallsOf(last)
  const answers = (last['content'] as PlainObject[]).filter(
    ({ type, providerExecuted, approved }) =>
      (type === 'tool-result' || type === 'tool-error' || approved === false) && providerExecuted !== true,
  )
  const invalid = calls.find((call) => call['invalid'] === true)
  if (invalid === undefined || answers.length !== calls.length) return undefined
  return partAfter(steps.length, reference, candidate, { '‹error›': (invalid['error'] as PlainObject)['‹error›'] })
}

/** A turn that was cut off, all of whose calls `ai` denied: it asks the model again, as it has a result of each. */
export const cutOffTurnEnds: FindParting = (reference, candidate, { approval }) => {
  const count = stepsOf(candidate).length
  const last = stepsOf(candidate).at(-1)
  if (approval === undefined || last === undefined || isComplete(last)) return undefined
  if (stepsOf(reference).length <= count) return undefined
  return partAfter(count, reference, candidate, 'finished')
}

/**
 * The time of a run or of a step is over while its tools run. `ai` waits for them, takes what they make of their signal as their results,
 * and looks at the time when it asks the model again.
 */
export const timeoutEndsRun: FindParting = (reference, candidate, conversation) => {
  const count = stepsOf(candidate).length
  const isOver = isObject(endingOf(candidate)) && (endingOf(candidate) as PlainObject)['‹error›'] === 'TimeoutError'
  // Where calls may need approval, Toolfit decides about none of them before the turn is complete: the time may be over by then.
  const hasRun = [candidate, reference].some((observed) => hasExecutions(observed, count + 1))
  const isLonger = hasRun || mayNeedApproval(conversation, count) || stepsOf(reference).length > count
  if (conversation.timing === undefined || !isOver || !isLonger) return undefined
  // After the last step, `ai` does not look at the time.
  const isLast = hasExecutions(candidate, count + 1) && stepsOf(reference).length === count + 1
  if (!isLast && !JSON.stringify(reference).includes('"TimeoutError"')) return undefined
  const { expected, actual } = partAfter(count, reference, candidate, { '‹error›': 'TimeoutError' })
  return { step: count, expected: { ...expected, calls: count + 1 }, actual }
}

/** `guarded` always asks. */
function mayNeedApproval({ approval, steps }: Conversation, place: number): boolean {
  const isGuarded = steps[place]?.content?.some((part) => part.type === 'tool-call' && part.toolName === 'guarded')
  return approval !== undefined || isGuarded === true
}

function hasExecutions(observed: Observation, step: number): boolean {
  return (observed['executions'] as PlainObject[]).some(({ options }) =>
    String((options as PlainObject)['toolCallId']).startsWith(`call-${step}-`),
  )
}

/** A stream that failed: `ai` ends it with what there is, or throws out of the loop that reads it. */
export const failedStreamRejects: FindParting = (reference, candidate, conversation) => {
  if (reference['promises'] === undefined) return undefined
  const place = failedStep(reference, conversation) ?? refusedStep(reference, candidate)
  if (place === undefined) return undefined
  const failure = abortReason(reference) ?? kindOfFailure(conversation, place, reference)
  // Of a stream in which nothing came, the error has the name that it has in `ai`.
  const isEmpty = failure === 'ToolfitError' && endedWith(candidate) === 'AI_NoOutputGeneratedError'
  const ending = { '‹error›': isEmpty ? errorTold(reference) : failure }
  const { expected, actual } = partAfter(place, reference, candidate, ending)
  const parts = withoutEmptyStep(chunksOf(candidate))
  const last = runEvents(reference).some(({ name }) => name === 'onAbort') ? 'abort' : 'error'
  const { fullStream } = candidate
  return {
    step: place,
    expected: {
      ...expected,
      // `ai` may go on after a turn that was cut off.
      calls: Math.min((reference['calls'] as Plain[]).length, place + 1),
      parts: chunksOf(reference).slice(0, parts.length),
      last,
    },
    actual: {
      ...actual,
      parts,
      // Decisions have been moved to the end.
      last:
        fullStream === undefined ? last : (fullStream as PlainObject[]).findLast((part) => !isDecision(part))?.['type'],
    },
  }
}

function endedWith(observed: Observation): Plain {
  const ending = endingOf(observed)
  return isObject(ending) ? ending['‹error›'] : undefined
}

function failedStep(reference: Observation, conversation: Conversation): number | undefined {
  const asked = (reference['calls'] as Plain[]).length
  const place = conversation.steps.findIndex(({ fault }) => fault !== undefined && fault.type !== 'error-part')
  return place !== -1 && place < asked ? place : undefined
}

/** Why `ai` says that a run was aborted. */
function abortReason(reference: Observation): Plain {
  const { event } = runEvents(reference).find(({ name }) => name === 'onAbort') ?? {}
  return isObject(event) && isObject(event['reason']) ? event['reason']['‹error›'] : undefined
}

/** The step before which the run failed: with an error that `ai` has told, and then made into one of its own. */
function refusedStep(reference: Observation, candidate: Observation): number | undefined {
  const [one, other] = [endingOf(reference), endingOf(candidate)]
  const isHidden = isObject(one) && one['‹error›'] === 'AI_NoOutputGeneratedError'
  return isHidden && isObject(other) && other['‹error›'] === errorTold(reference)
    ? stepsOf(candidate).length
    : undefined
}

/** The kind of the last error that `onError` heard of. */
function errorTold(reference: Observation): Plain {
  const errors = (reference['events'] as PlainObject)['errors'] ?? runEvents(reference)
  const last = (errors as PlainObject[]).filter(({ name }) => name === 'onError').at(-1)
  return ((last?.['event'] as PlainObject | undefined)?.['error'] as PlainObject | undefined)?.['‹error›']
}

function kindOfFailure({ steps }: Conversation, place: number, reference: Observation): Plain {
  const fault = steps[place]?.fault
  const told = errorTold(reference)
  if (fault === undefined || told === 'Error' || (reference['calls'] as Plain[]).length === 0) return told
  if (fault?.type === 'hang') return 'AbortError'
  return fault?.type === 'cut' ? 'ToolfitError' : 'Error'
}

/** `ai` begins a step with the first thing that comes; where nothing came there is no step. */
function withoutEmptyStep(parts: PlainObject[]): PlainObject[] {
  return parts.at(-1)?.['type'] === 'start-step' ? parts.slice(0, -1) : parts
}

/** The parts of a stream as `onChunk` had them, without what says that it failed: however the stream was read. */
function chunksOf(observed: Observation): PlainObject[] {
  const events = runEvents(observed)
  const abortedAt = events.findIndex(({ name }) => name === 'onAbort')
  // After it, Toolfit streams the text that it has held back for `output`; `ai` drops it.
  const before = abortedAt === -1 ? events : events.slice(0, abortedAt)
  return (
    before
      .filter(({ name }) => name === 'onChunk')
      .map(({ event }) => (event as PlainObject)['chunk'] as PlainObject)
      // Decisions have been moved to the end.
      .filter((chunk) => chunk['type'] !== 'abort' && !isDecision(chunk))
  )
}
