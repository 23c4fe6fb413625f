import { ToolfitError } from '../../core/errors.ts'
import { type AnyLanguageModel, isOwn } from '../../models/versions/any-model.ts'
import type { ModelCallOptions, ModelStreamPart } from '../../models/versions/language-model.ts'
import { mapStream } from '../../models/versions/map-stream.ts'
import { toRunnable } from '../../models/versions/to-runnable.ts'
import { warningV2 } from '../../models/versions/to-v2.ts'
import { type DialectId, dialects, dialectsFor, type TargetId } from '../../schema/dialects/index.ts'
import type { ReplyContent } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { fitCall } from './fit-call.ts'

/** Options of {@link fitModel}. */
export interface FitOptions {
  /** The model's dialect. Not needed for models of Google, OpenAI and Anthropic from their own providers. */
  readonly to?: TargetId | undefined
}

/** A model for the AI SDK, in the version of the model that it wraps. */
export type FittedModel<M extends AnyLanguageModel> = Pick<M, keyof AnyLanguageModel>

/** A call's results, as far as all versions agree. */
interface Results {
  readonly content: readonly ReplyContent[]
  readonly warnings?: readonly unknown[]
  readonly structuredOutputText?: string
}

interface StreamResults {
  readonly stream: ReadableStream<ModelStreamPart>
}

interface Callable {
  doGenerate(options: ModelCallOptions): PromiseLike<Results>
  doStream(options: ModelCallOptions): PromiseLike<StreamResults>
}

/**
 * Puts the codec around a model of any AI SDK provider: tools are fitted to the model's dialect, its calls come back in the tools' own
 * shapes, and calls of the history are sent again as they came. The result has the version (v2, v3, v4) of the model, so `ai` 5, 6
 * and 7, and Toolfit, take it wherever they take the model.
 *
 * @throws ToolfitError `model-unreadable` for a value that is not a model; `option-invalid` where `to` is needed; `dialect-unknown`.
 *
 * @example
 * ```ts
 * import { fitModel } from 'toolfit/ai-sdk'
 *
 * // A model of any AI SDK provider, for example google('gemini-3-flash-preview') of @ai-sdk/google.
 * const google = {
 *   specificationVersion: 'v3',
 *   provider: 'google.generative-ai',
 *   modelId: 'gemini-3-flash-preview',
 *   supportedUrls: {},
 *   // The model calls with what it was shown: a list of entries, because Gemini has no records.
 *   doGenerate: async () => ({
 *     content: [
 *       {
 *         type: 'tool-call',
 *         toolCallId: 'c1',
 *         toolName: 'set_prices',
 *         input: '{"prices":[{"key":"tea","value":3.5}]}',
 *       },
 *     ],
 *     finishReason: { unified: 'tool-calls', raw: undefined },
 *     usage: {},
 *     warnings: [],
 *   }),
 *   doStream: async () => ({ stream: new ReadableStream() }),
 * } as const
 * const schema = {
 *   type: 'object',
 *   properties: { prices: { type: 'object', additionalProperties: { type: 'number' } } },
 * }
 * const tools = [{ type: 'function', name: 'set_prices', inputSchema: schema }]
 *
 * const { content } = await fitModel(google).doGenerate({ prompt: [], tools } as never)
 * content[0].input // '{"prices":{"tea":3.5}}'
 * ```
 */
export function fitModel<M extends AnyLanguageModel>(model: M, options: FitOptions = {}): FittedModel<M> {
  // Throws for a value that is not a model.
  toRunnable(model)
  // Our own models fit their tools themselves.
  if (isOwn(model)) return model
  const to = chooseDialect(model, options.to)
  const inner = model as unknown as Callable
  const prepare = (call: ModelCallOptions) => fitCall(call, to, model.provider)
  const own = (warnings: readonly RequestWarning[]) =>
    model.specificationVersion === 'v2' ? warnings.map(warningV2) : warnings
  const fitted: AnyLanguageModel & Callable = {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls
    },
    async doGenerate(given: ModelCallOptions) {
      const call = prepare(given)
      const result = await inner.doGenerate(call.options)
      const { structuredOutputText: text } = result
      return {
        ...result,
        content: result.content.map(call.decodeContent),
        warnings: [...own(call.warnings), ...(result.warnings ?? [])],
        ...(text === undefined ? {} : { structuredOutputText: call.decodeText(text) }),
      }
    },
    async doStream(given: ModelCallOptions) {
      const call = prepare(given)
      const result = await inner.doStream(call.options)
      const map = call.createMap()
      const stream = mapStream<ModelStreamPart, ModelStreamPart>(result.stream, (part, push) => {
        if (part.type !== 'stream-start') return map(part, push)
        push({ ...part, warnings: [...own(call.warnings), ...part.warnings] as RequestWarning[] })
      })
      return { ...result, stream }
    },
  }
  return fitted as unknown as FittedModel<M>
}

/**
 * The dialect that was asked for, or the model's own. A provider of the AI SDK writes all schemas in one form, so that there is nothing
 * to choose: `gemini-auto` is the form that the provider writes.
 */
function chooseDialect(model: AnyLanguageModel, to: TargetId | undefined): DialectId {
  if (to === undefined) return defaultDialect(model)
  // Throws for an unknown dialect.
  const [first] = dialectsFor(to)
  if (to === 'gemini-auto') return isGoogle(model) ? defaultDialect(model) : first
  if (to === 'gemini-json' && isGoogle(model) && model.specificationVersion !== 'v4') {
    const message = `This version of @ai-sdk/google converts JSON Schema to Gemini's own schemas, and drops keywords that those do not have. Pass { to: 'gemini' }, or nothing.`
    throw new ToolfitError('option-invalid', message, { option: 'to', given: to, provider: model.provider })
  }
  return to
}

function isGoogle({ provider }: AnyLanguageModel): boolean {
  return /^google(\.|$)/.test(provider)
}

/**
 * The dialect of a model, where the name of its provider leaves no doubt. A gateway serves models of many providers.
 *
 * @throws ToolfitError `option-invalid` where it does not.
 */
function defaultDialect(model: AnyLanguageModel): DialectId {
  const { provider, modelId, specificationVersion } = model
  if (/(^|\.)anthropic(\.|$)/.test(provider)) return 'anthropic'
  // From version 4 on, `@ai-sdk/google` sends JSON Schema as it is, and no longer Gemini's own.
  if (isGoogle(model)) return specificationVersion === 'v4' ? 'gemini-json' : 'gemini'
  if (/^(openai|azure|azure-openai)(\.|$)/.test(provider)) return 'openai'
  const known = Object.keys(dialects)
  const message = `The dialect of ${JSON.stringify(modelId)} of ${JSON.stringify(provider)} does not follow from its name. Pass { to }, one of: ${known.join(', ')}.`
  throw new ToolfitError('option-invalid', message, { option: 'to', provider, known })
}
