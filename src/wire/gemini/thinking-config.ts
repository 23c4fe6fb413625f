import { isPlainObject, type Json } from '../../core/json.ts'
import type { Warn } from '../model-request.ts'
import type { GeminiTraits, ThinkingTraits } from './gemini-traits.ts'

const levels = ['minimal', 'low', 'medium', 'high'] as const
type Level = (typeof levels)[number]

/** Budgets for levels, from Google's guide. */
const budgets: Readonly<Record<Level, number>> = { minimal: 0, low: 1_024, medium: 8_192, high: 24_576 }

/**
 * The `thinkingConfig` that the model takes: levels from Gemini 3 on, budgets before. `given` comes from `providerOptions` and goes before
 * `effort`, the setting of `ai` 7.
 */
export function thinkingConfig(
  given: unknown,
  effort: string | undefined,
  { thinking }: GeminiTraits,
  warn: Warn,
): Record<string, Json> | undefined {
  const asked = isPlainObject(given) ? withEffort(given, effort, warn) : fromEffort(effort)
  if (asked === undefined) return undefined
  if (thinking === undefined) {
    if (effort !== 'none') warn('thinkingConfig', 'This model does not think.')
    return undefined
  }
  const { thinkingLevel, thinkingBudget, ...rest } = asked as Record<string, Json | undefined>
  const level = toLevel(thinkingLevel)
  const config: Record<string, Json> = rest as Record<string, Json>
  if (level !== undefined) Object.assign(config, sayLevel(level, thinking, warn))
  else if (thinkingLevel !== undefined) config['thinkingLevel'] = thinkingLevel
  if (thinkingBudget === undefined) return config
  if (thinkingLevel === undefined) config['thinkingBudget'] = thinkingBudget
  else {
    warn('thinkingBudget', 'There is a level or a budget, not both. The level is sent.')
  }
  return config
}

/** The effort applies only where the config has neither a level nor a budget. */
function withEffort(given: Record<string, unknown>, effort: string | undefined, warn: Warn): Record<string, unknown> {
  const isSaid = given['thinkingLevel'] !== undefined || given['thinkingBudget'] !== undefined
  const fallback = fromEffort(effort)
  if (!isSaid) return { ...given, ...fallback }
  if (fallback !== undefined) {
    warn('reasoning', 'The level or budget in thinkingConfig is sent instead.')
  }
  return { ...given }
}

function fromEffort(effort: string | undefined): Record<string, unknown> | undefined {
  if (effort === undefined || effort === 'provider-default') return undefined
  if (effort === 'none') return { thinkingLevel: 'none' }
  return { thinkingLevel: effort === 'xhigh' || effort === 'max' ? 'high' : effort }
}

function toLevel(level: unknown): Level | 'none' | undefined {
  const name = typeof level === 'string' ? level.toLowerCase() : ''
  return name === 'none' ? name : levels.find((known) => known === name)
}

function sayLevel(
  level: Level | 'none',
  { levels: hasLevels, minimal, lowest, highest }: ThinkingTraits,
  warn: Warn,
): Record<string, Json> {
  if (!hasLevels) {
    const wanted = level === 'none' ? 0 : budgets[level]
    const thinkingBudget = Math.min(Math.max(wanted, lowest), highest)
    if (level === 'none' && lowest > 0) warn('reasoning', `This model always thinks. It gets a budget of ${lowest}.`)
    return { thinkingBudget }
  }
  const least: Level = minimal ? 'minimal' : 'low'
  if (level === 'none') warn('reasoning', `This model always thinks. It gets level ${least}.`)
  if (level === 'minimal' && !minimal) {
    warn('thinkingLevel', 'This model has no level minimal. Low is sent.')
  }
  return { thinkingLevel: (level === 'none' || level === 'minimal' ? least : level).toUpperCase() }
}
