import type { ToolSet } from '../../tools/tool.ts'
import { type AsyncIterableStream, toIterableStream, transform } from '../result/iterable-stream.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { AnyUIMessage, UIMessage, UIMessageChunk } from './ui-message.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from './ui-message-stream-options.ts'

/**
 * Streams and responses for front ends. Most runs never need them, so the code is loaded with the first read, and nothing of the run
 * is read before.
 */

type Parts = AsyncIterable<TextStreamPart>
type ResponseOptions<MESSAGE extends AnyUIMessage> = UIMessageStreamOptions<MESSAGE> & UIMessageStreamResponseInit

/** A run as the chunks that a front end reads. */
export function toUiMessageStream<MESSAGE extends AnyUIMessage = UIMessage>(
  parts: Parts,
  options?: UIMessageStreamOptions<MESSAGE>,
  tools?: ToolSet,
): AsyncIterableStream<UIMessageChunk> {
  return toIterableStream(lazily(parts, ({ toUiMessageChunks }, source) => toUiMessageChunks(source, options, tools)))
}

/** A run as the response to a request of `useChat`. */
export function toUiMessageStreamResponse<MESSAGE extends AnyUIMessage = UIMessage>(
  parts: Parts,
  options: ResponseOptions<MESSAGE> = {},
  tools?: ToolSet,
): Response {
  return respond(toEvents(parts, options, tools), options, sseHeaders)
}

/** The same for a response of Node's. Resolves when all is written, or the client is gone. */
export async function pipeUiMessageStreamToResponse<MESSAGE extends AnyUIMessage = UIMessage>(
  response: ServerResponseLike,
  parts: Parts,
  options: ResponseOptions<MESSAGE> = {},
  tools?: ToolSet,
): Promise<void> {
  await pipe(response, toEvents(parts, options, tools), options, sseHeaders)
}

/** Text as the body of a response. */
export function toTextStreamResponse(texts: AsyncIterable<string>, init: ResponseInit = {}): Response {
  return respond(toWholeTexts(texts), init, textHeaders)
}

/** The same for a response of Node's. */
export async function pipeTextStreamToResponse(
  response: ServerResponseLike,
  texts: AsyncIterable<string>,
  init: ResponseInit = {},
): Promise<void> {
  await pipe(response, toWholeTexts(texts), init, textHeaders)
}

const load = () => import('./ui-streams.ts')

/** What a function of `ui-streams.ts` makes of a source. It is loaded with the first read. */
function lazily<FROM, TO>(
  source: AsyncIterable<FROM>,
  make: (streams: Awaited<ReturnType<typeof load>>, source: AsyncIterable<FROM>) => AsyncIterable<TO>,
): AsyncIterableIterator<TO> {
  return transform(source, async function* (input) {
    yield* make(await load(), input)
  })
}

function toEvents<MESSAGE extends AnyUIMessage>(
  parts: Parts,
  options: ResponseOptions<MESSAGE>,
  tools: ToolSet | undefined,
): AsyncIterableIterator<string> {
  const { consumeSseStream } = options
  const events = lazily(parts, ({ toUiMessageEvents }, source) => toUiMessageEvents(source, options, tools))
  if (consumeSseStream === undefined) return events
  const [stream, copy] = toIterableStream(events).tee()
  consumeSseStream({ stream: copy })
  return lazily(stream, (_, source) => source)
}

function toWholeTexts(texts: AsyncIterable<string>): AsyncIterableIterator<string> {
  return lazily(texts, ({ toWholeCharacters }, source) => toWholeCharacters(source))
}

const sseHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }

function respond(texts: AsyncIterable<string>, init: ResponseInit, ours: Record<string, string>): Response {
  const { status = 200, statusText = '' } = init
  const bytes = lazily(texts, ({ toBytes }, source) => toBytes(source))
  return new Response(toIterableStream(bytes), { status, statusText, headers: mergeHeaders(init, ours) })
}

async function pipe(
  response: ServerResponseLike,
  texts: AsyncIterableIterator<string>,
  init: ResponseInit,
  ours: Record<string, string>,
): Promise<void> {
  const headers = mergeHeaders(init, ours)
  const cookies = headers.getSetCookie()
  // As an object, several cookies would be one.
  const plain = { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
  response.writeHead(init.status ?? 200, init.statusText, plain)
  const { writeTexts } = await load()
  await writeTexts(response, texts)
}

/** The caller's headers win. */
function mergeHeaders({ headers: theirs }: ResponseInit, ours: Record<string, string>): Headers {
  const headers = new Headers(theirs)
  for (const [name, value] of Object.entries(ours)) if (!headers.has(name)) headers.set(name, value)
  return headers
}
