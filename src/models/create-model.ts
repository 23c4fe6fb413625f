import type { DecodedReply, ModelReply, ReplyContent, ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import type { ModelCall } from './http/model-call.ts'
import { type PartBatches, toReadableStream } from './part-batches.ts'
import { type GeneratedReply, generateReply, streamReply } from './run-call.ts'
import { explainRefusal } from './too-many-tools.ts'
import type { LanguageModel, ModelCallOptions, ModelResult, ModelStreamPart } from './versions/language-model.ts'
import { markOwn } from './versions/own-model.ts'
import { toV2 } from './versions/to-v2.ts'

/** What one provider's models have of their own. */
export interface ModelSpec {
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  prepare(options: ModelCallOptions, stream: boolean): Promise<PreparedCall>
}

/** One call, encoded, and how its answer is read. */
export interface PreparedCall {
  readonly http: ModelCall
  /** What is sent, before it is text. */
  readonly body: unknown
  readonly warnings: RequestWarning[]
  decode(answer: unknown): DecodedReply
  /** An answer in the shapes of the caller's tools and response format. */
  finish(reply: ModelReply): FinishedReply
  createDecoder(onUsage?: UsageListener): StreamDecoder
  /** As {@link finish}, for one stream. */
  createMap(): (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[]
}

/** Told of what a provider has counted so far, with every piece of a stream that says it: whoever stops reading sees no end. */
export type UsageListener = (metadata: Readonly<Record<string, unknown>>) => void

export type FinishedReply = Omit<ModelReply, 'content' | 'response'> & { readonly content: ReplyContent[] }

/** A model as our own code calls it: one that streams hands out parts, and makes no web stream of them. */
export interface ModelCaller {
  generate(options: ModelCallOptions): Promise<CalledResult>
  open(options: ModelCallOptions, extras?: OpenExtras): Promise<OpenedStream>
}

/** Options that the AI SDK does not have. */
export interface OpenExtras {
  readonly onUsage?: UsageListener
}

/** A result, and what it was made of. */
export interface CalledResult extends Omit<ModelResult, 'request' | 'response'> {
  readonly call: PreparedCall
  readonly generated: GeneratedReply
}

export interface OpenedStream {
  readonly parts: PartBatches
  readonly request: { readonly body: unknown }
  readonly response: { readonly headers: Record<string, string> }
}

/** Calls of a model, from what is its provider's own: the call, its retries and its stream are the same everywhere. */
export function createCaller({ prepare }: Pick<ModelSpec, 'prepare'>): ModelCaller {
  return {
    async generate(options) {
      const call = await prepare(options, false)
      const generated = await explained(call, generateReply(call.http, call.decode))
      const { content, finishReason, usage, providerMetadata } = call.finish(generated.reply)
      const result = { content, finishReason, usage, warnings: call.warnings, call, generated }
      return providerMetadata === undefined ? result : { ...result, providerMetadata }
    },
    async open(options, extras) {
      const call = await prepare(options, true)
      const opening = streamReply(call.http, {
        createDecoder: () => call.createDecoder(extras?.onUsage),
        createMap: call.createMap,
        warnings: call.warnings,
        includeRaw: options.includeRawChunks,
      })
      const { parts, headers } = await explained(call, opening)
      return { parts, request: { body: call.body }, response: { headers } }
    },
  }
}

/** The same for the AI SDK, in both of its versions. */
export function createModel(spec: ModelSpec): LanguageModel {
  const { provider, modelId, supportedUrls } = spec
  const caller = createCaller(spec)
  const model: Omit<LanguageModel, 'v2'> = {
    specificationVersion: 'v3',
    provider,
    modelId,
    supportedUrls,
    async doGenerate(options) {
      const { call, generated, ...result } = await caller.generate(options)
      const { reply, headers, body } = generated
      return {
        ...result,
        request: { body: call.body },
        response: { ...reply.response, headers, body },
      }
    },
    async doStream(options) {
      const { parts, request, response } = await caller.open(options)
      return { stream: toReadableStream(parts), request, response: { headers: response.headers } }
    },
  }
  return markOwn({ ...model, v2: () => markOwn(toV2(model)) })
}

async function explained<T>({ warnings }: PreparedCall, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw explainRefusal(error, warnings)
  }
}
