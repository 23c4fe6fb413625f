import { isObject, type Plain, type PlainObject } from './plain.ts'
import type { Observation } from './run-conversation.ts'

/** The steps that came to an end. Settings and call of an agent may both listen. */
export function stepsOf(observed: Observation): PlainObject[] {
  const steps = runEvents(observed)
    .filter(({ name }) => name === 'onStepFinish')
    .map(({ event }) => event as PlainObject)
  return steps.filter(({ stepNumber }, index) => steps.findIndex((step) => step['stepNumber'] === stepNumber) === index)
}

export function runEvents(observed: Observation): PlainObject[] {
  return (observed['events'] as PlainObject)['run'] as PlainObject[]
}

/** Calls of a step that are ours to run. */
export function ownCallsOf(step: PlainObject): PlainObject[] {
  return (step['toolCalls'] as PlainObject[]).filter(({ providerExecuted }) => providerExecuted !== true)
}

/** Whether the model said that it was done. */
export function isComplete({ finishReason }: PlainObject): boolean {
  return finishReason === 'stop' || finishReason === 'tool-calls'
}

/** What is known of the first `count` steps, which have come to an end: all of it but the sums over the whole run. */
export function firstSteps(observed: Observation, count: number): Observation {
  const { calls, executions, events, fullStream } = observed
  const { run, steps, executions: executed, inputs, repairs } = events as Record<string, PlainObject[]>
  // Calls of the history are older than every step.
  const stepOf = (toolCallId: Plain) => Number(/^call-(\d+)-/.exec(String(toolCallId))?.[1] ?? 0)
  const isEarly = (toolCallId: Plain) => stepOf(toolCallId) <= count
  return {
    calls: (calls as Plain[]).slice(0, count),
    executions: (executions as PlainObject[]).filter(({ options }) => isEarly((options as PlainObject)['toolCallId'])),
    events: {
      run: run!.slice(0, run!.findLastIndex((event) => isEndOf(event, count - 1)) + 1),
      steps: steps!.slice(0, count),
      executions: executed!.filter(({ event }) =>
        isEarly(((event as PlainObject)['toolCall'] as PlainObject)['toolCallId']),
      ),
      repairs: repairs!.filter(({ event }) =>
        isEarly(((event as PlainObject)['toolCall'] as PlainObject)['toolCallId']),
      ),
      inputs: inputs!.filter(({ event }) => isEarly((event as PlainObject)['toolCallId'])),
    },
    ...(fullStream === undefined
      ? {}
      : { fullStream: untilNth(fullStream as PlainObject[], count, ({ type }) => type === 'finish-step') }),
  }
}

function isEndOf({ name, event }: PlainObject, stepNumber: number): boolean {
  return name === 'onStepFinish' && (event as PlainObject)['stepNumber'] === stepNumber
}

function untilNth(list: readonly PlainObject[], count: number, isOne: (item: PlainObject) => boolean): PlainObject[] {
  let seen = 0
  return list.filter((item) => {
    const isBefore = seen < count
    if (isOne(item)) seen++
    return isBefore
  })
}

/** How a run ended for its caller: with a result, or with an error of some kind. */
export function endingOf(observed: Observation): Plain {
  const { error, promises } = observed
  const failure = promises === undefined ? error : rejectionOf(promises as PlainObject)
  return isObject(failure) ? { '‹error›': failure['‹error›'] } : 'finished'
}

function rejectionOf({ steps }: PlainObject): Plain {
  return isObject(steps) ? steps['‹rejected›'] : undefined
}
