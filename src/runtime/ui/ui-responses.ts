import { ToolfitError } from '../../core/errors.ts'
import type { ToolSet } from '../../tools/tool.ts'
import { type AsyncIterableStream, readStream, toIterableStream, transform } from '../result/iterable-stream.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { AnyUIMessage, UIMessage } from './ui-message.ts'
import type { InferUIMessageChunk, UIMessageChunk } from './ui-message-chunk.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from './ui-message-stream-options.ts'

/**
 * Streams and responses for front ends. Most runs never need them, so the code is loaded with the first read, and nothing of the run
 * is read before.
 */

type Source<T> = ReadableStream<T> | AsyncIterable<T>

/** Chunks, and what a response has besides. `onError` is the text for output that has no JSON form. */
type ChunkResponseOptions = UIMessageStreamResponseInit & {
  readonly stream: Source<UIMessageChunk>
  readonly onError?: ((error: unknown) => string) | undefined
}

/**
 * The parts of a run (`stream` of `streamText`) as the chunks that `useChat` reads.
 *
 * @example
 * ```ts
 * import { streamText, toUIMessageStream } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Sunny.' }])
 * const model = gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) })
 * const { stream } = streamText({ model, prompt: 'How is the weather?' })
 * const types = new Set<string>()
 * for await (const { type } of toUIMessageStream({ stream, sendReasoning: false })) types.add(type)
 * [...types].join(' ') // 'start start-step text-start text-delta text-end finish-step finish'
 * ```
 */
export function toUIMessageStream<MESSAGE extends AnyUIMessage = UIMessage>({
  stream,
  tools,
  ...options
}: UIMessageStreamOptions<MESSAGE> & {
  readonly stream: Source<TextStreamPart>
  /** Tells dynamic tools from others. */
  readonly tools?: ToolSet | undefined
}): AsyncIterableStream<InferUIMessageChunk<MESSAGE>> {
  const chunks = lazily(readStream(stream), ({ toUiMessageChunks }, parts) => toUiMessageChunks(parts, options, tools))
  return toIterableStream(chunks) as AsyncIterableStream<InferUIMessageChunk<MESSAGE>>
}

/** Chunks as the response to a request of `useChat`: see {@link createUIMessageStream}. */
export function createUIMessageStreamResponse(options: ChunkResponseOptions): Response {
  return respond(toEvents(options), options, UI_MESSAGE_STREAM_HEADERS)
}

/** The same for a response of Node's. Resolves when all is written, or the client is gone. */
export async function pipeUIMessageStreamToResponse(
  options: ChunkResponseOptions & { readonly response: ServerResponseLike },
): Promise<void> {
  await pipe(options.response, toEvents(options), options, UI_MESSAGE_STREAM_HEADERS)
}

/** Text, and what a response has besides. `textStream` is the name of `stream` in `ai` 5 and 6. */
type TextResponseOptions = ResponseInit &
  ({ readonly stream: Source<string> } | { readonly stream?: undefined; readonly textStream: Source<string> })

/** Text as the body of a response. */
export function createTextStreamResponse(options: TextResponseOptions): Response {
  return respond(toWholeTexts(options), options, textHeaders)
}

/** The same for a response of Node's. */
export async function pipeTextStreamToResponse(
  options: TextResponseOptions & { readonly response: ServerResponseLike },
): Promise<void> {
  await pipe(options.response, toWholeTexts(options), options, textHeaders)
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

/** A longer timer fires at once. */
const longestTimer = 2_147_483_647

function toEvents(options: ChunkResponseOptions): AsyncIterableIterator<string> {
  const { stream, consumeSseStream, keepAliveMs } = options
  if (keepAliveMs !== undefined && !(keepAliveMs > 0 && keepAliveMs <= longestTimer)) {
    const message = `keepAliveMs must be a positive finite timer duration no greater than ${longestTimer}`
    throw new ToolfitError('option-invalid', message, { keepAliveMs })
  }
  const events = lazily(readStream(stream), ({ toUiMessageEvents }, source) => toUiMessageEvents(source, options))
  if (consumeSseStream === undefined) return events
  const [sent, copy] = toIterableStream(events).tee()
  consumeSseStream({ stream: copy })
  return lazily(readStream(sent), (_, source) => source)
}

function toWholeTexts(options: TextResponseOptions): AsyncIterableIterator<string> {
  return lazily(readStream(options.stream ?? options.textStream), ({ toWholeCharacters }, source) =>
    toWholeCharacters(source),
  )
}

/** The headers of a stream for `useChat`. */
export const UI_MESSAGE_STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

const textHeaders = { 'content-type': 'text/plain; charset=utf-8' }

function respond(texts: AsyncIterable<string>, init: ResponseInit, ours: Record<string, string>): Response {
  const { status = 200, statusText = '' } = init
  return new Response(toIterableStream(toBytes(texts)), { status, statusText, headers: mergeHeaders(init, ours) })
}

function toBytes(texts: AsyncIterable<string>): AsyncIterableIterator<Uint8Array> {
  return lazily(texts, ({ toBytes }, source) => toBytes(source))
}

async function pipe(
  response: ServerResponseLike,
  texts: AsyncIterableIterator<string>,
  init: ResponseInit,
  ours: Record<string, string>,
): Promise<void> {
  const { status = 200, statusText } = init
  const headers = mergeHeaders(init, ours)
  // As an object, several cookies would be one.
  const cookies = headers.getSetCookie()
  const plain = { ...Object.fromEntries(headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
  response.setHeaders?.(headers)
  const head = response.setHeaders === undefined ? [plain] : []
  response.writeHead(status, ...((statusText === undefined ? head : [statusText, ...head]) as []))
  const { writeBytes } = await load()
  await writeBytes(response, toBytes(texts))
}

/** The caller's headers win. */
function mergeHeaders({ headers: theirs }: ResponseInit, ours: Record<string, string>): Headers {
  const headers = new Headers(theirs)
  for (const [name, value] of Object.entries(ours)) if (!headers.has(name)) headers.set(name, value)
  return headers
}
