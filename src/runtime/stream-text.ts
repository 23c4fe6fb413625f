import { ToolfitError } from '../core/errors.ts'
import { asAiSdkError } from '../models/http/api-call-error.ts'
import type { ToolSet } from '../tools/tool.ts'
import { RunStream } from './loop/run-stream.ts'
import type { InferElementOutput, InferOutput, InferPartialOutput, OutputOf, OutputSource } from './output/output.ts'
import type { PartialOutput } from './output/output-spec.ts'
import { type AsyncIterableStream, toIterableStream, transform } from './result/iterable-stream.ts'
import { createResult, type RunResult, resultFields } from './result/run-result.ts'
import type { TextStreamPart } from './result/stream-part.ts'
import { createRun } from './run/create-run.ts'
import type { RunOptions } from './run/options.ts'
import type { Run } from './run/run.ts'
import type { AnyUIMessage, UIMessage } from './ui/ui-message.ts'
import type { InferUIMessageChunk } from './ui/ui-message-chunk.ts'
import type {
  ServerResponseLike,
  UIMessageStreamOptions,
  UIMessageStreamResponseInit,
} from './ui/ui-message-stream-options.ts'
import {
  createTextStreamResponse,
  createUIMessageStreamResponse,
  pipeTextStreamToResponse,
  pipeUIMessageStreamToResponse,
  toUIMessageStream,
} from './ui/ui-responses.ts'

/** What `streamText` takes. */
export type StreamTextOptions<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT extends OutputSource | undefined = undefined,
> = RunOptions<TOOLS, OUTPUT>

/** What `streamText` gives. The second parameter is the output as in `ai` 5 and 6, or, before an output, the context as in `ai` 7. */
export type StreamTextResult<
  TOOLS extends ToolSet = ToolSet,
  OUTPUT_OR_CONTEXT = undefined,
  OUTPUT extends OutputSource | undefined = OutputOf<OUTPUT_OR_CONTEXT>,
> = StreamResult<TOOLS, InferOutput<OUTPUT>, OUTPUT>

/**
 * {@link generateText} as a stream: returns at once, and streams text, calls and results. The model is asked at once; from its first
 * part on, reading any of its streams, or awaiting any of its promises, drives the run. Each reader sees everything. Errors come as
 * parts (`error`, `abort`), and reject the promises; a promise that is not awaited causes no unhandled rejection. Without `onError`, an
 * error is also written to the console, and readers of the answer (`textStream`, `partialOutputStream`, `elementStream`) throw it.
 *
 * @throws ToolfitError `prompt-invalid`, `model-unreadable`, `option-invalid`: what is wrong with the options themselves.
 *
 * @example
 * ```ts
 * import { streamText } from 'toolfit'
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Sunny, 31 degrees.' }])
 * const { textStream, usage } = streamText({
 *   model: gemini('gemini-3-flash-preview', { apiKey: 'any', fetch: (url, init) => emulator(new Request(url, init)) }),
 *   prompt: 'How is the weather in Rome?',
 * })
 * let text = ''
 * for await (const piece of textStream) text += piece
 * text // 'Sunny, 31 degrees.'
 * await usage
 * ```
 */
export function streamText<
  TOOLS extends ToolSet = Record<never, never>,
  const OUTPUT extends OutputSource | undefined = undefined,
>(
  options: StreamTextOptions<NoInfer<TOOLS>, OUTPUT> & { readonly tools?: TOOLS | undefined },
): StreamTextResult<TOOLS, OUTPUT> {
  const run = createRun(options as unknown as RunOptions, true)
  return createStreamResult(run) as unknown as StreamTextResult<TOOLS, OUTPUT>
}

/** The fields of a result, each a promise. */
type Promised<RESULT> = { readonly [NAME in keyof RESULT]: Promise<RESULT[NAME]> }

/** The result of `streamText`. Each access of a stream creates a new reader, which sees everything from the beginning. */
export interface StreamResult<TOOLS extends ToolSet = ToolSet, OUTPUT = string, SOURCE = undefined>
  extends Promised<RunResult<TOOLS, OUTPUT>> {
  readonly textStream: AsyncIterableStream<string>
  readonly fullStream: AsyncIterableStream<TextStreamPart<TOOLS>>
  /** The same as `fullStream`, as `ai` 7 calls it. */
  readonly stream: AsyncIterableStream<TextStreamPart<TOOLS>>
  /** The partial answer, each time it grew. */
  readonly partialOutputStream: AsyncIterableStream<InferPartialOutput<SOURCE>>
  /** An older name of `partialOutputStream`. */
  readonly experimental_partialOutputStream: AsyncIterableStream<InferPartialOutput<SOURCE>>
  /** The elements of an answer that is a list, each when it is complete. */
  readonly elementStream: AsyncIterableStream<InferElementOutput<SOURCE>>
  /** Runs to the end without reading. Resolves also when the run fails; `onError` gets the error. */
  consumeStream(options?: { readonly onError?: (error: unknown) => void }): Promise<void>
  toUIMessageStream<MESSAGE extends AnyUIMessage = UIMessage>(
    options?: UIMessageStreamOptions<MESSAGE>,
  ): AsyncIterableStream<InferUIMessageChunk<MESSAGE>>
  /** What `useChat` reads. */
  toUIMessageStreamResponse<MESSAGE extends AnyUIMessage = UIMessage>(
    options?: UIMessageStreamOptions<MESSAGE> & UIMessageStreamResponseInit,
  ): Response
  toTextStreamResponse(init?: ResponseInit): Response
  pipeUIMessageStreamToResponse<MESSAGE extends AnyUIMessage = UIMessage>(
    response: ServerResponseLike,
    options?: UIMessageStreamOptions<MESSAGE> & UIMessageStreamResponseInit,
  ): Promise<void>
  pipeTextStreamToResponse(response: ServerResponseLike, init?: ResponseInit): Promise<void>
}

