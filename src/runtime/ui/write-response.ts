import { toPullStream } from './pull-stream.ts'
import type { ServerResponseLike } from './ui-message-stream-options.ts'

/** Writes texts to a response of Node's, no faster than it takes them. A client that goes away returns the source at once. */
export async function writeResponse(response: ServerResponseLike, texts: AsyncIterator<string>): Promise<void> {
  // Through a reader, because one that is cancelled does not wait for a source that hangs.
  const reader = toPullStream(texts).getReader()
  let left: Promise<void> | undefined
  let wake = () => {}
  const leave = () => {
    left = reader.cancel()
    // It is awaited below; until then, nobody is to take its rejection for forgotten.
    left.catch(() => undefined)
    wake()
  }
  response.once('close', leave)
  if (response.destroyed) leave()
  try {
    for (let next = await reader.read(); !next.done && left === undefined; next = await reader.read()) {
      const hasRoom = response.write(next.value)
      // Compression keeps what is written until it is told to let go.
      response.flush?.()
      if (!hasRoom) {
        await new Promise<void>((resolve) => {
          wake = resolve
          response.once('drain', resolve)
        })
      }
    }
    await left
  } finally {
    response.off('close', leave)
    if (left === undefined) response.end()
  }
}
