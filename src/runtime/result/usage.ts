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
  /** The name of `outputTokenDetails.reasoningTokens` in `ai` 5 and 6. Enumerable where the model is of their time (v2, v3). */
  readonly reasoningTokens?: number | undefined
  /** The name of `inputTokenDetails.cacheReadTokens` in `ai` 5 and 6, likewise. */
  readonly cachedInputTokens?: number | undefined
}

type Counts = Omit<LanguageModelUsage, 'reasoningTokens' | 'cachedInputTokens'>

/** Programs of `ai` 5 and 6 store usage as JSON, and read it back under these names. */
function withOlderNames(counts: Counts, isShown: boolean): LanguageModelUsage {
  const shown = (value: number | undefined) => ({ value, enumerable: isShown })
  return Object.defineProperties(counts, {
    reasoningTokens: shown(counts.outputTokenDetails.reasoningTokens),
    cachedInputTokens: shown(counts.inputTokenDetails.cacheReadTokens),
  }) as LanguageModelUsage
}

/** From a model's own count. */
export function toUsage({ inputTokens, outputTokens, raw }: Usage, isOlder: boolean): LanguageModelUsage {
  const counts = {
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
  }
  return withOlderNames(counts, isOlder)
}

/** The sum of all steps. */
export function sumUsage(usages: readonly LanguageModelUsage[]): LanguageModelUsage {
  return usages.reduce(addUsage, emptyUsage)
}

function addUsage(one: LanguageModelUsage, other: LanguageModelUsage): LanguageModelUsage {
  const raw = isEmpty(one) ? other.raw : isEmpty(other) ? one.raw : undefined
  const counts = {
    inputTokens: add(one.inputTokens, other.inputTokens),
    inputTokenDetails: addEach(one.inputTokenDetails, other.inputTokenDetails),
    outputTokens: add(one.outputTokens, other.outputTokens),
    outputTokenDetails: addEach(one.outputTokenDetails, other.outputTokenDetails),
    totalTokens: add(one.totalTokens, other.totalTokens),
    ...(raw !== undefined && { raw }),
  }
  return withOlderNames(counts, [one, other].some(showsOlderNames))
}

function showsOlderNames(usage: LanguageModelUsage): boolean {
  return 'cachedInputTokens' in { ...usage }
}

function addEach<DETAILS extends { readonly [NAME in keyof DETAILS]: number | undefined }>(
  one: DETAILS,
  other: DETAILS,
): DETAILS {
  const names = Object.keys(one) as (keyof DETAILS)[]
  return Object.fromEntries(names.map((name) => [name, add(one[name], other[name])])) as DETAILS
}

/** Whether nothing was counted. */
function isEmpty({ inputTokenDetails, outputTokenDetails, ...counts }: Counts): boolean {
  return Object.values({ ...counts, ...inputTokenDetails, ...outputTokenDetails }).every((count) => count == null)
}

/** A count that is unknown in both stays unknown. */
function add(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

const emptyUsage = toUsage({ inputTokens: {}, outputTokens: {} } as Usage, false)
