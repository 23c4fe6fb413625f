import type { Sampling } from '../../wire/anthropic/encode-request.ts'

/** What differs between Claude models, as data. Source: platform.claude.com/docs/about-claude/models. */
export interface ModelTraits {
  /** The default for `maxOutputTokens`: the API requires a number, and refuses one that is too large. */
  readonly maxOutputTokens: number
  /** The most that it can write, thoughts included. Undefined where that is not documented. */
  readonly mostOutputTokens?: number
  /** How thinking is requested: with a budget of tokens, with an effort, or not at all. */
  readonly thinking: 'budget' | 'adaptive' | 'none'
  /** Whether it continues a last message of its own. Models from 4.6 on refuse to. */
  readonly prefill: boolean
  /** What it takes of `temperature`, `top_p` and `top_k`. */
  readonly sampling: Sampling
}

/** The first match counts. An unknown model is treated as a new one. */
const traits: readonly (readonly [RegExp, ModelTraits])[] = [
  [
    /claude-(2|instant)|claude-3-(opus|sonnet|haiku)/,
    { maxOutputTokens: 4096, mostOutputTokens: 4096, thinking: 'none', prefill: true, sampling: 'free' },
  ],
  [/claude-3-5/, { maxOutputTokens: 8192, mostOutputTokens: 8192, thinking: 'none', prefill: true, sampling: 'free' }],
  [
    /claude-opus-4-(0(?!\d)|20\d\d)/,
    { maxOutputTokens: 32_000, mostOutputTokens: 32_000, thinking: 'budget', prefill: true, sampling: 'free' },
  ],
  [
    /claude-opus-4-1(?!\d)/,
    { maxOutputTokens: 32_000, mostOutputTokens: 32_000, thinking: 'budget', prefill: true, sampling: 'one' },
  ],
  [
    /claude-3-7|claude-sonnet-4-(0(?!\d)|20\d\d)/,
    { maxOutputTokens: 32_000, mostOutputTokens: 64_000, thinking: 'budget', prefill: true, sampling: 'free' },
  ],
  [
    /claude-(opus|sonnet|haiku)-4-([0-5](?!\d)|20\d\d)/,
    { maxOutputTokens: 32_000, mostOutputTokens: 64_000, thinking: 'budget', prefill: true, sampling: 'one' },
  ],
  [
    /claude-(opus|sonnet|haiku)-4-6(?!\d)/,
    { maxOutputTokens: 32_000, thinking: 'adaptive', prefill: false, sampling: 'one' },
  ],
]

const newest: ModelTraits = { maxOutputTokens: 32_000, thinking: 'adaptive', prefill: false, sampling: 'fixed' }

export function traitsOf(modelId: string): ModelTraits {
  return traits.find(([match]) => match.test(modelId))?.[1] ?? newest
}

/** Budgets for the efforts of `ai` 7. The API takes no less than 1,024. */
const budgets: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 4096,
  medium: 10_000,
  high: 20_000,
  xhigh: 32_000,
  max: 32_000,
}

/** The options for an effort; undefined where the model cannot think, or decides itself. */
export function thinkingFor(reasoning: string | undefined, modelId: string): Record<string, unknown> | undefined {
  if (reasoning === undefined || reasoning === 'provider-default') return undefined
  const { thinking, mostOutputTokens: most = Number.POSITIVE_INFINITY } = traitsOf(modelId)
  if (thinking === 'none') return undefined
  if (reasoning === 'none') return { thinking: { type: 'disabled' } }
  const budget = Object.hasOwn(budgets, reasoning) ? budgets[reasoning]! : undefined
  if (budget === undefined) return undefined
  if (thinking === 'budget') return { thinking: { type: 'enabled', budgetTokens: Math.min(budget, most / 2) } }
  return { thinking: { type: 'adaptive' }, outputConfig: { effort: reasoning === 'minimal' ? 'low' : reasoning } }
}
