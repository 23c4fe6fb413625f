import { ToolfitError } from '../../core/errors.ts'
import { type Fields, showValue } from '../../core/json.ts'
import { asAiSdkError } from '../http/api-call-error.ts'
import {
  type AnyLanguageModel,
  callsOf,
  isOwn,
  type ModelCalls,
  markOwn,
  type RunnableModel,
  type RunnableResult,
  type RunnableStream,
  type RunnableStreamPart,
} from './any-model.ts'
import type { ModelCallOptions, ModelStreamResult } from './language-model.ts'

const aiVersions = { v2: 5, v3: 6, v4: 7 } as const

/** One adapter for each model, so that caches by model find it again. */
const adapters = new WeakMap<AnyLanguageModel, RunnableModel>()

/**
 * Any model as the runtime calls it. Of a v2 or v4 model, what differs from v3 is mapped.
 *
 * @throws ToolfitError `model-unreadable` for a value that is not a model, or a model of an unknown version.
 */
export function toRunnable(source: unknown): RunnableModel {
  const model = typeof source === 'string' ? findModel(source) : source
  assertModel(model)
  const cached = adapters.get(model)
  if (cached !== undefined) return cached
  const { specificationVersion, provider, modelId } = model
  const own = callsOf(model)
  const calls = own ?? adapt(model as unknown as ForeignModel)
  const runnable: RunnableModel = {
    specificationVersion,
    provider,
    modelId,
    // Read each time it is needed: some providers send a request for it.
    get supportedUrls() {
      return model.supportedUrls
    },
    isInternal: own !== undefined,
    aiVersion: own === undefined ? aiVersions[specificationVersion] : 7,
    ...calls,
  }
  adapters.set(model, isOwn(model) ? markOwn(runnable, calls) : runnable)
  return runnable
}

/**
 * The model of a name, from the provider that a program sets for all of its calls, as in `ai`: `globalThis.AI_SDK_DEFAULT_PROVIDER`.
 *
 * @throws ToolfitError `model-unreadable` where none is set.
 */
export function findModel(name: string): AnyLanguageModel {
  const { AI_SDK_DEFAULT_PROVIDER: provider } = globalThis as { AI_SDK_DEFAULT_PROVIDER?: DefaultProvider }
  if (provider !== undefined) return provider.languageModel(name)
  const problem = `"${name}" is the name of a model, and no provider is set in globalThis.AI_SDK_DEFAULT_PROVIDER.`
  throw new ToolfitError('model-unreadable', `${problem} ${hint}`, { given: name })
}

interface DefaultProvider {
  languageModel(name: string): AnyLanguageModel
}

/** A model of the AI SDK. Its results are v3 by their types, until they are mapped. */
interface ForeignModel extends Omit<AnyLanguageModel, 'doGenerate' | 'doStream'> {
  doGenerate(options: ModelCallOptions): PromiseLike<RunnableResult>
  doStream(
    options: ModelCallOptions,
  ): PromiseLike<Omit<ModelStreamResult, 'stream'> & { readonly stream: ReadableStream<RunnableStreamPart> }>
}

function adapt(model: ForeignModel): ModelCalls {
  const { specificationVersion: version, provider, modelId } = model
  const loadDifferences = async () => {
    const { fromV2, fromV4 } = loaded ?? (await load())
    return version === 'v2' ? fromV2 : fromV4
  }
  return {
    async generate(options) {
      if (version === 'v3') return model.doGenerate(options)
      const differences = await loadDifferences()
      const result = await model.doGenerate(differences.options(options))
      return differences.result({ ...result, warnings: result.warnings ?? [] })
    },
    async stream(options) {
      const differences = version === 'v3' ? undefined : await loadDifferences()
      const { stream, ...result } = await model.doStream(differences?.options(options) ?? options)
      return { ...result, parts: readStream(stream, differences?.part) }
    },
    takesFormatWithTools: !(provider.startsWith('google') && olderGemini.test(modelId)),
  }
}

/** Google answers 400 to a format beside tools, before Gemini 3. */
const olderGemini = /gemini-(?:1|2)(?!\d)/

/** The parts of a web stream. `return()` cancels it, and does not wait until its source has noticed. */
function readStream(
  stream: ReadableStream<RunnableStreamPart>,
  map?: (part: RunnableStreamPart) => RunnableStreamPart,
): RunnableStream['parts'] {
  const reader = stream.getReader()
  const toBatch = ({ done, value }: ReadableStreamReadResult<RunnableStreamPart>) =>
    done ? end : { done: false as const, value: [map === undefined ? value : map(value)] }
  const iterator: AsyncIterator<readonly RunnableStreamPart[], undefined> = {
    next: () => reader.read().then(toBatch),
    async return() {
      reader.cancel().catch(() => undefined)
      return end
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

const end: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** Loaded with the first call of a model that is not v3. */
let loaded: typeof import('./version-differences.ts') | undefined

async function load(): Promise<typeof import('./version-differences.ts')> {
  loaded = await import('./version-differences.ts')
  return loaded
}

const hint = 'Pass the model itself: gemini("…") of toolfit/gemini, openai("…"), or a model of any AI SDK provider.'

function assertModel(model: unknown): asserts model is AnyLanguageModel {
  if (typeof model === 'function') throw unreadable(model, 'This is a function: call it with the id of a model.')
  const { specificationVersion: version, doGenerate, doStream, provider, modelId } = (model ?? {}) as Fields
  const isCallable = typeof doGenerate === 'function' && typeof doStream === 'function'
  if ((isCallable || version !== undefined) && version !== 'v2' && version !== 'v3' && version !== 'v4') {
    const message = `This model follows version ${showValue(version)} of the AI SDK's specification; v2, v3 and v4 are known. Update its package, or Toolfit.`
    const error = Object.assign(unreadable(model, message), { version, provider, modelId })
    throw asAiSdkError(error, 'AI_UnsupportedModelVersionError')
  }
  if (!isCallable) throw unreadable(model, 'This is no language model: it has no doGenerate and doStream.')
}

function unreadable(model: unknown, problem: string): ToolfitError {
  // Without its fields: a wrong argument may hold a key.
  return new ToolfitError('model-unreadable', `${problem} ${hint}`, {
    given: typeof model,
  })
}
