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

/** So much is gathered of what is there at the same time. */
const largestPiece = 65_536

const comment = new TextEncoder().encode(': keep-alive\n\n')

/**
 * A body of server-sent events. Nothing is asked for before the reader wants it, so a slow reader slows the model down and not the
 * memory up. Events that are there at the same time go out in one piece.
 */
export function createEventStream({
  opening,
  next,
  keepAliveMs,
  onEnd,
}: EventStreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let waiting: readonly string[] | undefined = opening.length === 0 ? undefined : opening
  /** A read that the reader did not wait for. */
  let pending: Promise<readonly string[] | undefined> | undefined

  const gather = async (first: readonly string[]): Promise<{ text: string; isDone: boolean }> => {
    let text = format(first)
    while (text.length < largestPiece) {
      pending = next()
      // A failure is for the next pull: what was there before it goes out first.
      const more = await readyNow(pending).catch((): typeof notReady => notReady)
      if (more === notReady) return { text, isDone: false }
      pending = undefined
      if (more === undefined) return { text, isDone: true }
      text += format(more)
    }
    return { text, isDone: false }
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let data: readonly string[] | undefined | typeof notReady = waiting
    waiting = undefined
    if (data === undefined) {
      pending ??= next()
      data = await within(pending, keepAliveMs)
      if (data === notReady) return controller.enqueue(comment)
      pending = undefined
    }
    if (data === undefined) return close(controller)
    const { text, isDone } = await gather(data)
    controller.enqueue(encoder.encode(text))
    if (isDone) close(controller)
  }
  const close = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    onEnd('ok')
    controller.close()
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await pull(controller)
        } catch (error) {
          onEnd('failed')
          controller.error(error)
        }
      },
      cancel() {
        pending?.catch(() => undefined)
        onEnd('aborted')
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

/** The value, if the promise has one by now. */
async function readyNow<T>(promise: Promise<T>): Promise<T | typeof notReady> {
  return Promise.race([promise, turns()])
}

/** A read of what is there passes through a few promises; what is not there takes a turn of the event loop. */
const promisesOfARead = 12

async function turns(): Promise<typeof notReady> {
  for (let turn = 0; turn < promisesOfARead; turn++) await undefined
  return notReady
}

/** The value, unless it takes longer. */
function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof notReady> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(notReady), ms)
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
