import type { ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import { createSseDecoder } from '../wire/sse.ts'
import { isApiCallError } from './api-call-error.ts'
import type { HttpAnswer } from './call-http.ts'
import type { ModelStreamPart } from './language-model.ts'

export interface StreamReply {
  readonly answer: HttpAnswer
  readonly decoder: StreamDecoder
  readonly warnings: RequestWarning[]
  /** From the wire's events to the caller's parts: the place of the tools' codec. */
  readonly map: (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[]
  /** Also hand out every event as it came. */
  readonly includeRaw?: boolean | undefined
}

/**
 * A stream of parts from a body of server-sent events. Resolves when the first event is there: until then, whatever goes wrong is
 * thrown, and may be tried again. After that it is an `error` part, and the stream ends.
 */
export async function streamReply(reply: StreamReply): Promise<ReadableStream<ModelStreamPart>> {
  const { answer, warnings } = reply
  const pump = createPump(reply)
  const first = await pump.next()
  const failed = first.find((part) => part.type === 'error')
  if (failed !== undefined && first.every(({ type }) => type === 'error' || type === 'finish' || type === 'raw')) {
    answer.cancel(failed.error)
    throw failed.error
  }
  let waiting: ModelStreamPart[] | undefined = [{ type: 'stream-start', warnings }, ...first]
  return new ReadableStream<ModelStreamPart>({
    async pull(controller) {
      const parts = waiting ?? (await pump.next())
      waiting = undefined
      for (const part of parts) controller.enqueue(part)
      if (pump.isDone()) controller.close()
    },
    cancel: (reason) => answer.cancel(reason),
  })
}

interface Pump {
  /** The next parts; at least one, unless the stream is over. */
  next(): Promise<ModelStreamPart[]>
  isDone(): boolean
}

function createPump({ answer, decoder, map, includeRaw }: StreamReply): Pump {
  const sse = createSseDecoder()
  let isDone = false
  const toParts = (events: readonly ReplyEvent[], parts: ModelStreamPart[]) => {
    for (const event of events) {
      if (event.type === 'error') parts.push({ type: 'error', error: answer.refuse(event.error) })
      else for (const part of map(event)) parts.push(part)
    }
  }
  const push = (texts: readonly string[], parts: ModelStreamPart[]) => {
    for (const text of texts) {
      if (includeRaw) parts.push({ type: 'raw', rawValue: parseRaw(text) })
      toParts(decoder.push(text), parts)
    }
  }
  const finish = (parts: ModelStreamPart[], isBroken: boolean) => {
    isDone = true
    // That a broken stream is not complete need not be said twice.
    toParts(
      decoder.end().filter(({ type }) => !isBroken || type !== 'error'),
      parts,
    )
    // A provider that ends its stream inside the connection need not end the connection.
    answer.cancel()
  }
  const readInto = (parts: ModelStreamPart[], piece: Piece) => {
    if (piece.error !== undefined) {
      parts.push({ type: 'error', error: piece.error })
      finish(parts, true)
    } else if (piece.bytes === undefined) {
      push(sse.end(), parts)
      finish(parts, false)
    } else {
      push(sse.push(piece.bytes), parts)
      // The answer is complete, or never will be: servers that keep the connection open would be waited for.
      if (parts.some(({ type }) => type === 'finish' || type === 'error')) finish(parts, true)
    }
  }
  return {
    isDone: () => isDone,
    async next() {
      const parts: ModelStreamPart[] = []
      try {
        while (parts.length === 0 && !isDone) readInto(parts, await readPiece(answer))
      } catch (error) {
        // A stream that fails is not cancelled by its reader.
        answer.cancel(error)
        throw error
      }
      return parts
    },
  }
}

type Piece = { bytes: Uint8Array | undefined; error?: undefined } | { error: unknown; bytes?: undefined }

/** What goes wrong with the connection is told to the reader. An abort is the caller's own doing, and is thrown. */
async function readPiece(answer: HttpAnswer): Promise<Piece> {
  try {
    return { bytes: await answer.read() }
  } catch (error) {
    if (isApiCallError(error)) return { error }
    throw error
  }
}

/** Parsed, or the text itself where the provider sent no JSON. */
function parseRaw(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
