/** An answer as data: bytes, and pauses between them. Faults change it. */
export interface Delivery {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Before the head is sent. */
  readonly before: readonly Pause[]
  readonly steps: readonly Step[]
}

export type Step = Bytes | Pause

export interface Bytes {
  readonly kind: 'bytes'
  readonly bytes: Uint8Array
}

/** A wait of `Infinity` lasts until the caller gives up. */
export type Pause = { readonly kind: 'wait'; readonly ms: number } | { readonly kind: 'reset' }

/** A broken connection. A server destroys the socket; `fetch` would reject with a TypeError. */
export class ConnectionReset extends TypeError {
  override readonly name = 'ConnectionReset'
  readonly code = 'ECONNRESET'

  constructor() {
    super('The connection was reset, as a fault asked for.')
  }
}

const encoder = new TextEncoder()

export function bytesOf(text: string): Bytes {
  return { kind: 'bytes', bytes: encoder.encode(text) }
}

/** Sends a delivery. Rejects if the caller gives up before the head is sent, as `fetch` does. */
export async function send(delivery: Delivery, signal: AbortSignal): Promise<Response> {
  for (const pause of delivery.before) await endure(pause, signal)
  const { status, headers, steps } = delivery
  const [only] = steps
  if (steps.length <= 1 && only?.kind !== 'wait' && only?.kind !== 'reset') {
    // The bytes are our own, so their buffer is never shared.
    return new Response((only?.bytes ?? null) as Uint8Array<ArrayBuffer> | null, { status, headers })
  }
  return new Response(streamOf(steps, signal), { status, headers })
}

function streamOf(steps: readonly Step[], signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Ends a pause when the reader cancels the stream without aborting the request.
  const left = new AbortController()
  const isOver = AbortSignal.any([signal, left.signal])
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const step = steps[next++]
        if (step === undefined) return controller.close()
        if (step.kind === 'bytes') return controller.enqueue(step.bytes as Uint8Array<ArrayBuffer>)
        // A rejection is the error of the stream.
        await endure(step, isOver)
      }
    },
    cancel: () => left.abort(),
  })
}

async function endure(pause: Pause, signal: AbortSignal): Promise<void> {
  if (pause.kind === 'reset') throw new ConnectionReset()
  await wait(pause.ms, signal)
}

/** Rejects with the signal's reason when it aborts. Cleans up its timer and listener. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    if (ms === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
  })
}
