import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import { InvalidArgumentError } from '../errors/value-errors.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { StreamTextTransform } from '../run/options.ts'

/** The first piece of a text that is to be sent on; null or undefined to wait for more. It must be the beginning of the text. */
export type ChunkDetector = (buffer: string) => string | undefined | null

/** What {@link smoothStream} takes. */
export interface SmoothStreamOptions {
  /** The pause after each piece, in milliseconds. Default 10; null for none. A browser tab in the background has none either. */
  readonly delayInMs?: number | null | undefined
  /** The pieces: words (the default), lines, what an expression or a segmenter finds, or what a function returns. */
  readonly chunking?: 'word' | 'line' | RegExp | ChunkDetector | Intl.Segmenter | undefined
  /** Hooks for tests. */
  readonly _internal?: { readonly delay?: (delayInMs: number | null) => PromiseLike<void> } | undefined
}

/**
 * A transform for `experimental_transform` of `streamText`: text and reasoning come piece by piece, at an even pace, however the model
 * sends them.
 *
 * @example
 * ```ts
 * import { smoothStream, streamText } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Sunny and warm.' }])
 * const { textStream } = streamText({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
 *   prompt: 'How is the weather in Rome?',
 *   experimental_transform: smoothStream({ delayInMs: null }),
 * })
 * const pieces: string[] = []
 * for await (const piece of textStream) pieces.push(piece)
 * pieces // ['Sunny ', 'and ', 'warm.']
 * ```
 */
export function smoothStream<TOOLS extends ToolSet = ToolSet>(
  options: SmoothStreamOptions = {},
): StreamTextTransform<TOOLS> {
  const { delayInMs = 10, chunking = 'word', _internal } = options
  const pause = _internal?.delay ?? delay
  const detect = readChunking(chunking)
  return () => {
    let open: Delta | undefined
    type Controller = TransformStreamDefaultController<TextStreamPart<TOOLS>>
    const flush = (controller: Controller) => {
      if (open !== undefined && (open.text !== '' || open.providerMetadata != null)) controller.enqueue(open)
      open = undefined
    }
    return new TransformStream<TextStreamPart<TOOLS>, TextStreamPart<TOOLS>>({
      async transform(part, controller) {
        // Of providers that say they are still there.
        if ((part.type as string) === 'ping') return controller.enqueue(part)
        const isText = part.type === 'text-delta' || part.type === 'reasoning-delta'
        // Metadata without text is passed on as it is.
        if (!isText || (part.text === '' && part.providerMetadata != null)) {
          flush(controller)
          controller.enqueue(part)
          return
        }
        if (open !== undefined && open.text !== '' && !isContinued(open, part)) flush(controller)
        let text: string = (open?.text ?? '') + part.text
        const shared = copyWithoutText(part)
        for (let piece = detect(text); piece != null; piece = detect(text)) {
          controller.enqueue({ ...shared, text: piece })
          text = text.slice(piece.length)
          await pause(isHidden() ? null : delayInMs)
        }
        open = text === '' ? undefined : { ...shared, text }
      },
    })
  }
}

interface Delta {
  type: 'text-delta' | 'reasoning-delta'
  id: string
  text: string
  providerMetadata?: ProviderMetadata
}

function copyWithoutText({ type, id, providerMetadata }: Delta): Omit<Delta, 'text'> {
  return { type, id, ...(providerMetadata == null ? {} : { providerMetadata }) }
}

/** One part cannot carry the metadata of two. */
function isContinued(open: Delta, part: Delta): boolean {
  const hasMetadata = open.providerMetadata != null || part.providerMetadata != null
  return part.type === open.type && part.id === open.id && !hasMetadata
}

/** From the start, or a long text without a space would be searched from each of its characters. */
const expressions = { word: /^\s*\S+\s+/, line: /\n+/m }

function readChunking(chunking: NonNullable<SmoothStreamOptions['chunking']>): ChunkDetector {
  if (typeof chunking === 'function') return (buffer) => assertPiece(chunking(buffer), buffer)
  if (typeof chunking === 'object' && 'segment' in chunking) {
    return (buffer) => chunking.segment(buffer)[Symbol.iterator]().next().value?.segment || null
  }
  const expression = typeof chunking === 'string' ? expressions[chunking] : chunking
  if (!(expression instanceof RegExp)) {
    const message = `Chunking must be "word", "line", a RegExp, an Intl.Segmenter, or a ChunkDetector function. Received: ${chunking}`
    throw new InvalidArgumentError({ parameter: 'chunking', value: chunking, message })
  }
  return (buffer) => {
    const { lastIndex } = expression
    // The caller may use a global expression elsewhere.
    expression.lastIndex = 0
    const match = expression.exec(buffer)
    expression.lastIndex = lastIndex
    if (match === null) return null
    if (match[0] === '') throw new Error('Chunking RegExp must not match an empty string.')
    return buffer.slice(0, match.index) + match[0]
  }
}

/** A piece that is not the beginning of the text would repeat or lose some of it. */
function assertPiece(piece: string | undefined | null, buffer: string): string | null {
  if (piece == null) return null
  if (piece === '') throw new Error('Chunking function must return a non-empty string.')
  if (buffer.startsWith(piece)) return piece
  const what = `Received: "${piece}" which is not a prefix of buffer "${buffer}"`
  throw new Error(`Chunking function must return a match that is a prefix of the buffer. ${what}`)
}

/** Browsers slow the timers of tabs in the background, which would stall the stream. */
function isHidden(): boolean {
  const { document } = globalThis as { document?: { visibilityState?: string } }
  return document?.visibilityState === 'hidden'
}

function delay(ms: number | null): Promise<void> | void {
  if (ms !== null) return new Promise((resolve) => setTimeout(resolve, ms))
}
