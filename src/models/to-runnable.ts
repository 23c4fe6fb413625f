import { ToolfitError } from '../core/errors.ts'
import { isPlainObject, showValue } from '../core/json.ts'
import type { FinishReason, Usage } from '../wire/model-reply.ts'
import type { RequestWarning } from '../wire/model-request.ts'
import type { AnyLanguageModel, RunnableModel, RunnableResult, RunnableStreamResult } from './any-model.ts'
import type { ModelCallOptions } from './language-model.ts'
import { isOwn, markOwn } from './own-model.ts'
import type { RunnableContent, RunnableStreamPart } from './runnable-parts.ts'

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
  const runnable = adapt(model, model.specificationVersion === 'v2' ? fromV2 : fromV4)
  known.set(model, isOwn(model) ? markOwn(runnable) : runnable)
  return runnable
}

/** How a version differs from v3. */
interface Differences {
  readonly options: (options: ModelCallOptions) => ModelCallOptions
  readonly part: (part: RunnableStreamPart) => RunnableStreamPart
  readonly content: (part: RunnableContent) => RunnableContent
  readonly finishReason: (reason: unknown) => FinishReason
  readonly usage: (usage: unknown) => Usage
  readonly warning: (warning: unknown) => RequestWarning
}

/** A model of another version, before its results were mapped: the fields are there, and not yet what they say. */
interface ForeignModel extends Omit<AnyLanguageModel, 'doGenerate' | 'doStream'> {
  doGenerate(options: ModelCallOptions): PromiseLike<RunnableResult>
  doStream(options: ModelCallOptions): PromiseLike<RunnableStreamResult>
}

function adapt(given: AnyLanguageModel, differences: Differences): RunnableModel {
  const model = given as ForeignModel
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    // Asked each time: with some providers it costs a request, and nobody may need it.
    get supportedUrls() {
      return model.supportedUrls
    },
    async doGenerate(options) {
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
      const result = await model.doStream(differences.options(options))
      return { ...result, mapPart: differences.part }
    },
  }
}

const fromV2: Differences = {
  options: withToolsOfV2,
  part(part) {
    if (part.type === 'stream-start') return { ...part, warnings: part.warnings.map(warningOfV2) }
    if (part.type !== 'finish') return part
    return { ...part, finishReason: finishReasonOfV2(part.finishReason), usage: usageOfV2(part.usage) }
  },
  content: (part) => part,
  finishReason: finishReasonOfV2,
  usage: usageOfV2,
  warning: warningOfV2,
}

/** What `ai` 6 calls `provider` is `provider-defined` there. */
function withToolsOfV2(options: ModelCallOptions): ModelCallOptions {
  if (!options.tools?.some(({ type }) => type === 'provider')) return options
  const tools = options.tools.map((tool) =>
    tool.type === 'provider' ? { ...tool, type: 'provider-defined' as const } : tool,
  )
  return { ...options, tools }
}

function finishReasonOfV2(reason: unknown): FinishReason {
  const isKnown = typeof reason === 'string' && reason !== 'unknown'
  return { unified: isKnown ? (reason as FinishReason['unified']) : 'other', raw: undefined }
}

function usageOfV2(given: unknown): Usage {
  const usage = (given ?? {}) as Readonly<Record<string, number | undefined>>
  const { inputTokens, outputTokens, totalTokens, reasoningTokens, cachedInputTokens } = usage
  return {
    inputTokens: { total: inputTokens, noCache: undefined, cacheRead: cachedInputTokens, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
    ...(typeof totalTokens === 'number' ? { raw: { totalTokens } } : {}),
  }
}

function warningOfV2(given: unknown): RequestWarning {
  const warning = given as Readonly<Record<string, unknown>>
  const details = typeof warning['details'] === 'string' ? { details: warning['details'] } : {}
  if (warning['type'] === 'unsupported-setting') {
    return { type: 'unsupported', feature: String(warning['setting']), ...details }
  }
  if (warning['type'] === 'unsupported-tool') {
    const tool = isPlainObject(warning['tool']) ? warning['tool'] : {}
    return { type: 'unsupported', feature: `tool ${JSON.stringify(tool['name'])}`, ...details }
  }
  return given as RequestWarning
}

const fromV4: Differences = {
  options: (options) => options,
  part(part) {
    switch (part.type) {
      case 'file':
      case 'reasoning-file':
        return { ...part, data: untag(part.data) }
      case 'stream-start':
        return { ...part, warnings: part.warnings.map(warningOfV4) }
      case 'finish':
        return { ...part, finishReason: finishReasonOfV4(part.finishReason) }
      default:
        return part
    }
  },
  content: (part) =>
    part.type === 'file' || part.type === 'reasoning-file' ? { ...part, data: untag(part.data) } : part,
  finishReason: finishReasonOfV4,
  usage: (usage) => usage as Usage,
  warning: warningOfV4,
}

type FileContents = string | Uint8Array | URL

/** `{ type: 'data', data }` and `{ type: 'url', url }`. */
function untag(data: unknown): FileContents {
  if (!isPlainObject(data)) return data as FileContents
  return (data['type'] === 'url' ? data['url'] : data['data']) as FileContents
}

/** A turn that was interrupted is over, and nothing that it called may run. */
function finishReasonOfV4(given: unknown): FinishReason {
  const reason = given as { readonly unified: string; readonly raw: string | undefined }
  if (reason.unified !== 'interrupted') return given as FinishReason
  return { unified: 'other', raw: reason.raw ?? 'interrupted' }
}

function warningOfV4(given: unknown): RequestWarning {
  const warning = given as { readonly type: string; readonly setting?: string; readonly message?: string }
  if (warning.type !== 'deprecated') return given as RequestWarning
  return { type: 'other', message: `${warning.setting} is deprecated. ${warning.message}` }
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
