import type { JsonObject } from '../../core/json.ts'

/** One server-sent event. An object is written as JSON, a text as it is. */
export interface ServerEvent {
  readonly event?: string
  readonly data: JsonObject | string
}

/** Events in batches of what came together. `return()` ends the answer upstream, also while a read is under way. */
export type EventBatches = Pick<AsyncIterator<readonly ServerEvent[], undefined>, 'next'> & {
  return(): Promise<unknown>
}

export interface EventStreamOptions {
  /** A comment is sent after so long a silence. */
  readonly keepAliveMs: number
  /** `aborted`: the reader left. `failed`: `next` rejected. */
  onEnd(outcome: 'ok' | 'failed' | 'aborted'): void
}

const encoder = new TextEncoder()
const comment = encoder.encode(': keep-alive\n\n')
const done: IteratorReturnResult<undefined> = { done: true, value: undefined }

/**
 * A body of server-sent events. A batch is read when the reader wants more, so a slow reader slows the model down and does not fill the
 * memory. Events of a batch go out as one piece.
 */
export function writeEvents(
  batches: EventBatches,
  { keepAliveMs, onEnd }: EventStreamOptions,
): AsyncIterable<Uint8Array> {
  /** Undefined while nothing is being read. */
  let pending: ReturnType<EventBatches['next']> | undefined
  let isOver = false
  const end = (outcome: 'ok' | 'failed' | 'aborted') => {
    if (isOver) return
    isOver = true
    onEnd(outcome)
  }
  const iterator: AsyncIterator<Uint8Array, undefined> = {
    async next() {
      if (isOver) return done
      try {
        pending ??= batches.next()
        const next = await within(pending, keepAliveMs)
        if (next === undefined) return { done: false, value: comment }
        pending = undefined
        if (isOver) return done
        if (next.done !== true) return { done: false, value: encoder.encode(next.value.map(format).join('')) }
        end('ok')
        return done
      } catch (error) {
        // A reader that left gets no error.
        if (isOver) return done
        end('failed')
        throw error
      }
    },
    async return() {
      pending?.catch(() => undefined)
      end('aborted')
      await batches.return()
      return done
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

/** The one place where events become text. */
function format({ event, data }: ServerEvent): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return event === undefined ? `data: ${text}\n\n` : `event: ${event}\ndata: ${text}\n\n`
}

/** The value; undefined where it takes longer. */
function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined)
    promise.then(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
