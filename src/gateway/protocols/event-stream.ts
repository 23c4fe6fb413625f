import type { ByteSource } from '../../core/byte-source.ts'

/** Where events come from, and who is told of their end. */
export interface EventStreamOptions {
  /** Data of events that are there already. */
  readonly opening: readonly string[]
  /** Data of the next events, at least one; undefined at the end. */
  next(): Promise<readonly string[] | undefined>
  /** A comment is sent after so long a silence. */
  readonly keepAliveMs: number
  /** `aborted`: the reader left. `failed`: `next` rejected. */
  onEnd(outcome: 'ok' | 'failed' | 'aborted'): void
}

const encoder = new TextEncoder()
const comment = encoder.encode(': keep-alive\n\n')

/**
 * A body of server-sent events. Nothing is asked for before the reader wants it, so a slow reader slows the model down and not the
 * memory up. Events that came together go out in one piece.
 */
export function createEventStream({ opening, next, keepAliveMs, onEnd }: EventStreamOptions): ByteSource {
  let waiting: readonly string[] | undefined = opening.length === 0 ? undefined : opening
  /** A read that the reader did not wait for. */
  let pending: Promise<readonly string[] | undefined> | undefined
  let isOver = false
  let stopWaiting: (() => void) | undefined

  const end = (outcome: 'ok' | 'failed' | 'aborted') => {
    if (isOver) return
    isOver = true
    onEnd(outcome)
  }
  /** What is there, or a promise of what will be: with a thousand slow streams, each promise on the way counts. */
  const take = () => {
    if (waiting !== undefined) {
      const data = waiting
      waiting = undefined
      return data
    }
    pending ??= next()
    return within(pending, keepAliveMs, (stop) => {
      stopWaiting = stop
    })
  }
  return {
    async read() {
      if (isOver) return undefined
      try {
        const data = await take()
        if (data !== notReady) pending = undefined
        if (isOver) return undefined
        if (data === notReady) return [comment]
        if (data !== undefined) return [encoder.encode(format(data))]
        end('ok')
        return undefined
      } catch (error) {
        // Whoever left hears of no error.
        if (isOver) return undefined
        end('failed')
        throw error
      }
    },
    cancel() {
      pending?.catch(() => undefined)
      end('aborted')
      stopWaiting?.()
    },
  }
}

function format(data: readonly string[]): string {
  let text = ''
  for (const one of data) text += `data: ${one}\n\n`
  return text
}

const notReady = Symbol('not ready')

/** The value, unless it takes longer. `onStop` is given what ends the wait. */
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
