import { ToolfitError } from '../core/errors.ts'
import type { ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import { createSseDecoder } from '../wire/sse.ts'
import { isApiCallError } from './http/api-call-error.ts'
import type { HttpAnswer } from './http/call-http.ts'
import type { ModelStreamPart } from './versions/language-model.ts'

/** Parts of an answer, as they come. What a web stream is, for readers of our own: a stream takes several promises for each part. */
export interface PartSource {
  /** The next parts, at least one; undefined at the end. One at a time. */
  next(): Promise<readonly ModelStreamPart[] | undefined>
  /** The rest is not wanted: lets go of the connection. */
  cancel(reason?: unknown): void
}

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
 * The parts of a body of server-sent events. Resolves when the first event is there: until then, whatever goes wrong is thrown, and
 * may be tried again. After that it is an `error` part, and the last one.
 */
export async function openReply(reply: StreamReply): Promise<PartSource> {
  const { answer, warnings } = reply
  const pump = createPump(reply)
  const first = (await pump.next()) ?? []
  const failed = first.find((part) => part.type === 'error')
  if (failed !== undefined && first.every(({ type }) => type === 'error' || type === 'finish' || type === 'raw')) {
    answer.cancel(failed.error)
    throw failed.error
  }
  let waiting: readonly ModelStreamPart[] | undefined = [{ type: 'stream-start', warnings }, ...first]
  return {
    next() {
      if (waiting === undefined) return pump.next()
      const parts = waiting
      waiting = undefined
      return Promise.resolve(parts)
    },
    cancel: answer.cancel,
  }
}

interface Pump {
  /** The next parts, at least one; undefined at the end. */
  next(): Promise<ModelStreamPart[] | undefined>
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
      for (const bytes of piece.bytes) {
        const before = parts.length
        push(sse.push(bytes), parts)
        // The answer is complete, or never will be: servers that keep the connection open would be waited for.
        if (hasEnd(parts, before)) return finish(parts, true)
      }
    }
  }
  return {
    async next() {
      const parts: ModelStreamPart[] = []
      try {
        while (parts.length === 0 && !isDone) readInto(parts, await readPiece(answer))
      } catch (error) {
        // A stream that fails is not cancelled by its reader.
        answer.cancel(error)
        throw asAnswerError(error, answer)
      }
      return parts.length === 0 ? undefined : parts
    },
  }
}

function hasEnd(parts: readonly ModelStreamPart[], from: number): boolean {
  for (let index = from; index < parts.length; index++) {
    const { type } = parts[index]!
    if (type === 'finish' || type === 'error') return true
  }
  return false
}

type Piece = { bytes: readonly Uint8Array[] | undefined; error?: undefined } | { error: unknown; bytes?: undefined }

/** What goes wrong with the connection is told to the reader. An abort is the caller's own doing, and is thrown. */
async function readPiece(answer: HttpAnswer): Promise<Piece> {
  try {
    return { bytes: await answer.read() }
  } catch (error) {
    if (isApiCallError(error)) return { error }
    throw error
  }
}

/** What the decoder of events refuses is a fault of this answer. */
function asAnswerError(error: unknown, answer: HttpAnswer): unknown {
  if (!ToolfitError.isInstance(error) || isApiCallError(error)) return error
  return answer.fail(error.code, error.message, { cause: error })
}

/** Parsed, or the text itself where the provider sent no JSON. */
function parseRaw(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
