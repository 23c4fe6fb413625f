import { ToolfitError } from '../core/errors.ts'
import type { ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import { createSseDecoder } from '../wire/sse.ts'
import { isApiCallError } from './http/api-call-error.ts'
import { type OpenReply, readBody } from './http/call-http.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/**
 * The parts of an answer that streams, in batches of what arrived together, at least one part each. A failure is an `error` part, and the
 * last one; an abort rejects. `return()` of its iterator releases the connection. A second `stream-start` has all warnings once more, with
 * those that arose since.
 */
export type PartBatches = AsyncIterable<readonly ModelStreamPart[]>

export interface StreamedReply {
  readonly reply: OpenReply
  readonly decoder: StreamDecoder
  readonly warnings: RequestWarning[]
  /** From the wire's events to the caller's parts: the place of the tools' codec. */
  readonly map: (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[]
  /** Adds a `raw` part for every event. */
  readonly includeRaw?: boolean | undefined
  /** Awaited between the events of a long answer. */
  readonly pause?: (() => Promise<void> | undefined) | undefined
}

/** In bytes. A shorter answer is read in one go: pausing would only delay it. */
export const longAnswer = 100_000

/**
 * Reads a body of server-sent events. Resolves when the first event is there: a failure before that is thrown, so that the call can be
 * tried again.
 */
export async function openParts(streamed: StreamedReply): Promise<PartBatches> {
  const { reply, warnings } = streamed
  const batches = createBatches(streamed)
  const first = (await batches.next()).value ?? []
  const failed = first.find((part) => part.type === 'error')
  if (failed !== undefined && first.every(({ type }) => type === 'error' || type === 'finish' || type === 'raw')) {
    reply.cancel(failed.error)
    throw failed.error
  }
  let waiting: readonly ModelStreamPart[] | undefined = [{ type: 'stream-start', warnings }, ...first]
  const iterator: BatchIterator = {
    next() {
      if (waiting === undefined) return batches.next()
      const value = waiting
      waiting = undefined
      return Promise.resolve({ done: false, value })
    },
    return: batches.return,
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

interface BatchIterator extends AsyncIterator<readonly ModelStreamPart[], undefined> {
  return(): Promise<IteratorReturnResult<undefined>>
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Not an async generator: its `return()` would wait for a read that may never end. */
function createBatches(streamed: StreamedReply): BatchIterator {
  const { reply, pause } = streamed
  const decoder = createPartDecoder(streamed)
  /** Events that have come and are not decoded, the last one first. */
  let events: string[] = []
  let size = 0
  let isDone = false
  let hasLeft = false
  const finish = (batch: ModelStreamPart[], error?: unknown) => {
    isDone = true
    if (error === undefined) decoder.end(batch)
    else decoder.fail(batch, error)
    // A provider that ends its stream need not end the connection.
    reply.cancel()
  }
  const take = (read: IteratorResult<Uint8Array, undefined>, batch: ModelStreamPart[]) => {
    if (isDone) return
    if (read.done) return finish(batch)
    size += read.value.length
    events = decoder.split(read.value).reverse()
    if (decoder.saysSomething(read.value, events)) reply.heard()
  }
  const decode = (batch: ModelStreamPart[]): Promise<void> | undefined => {
    const left = decodeEvents(events, batch, decoder, size > longAnswer ? pause : undefined)
    if (left !== 'over') return left
    isDone = true
    reply.cancel()
    return undefined
  }
  return {
    async next() {
      const batch: ModelStreamPart[] = []
      try {
        while (batch.length === 0 && !isDone) {
          if (events.length === 0) take(await reply.body.next(), batch)
          const others = decode(batch)
          if (others !== undefined) await others
        }
      } catch (error) {
        if (hasLeft) return done
        // A failure of the connection is an error of the answer. An abort is the caller's own, and is thrown.
        if (isApiCallError(error)) {
          finish(batch, error)
          return { done: false, value: batch }
        }
        isDone = true
        reply.cancel(error)
        throw asReplyError(error, reply)
      }
      return batch.length === 0 ? done : { done: false, value: batch }
    },
    async return() {
      isDone = true
      hasLeft = true
      reply.cancel()
      return done
    },
  }
}

/** Decodes up to where others wait, so that a batch takes no longer to write than to read; or to the end of the answer. */
function decodeEvents(
  events: string[],
  batch: ModelStreamPart[],
  decoder: ReturnType<typeof createPartDecoder>,
  pause: StreamedReply['pause'],
): Promise<void> | 'over' | undefined {
  while (events.length > 0) {
    const first = batch.length
    decoder.push(events.pop()!, batch)
    // The answer is complete, or never will be: the server may keep the connection open.
    if (batch.slice(first).some(({ type }) => type === 'finish' || type === 'error')) {
      decoder.close(batch)
      return 'over'
    }
    const others = pause?.()
    if (others !== undefined) return others
  }
  return undefined
}

/** A piece of an event that comes in many counts as words of the model. A few bytes at a time could go on for ever. */
const longPiece = 256

/** From bytes to parts. */
function createPartDecoder({ reply, decoder, warnings, map, includeRaw }: StreamedReply) {
  const sse = createSseDecoder()
  const take = (events: readonly ReplyEvent[], batch: ModelStreamPart[]) => {
    for (const event of events) {
      if (event.type === 'error') batch.push({ type: 'error', error: reply.refuse(event.error) })
      else for (const part of map(event)) batch.push(part)
    }
  }
  const push = (text: string, batch: ModelStreamPart[]) => {
    if (includeRaw) batch.push({ type: 'raw', rawValue: readBody(text) })
    take(decoder.push(text), batch)
  }
  return {
    /** The events that bytes end. */
    split: (bytes: Uint8Array) => sse.push(bytes),
    /** Whether the bytes say something: an event with data, or a good part of one. */
    saysSomething: (bytes: Uint8Array, texts: readonly string[]): boolean =>
      texts.some((text) => text.trim() !== '') || (bytes.length >= longPiece && sse.hasBegun()),
    push,
    /** The body is over. */
    end(batch: ModelStreamPart[]) {
      for (const text of sse.end()) push(text, batch)
      take(decoder.end(), batch)
    },
    /** The rest is not wanted: no second error says that the stream is incomplete. */
    close: (batch: ModelStreamPart[]) => take(decoder.end().filter(isNoError), batch),
    /** The connection broke. If the model had said by then why it stopped, its answer is whole, and a warning says what happened. */
    fail(batch: ModelStreamPart[], error: unknown) {
      const rest = decoder.end()
      if (rest.every(isNoError)) batch.push({ type: 'stream-start', warnings: [...warnings, brokenAtEnd(error)] })
      else batch.push({ type: 'error', error })
      take(rest.filter(isNoError), batch)
    },
  }
}

function isNoError({ type }: ReplyEvent): boolean {
  return type !== 'error'
}

function brokenAtEnd(error: unknown): RequestWarning {
  const reason = error instanceof Error ? error.message : String(error)
  return { type: 'other', message: `The connection broke after the model was done. Its answer is complete. ${reason}` }
}

/** An error of a decoder or a codec is about this reply. */
export function asReplyError(error: unknown, reply: OpenReply): unknown {
  if (!ToolfitError.isInstance(error) || isApiCallError(error)) return error
  return reply.fail(error.code, error.message, { cause: error })
}

/** Taking from a stream's queue costs as much as the queue is long: a packet of 100,000 events must not all stand in it. */
const mostQueued = 256

/** The parts as the AI SDK reads them. */
export function toReadableStream(batches: PartBatches): ReadableStream<ModelStreamPart> {
  const iterator = batches[Symbol.asyncIterator]()
  let batch: readonly ModelStreamPart[] = []
  let taken = 0
  return new ReadableStream<ModelStreamPart>({
    async pull(controller) {
      if (taken === batch.length) {
        const next = await iterator.next()
        if (next.done) return controller.close()
        batch = next.value
        taken = 0
      }
      const end = Math.min(batch.length, taken + mostQueued)
      while (taken < end) controller.enqueue(batch[taken++]!)
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
