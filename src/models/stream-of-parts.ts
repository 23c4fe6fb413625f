import type { PartSource } from './open-reply.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/** A stream takes from the front of its queue, which costs as much as the queue is long: a packet of 100,000 events must not all stand in it. */
const mostQueued = 256

/** Parts for those who want a web stream. */
export function streamOfParts(source: PartSource): ReadableStream<ModelStreamPart> {
  let parts: readonly ModelStreamPart[] = []
  let taken = 0
  return new ReadableStream<ModelStreamPart>({
    async pull(controller) {
      if (taken === parts.length) {
        const next = await source.next()
        if (next === undefined) return controller.close()
        parts = next
        taken = 0
      }
      const end = Math.min(parts.length, taken + mostQueued)
      while (taken < end) controller.enqueue(parts[taken++]!)
    },
    cancel: (reason) => source.cancel(reason),
  })
}
