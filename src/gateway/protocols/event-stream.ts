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

/**
 * A body of server-sent events. A batch is read when the reader wants more, so a slow reader slows the model down and does not fill the
 * memory. Events of a batch go out as one piece.
 */
export function createEventStream(
  batches: EventBatches,
  { keepAliveMs, onEnd }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  /** Undefined while nothing is being read. */
  let pending: ReturnType<EventBatches['next']> | undefined
  let isOver = false
  const end = (outcome: 'ok' | 'failed' | 'aborted') => {
    if (isOver) return
    isOver = true
    onEnd(outcome)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          pending ??= batches.next()
          const next = await within(pending, keepAliveMs)
          if (next === undefined) return controller.enqueue(comment)
          pending = undefined
          if (isOver) return
          if (next.done !== true) return controller.enqueue(encoder.encode(next.value.map(format).join('')))
          end('ok')
          controller.close()
        } catch (error) {
          // A reader that left gets no error.
          if (isOver) return
          end('failed')
          controller.error(error)
        }
      },
      async cancel() {
        pending?.catch(() => undefined)
        end('aborted')
        await batches.return()
      },
    },
    { highWaterMark: 0 },
  )
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
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
