import { asFields, asText, type Fields, isPlainObject, jsonText, present } from '../../core/json.ts'
import type { FinishReason, Usage } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { RunnableContent, RunnableResult, RunnableStreamPart } from './any-model.ts'
import type { ModelCallOptions } from './language-model.ts'

/** Converts between v3 and another version. */
interface Differences {
  readonly options: (options: ModelCallOptions) => ModelCallOptions
  readonly part: (part: RunnableStreamPart) => RunnableStreamPart
  readonly result: (result: RunnableResult) => RunnableResult
}

export const fromV2: Differences = {
  options: withToolsOfV2,
  part(part) {
    if (part.type === 'stream-start') return { ...part, warnings: part.warnings.map(warningOfV2) }
    if (part.type !== 'finish') return part
    return { ...part, finishReason: finishReasonOfV2(part.finishReason), usage: usageOfV2(part.usage) }
  },
  result: ({ finishReason, usage, warnings, ...rest }) => ({
    ...rest,
    finishReason: finishReasonOfV2(finishReason),
    usage: usageOfV2(usage),
    warnings: warnings.map(warningOfV2),
  }),
}

/** A `provider` tool of `ai` 6 is `provider-defined` there. */
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
    ...(typeof totalTokens === 'number' && { raw: { totalTokens } }),
  }
}

function warningOfV2(given: unknown): RequestWarning {
  const warning = given as Fields
  const details = present({ details: asText(warning['details']) })
  if (warning['type'] === 'unsupported-setting') {
    return { type: 'unsupported', feature: jsonText(warning['setting']), ...details }
  }
  if (warning['type'] === 'unsupported-tool') {
    const { name } = asFields(warning['tool'])
    return { type: 'unsupported', feature: `tool ${JSON.stringify(name)}`, ...details }
  }
  return given as RequestWarning
}

export const fromV4: Differences = {
  options: (options) => options,
  part: untagFile,
  result: (result) => ({ ...result, content: result.content.map(untagFile) }),
}

/** The data of a file is `{ type: 'data', data }` or `{ type: 'url', url }` there. */
function untagFile<Part extends RunnableContent | RunnableStreamPart>(part: Part): Part {
  const data: unknown = part.type === 'file' || part.type === 'reasoning-file' ? part.data : undefined
  return isPlainObject(data) ? { ...part, data: data['type'] === 'url' ? data['url'] : data['data'] } : part
}
