import type { ByteSource } from '../../core/byte-source.ts'

/** Who fills a queue, and has to know what its reader wants. */
export interface QueueOwner {
  /** So much waits that no more should come. */
  onFull(): void
  /** The reader has taken what was there. */
  onRoom(): void
  /** The reader wants no more. Not called after the end. */
  onCancel(reason: unknown): void
}

/** Bytes between somebody who brings them and somebody who reads them. */
export interface ByteQueue {
  readonly source: ByteSource
  push(piece: Uint8Array): void
  /** Without an error: all is there. Only the first time counts. */
  end(error?: unknown): void
}

/** So much may wait for a reader, in each direction of each request. */
const highWaterMark = 16 * 1024

export function createByteQueue(owner: QueueOwner): ByteQueue {
  let pieces: Uint8Array[] = []
  let size = 0
  let isFull = false
  let isOver = false
  let failure: { readonly error: unknown } | undefined
  let wake: (() => void) | undefined

  const rouse = () => {
    wake?.()
    wake = undefined
  }
  const end = (error?: unknown) => {
    if (isOver) return
    isOver = true
    if (error !== undefined) failure = { error }
    rouse()
  }
  const take = (): Uint8Array[] => {
    const taken = pieces
    pieces = []
    size = 0
    if (isFull && !isOver) owner.onRoom()
    isFull = false
    return taken
  }
  const source: ByteSource = {
    async read() {
      if (pieces.length === 0 && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (pieces.length > 0) return take()
      if (failure !== undefined) throw failure.error
      return undefined
    },
    cancel(reason) {
      pieces = []
      if (isOver) return
      end()
      owner.onCancel(reason)
    },
  }
  return {
    source,
    end,
    push(piece) {
      if (isOver) return
      // Whoever waits takes it at once: to stop and start the socket for each piece of a large body would cost more than to read it.
      pieces.push(piece)
      size += piece.byteLength
      if (wake === undefined && size >= highWaterMark && !isFull) {
        isFull = true
        owner.onFull()
      }
      rouse()
    },
  }
}
