/** What differs between Claude models, as data. Source: platform.claude.com/docs/about-claude/models. */
export interface ModelTraits {
  /** What is asked for where nobody says how long an answer may be: the API needs a number, and refuses one that is too large. */
  readonly maxOutputTokens: number
  /** What it can write, thoughts included. Undefined: nobody has said. */
  readonly mostOutputTokens?: number
  /** How the model is told to think: with a budget of tokens, by itself with an effort, or not at all. */
  readonly thinking: 'budget' | 'adaptive' | 'none'
  /** Whether it goes on from a last message of its own. Models from 4.6 on refuse to. */
  readonly prefill: boolean
}

/** The first that matches counts. A model that nobody has heard of is a new one. */
const traits: readonly (readonly [RegExp, ModelTraits])[] = [
  [
    /claude-(2|instant)|claude-3-(opus|sonnet|haiku)/,
    { maxOutputTokens: 4096, mostOutputTokens: 4096, thinking: 'none', prefill: true },
  ],
  [/claude-3-5/, { maxOutputTokens: 8192, mostOutputTokens: 8192, thinking: 'none', prefill: true }],
  [
    /claude-opus-4-([01](?!\d)|20\d\d)/,
    { maxOutputTokens: 32_000, mostOutputTokens: 32_000, thinking: 'budget', prefill: true },
  ],
  [
    /claude-3-7|claude-(opus|sonnet|haiku)-4-([0-5](?!\d)|20\d\d)/,
    { maxOutputTokens: 32_000, mostOutputTokens: 64_000, thinking: 'budget', prefill: true },
  ],
]

const newest: ModelTraits = { maxOutputTokens: 32_000, thinking: 'adaptive', prefill: false }

export function traitsOf(modelId: string): ModelTraits {
  return traits.find(([match]) => match.test(modelId))?.[1] ?? newest
}

/** Tokens for thinking, by the words of `ai` 7. The API takes no less than 1,024. */
const budgets: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 4096,
  medium: 10_000,
  high: 20_000,
  xhigh: 32_000,
  max: 32_000,
}

/** The options that make a model think as hard as `reasoning` says; undefined where it cannot, or need not be told. */
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
