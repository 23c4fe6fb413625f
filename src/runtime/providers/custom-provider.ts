import type { AnyLanguageModel } from '../../models/versions/any-model.ts'
import { findModel } from '../../models/versions/to-runnable.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import { type ModelType, NoSuchModelError } from '../errors/model-errors.ts'
import { withHidden } from '../result/with-hidden.ts'

/** A provider of models by their names: one of the AI SDK's, of any version, or a {@link customProvider}. */
export interface Provider {
  languageModel(modelId: string): AnyLanguageModel | Untyped
}

/**
 * The models of a {@link customProvider}, by kind and name: models, or names of models of `globalThis.AI_SDK_DEFAULT_PROVIDER`.
 * Toolfit runs language models; the others are passed on as they are.
 */
export interface CustomModels<LANGUAGE extends string = string> {
  readonly languageModels?: Readonly<Record<LANGUAGE, AnyLanguageModel | string>> | undefined
  readonly embeddingModels?: Models | undefined
  /** The name of `embeddingModels` in `ai` 5. */
  readonly textEmbeddingModels?: Models | undefined
  readonly imageModels?: Models | undefined
  readonly transcriptionModels?: Models | undefined
  readonly speechModels?: Models | undefined
  readonly rerankingModels?: Models | undefined
  readonly videoModels?: Models | undefined
  /** For uploads of files and skills with `ai`. */
  readonly files?: Untyped
  readonly skills?: Untyped
}

type Models = Readonly<Record<string, Untyped>>

/** What {@link customProvider} gives. */
export interface CustomProvider<LANGUAGE extends string = string> extends Provider {
  readonly specificationVersion: 'v4'
  languageModel(modelId: LANGUAGE | (string & {})): AnyLanguageModel
  embeddingModel(modelId: string): Untyped
  textEmbeddingModel(modelId: string): Untyped
  imageModel(modelId: string): Untyped
  transcriptionModel(modelId: string): Untyped
  speechModel(modelId: string): Untyped
  rerankingModel(modelId: string): Untyped
  videoModel(modelId: string): Untyped
  /** Where the provider, or its fallback, has them. */
  files?(): Untyped
  skills?(): Untyped
}

/** What providers may have beside language models: a function for each kind. */
export type ProviderFunctions = Readonly<Record<string, ((modelId: string) => unknown) | undefined>>

/**
 * A provider with models under names of your own, and another provider for all other names.
 *
 * @throws NoSuchModelError (`ToolfitError` with the code `model-unknown`) for a name that neither has.
 *
 * @example
 * ```ts
 * import { customProvider } from 'toolfit'
 * import { gemini } from 'toolfit/gemini'
 *
 * const models = customProvider({ languageModels: { fast: gemini('gemini-3-flash-preview') } })
 * models.languageModel('fast').modelId // 'gemini-3-flash-preview'
 * ```
 */
export function customProvider<const LANGUAGE extends string = string>({
  fallbackProvider,
  ...models
}: CustomModels<LANGUAGE> & { readonly fallbackProvider?: Provider | undefined }): CustomProvider<LANGUAGE> {
  const fallback = fallbackProvider as (Provider & ProviderFunctions) | undefined
  const find = (modelType: ModelType, own: Models | undefined) => (modelId: string) => {
    const given = own !== undefined && Object.hasOwn(own, modelId) ? own[modelId] : undefined
    const model = typeof given === 'string' ? modelNamed(modelType, given) : (given ?? fallback?.[modelType]?.(modelId))
    if (model === undefined || model === null) throw new NoSuchModelError({ modelId, modelType })
    return model
  }
  const embeddingModel = find('embeddingModel', models.embeddingModels ?? models.textEmbeddingModels)
  const apiOf = (name: 'files' | 'skills') => {
    const own: unknown = models[name]
    const api = own === undefined ? fallback?.[name]?.bind(fallback) : () => own
    return api === undefined ? {} : { [name]: api }
  }
  const functions = {
    specificationVersion: 'v4' as const,
    languageModel: find('languageModel', models.languageModels),
    embeddingModel,
    imageModel: find('imageModel', models.imageModels),
    transcriptionModel: find('transcriptionModel', models.transcriptionModels),
    speechModel: find('speechModel', models.speechModels),
    rerankingModel: find('rerankingModel', models.rerankingModels),
    videoModel: find('videoModel', models.videoModels),
    ...apiOf('files'),
    ...apiOf('skills'),
  }
  return withHidden(functions, { textEmbeddingModel: embeddingModel })
}

/** A model of the provider that a program sets for all of its calls. */
function modelNamed(modelType: ModelType, name: string): unknown {
  const { AI_SDK_DEFAULT_PROVIDER: provider } = globalThis as unknown as {
    AI_SDK_DEFAULT_PROVIDER?: ProviderFunctions
  }
  // Without a provider, this throws.
  return provider === undefined ? findModel(name) : provider[modelType]?.(name)
}
