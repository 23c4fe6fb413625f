/** Where events come from, and who learns of their end. */
export interface EventStreamOptions {
  /** Data of events that exist already. */
  readonly opening: readonly string[]
  /** Data of the next events, at least one; undefined at the end. */
  next(): Promise<readonly string[] | undefined>
  /** A comment is sent after a silence of this length. */
  readonly keepAliveMs: number
  /** `aborted`: the client left. `failed`: `next` rejected. */
  onEnd(outcome: 'ok' | 'failed' | 'aborted'): void
}

const encoder = new TextEncoder()
const comment = encoder.encode(': keep-alive\n\n')

/**
 * A response body of server-sent events. It asks for events only when the client reads, so a slow client slows the model down and
 * fills no memory. Events that came together leave as one chunk.
 */
export function createEventStream(options: EventStreamOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { next, keepAliveMs, onEnd } = options
  let opening: readonly string[] | undefined = options.opening.length === 0 ? undefined : options.opening
  /** A result that takes longer than the interval of comments. */
  let pending: Promise<readonly string[] | undefined> | undefined
  let stopWaiting: (() => void) | undefined
  let isOver = false
  const end = (outcome: 'ok' | 'failed' | 'aborted') => {
    isOver = true
    onEnd(outcome)
  }
  const take = () => {
    if (opening !== undefined) {
      const data = opening
      opening = undefined
      return data
    }
    pending ??= next()
    return within(pending, keepAliveMs, (stop) => {
      stopWaiting = stop
    })
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const data = await take()
          if (isOver) return
          if (data !== notReady) pending = undefined
          if (data === notReady) controller.enqueue(comment)
          else if (data !== undefined) controller.enqueue(encoder.encode(format(data)))
          else {
            end('ok')
            controller.close()
          }
        } catch (error) {
          // A client that left learns of no error.
          if (isOver) return
          end('failed')
          throw error
        }
      },
      cancel() {
        pending?.catch(() => undefined)
        end('aborted')
        stopWaiting?.()
      },
    },
    { highWaterMark: 0 },
  )
}

function format(data: readonly string[]): string {
  let text = ''
  for (const one of data) text += `data: ${one}\n\n`
  return text
}

const notReady = Symbol('not ready')

/** The value, unless it takes longer. `onStop` receives a function that ends the wait. */
function within<T>(promise: Promise<T>, ms: number, onStop: (stop: () => void) => void): Promise<T | typeof notReady> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      resolve(notReady)
    }
    const timer = setTimeout(stop, ms)
    onStop(stop)
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
