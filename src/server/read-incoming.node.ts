import type { IncomingMessage } from 'node:http'

/** Reads the body of a request to its end. Rejects when the client leaves before, or when `onChunk` throws: then the rest is not read. */
export function readIncoming(incoming: IncomingMessage, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      incoming.off('data', onData)
      incoming.off('end', onEnd)
      incoming.off('error', onError)
      incoming.off('close', onClose)
    }
    const onData = (chunk: Uint8Array) => {
      try {
        onChunk(chunk)
      } catch (error) {
        incoming.pause()
        onError(error)
      }
    }
    const onEnd = () => {
      stop()
      resolve()
    }
    const onError = (error: unknown) => {
      stop()
      reject(error)
    }
    const onClose = () => onError(incoming.errored ?? new Error('The client left before its request was complete.'))
    if (incoming.readableEnded) return resolve()
    // No event comes any more.
    if (incoming.destroyed) return onClose()
    incoming.on('data', onData)
    incoming.on('end', onEnd)
    incoming.on('error', onError)
    incoming.on('close', onClose)
  })
}
