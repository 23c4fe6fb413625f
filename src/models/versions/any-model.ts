import type { ModelCallOptions, ModelResult, ModelStreamResult } from './language-model.ts'
import type { RunnableContent, RunnableStreamPart } from './runnable-parts.ts'

/** URLs that a provider fetches itself: patterns by type of media. */
export type SupportedUrls = Readonly<Record<string, RegExp[]>>

/**
 * A model of any AI SDK provider (`LanguageModelV2`, `LanguageModelV3` or `LanguageModelV4`), or one of ours.
 *
 * @example
 * ```ts
 * import type { AnyLanguageModel } from 'toolfit'
 * import { gemini } from 'toolfit/gemini'
 *
 * const models: AnyLanguageModel[] = [gemini('gemini-3-flash-preview'), gemini('gemini-2.5-flash').v2()]
 * ```
 */
export interface AnyLanguageModel {
  readonly specificationVersion: SpecificationVersion
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>
  doGenerate(options: never): PromiseLike<unknown>
  doStream(options: never): PromiseLike<{ readonly stream: unknown }>
}

export type SpecificationVersion = 'v2' | 'v3' | 'v4'

/** The whole answer of any model, as `LanguageModelV3GenerateResult`. */
export interface RunnableResult extends Omit<ModelResult, 'content'> {
  readonly content: readonly RunnableContent[]
}

/** The stream of any model. */
export interface RunnableStreamResult extends Omit<ModelStreamResult, 'stream'> {
  readonly stream: ReadableStream<RunnableStreamPart>
  /**
   * What every part must go through that is read from `stream`: it makes v3 of v2 and v4. A v3 model has none. Not a second stream,
   * because each would cost more than all the rest of a part.
   */
  readonly mapPart?: (part: RunnableStreamPart) => RunnableStreamPart
}

/** Any model, as the runtime calls it. What it is called with and what it gives are v3, but for the prompt: see `toPrompt`. */
export interface RunnableModel {
  /** The model's own: its prompts are written for it. */
  readonly specificationVersion: SpecificationVersion
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>
  doGenerate(options: ModelCallOptions): PromiseLike<RunnableResult>
  doStream(options: ModelCallOptions): PromiseLike<RunnableStreamResult>
}
