import { ToolfitError } from '../../core/errors.ts'
import { showValue } from '../../core/json.ts'
import type { AnyLanguageModel, RunnableModel, RunnableResult, RunnableStreamResult } from './any-model.ts'
import type { ModelCallOptions } from './language-model.ts'
import { isOwn, markOwn } from './language-model.ts'

/** One for each model: whoever keeps something for a model finds it again. */
const known = new WeakMap<AnyLanguageModel, RunnableModel>()

/**
 * Any model as the runtime calls it. A v3 model is taken as it is, and costs nothing; of the others, only what differs is mapped.
 *
 * @throws ToolfitError `model-unreadable` for what is no model, or one of a version that nobody knows.
 */
export function toRunnable(model: unknown): RunnableModel {
  assertModel(model)
  // Checked above; what it is called with and what it gives are v3 by its own word.
  if (model.specificationVersion === 'v3') return model as unknown as RunnableModel
  const made = known.get(model)
  if (made !== undefined) return made
  const runnable = adapt(model)
  known.set(model, isOwn(model) ? markOwn(runnable) : runnable)
  return runnable
}

/** A model of another version, before its results were mapped: the fields are there, and not yet what they say. */
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
    // Asked each time: with some providers it costs a request, and nobody may need it.
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
  // Not its fields: what is passed by mistake may hold a key.
  return new ToolfitError('model-unreadable', `${problem} ${hint}`, {
    given: typeof model === 'string' ? model : typeof model,
  })
}
