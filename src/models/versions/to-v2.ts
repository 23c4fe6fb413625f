import { present } from '../../core/json.ts'
import type { FinishReason, Usage } from '../../wire/model-reply.ts'
import { addCounts } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type {
  LanguageModel,
  LanguageModelV2,
  ModelStreamPart,
  ModelStreamPartV2,
  UsageV2,
  WarningV2,
} from './language-model.ts'
import { mapStream } from './map-stream.ts'

/** The same model in the shape of `ai` 5, which has no fields for cache writes and raw finish reasons. */
export function toV2(model: Omit<LanguageModel, 'v2'>): LanguageModelV2 {
  return {
    specificationVersion: 'v2',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const { content, finishReason, usage, warnings, ...rest } = await model.doGenerate(options)
      return {
        ...rest,
        content: content.map((part) => (part.type === 'tool-result' ? { ...part, ...ranByProvider } : part)),
        finishReason: finishReasonV2(finishReason),
        usage: usageV2(usage),
        warnings: warnings.map(warningV2),
      }
    },
    async doStream(options) {
      const { stream, ...rest } = await model.doStream(options)
      return {
        ...rest,
        stream: mapStream<ModelStreamPart, ModelStreamPartV2>(stream, (part, push) => push(partV2(part))),
      }
    },
  }
}

/** A result in an answer always belongs to a tool that the provider ran. Only this version requires the flag. */
const ranByProvider = { providerExecuted: true } as const

function partV2(part: ModelStreamPart): ModelStreamPartV2 {
  switch (part.type) {
    case 'stream-start':
      return { type: 'stream-start', warnings: part.warnings.map(warningV2) }
    case 'tool-result':
      return { ...part, ...ranByProvider }
    case 'finish':
      return { ...part, finishReason: finishReasonV2(part.finishReason), usage: usageV2(part.usage) }
    default:
      return part
  }
}

/** An answer without a reason is `unknown` in this version. */
function finishReasonV2({ unified, raw }: FinishReason): FinishReason['unified'] | 'unknown' {
  return unified === 'other' && raw === undefined ? 'unknown' : unified
}

function usageV2({ inputTokens, outputTokens }: Usage): UsageV2 {
  return {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    totalTokens: addCounts(inputTokens.total, outputTokens.total),
    ...present({ reasoningTokens: outputTokens.reasoning, cachedInputTokens: inputTokens.cacheRead }),
  }
}

/** A warning in the shape of `ai` 5. */
export function warningV2(warning: RequestWarning): WarningV2 {
  if (warning.type === 'other') return warning
  const { feature, details } = warning
  // The AI SDK prints a setting by its name only where it is one; a sentence serves both kinds.
  if (warning.type === 'unsupported' && /^[a-z]+[A-Za-z]*$/.test(feature)) {
    return present({ type: 'unsupported-setting', setting: feature, details })
  }
  return { type: 'other', message: details === undefined ? `${feature} is not supported.` : `${feature}: ${details}` }
}
