import type { ModelMessage } from '../../core/message.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ResponseMessage } from '../result/content.ts'
import type { Step } from '../result/step.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { TypedToolCall, TypedToolError, TypedToolResult } from '../result/tool-parts.ts'
import type { LanguageModelUsage } from '../result/usage.ts'

type Listener<EVENT> = (event: EVENT) => unknown

/** The event of `onFinish`: the last step, with fields of the whole run. */
export type FinishEvent<TOOLS extends ToolSet = ToolSet> = Step<TOOLS> & {
  readonly steps: Step<TOOLS>[]
  readonly totalUsage: LanguageModelUsage
  readonly finalStep: Step<TOOLS>
  readonly responseMessages: ResponseMessage[]
  readonly experimental_context: unknown
}

export interface StepStartEvent {
  readonly stepNumber: number
  readonly model: { readonly provider: string; readonly modelId: string }
  /** The messages of the step, without the instructions. */
  readonly messages: readonly ModelMessage[]
}

export type AbortEvent<TOOLS extends ToolSet = ToolSet> = {
  /** The steps that were completed. */
  readonly steps: Step<TOOLS>[]
  /** All messages of the run, with those of the interrupted step. Every call has a result: they can be sent again. */
  readonly messages: ModelMessage[]
  readonly reason: unknown
}

export type ToolExecutionStartEvent<TOOLS extends ToolSet = ToolSet> = {
  readonly toolCall: TypedToolCall<TOOLS>
  readonly stepNumber: number
}

export type ToolExecutionEndEvent<TOOLS extends ToolSet = ToolSet> = ToolExecutionStartEvent<TOOLS> & {
  readonly toolOutput: TypedToolResult<TOOLS> | TypedToolError<TOOLS>
  readonly durationMs: number
}

/** Part of `onChunk`. */
export type ChunkEvent<TOOLS extends ToolSet = ToolSet> = {
  readonly chunk: TextStreamPart<TOOLS>
}

/**
 * Callbacks. The run waits for each of them; their errors go to `onError` and do not end the run. Where both names of an event are set,
 * the newer one is called.
 */
export interface RunEvents<TOOLS extends ToolSet = ToolSet> {
  readonly onStart?: Listener<{ readonly messages: readonly ModelMessage[] }> | undefined
  readonly onStepStart?: Listener<StepStartEvent> | undefined
  readonly onStepFinish?: Listener<Step<TOOLS>> | undefined
  /** The name of `onStepFinish` in `ai` 7. */
  readonly onStepEnd?: Listener<Step<TOOLS>> | undefined
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

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
}

function noop(): void {}
