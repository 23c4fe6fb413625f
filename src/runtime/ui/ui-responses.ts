/**
 * What `streamText` gives to front ends. Most runs never need it, so what it takes is loaded when somebody reads for the first
 * time; until then nothing of the run is asked for.
 */
import type { ToolSet } from '../../tools/tool.ts'
import { type AsyncIterableStream, toPullStream } from '../result/iterable-stream.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { AnyUIMessage, UIMessage } from './ui-message.ts'
import type { UIMessageChunk } from './ui-message-chunk.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from './ui-message-stream-options.ts'

type Parts = AsyncIterable<TextStreamPart>
type ResponseOptions<MESSAGE extends AnyUIMessage> = UIMessageStreamOptions<MESSAGE> & UIMessageStreamResponseInit

/** A run as the chunks that a front end reads. */
export function toUiMessageStream<MESSAGE extends AnyUIMessage = UIMessage>(
  parts: Parts,
  options?: UIMessageStreamOptions<MESSAGE>,
  tools?: ToolSet,
): AsyncIterableStream<UIMessageChunk> {
  return toPullStream(lazily(({ toUiMessageChunks }) => toUiMessageChunks(parts, options, tools)))
}

/** A run as the answer to a request of `useChat`. */
export function toUiMessageStreamResponse<MESSAGE extends AnyUIMessage = UIMessage>(
  parts: Parts,
  options: ResponseOptions<MESSAGE> = {},
  tools?: ToolSet,
): Response {
  return respond(sse(parts, options, tools), options, sseHeaders)
}

/** The same for a response of Node's. Resolves when all is written, or the client is gone. */
export function pipeUiMessageStreamToResponse<MESSAGE extends AnyUIMessage = UIMessage>(
  response: ServerResponseLike,
  parts: Parts,
  options: ResponseOptions<MESSAGE> = {},
  tools?: ToolSet,
): Promise<void> {
  return pipe(response, sse(parts, options, tools), options, sseHeaders)
}

/** Text as the body of a response. */
export function toTextStreamResponse(texts: AsyncIterable<string>, init: ResponseInit = {}): Response {
  return respond(whole(texts), init, textHeaders)
}

/** The same for a response of Node's. */
export function pipeTextStreamToResponse(
  response: ServerResponseLike,
  texts: AsyncIterable<string>,
  init: ResponseInit = {},
): Promise<void> {
  return pipe(response, whole(texts), init, textHeaders)
}

const load = () => import('./ui-streams.ts')

/** An iterator that is made when it is first asked. */
function lazily<T>(make: (streams: Awaited<ReturnType<typeof load>>) => AsyncIterator<T>): AsyncIterator<T> {
  let made: AsyncIterator<T> | undefined
  let making: Promise<AsyncIterator<T>> | undefined
  const open = () => {
    making ??= load().then((streams) => {
      made = make(streams)
      return made
    })
    return making
  }
  return {
    next: () => made?.next() ?? open().then((iterator) => iterator.next()),
    return: async () => {
      await (await open()).return?.()
      return { done: true, value: undefined }
    },
  }
}

function sse<MESSAGE extends AnyUIMessage>(
  parts: Parts,
  options: ResponseOptions<MESSAGE>,
  tools: ToolSet | undefined,
): AsyncIterator<string> {
  const { consumeSseStream } = options
  const texts = lazily(({ toUiMessageEvents }) => toUiMessageEvents(parts, options, tools))
  if (consumeSseStream === undefined) return texts
  const [stream, copy] = toPullStream(texts).tee()
  consumeSseStream({ stream: copy })
  return read(stream)
}

/** Not the stream's own iterator, which would wait for what is being read before it stops. */
function read<T>(stream: ReadableStream<T>): AsyncIterator<T> {
  const reader = stream.getReader()
  return {
    next: () => reader.read() as Promise<IteratorResult<T>>,
    return: async () => {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}

function whole(texts: AsyncIterable<string>): AsyncIterator<string> {
  return lazily(({ toWholeCharacters }) => toWholeCharacters(texts))
}

const sseHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }

function respond(
  texts: AsyncIterator<string>,
  { status = 200, statusText = '', headers }: ResponseInit,
  ours: Record<string, string>,
): Response {
  const encoder = new TextEncoder()
  const bytes: AsyncIterator<Uint8Array> = {
    next: () => texts.next().then((next) => (next.done ? next : { done: false, value: encoder.encode(next.value) })),
    return: async () => {
      await texts.return?.()
      return { done: true, value: undefined }
    },
  }
  return new Response(toPullStream(bytes), { status, statusText, headers: merge(headers, ours) })
}

async function pipe(
  response: ServerResponseLike,
  texts: AsyncIterator<string>,
  { status = 200, statusText, headers }: ResponseInit,
  ours: Record<string, string>,
): Promise<void> {
  const merged = merge(headers, ours)
  const cookies = merged.getSetCookie()
  const plain: Record<string, string | string[]> = Object.fromEntries(merged)
  // As an object, several cookies would be one.
  if (cookies.length > 0) plain['set-cookie'] = cookies
  response.writeHead(status, statusText, plain)
  const { writeResponse } = await load()
  await writeResponse(response, texts)
}

/** The caller's headers win. */
function merge(theirs: HeadersInit | undefined, ours: Record<string, string>): Headers {
  const headers = new Headers(theirs)
  for (const [name, value] of Object.entries(ours)) if (!headers.has(name)) headers.set(name, value)
  return headers
}
