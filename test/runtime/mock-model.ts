import type { ModelCallOptions } from '../../src/models/versions/language-model.ts'
import {
  defined,
  type ScriptVersion,
  scriptedContent,
  scriptedFinish,
  scriptedParts,
  scriptedWarnings,
} from './scripted-parts.ts'
import type { ScriptFault, ScriptStep, ScriptStreamPart } from './scripted-step.ts'

export type { ScriptVersion } from './scripted-parts.ts'
export type * from './scripted-step.ts'

/** A step for each call, or what makes the step of a call. A string is a step that says it. */
export type Script =
  | readonly (ScriptStep | string)[]
  | ((callNumber: number, options: ModelCallOptions) => ScriptStep | string)

export interface ScriptedModelOptions<VERSION extends ScriptVersion = ScriptVersion> {
  /** `v3` if left out. */
  readonly version?: VERSION
  readonly provider?: string
  readonly modelId?: string
  readonly supportedUrls?: Record<string, RegExp[]>
  /** Awaited before each answer, and before each part of a stream. */
  readonly pace?: () => PromiseLike<void>
  /** The model does not hear an abort. If left out it does, as one that uses `fetch`. */
  readonly ignoresAbort?: boolean
}

/** A call that a scripted model got. */
export interface ScriptedCall {
  readonly method: 'doGenerate' | 'doStream'
  readonly options: ModelCallOptions
  /** How many parts of the stream were taken, its start and finish among them. */
  partsTaken: number
  /** The reader gave the stream up. */
  cancelled: boolean
}

export interface ScriptedModel<VERSION extends ScriptVersion = ScriptVersion> {
  readonly specificationVersion: VERSION
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  /** Every call so far, oldest first. */
  readonly calls: readonly ScriptedCall[]
  doGenerate(options: ModelCallOptions): Promise<ScriptedResult>
  doStream(options: ModelCallOptions): Promise<ScriptedStreamResult>
}

/** A result in the shape of the model's version. */
export interface ScriptedResult {
  readonly content: readonly ScriptStreamPart[]
  readonly finishReason: unknown
  readonly usage: unknown
  readonly warnings: readonly object[]
  readonly [key: string]: unknown
}

export interface ScriptedStreamResult {
  readonly stream: ReadableStream<ScriptStreamPart>
  readonly [key: string]: unknown
}

/**
 * A model of the AI SDK's specification that plays a script: `doGenerate` and `doStream` say the same. A call beyond the last step is
 * an error.
 *
 * @example
 * ```ts
 * const model = scriptedModel([
 *   { content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Bern"}' }] },
 *   'It is sunny.',
 * ])
 * ```
 */
export function scriptedModel<VERSION extends ScriptVersion = 'v3'>(
  script: Script,
  options: ScriptedModelOptions<VERSION> = {},
): ScriptedModel<VERSION> {
  const version = options.version ?? ('v3' as VERSION)
  const calls: ScriptedCall[] = []

  function begin(method: ScriptedCall['method'], callOptions: ModelCallOptions) {
    const call: ScriptedCall = { method, options: callOptions, partsTaken: 0, cancelled: false }
    calls.push(call)
    const signal = options.ignoresAbort ? undefined : callOptions.abortSignal
    return { call, signal, step: stepOf(script, calls.length - 1, callOptions) }
  }

  return {
    specificationVersion: version,
    provider: options.provider ?? 'scripted',
    modelId: options.modelId ?? 'scripted-model',
    supportedUrls: options.supportedUrls ?? {},
    calls,
    async doGenerate(callOptions) {
      const { signal, step } = begin('doGenerate', callOptions)
      await options.pace?.()
      signal?.throwIfAborted()
      if (step.fault) await failToAnswer(step.fault, signal)
      return answer(step, version)
    },
    async doStream(callOptions) {
      const { call, signal, step } = begin('doStream', callOptions)
      signal?.throwIfAborted()
      if (step.fault?.type === 'throw') throw step.fault.error
      const stream = streamOf(playStep(step, version, signal), call, signal, options.pace)
      const { headers } = step.response ?? {}
      return { stream, ...defined({ request: step.request, response: headers && { headers } }) }
    },
  }
}

function stepOf(script: Script, callNumber: number, options: ModelCallOptions): ScriptStep {
  const step = typeof script === 'function' ? script(callNumber, options) : script[callNumber]
  if (step === undefined) throw new Error(`The script ends before call ${callNumber + 1}.`)
  return typeof step === 'string' ? { content: [{ type: 'text', text: step }] } : step
}

function answer(step: ScriptStep, version: ScriptVersion): ScriptedResult {
  const { type: _, ...finish } = scriptedFinish(step, version)
  const { finishReason, usage } = finish
  return {
    ...finish,
    content: scriptedContent(step, version),
    finishReason,
    usage,
    warnings: scriptedWarnings(step, version),
    ...defined({ request: step.request, response: step.response }),
  }
}

/** What `doGenerate` does in the place of a stream that goes wrong. */
async function failToAnswer(fault: ScriptFault, signal: AbortSignal | undefined): Promise<never> {
  if (fault.type === 'hang') return aborted(signal)
  throw fault.type === 'cut' ? new TypeError('terminated') : fault.error
}

type Played = ScriptStreamPart | PromiseLike<never>

/** All parts of a stream. A hang is a part that never comes. */
function* playStep(step: ScriptStep, version: ScriptVersion, signal: AbortSignal | undefined): Generator<Played> {
  yield { type: 'stream-start', warnings: scriptedWarnings(step, version) }
  const { fault } = step
  const place = fault && 'after' in fault ? (fault.after ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  let isFaultDue = fault !== undefined
  let count = 0
  for (const part of scriptedParts(step, version)) {
    if (isFaultDue && count === place) {
      isFaultDue = false
      if (yield* playFault(fault!, signal)) return
    }
    yield part
    count++
  }
  if (isFaultDue && (yield* playFault(fault!, signal))) return
  yield scriptedFinish(step, version)
}

/** Returns whether the stream ends here. */
function* playFault(fault: ScriptFault, signal: AbortSignal | undefined): Generator<Played, boolean> {
  if (fault.type === 'hang') yield aborted(signal)
  if (fault.type === 'break') throw fault.error
  if (fault.type === 'error-part') yield { type: 'error', error: fault.error }
  return fault.type === 'cut'
}

/** One part for each pull: nothing is made that nobody asked for. */
function streamOf(
  parts: Generator<Played>,
  call: ScriptedCall,
  signal: AbortSignal | undefined,
  pace: (() => PromiseLike<void>) | undefined,
): ReadableStream<ScriptStreamPart> {
  let isLast = false
  function give(controller: ReadableStreamDefaultController<ScriptStreamPart>, part: ScriptStreamPart): void {
    call.partsTaken++
    isLast = part.type === 'finish'
    controller.enqueue(part)
  }
  return new ReadableStream<ScriptStreamPart>(
    {
      pull(controller): void | PromiseLike<void> {
        const next = () => {
          signal?.throwIfAborted()
          const { done, value } = parts.next()
          if (done) return controller.close()
          if (!('then' in value)) return give(controller, value as ScriptStreamPart)
          return value as PromiseLike<never>
        }
        // Streams of providers close with their last part.
        return pace && !isLast ? pace().then(next) : next()
      },
      cancel() {
        call.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
}

/** Rejects with the reason of the abort, as `fetch` does. Without a signal it waits for ever. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
