import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'
import type { AnyLanguageModel, RunnableModel, RunnableResult, RunnableStreamResult } from './any-model.ts'
import type { ModelCallOptions } from './language-model.ts'
import { isOwn, markOwn } from './language-model.ts'

/** One adapter for each model, so that caches by model find it again. */
const adapters = new WeakMap<AnyLanguageModel, RunnableModel>()

/**
 * Any model as the runtime calls it. A v3 model is returned as it is; for other versions, only the differences are mapped.
 *
 * @throws ToolfitError `model-unreadable` for a value that is not a model, or a model of an unknown version.
 */
export function toRunnable(model: unknown): RunnableModel {
  assertModel(model)
  // Checked above: by its own version, its options and results are v3.
  if (model.specificationVersion === 'v3') return model as unknown as RunnableModel
  const made = adapters.get(model)
  if (made !== undefined) return made
  const runnable = adapt(model)
  adapters.set(model, isOwn(model) ? markOwn(runnable) : runnable)
  return runnable
}

/** A model of another version: its results have the fields of v3, but not yet their types. */
interface ForeignModel extends Omit<AnyLanguageModel, 'doGenerate' | 'doStream'> {
  doGenerate(options: ModelCallOptions): PromiseLike<RunnableResult>
  doStream(options: ModelCallOptions): PromiseLike<RunnableStreamResult>
}

function adapt(given: AnyLanguageModel): RunnableModel {
  const model = given as ForeignModel
  const { specificationVersion, provider, modelId } = model
  const loadDifferences = async () => {
    const { fromV2, fromV4 } = loaded ?? (await load())
    return specificationVersion === 'v2' ? fromV2 : fromV4
  }
  return {
    specificationVersion,
    provider,
    modelId,
    // Read only when needed: some providers send a request for it.
    get supportedUrls() {
      return model.supportedUrls
    },
    async doGenerate(options) {
      const differences = await loadDifferences()
      const result = await model.doGenerate(differences.options(options))
      return {
        ...result,
        content: result.content.map(differences.content),
        finishReason: differences.finishReason(result.finishReason),
        usage: differences.usage(result.usage),
        warnings: (result.warnings ?? []).map(differences.warning),
      }
    },
    async doStream(options) {
      const differences = await loadDifferences()
      const result = await model.doStream(differences.options(options))
      return { ...result, mapPart: differences.part }
    },
  }
}

/** Loaded with the first call of a model that is not v3. */
let loaded: typeof import('./version-differences.ts') | undefined

async function load(): Promise<typeof import('./version-differences.ts')> {
  loaded = await import('./version-differences.ts')
  return loaded
}

const hint = 'Pass the model itself: gemini("…") of toolfit/gemini, openai("…"), or a model of any AI SDK provider.'

function assertModel(model: unknown): asserts model is AnyLanguageModel {
  if (typeof model === 'string') {
    throw unreadable(model, `${JSON.stringify(model)} is the name of a model, and there is no registry of names here.`)
  }
  if (typeof model === 'function') throw unreadable(model, 'This is a function: call it with the id of a model.')
  const { specificationVersion: version, doGenerate, doStream } = (model ?? {}) as Record<string, unknown>
  if (typeof doGenerate !== 'function' || typeof doStream !== 'function') {
    throw unreadable(model, 'This is no language model: it has no doGenerate and doStream.')
  }
  if (version !== 'v2' && version !== 'v3' && version !== 'v4') {
    const message = `This model follows version ${showValue(version)} of the AI SDK's specification; v2, v3 and v4 are known. Update its package, or Toolfit.`
    throw unreadable(model, message)
  }
}

function unreadable(model: unknown, problem: string): ToolfitError {
  // Without its fields: a wrong argument may hold a key.
  return new ToolfitError('model-unreadable', `${problem} ${hint}`, {
    given: typeof model === 'string' ? model : typeof model,
  })
}
