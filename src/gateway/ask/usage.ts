import type { Usage } from '../../wire/model-reply.ts'

/** Tokens of several answers together. A count that one answer lacks is the sum of the others. */
export function addUsage(usages: readonly Usage[]): Usage {
  const [first, ...rest] = usages
  return rest.reduce(
    (sum, usage) => ({
      inputTokens: {
        total: add(sum.inputTokens.total, usage.inputTokens.total),
        noCache: add(sum.inputTokens.noCache, usage.inputTokens.noCache),
        cacheRead: add(sum.inputTokens.cacheRead, usage.inputTokens.cacheRead),
        cacheWrite: add(sum.inputTokens.cacheWrite, usage.inputTokens.cacheWrite),
      },
      outputTokens: {
        total: add(sum.outputTokens.total, usage.outputTokens.total),
        text: add(sum.outputTokens.text, usage.outputTokens.text),
        reasoning: add(sum.outputTokens.reasoning, usage.outputTokens.reasoning),
      },
    }),
    first!,
  )
}

function add(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined && right === undefined ? undefined : (left ?? 0) + (right ?? 0)
}
