import type { Usage } from '../../wire/model-reply.ts'

/** Tokens of a step or a run, in the shape of `ai` 7. Undefined where the provider gave no number. */
export interface LanguageModelUsage {
  readonly inputTokens: number | undefined
  readonly inputTokenDetails: {
    readonly noCacheTokens: number | undefined
    readonly cacheReadTokens: number | undefined
    readonly cacheWriteTokens: number | undefined
  }
  readonly outputTokens: number | undefined
  readonly outputTokenDetails: {
    readonly textTokens: number | undefined
    readonly reasoningTokens: number | undefined
  }
  readonly totalTokens: number | undefined
  /** As the provider wrote it. A sum has it only where a single step counted tokens. */
  readonly raw?: unknown
  /** The name of `outputTokenDetails.reasoningTokens` in `ai` 5 and 6. Not enumerable. */
  readonly reasoningTokens?: number | undefined
  /** The name of `inputTokenDetails.cacheReadTokens` in `ai` 5 and 6. Not enumerable. */
  readonly cachedInputTokens?: number | undefined
}

type Counts = Omit<LanguageModelUsage, 'reasoningTokens' | 'cachedInputTokens'>

const olderNames: PropertyDescriptorMap = {
  reasoningTokens: {
    get(this: Counts) {
      return this.outputTokenDetails.reasoningTokens
    },
  },
  cachedInputTokens: {
    get(this: Counts) {
      return this.inputTokenDetails.cacheReadTokens
    },
  },
}

function withOlderNames(counts: Counts): LanguageModelUsage {
  return Object.defineProperties(counts, olderNames) as LanguageModelUsage
}

/** From a model's own count. */
export function toUsage({ inputTokens, outputTokens, raw }: Usage): LanguageModelUsage {
  return withOlderNames({
    inputTokens: inputTokens.total,
    inputTokenDetails: {
      noCacheTokens: inputTokens.noCache,
      cacheReadTokens: inputTokens.cacheRead,
      cacheWriteTokens: inputTokens.cacheWrite,
    },
    outputTokens: outputTokens.total,
    outputTokenDetails: { textTokens: outputTokens.text, reasoningTokens: outputTokens.reasoning },
    totalTokens: add(inputTokens.total, outputTokens.total),
    raw,
  })
}

/** The sum of all steps. */
export function sumUsage(usages: readonly LanguageModelUsage[]): LanguageModelUsage {
  return usages.reduce(addUsage, emptyUsage)
}

function addUsage(one: LanguageModelUsage, other: LanguageModelUsage): LanguageModelUsage {
  const [input, moreInput] = [one.inputTokenDetails, other.inputTokenDetails]
  const [output, moreOutput] = [one.outputTokenDetails, other.outputTokenDetails]
  const raw = isEmpty(one) ? other.raw : isEmpty(other) ? one.raw : undefined
  return withOlderNames({
    inputTokens: add(one.inputTokens, other.inputTokens),
    inputTokenDetails: {
      noCacheTokens: add(input.noCacheTokens, moreInput.noCacheTokens),
      cacheReadTokens: add(input.cacheReadTokens, moreInput.cacheReadTokens),
      cacheWriteTokens: add(input.cacheWriteTokens, moreInput.cacheWriteTokens),
    },
    outputTokens: add(one.outputTokens, other.outputTokens),
    outputTokenDetails: {
      textTokens: add(output.textTokens, moreOutput.textTokens),
      reasoningTokens: add(output.reasoningTokens, moreOutput.reasoningTokens),
    },
    totalTokens: add(one.totalTokens, other.totalTokens),
    ...(raw === undefined ? {} : { raw }),
  })
}

/** Whether nothing was counted. */
function isEmpty({
  inputTokens,
  inputTokenDetails,
  outputTokens,
  outputTokenDetails,
  totalTokens,
  raw,
}: Counts): boolean {
  const counts = [inputTokens, outputTokens, totalTokens, raw]
  return [...counts, ...Object.values(inputTokenDetails), ...Object.values(outputTokenDetails)].every(isNothing)
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** A count that is unknown in both stays unknown. */
function add(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

const emptyUsage: LanguageModelUsage = withOlderNames({
  inputTokens: undefined,
  inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: undefined, cacheWriteTokens: undefined },
  outputTokens: undefined,
  outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
  totalTokens: undefined,
})
