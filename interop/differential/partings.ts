import type { ScriptToolCall } from '../../test/runtime/mock-model.ts'
import type { Conversation } from './conversation.ts'
import { choiceIn, endingOf, firstSteps, isComplete, ownCallsOf, runEvents, stepsOf } from './observed-steps.ts'
import type { Plain, PlainObject } from './plain.ts'
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
  const isOver = endingOf(reference) === 'finished' && (reference['calls'] as Plain[]).length === steps.length
  if (last === undefined || !isOver || !isComplete(last)) return undefined
  const calls = ownCallsOf(last)
  const outputs = (last['content'] as PlainObject[]).filter(
    ({ type, providerExecuted }) => (type === 'tool-result' || type === 'tool-error') && providerExecuted !== true,
  )
  const invalid = calls.find((call) => call['invalid'] === true)
  if (invalid === undefined || outputs.length !== calls.length) return undefined
  return partAfter(steps.length, reference, candidate, { '‹error›': (invalid['error'] as PlainObject)['‹error›'] })
}

/** A step that was cut off, all of whose calls do not fit: `ai` has an answer to each of them, and goes on. */
export const cutOffEnds: FindParting = (reference, candidate) => {
  const place = stepsOf(reference).findIndex((step) => {
    const calls = ownCallsOf(step)
    return !isComplete(step) && calls.length > 0 && calls.every((call) => call['invalid'] === true)
  })
  if (place === -1 || (reference['calls'] as Plain[]).length === place + 1) return undefined
  return partAfter(place + 1, reference, candidate, 'finished')
}

/** The step in which a model called something although it was told not to. */
export const unwantedCallIsAnswered: FindParting = (reference, candidate, conversation) => {
  const place = violatedStep(reference, conversation)
  if (place === undefined || choiceIn(conversation, place) !== 'none') return undefined
  const step = stepsOf(candidate)[place]
  const own = step === undefined ? [] : ownCallsOf(step)
  const kinds = own.map(({ error }) => (error as PlainObject | undefined)?.['‹error›'])
  const executed = (candidate['executions'] as PlainObject[]).filter(({ options }) =>
    String((options as PlainObject)['toolCallId']).startsWith(`call-${place + 1}-`),
  )
  return {
    step: place,
    expected: { ...firstSteps(reference, place), kinds: own.map(() => 'AI_ToolChoiceViolationError'), executed: [] },
    actual: { ...firstSteps(candidate, place), kinds, executed },
  }
}

/** A step that was interrupted, and in which `toolChoice` was not honoured. */
export const interruptedIsChecked: FindParting = (reference, candidate, conversation) => {
  const place = stepsOf(reference).findIndex(
    ({ finishReason }, step) =>
      finishReason === 'other' &&
      conversation.steps[step]?.finishReason === 'interrupted' &&
      choiceIn(conversation, step) !== 'none' &&
      isViolated(conversation, step),
  )
  if (place === -1) return undefined
  const { expected, actual } = partAfter(place, reference, candidate, { '‹error›': 'AI_ToolChoiceViolationError' })
  return { step: place, expected: { ...expected, calls: place + 1 }, actual }
}

/** A stream that failed: `ai` ends it with what there is, or throws out of the loop that reads it. */
export const failedStreamRejects: FindParting = (reference, candidate, conversation) => {
  if (reference['promises'] === undefined) return undefined
  const place = failedStep(reference, conversation)
  if (place === undefined) return undefined
  const ending = { '‹error›': kindOfFailure(conversation, place) }
  const { expected, actual } = partAfter(place, reference, candidate, ending)
  const isUnwanted = choiceIn(conversation, place) === 'none'
  const parts = withoutEmptyStep(isUnwanted ? withoutCalls(chunksOf(candidate)) : chunksOf(candidate))
  const last = conversation.steps[place]?.fault?.type === 'hang' ? 'abort' : 'error'
  const { fullStream } = candidate
  return {
    step: place,
    expected: { ...expected, calls: place + 1, parts: chunksOf(reference).slice(0, parts.length), last },
    actual: {
      ...actual,
      parts,
      last: fullStream === undefined ? last : (fullStream as PlainObject[]).at(-1)?.['type'],
    },
  }
}

function failedStep(reference: Observation, conversation: Conversation): number | undefined {
  const asked = (reference['calls'] as Plain[]).length
  const failed = conversation.steps.findIndex(({ fault }) => fault !== undefined && fault.type !== 'error-part')
  const places = [violatedStep(reference, conversation), failed === -1 ? undefined : failed]
  const first = Math.min(...places.map((place) => place ?? asked))
  return first < asked ? first : undefined
}

function kindOfFailure({ steps }: Conversation, place: number): string {
  const fault = steps[place]?.fault
  if (fault === undefined || fault.type === 'error-part') return 'AI_ToolChoiceViolationError'
  if (fault.type === 'hang') return 'AbortError'
  return fault.type === 'cut' ? 'ToolfitError' : 'Error'
}

/** The step in which `toolChoice` was not honoured. `generateText` of `ai` does not end that step, `streamText` does. */
function violatedStep(reference: Observation, conversation: Conversation): number | undefined {
  const { error, promises } = reference
  const steps = stepsOf(reference)
  if (promises === undefined) {
    return (error as PlainObject | undefined)?.['‹error›'] === 'AI_ToolChoiceViolationError' ? steps.length : undefined
  }
  const place = steps.findIndex(({ finishReason }, step) => finishReason === 'error' && isViolated(conversation, step))
  return place === -1 ? undefined : place
}

function isViolated(conversation: Conversation, step: number): boolean {
  const choice = choiceIn(conversation, step)
  const calls = (conversation.steps[step]?.content ?? []).filter(({ type }) => type === 'tool-call') as ScriptToolCall[]
  if (choice === undefined || choice === 'auto') return false
  if (choice === 'none') return calls.length > 0
  return !calls.some(({ toolName }) => choice === 'required' || toolName === choice.toolName)
}

/** `ai` keeps calls back that nobody asked for, until it knows that the step is whole. */
function withoutCalls(parts: PlainObject[]): PlainObject[] {
  const start = parts.findLastIndex(({ type }) => type === 'start-step')
  return parts.filter(({ type }, index) => index < start || !String(type).startsWith('tool-'))
}

/** `ai` begins a step with the first thing that comes; where nothing came there is no step. */
function withoutEmptyStep(parts: PlainObject[]): PlainObject[] {
  return parts.at(-1)?.['type'] === 'start-step' ? parts.slice(0, -1) : parts
}

/** The parts of a stream as `onChunk` had them, without what says that it failed: however the stream was read. */
function chunksOf(observed: Observation): PlainObject[] {
  return runEvents(observed)
    .filter(({ name }) => name === 'onChunk')
    .map(({ event }) => (event as PlainObject)['chunk'] as PlainObject)
    .filter(({ type }) => type !== 'abort')
}
