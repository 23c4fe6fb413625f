import { addCounts, type Usage } from '../../wire/model-reply.ts'

/** A request that was answered. It has no key, no prompt and no text of an answer. */
export interface RequestRecord {
  /** As in `x-request-id`. */
  readonly id: string
  readonly method: string
  /** The pattern of the path, so that there are few: `/v1/models/:model`. `other` where there is none. */
  readonly route: string
  readonly status: number
  /** `aborted`: the client left. `failed`: an error, also one inside a stream whose status was good. */
  readonly outcome: 'ok' | 'failed' | 'aborted'
  readonly durationMs: number
  /** Until the head of the answer. */
  readonly firstByteMs?: number
  /** The name of the client's key, which reveals nothing of the key itself. */
  readonly client?: string
  /** The model's name upstream. Only models that exist: clients cannot write into logs and labels. */
  readonly model?: string
  readonly stream?: boolean
  /** How often Gemini was asked. */
  readonly tries?: number
  readonly finishReason?: string
  /** The error's code or type, never its text. */
  readonly error?: string
  readonly usage?: RecordedUsage
  /** Parameters that had no effect. */
  readonly ignored?: readonly string[]
  /** Rules by which the history was repaired. */
  readonly repaired?: readonly string[]
}

export interface RecordedUsage {
  readonly inputTokens: number
  readonly cachedTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
}

/** The record of a request that is being answered. */
export interface RequestDraft {
  readonly id: string
  /** May be set until the end. */
  client?: string
  model?: string
  stream?: boolean
  tries?: number
  finishReason?: string
  error?: string
  usage?: RecordedUsage
  ignored?: readonly string[]
  repaired?: readonly string[]
  /** The answer goes on after its head: its writer calls {@link finish}. */
  isOpen: boolean
  /** The upstream is asked once more. */
  countTry(): void
  /** The head of the answer is there. */
  begin(status: number): void
  /** The answer is over. Only the first time counts. */
  finish(outcome: RequestRecord['outcome']): void
}

export interface DraftOptions {
  readonly method: string
  readonly route: string
  readonly now: () => number
  onEnd(record: RequestRecord): void
}

/** Its own fields are those of the record, so that a copy of it is the record. */
class Draft implements RequestDraft {
  readonly id: string
  tries?: number
  readonly #options: DraftOptions
  readonly #startedAt: number
  #head: { readonly status: number; readonly firstByteMs: number } | undefined
  #isOpen = false
  #isOver = false

  constructor(id: string, options: DraftOptions) {
    this.id = id
    this.#options = options
    this.#startedAt = options.now()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen
  }

  countTry(): void {
    this.tries = (this.tries ?? 0) + 1
  }

  begin(status: number): void {
    this.#head = { status, firstByteMs: this.#elapsed() }
  }

  finish(outcome: RequestRecord['outcome']): void {
    if (this.#isOver) return
    this.#isOver = true
    const { method, route, onEnd } = this.#options
    // 499: servers log it for a client that left before the answer.
    const { status, firstByteMs } = this.#head ?? { status: 499 }
    const times = { durationMs: this.#elapsed(), ...(firstByteMs === undefined ? {} : { firstByteMs }) }
    const record: RequestRecord = Object.assign({ ...this }, { method, route, status, outcome }, times)
    onEnd(record)
  }

  /** Never negative: a clock may be set back meanwhile. */
  #elapsed(): number {
    return Math.max(0, this.#options.now() - this.#startedAt)
  }
}

export function createRequestDraft(id: string, options: DraftOptions): RequestDraft {
  return new Draft(id, options)
}

/** Tokens as metrics count them: unknown numbers are 0. */
export function recordedUsage({ inputTokens, outputTokens }: Usage): RecordedUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  }
}

/** Tokens of several answers together. A count that one answer lacks is the sum of the others. */
export function addUsage([first, ...rest]: readonly Usage[]): Usage {
  return rest.reduce(
    (sum, { inputTokens, outputTokens }) => ({
      inputTokens: addAll(sum.inputTokens, inputTokens),
      outputTokens: addAll(sum.outputTokens, outputTokens),
    }),
    first!,
  )
}

function addAll<Counts extends Usage['inputTokens'] | Usage['outputTokens']>(one: Counts, other: Counts): Counts {
  const names = Object.keys(one) as (keyof Counts)[]
  return Object.fromEntries(
    names.map((name) => [name, addCounts(one[name] as number, other[name] as number)]),
  ) as Counts
}
