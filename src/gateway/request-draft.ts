import type { Usage } from '../wire/model-reply.ts'
import type { RecordedUsage, RequestRecord } from './config.ts'

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
  isOpen?: boolean
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

export function createRequestDraft(id: string, { method, route, now, onEnd }: DraftOptions): RequestDraft {
  const startedAt = now()
  let head: { readonly status: number; readonly firstByteMs: number } | undefined
  let isOver = false
  const draft: RequestDraft = {
    id,
    begin(status) {
      head = { status, firstByteMs: now() - startedAt }
    },
    finish(outcome) {
      if (isOver) return
      isOver = true
      const { begin: _begin, finish: _finish, isOpen: _isOpen, ...known } = draft
      onEnd({
        ...known,
        method,
        route,
        // 499: what servers write for a client that left before there was anything to send.
        status: head?.status ?? 499,
        outcome,
        durationMs: now() - startedAt,
        ...(head === undefined ? {} : { firstByteMs: head.firstByteMs }),
      })
    },
  }
  return draft
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