type ResponseOptions = UIMessageStreamOptions<never> & UIMessageStreamResponseInit

/** The result of a run that streams. */
function createStreamResult(run: Run): StreamResult<ToolSet, unknown> {
  const stream = new RunStream(run)
  const { tools } = run.options
  const read = () => stream.read((part) => part)
  // Where nobody listens, half an answer must not look like a whole one.
  const throws = run.options.onError === undefined
  const readAnswer = (make: (partial: PartialOutput) => readonly unknown[]) =>
    toIterableStream(
      transform(
        stream.read((part) => part, throws),
        (parts) => follow(run, parts, make),
      ),
    )
  const toUi = (options?: UIMessageStreamOptions<never>) => toUIMessageStream({ ...options, stream: read(), tools })
  const textParts = () => stream.read((part) => (part.type === 'text-delta' ? part.text : undefined), throws)
  const result = {
    get textStream() {
      return toIterableStream(textParts())
    },
    get fullStream() {
      return toIterableStream(read())
    },
    get stream(): AsyncIterableStream<TextStreamPart> {
      return this.fullStream
    },
    get partialOutputStream() {
      return readAnswer(({ partial }) => [partial])
    },
    get experimental_partialOutputStream(): AsyncIterableStream<never> {
      return this.partialOutputStream
    },
    get elementStream() {
      return readAnswer(elementsOf(run.options))
    },
    async consumeStream({ onError }: { readonly onError?: (error: unknown) => void } = {}) {
      await stream.drain()
      if (stream.outcome?.failure !== undefined) onError?.(stream.outcome.failure)
    },
    toUIMessageStream: toUi,
    toUIMessageStreamResponse: (options?: ResponseOptions) =>
      createUIMessageStreamResponse({ ...options, stream: toUi(options) }),
    toTextStreamResponse: (init?: ResponseInit) => createTextStreamResponse({ ...init, stream: textParts() }),
    pipeUIMessageStreamToResponse: (response: ServerResponseLike, options?: ResponseOptions) =>
      pipeUIMessageStreamToResponse({ ...options, response, stream: toUi(options) }),
    async pipeTextStreamToResponse(response: ServerResponseLike, init?: ResponseInit) {
      try {
        await pipeTextStreamToResponse({ ...init, response, stream: textParts() })
      } catch (error) {
        // It was reported, and the response is cut off. In `ai`, nobody awaits this.
        if (error !== stream.error?.value) throw error
      }
    },
  }
  for (const name of resultFields) definePromise(result, name, () => promiseOf(stream, run, name))
  return result as unknown as StreamResult<ToolSet, unknown>
}

/** Made with the first read: it drives the run. */
function definePromise(result: object, name: string, make: () => Promise<unknown>): void {
  let promise: Promise<unknown> | undefined
  Object.defineProperty(result, name, {
    get() {
      promise ??= make()
      return promise
    },
    enumerable: true,
    configurable: true,
  })
}

/** A field of the result. Awaiting it drives the run. */
function promiseOf(stream: RunStream, run: Run, name: keyof RunResult): Promise<unknown> {
  const promise = stream.drain().then(() => {
    const failure = stream.outcome?.failure
    if (failure !== undefined) throw failure
    return createResult(run)[name]
  })
  // Where it is not awaited, the error is in the stream and in `onError`.
  promise.catch(() => undefined)
  return promise
}

/** What `make` makes of each partial answer. Few streams are read so: what it takes is loaded then. */
async function* follow(
  run: Run,
  parts: AsyncIterable<TextStreamPart>,
  make: (partial: PartialOutput) => readonly unknown[],
): AsyncGenerator<never> {
  const { followAnswer } = await import('./transform/follow-answer.ts')
  for await (const partial of followAnswer(run, parts)) yield* make(partial) as never[]
}

/** Only a list has elements. `UnsupportedFunctionalityError.isInstance` of `ai` recognises the error. */
function elementsOf({ output, experimental_output }: Run['options']): (read: PartialOutput) => readonly unknown[] {
  const { name, type } = (output ?? experimental_output ?? { name: 'text' }) as { name?: string; type?: string }
  const mode = name ?? type ?? 'object'
  if (mode === 'array') return ({ elements = [] }) => elements
  const functionality = `element streams in ${mode} mode`
  const error = new ToolfitError('option-invalid', `'${functionality}' functionality not supported.`)
  throw asAiSdkError(Object.assign(error, { functionality }), 'AI_UnsupportedFunctionalityError')
}
