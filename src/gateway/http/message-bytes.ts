import type { ByteSource } from '../../core/byte-source.ts'
import { createByteQueue } from './byte-queue.ts'

/** What a body is read from: an incoming message of `node:http`, or a decompressor. */
export interface MessageSource {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  pause(): unknown
  resume(): unknown
  destroy(error?: Error): unknown
}

/**
 * The bytes of a message's body. What comes while nobody reads is kept up to a mark; the rest stays in the socket, so the sender waits.
 *
 * `letGo` is called when a reader wants no more. By default the message is destroyed, and its connection with it.
 */
export function messageBytes(message: MessageSource, letGo: () => unknown = () => message.destroy()): ByteSource {
  let isOver = false
  const queue = createByteQueue({
    onFull: () => message.pause(),
    onRoom: () => message.resume(),
    onCancel() {
      isOver = true
      letGo()
    },
  })
  const end = (error?: Error) => {
    isOver = true
    queue.end(error)
  }
  message.on('data', queue.push)
  message.on('end', () => end())
  message.on('error', end)
  message.on('close', () => {
    // Nothing else is said of a connection that somebody destroyed without a reason. An error is dear, and most are over by now.
    if (!isOver) end(new TypeError('The connection was closed.'))
  })
  return queue.source
}
