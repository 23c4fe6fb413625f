import type {
  AnyLanguageModel,
  RunnableContent,
  RunnableStreamPart,
  SupportedUrls,
} from '../../models/versions/any-model.ts'
import type { ModelCallOptions, ModelResult, ModelStreamResult } from '../../models/versions/language-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'

/** The whole answer of a model, as middleware sees it. */
export interface MiddlewareResult extends Omit<ModelResult, 'content'> {
  readonly content: RunnableContent[]
}

/** The stream of a model, as middleware sees it. */
export interface MiddlewareStream extends Omit<ModelStreamResult, 'stream'> {
  readonly stream: ReadableStream<RunnableStreamPart>
}

interface WrapOptions {
  doGenerate(): PromiseLike<MiddlewareResult>
  doStream(): PromiseLike<MiddlewareStream>
  /** As `transformParams` left them. */
  readonly params: ModelCallOptions
  readonly model: AnyLanguageModel
}

/**
 * What {@link wrapLanguageModel} puts around a model, in the shape of `LanguageModelV2Middleware`, `LanguageModelV3Middleware` and
 * `LanguageModelV4Middleware`. Methods, and untyped results, so that middleware for each of these versions fits.
 */
export interface LanguageModelMiddleware {
  readonly specificationVersion?: string | undefined
  readonly middlewareVersion?: string | undefined
  overrideProvider?(options: { readonly model: AnyLanguageModel | Untyped }): string
  overrideModelId?(options: { readonly model: AnyLanguageModel | Untyped }): string
  overrideSupportedUrls?(options: {
    readonly model: AnyLanguageModel | Untyped
  }): SupportedUrls | PromiseLike<SupportedUrls>
  /** Changes what the model is called with. */
  transformParams?(options: {
    readonly type: 'generate' | 'stream'
    readonly params: ModelCallOptions
    readonly model: AnyLanguageModel
  }): PromiseLike<ModelCallOptions | Untyped>
  /** Around a call for the whole answer. */
  wrapGenerate?(options: WrapOptions): PromiseLike<MiddlewareResult | Untyped>
  /** Around a call for a stream. */
  wrapStream?(options: WrapOptions): PromiseLike<MiddlewareStream | Untyped>
}
