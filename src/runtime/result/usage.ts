import type { AiVersion } from '../../models/versions/any-model.ts'
import { addCounts, type Usage } from '../../wire/model-reply.ts'
import { showFields } from './show-fields.ts'
import { withHidden } from './with-hidden.ts'

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

/** With the names of `ai` 5 and 6, which do not show in `ai` 7. */
function withOlderNames(counts: Counts, version: AiVersion): LanguageModelUsage {
  const reasoningTokens = counts.outputTokenDetails.reasoningTokens
  const cachedInputTokens = counts.inputTokenDetails.cacheReadTokens
  return showFields(version, 'usage', withHidden(counts, { reasoningTokens, cachedInputTokens }))
}

/** From a model's own count, if it has one: other packages' models may leave it out. */
export function toUsage(given: Usage | undefined, version: AiVersion): LanguageModelUsage {
  const { inputTokens, outputTokens, raw }: Partial<Usage> = given ?? {}
  const counts = {
    inputTokens: inputTokens?.total,
    inputTokenDetails: {
      noCacheTokens: inputTokens?.noCache,
      cacheReadTokens: inputTokens?.cacheRead,
      cacheWriteTokens: inputTokens?.cacheWrite,
    },
    outputTokens: outputTokens?.total,
    outputTokenDetails: { textTokens: outputTokens?.text, reasoningTokens: outputTokens?.reasoning },
    totalTokens: addCounts(inputTokens?.total, outputTokens?.total),
    raw,
  }
  return withOlderNames(counts, version)
}

/** The sum of all steps. */
export function sumUsage({
  steps,
  model,
}: {
  readonly steps: readonly { readonly usage: LanguageModelUsage }[]
  readonly model: { readonly aiVersion: AiVersion }
}): LanguageModelUsage {
  return withOlderNames(
    steps.map(({ usage }) => usage as Counts).reduce(addUsage, { ...noUsage } as Counts),
    model.aiVersion,
  )
}

function addUsage(one: Counts, other: Counts): Counts {
  const raw = isEmpty(one) ? other.raw : isEmpty(other) ? one.raw : undefined
  return {
    inputTokens: addCounts(one.inputTokens, other.inputTokens),
    inputTokenDetails: addEach(one.inputTokenDetails, other.inputTokenDetails),
    outputTokens: addCounts(one.outputTokens, other.outputTokens),
    outputTokenDetails: addEach(one.outputTokenDetails, other.outputTokenDetails),
    totalTokens: addCounts(one.totalTokens, other.totalTokens),
    ...(raw !== undefined && { raw }),
  }
}

/** A transform may have copied what shows of a usage. */
function addEach<DETAILS extends { readonly [NAME in keyof DETAILS]: number | undefined }>(
  one: DETAILS,
  other: DETAILS | undefined,
): DETAILS {
  const names = Object.keys(one) as (keyof DETAILS)[]
  return Object.fromEntries(names.map((name) => [name, addCounts(one[name], other?.[name])])) as DETAILS
}

/** Whether nothing was counted. */
function isEmpty({ inputTokenDetails, outputTokenDetails, ...counts }: Counts): boolean {
  return Object.values({ ...counts, ...inputTokenDetails, ...outputTokenDetails }).every((count) => count == null)
}

/** Where nothing was counted. */
export const noUsage = toUsage(undefined, 7)
