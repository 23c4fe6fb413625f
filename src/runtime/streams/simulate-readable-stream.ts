/**
 * A stream of these chunks, for tests and demonstrations: `ai` and Toolfit read it like that of a provider.
 *
 * @param options.initialDelayInMs Before the first chunk. `null`: at once, without a timer.
 * @param options.chunkDelayInMs Before every other chunk.
 *
 * @example
 * ```ts
 * import { simulateReadableStream } from 'toolfit'
 *
 * const words: string[] = []
 * for await (const word of simulateReadableStream({ chunks: ['Hello', 'world'], chunkDelayInMs: 1 })) words.push(word)
 * words // ['Hello', 'world']
 * ```
 */
export function simulateReadableStream<CHUNK>({
  chunks,
  initialDelayInMs = 0,
  chunkDelayInMs = 0,
  _internal,
}: {
  readonly chunks: readonly CHUNK[]
  readonly initialDelayInMs?: number | null | undefined
  readonly chunkDelayInMs?: number | null | undefined
  readonly _internal?: { readonly delay?: ((ms: number | null) => Promise<void>) | undefined } | undefined
}): ReadableStream<CHUNK> & AsyncIterable<CHUNK> {
  const wait = _internal?.delay ?? delay
  let index = 0
  return new ReadableStream<CHUNK>({
    async pull(controller) {
      if (index >= chunks.length) return controller.close()
      await wait(index === 0 ? initialDelayInMs : chunkDelayInMs)
      controller.enqueue(chunks[index++]!)
    },
  }) as ReadableStream<CHUNK> & AsyncIterable<CHUNK>
}

async function delay(ms: number | null): Promise<void> {
  if (ms !== null) await new Promise((resolve) => setTimeout(resolve, ms))
}
