import type { AnyLanguageModel } from '../../models/versions/any-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import { type ModelType, NoSuchModelError, NoSuchProviderError } from '../errors/model-errors.ts'
import { UnsupportedFunctionalityError } from '../errors/value-errors.ts'
import type { Provider, ProviderFunctions } from './custom-provider.ts'
import type { LanguageModelMiddleware } from './language-model-middleware.ts'
import { wrapLanguageModel } from './wrap-language-model.ts'

/** The id of a model in a registry: `provider:model`. */
type RegistryId<PROVIDERS, SEPARATOR extends string> = `${Extract<keyof PROVIDERS, string>}${SEPARATOR}${string}`

/** What {@link createProviderRegistry} gives. Toolfit runs language models; the others are passed on as they are. */
export interface ProviderRegistryProvider<
  PROVIDERS extends Readonly<Record<string, Provider>> = Readonly<Record<string, Provider>>,
  SEPARATOR extends string = ':',
> {
  languageModel(id: RegistryId<PROVIDERS, SEPARATOR>): AnyLanguageModel
  embeddingModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  textEmbeddingModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  imageModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  transcriptionModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  speechModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  rerankingModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  videoModel(id: RegistryId<PROVIDERS, SEPARATOR>): Untyped
  /** What a provider has for uploads of files and skills with `ai`. */
  files(providerId: Extract<keyof PROVIDERS, string>): Untyped
  skills(providerId: Extract<keyof PROVIDERS, string>): Untyped
}

/** The options of {@link createProviderRegistry}. */
export interface ProviderRegistryOptions<SEPARATOR extends string = ':'> {
  /** Between the name of the provider and that of the model. Default `:`. */
  readonly separator?: SEPARATOR | undefined
  /** Around every language model. */
  readonly languageModelMiddleware?: LanguageModelMiddleware | readonly LanguageModelMiddleware[] | undefined
}

/**
 * Several providers, with their models under `provider:model`.
 *
 * @throws NoSuchProviderError, NoSuchModelError (`ToolfitError` with the code `model-unknown`)
 *
 * @example
 * ```ts
 * import { createProviderRegistry, customProvider } from 'toolfit'
 * import { gemini } from 'toolfit/gemini'
 *
 * const ours = customProvider({ languageModels: { fast: gemini('gemini-3-flash-preview') } })
 * const registry = createProviderRegistry({ ours })
 * registry.languageModel('ours:fast').modelId // 'gemini-3-flash-preview'
 * ```
 */
export function createProviderRegistry<
  PROVIDERS extends Readonly<Record<string, Provider>>,
  SEPARATOR extends string = ':',
>(
  providers: PROVIDERS,
  { separator = ':' as SEPARATOR, languageModelMiddleware }: ProviderRegistryOptions<SEPARATOR> = {},
): ProviderRegistryProvider<PROVIDERS, SEPARATOR> {
  const providerOf = (providerId: string, modelType: ModelType) => {
    if (!Object.hasOwn(providers, providerId)) {
      const availableProviders = Object.keys(providers)
      throw new NoSuchProviderError({ modelId: providerId, modelType, providerId, availableProviders })
    }
    return providers[providerId] as unknown as ProviderFunctions
  }
  const find = (modelType: ModelType, id: string): unknown => {
    const at = id.indexOf(separator)
    if (at === -1) {
      const format = `(must be in the format "providerId${separator}modelId")`
      const message = `Invalid ${modelType} id for registry: ${id} ${format}`
      throw new NoSuchModelError({ modelId: id, modelType, message })
    }
    const model = providerOf(id.slice(0, at), modelType)[modelType]?.(id.slice(at + separator.length))
    if (model === undefined || model === null) throw new NoSuchModelError({ modelId: id, modelType })
    return model
  }
  const embeddingModel = (id: string) => find('embeddingModel', id)
  return {
    languageModel(id) {
      const model = find('languageModel', id) as AnyLanguageModel
      if (languageModelMiddleware === undefined) return model
      return wrapLanguageModel({ model, middleware: languageModelMiddleware })
    },
    embeddingModel,
    textEmbeddingModel: embeddingModel,
    imageModel: (id) => find('imageModel', id),
    transcriptionModel: (id) => find('transcriptionModel', id),
    speechModel: (id) => find('speechModel', id),
    rerankingModel: (id) => find('rerankingModel', id),
    videoModel: (id) => find('videoModel', id),
    files: (id) => api('files', 'file uploads', providerOf(id, 'languageModel'), id),
    skills: (id) => api('skills', 'skills', providerOf(id, 'languageModel'), id),
  }
}

/** What a provider has beside models. */
function api(name: 'files' | 'skills', words: string, provider: ProviderFunctions, id: string): unknown {
  const found = (provider[name] as (() => unknown) | undefined)?.()
  if (found !== undefined && found !== null) return found
  const message = `The provider "${id}" does not support ${words}. Make sure it exposes a ${name}() method.`
  throw new UnsupportedFunctionalityError({ functionality: name, message })
}

/** A provider whose language models all have middleware around them. Its other models are passed on as they are. */
export function wrapProvider<PROVIDER extends Provider>({
  provider,
  languageModelMiddleware,
}: {
  readonly provider: PROVIDER
  readonly languageModelMiddleware: LanguageModelMiddleware | readonly LanguageModelMiddleware[]
}): PROVIDER {
  const languageModel = (modelId: string) =>
    wrapLanguageModel({ model: provider.languageModel(modelId), middleware: languageModelMiddleware })
  return Object.assign(Object.create(provider) as PROVIDER, { languageModel })
}
