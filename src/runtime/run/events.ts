import type { ToolSet } from '../../tools/tool.ts'
import {
  type AbortEvent,
  type ChunkEvent,
  type FinishEvent,
  type ModelCallEndEvent,
  type ModelCallStartEvent,
  olderNames,
  type RunEventName,
  type StartEvent,
  type StepErrorEvent,
  type StepStartEvent,
  type ToolExecutionEndEvent,
  type ToolExecutionStartEvent,
} from '../result/events.ts'
import type { Step } from '../result/step.ts'

type Listener<EVENT> = (event: EVENT) => unknown

/**
 * Callbacks. The run waits for each of them; their errors go to `onError` and do not end the run. Where both names of an event are set,
 * the newer one is called.
 */
export interface RunEvents<TOOLS extends ToolSet = ToolSet> {
  readonly onStart?: Listener<StartEvent<TOOLS>> | undefined
  readonly onStepStart?: Listener<StepStartEvent<TOOLS>> | undefined
  readonly onLanguageModelCallStart?: Listener<ModelCallStartEvent> | undefined
  readonly onLanguageModelCallEnd?: Listener<ModelCallEndEvent<TOOLS>> | undefined
  readonly onStepFinish?: Listener<Step<TOOLS>> | undefined
  /** The name of `onStepFinish` in `ai` 7. */
  readonly onStepEnd?: Listener<Step<TOOLS>> | undefined
  readonly onStepError?: Listener<StepErrorEvent<TOOLS>> | undefined
  readonly onFinish?: Listener<FinishEvent<TOOLS>> | undefined
  /** The name of `onFinish` in `ai` 7. */
  readonly onEnd?: Listener<FinishEvent<TOOLS>> | undefined
  /** Every part of the stream; of `streamText` alone. */
  readonly onChunk?: Listener<ChunkEvent<TOOLS>> | undefined
  /** Errors of the run in `streamText`, which does not throw them, and errors of other callbacks. */
  readonly onError?: Listener<{ readonly error: unknown }> | undefined
  readonly onAbort?: Listener<AbortEvent<TOOLS>> | undefined
  readonly onToolExecutionStart?: Listener<ToolExecutionStartEvent<TOOLS>> | undefined
  readonly onToolExecutionEnd?: Listener<ToolExecutionEndEvent<TOOLS>> | undefined
  /** Names of `ai` 6. */
  readonly experimental_onStart?: Listener<StartEvent<TOOLS>> | undefined
  readonly experimental_onStepStart?: Listener<StepStartEvent<TOOLS>> | undefined
  readonly experimental_onLanguageModelCallStart?: Listener<ModelCallStartEvent> | undefined
  readonly experimental_onLanguageModelCallEnd?: Listener<ModelCallEndEvent<TOOLS>> | undefined
  readonly experimental_onToolCallStart?: Listener<ToolExecutionStartEvent<TOOLS>> | undefined
  readonly experimental_onToolCallFinish?: Listener<ToolExecutionEndEvent<TOOLS>> | undefined
}

/** The callback for an event, under its newest name. */
export function listenerOf(options: RunEvents, name: RunEventName): Listener<never> | undefined {
  return (options[name] ?? options[olderNames[name as keyof typeof olderNames]]) as Listener<never> | undefined
}

/** Calls a listener. Returns `undefined` instead of a promise where there is nothing to wait for. */
export type Notify = <EVENT>(listener: Listener<EVENT> | undefined, event: EVENT) => Promise<void> | undefined

/** Calls listeners so that their errors do not end the run. */
export function createNotify({ onError }: Pick<RunEvents, 'onError'>): Notify {
  const report = async (listener: unknown, error: unknown) => {
    if (onError === undefined || listener === onError) return
    try {
      await onError({ error })
    } catch {
      // `onError` itself failed: there is no other listener, and the run goes on.
    }
  }
  return (listener, event) => {
    if (listener === undefined) return undefined
    try {
      const answer = listener(event)
      if (!isPromiseLike(answer)) return undefined
      return Promise.resolve(answer).then(noop, (error: unknown) => report(listener, error))
    } catch (error) {
      return report(listener, error)
    }
  }
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function noop(): void {}
