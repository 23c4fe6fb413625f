import type { LanguageModelUsage } from './usage.ts'

/** The times of a model call, in milliseconds, and tokens per second. */
export interface ModelCallPerformance {
  readonly responseTimeMs: number
  readonly effectiveOutputTokensPerSecond: number
  /** Only of streams, like all that is optional: without one, nobody sees when the first output came. */
  readonly outputTokensPerSecond: number | undefined
  readonly inputTokensPerSecond: number | undefined
  readonly effectiveTotalTokensPerSecond: number
  readonly timeToFirstOutputMs: number | undefined
  readonly timeBetweenOutputChunksMs?: ChunkTimes | undefined
}

/** The times of a step. */
export interface StepPerformance extends ModelCallPerformance {
  readonly stepTimeMs: number
  /** How long each tool ran, by the id of its call. */
  readonly toolExecutionMs: Readonly<Record<string, number>>
}

/** The times between two parts of a stream that carry output. */
export interface ChunkTimes {
  readonly min: number
  readonly p10: number
  readonly median: number
  readonly avg: number
  readonly p90: number
  readonly max: number
}

/** The clock of all durations. */
export function readClock(): number {
  return performance.now()
}

/** Measures a step, and the call of its model. */
export class CallTimer {
  readonly #now: () => number
  #stepAt = 0
  #startedAt = 0
  #firstAt: number | undefined
  #lastAt = 0
  readonly #gaps: number[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  /** The step, and the call of its model, start now. */
  start(): void {
    this.#stepAt = this.restart()
  }

  /** The model is called again: each try to open a stream is a call of its own. */
  restart(): number {
    this.#startedAt = this.#now()
    return this.#startedAt
  }

  /** How long the step has taken so far. */
  readStep(): number {
    return this.#now() - this.#stepAt
  }

  /** Output of the model came. */
  mark(): void {
    const at = this.#now()
    if (this.#firstAt === undefined) this.#firstAt = at
    else this.#gaps.push(at - this.#lastAt)
    this.#lastAt = at
  }

  measure({ inputTokens, outputTokens }: LanguageModelUsage, isStreamed: boolean): ModelCallPerformance {
    const responseTimeMs = this.#now() - this.#startedAt
    const first = this.#firstAt === undefined ? undefined : this.#firstAt - this.#startedAt
    return {
      responseTimeMs,
      effectiveOutputTokensPerSecond: rate(outputTokens, responseTimeMs),
      outputTokensPerSecond: first === undefined ? undefined : rate(outputTokens, responseTimeMs - first),
      inputTokensPerSecond: first === undefined ? undefined : rate(inputTokens, first),
      effectiveTotalTokensPerSecond: rate((inputTokens ?? 0) + (outputTokens ?? 0), responseTimeMs),
      timeToFirstOutputMs: first,
      ...(isStreamed ? { timeBetweenOutputChunksMs: summarise(this.#gaps) } : {}),
    }
  }
}

/** Tokens per second; 0 where there is no number, as in `ai`. */
function rate(tokens: number | undefined, ms: number): number {
  const perSecond = (1_000 * (tokens ?? 0)) / ms
  return Number.isFinite(perSecond) ? perSecond : 0
}

function summarise(times: readonly number[]): ChunkTimes | undefined {
  if (times.length === 0) return undefined
  const sorted = Float64Array.from(times).sort()
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]!
  const avg = sorted.reduce((sum, time) => sum + time, 0) / sorted.length
  return { min: sorted[0]!, p10: at(0.1), median: at(0.5), avg, p90: at(0.9), max: at(1) }
}
