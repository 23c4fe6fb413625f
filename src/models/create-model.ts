import type { DecodedReply, ModelReply, ReplyContent, ReplyEvent, StreamDecoder } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import type { LanguageModel, ModelCallOptions, ModelStreamPart } from './language-model.ts'
import { markOwn } from './own-model.ts'
import { generateReply, type ModelCall, streamModelReply } from './run-call.ts'
import { toV2 } from './to-v2.ts'
import { explainRefusal } from './too-many-tools.ts'

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
  createDecoder(): StreamDecoder
  /** As {@link finish}, for one stream. */
  createMap(): (event: Exclude<ReplyEvent, { type: 'error' }>) => readonly ModelStreamPart[]
}

export type FinishedReply = Omit<ModelReply, 'content' | 'response'> & { readonly content: ReplyContent[] }

/** A model from what is its provider's own: the call, its retries, its stream and its two versions are the same everywhere. */
export function createModel(spec: ModelSpec): LanguageModel {
  const { provider, modelId, supportedUrls } = spec
  const model: Omit<LanguageModel, 'v2'> = {
    specificationVersion: 'v3',
    provider,
    modelId,
    supportedUrls,
    async doGenerate(options) {
      const call = await spec.prepare(options, false)
      const { reply, headers, body } = await explained(call, generateReply(call.http, call.decode))
      return {
        ...call.finish(reply),
        warnings: call.warnings,
        request: { body: call.body },
        response: { ...reply.response, headers, body },
      }
    },
    async doStream(options) {
      const call = await spec.prepare(options, true)
      const opening = streamModelReply(call.http, {
        createDecoder: call.createDecoder,
        createMap: call.createMap,
        warnings: call.warnings,
        includeRaw: options.includeRawChunks,
      })
      const { stream, headers } = await explained(call, opening)
      return { stream, request: { body: call.body }, response: { headers } }
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
