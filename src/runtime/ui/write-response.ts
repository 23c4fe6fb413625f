import type { ServerResponseLike } from './ui-message-stream-options.ts'

/** Writes texts to a response of Node's, no faster than it takes them. A client that goes away returns the source at once. */
export async function writeResponse(response: ServerResponseLike, texts: AsyncIterator<string>): Promise<void> {
  let isGone = false
  let left: Promise<unknown> | undefined
  let wake = () => {}
  const leave = () => {
    isGone = true
    wake()
    left = Promise.resolve(texts.return?.())
    // It is awaited below; until then, nobody is to take it for forgotten.
    left.catch(() => undefined)
  }
  response.once('close', leave)
  if (response.destroyed) leave()
  try {
    while (!isGone) {
      const { done, value } = await texts.next()
      if (done || isGone) break
      const hasRoom = response.write(value)
      // Compression keeps what is written until it is told to let go.
      response.flush?.()
      if (hasRoom) continue
      await new Promise<void>((resolve) => {
        wake = resolve
        response.once('drain', resolve)
        if (isGone) resolve()
      })
    }
    await left
  } finally {
    response.off('close', leave)
    if (!isGone) response.end()
  }
}
