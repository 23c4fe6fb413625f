import type { Usage } from '../../wire/model-reply.ts'
import type { RecordedUsage, RequestRecord } from '../config.ts'

/** What is known of a request while it is being answered. */
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
  /** The answer goes on after its head: whoever writes it calls {@link finish}. */
  isOpen: boolean
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

/** Its own fields are those of the record, so that the record is a copy. */
class Draft implements RequestDraft {
  readonly id: string
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

  begin(status: number): void {
    this.#head = { status, firstByteMs: this.#elapsed() }
  }

  finish(outcome: RequestRecord['outcome']): void {
    if (this.#isOver) return
    this.#isOver = true
    const { method, route, onEnd } = this.#options
    // 499: what servers write for a client that left before there was anything to send.
    const { status, firstByteMs } = this.#head ?? { status: 499 }
    const times = { durationMs: this.#elapsed(), ...(firstByteMs === undefined ? {} : { firstByteMs }) }
    const record: RequestRecord = Object.assign({ ...this }, { method, route, status, outcome }, times)
    onEnd(record)
  }

  /** A clock may be set back meanwhile. */
  #elapsed(): number {
    return Math.max(0, this.#options.now() - this.#startedAt)
  }
}

export function createRequestDraft(id: string, options: DraftOptions): RequestDraft {
  return new Draft(id, options)
}

/** Tokens as they are counted: what is not known is none. */
export function recordedUsage({ inputTokens, outputTokens }: Usage): RecordedUsage {
  return {
    inputTokens: inputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    outputTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  }
}
