import type { AnyLanguageModel, SupportedUrls } from '../../models/versions/any-model.ts'
import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import type { LanguageModelMiddleware, MiddlewareResult, MiddlewareStream } from './language-model-middleware.ts'

/** A model with middleware around it. It follows the same specification as the model inside. */
export interface WrappedModel extends AnyLanguageModel {
  doGenerate(options: ModelCallOptions): Promise<MiddlewareResult>
  doStream(options: ModelCallOptions): Promise<MiddlewareStream>
}

/**
 * Puts middleware around a model: the first one outermost. The result follows the same specification as the model, so it works with
 * `ai` too; `ai` 7 always makes a v4 model.
 *
 * @example
 * ```ts
 * import { defaultSettingsMiddleware, generateText, wrapLanguageModel } from 'toolfit'
 * import { emulatedGemini } from 'toolfit/testing'
 *
 * const { model, emulator } = emulatedGemini(['Sunny.'])
 * const cold = wrapLanguageModel({ model, middleware: defaultSettingsMiddleware({ settings: { temperature: 0 } }) })
 * const { text } = await generateText({ model: cold, prompt: 'Rome?' })
 * text // 'Sunny.'
 * emulator.requests[0].body.generationConfig // { temperature: 0 }
 * ```
 */
export function wrapLanguageModel({
  model,
  middleware,
  modelId,
  providerId,
}: {
  readonly model: AnyLanguageModel
  readonly middleware: LanguageModelMiddleware | readonly LanguageModelMiddleware[]
  readonly modelId?: string | undefined
  readonly providerId?: string | undefined
}): WrappedModel {
  const list = Array.isArray(middleware) ? (middleware as LanguageModelMiddleware[]) : [middleware]
  return list.reduceRight<AnyLanguageModel>(
    (inner, each) => wrap(inner as CallableModel, each as LanguageModelMiddleware, { modelId, providerId }),
    model,
  ) as WrappedModel
}

type CallableModel = WrappedModel

function wrap(
  model: CallableModel,
  middleware: LanguageModelMiddleware,
  { modelId, providerId }: { readonly modelId: string | undefined; readonly providerId: string | undefined },
): WrappedModel {
  const transform = async (params: ModelCallOptions, type: 'generate' | 'stream'): Promise<ModelCallOptions> =>
    middleware.transformParams === undefined ? params : middleware.transformParams({ params, type, model })
  const callsWith = (params: ModelCallOptions) => ({
    doGenerate: async () => model.doGenerate(params),
    doStream: async () => model.doStream(params),
    params,
    model,
  })
  return {
    specificationVersion: model.specificationVersion,
    provider: providerId ?? middleware.overrideProvider?.({ model }) ?? model.provider,
    modelId: modelId ?? middleware.overrideModelId?.({ model }) ?? model.modelId,
    get supportedUrls(): SupportedUrls | PromiseLike<SupportedUrls> {
      return middleware.overrideSupportedUrls?.({ model }) ?? model.supportedUrls
    },
    async doGenerate(options) {
      const calls = callsWith(await transform(options, 'generate'))
      return middleware.wrapGenerate === undefined ? calls.doGenerate() : middleware.wrapGenerate(calls)
    },
    async doStream(options) {
      const calls = callsWith(await transform(options, 'stream'))
      return middleware.wrapStream === undefined ? calls.doStream() : middleware.wrapStream(calls)
    },
  }
}
