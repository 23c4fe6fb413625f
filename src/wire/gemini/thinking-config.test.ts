import { describe, expect, test } from 'vitest'
import type { RequestWarning } from '../model-request.ts'
import type { GeminiTraits, ThinkingTraits } from './gemini-traits.ts'
import { thinkingConfig } from './thinking-config.ts'

const levels: ThinkingTraits = { levels: true, minimal: true, lowest: 1, highest: 65_535 }
const budgets: ThinkingTraits = { levels: false, minimal: false, lowest: 128, highest: 32_768 }

function ask(thinking: ThinkingTraits | undefined, given: unknown, effort?: string) {
  const warnings: string[] = []
  const warn = (warning: RequestWarning | string) => warnings.push(String(warning))
  return { config: thinkingConfig(given, effort, { thinking } as GeminiTraits, warn), warnings }
}

describe('an effort', () => {
  test.each([
    ['low', levels, { thinkingLevel: 'LOW' }],
    ['xhigh', levels, { thinkingLevel: 'HIGH' }],
    ['medium', budgets, { thinkingBudget: 8_192 }],
    ['minimal', budgets, { thinkingBudget: 128 }],
  ])('of %s becomes what the model takes', (effort, thinking, config) => {
    expect(ask(thinking, undefined, effort)).toEqual({ config, warnings: [] })
  })

  test('of none is the least that the model can think, with a warning', () => {
    expect(ask(levels, undefined, 'none')).toEqual({ config: { thinkingLevel: 'MINIMAL' }, warnings: ['reasoning'] })
    expect(ask(budgets, undefined, 'none')).toEqual({ config: { thinkingBudget: 128 }, warnings: ['reasoning'] })
    expect(ask({ ...budgets, lowest: 0 }, undefined, 'none')).toEqual({ config: { thinkingBudget: 0 }, warnings: [] })
  })

  test('is not sent where there is none, or to a model that does not think', () => {
    expect(ask(levels, undefined).config).toBeUndefined()
    expect(ask(levels, undefined, 'provider-default').config).toBeUndefined()
    expect(ask(undefined, undefined, 'high')).toEqual({ config: undefined, warnings: ['thinkingConfig'] })
    expect(ask(undefined, undefined, 'none')).toEqual({ config: undefined, warnings: [] })
  })
})

describe('a config of the caller', () => {
  test('is completed by an effort, but goes before it', () => {
    expect(ask(levels, { includeThoughts: true }, 'high')).toEqual({
      config: { includeThoughts: true, thinkingLevel: 'HIGH' },
      warnings: [],
    })
    expect(ask(levels, { thinkingLevel: 'low' }, 'high')).toEqual({
      config: { thinkingLevel: 'LOW' },
      warnings: ['reasoning'],
    })
    expect(ask(levels, { thinkingBudget: 100 }, 'high').config).toEqual({ thinkingBudget: 100 })
  })

  test('may have a level or a budget, not both', () => {
    expect(ask(levels, { thinkingLevel: 'high', thinkingBudget: 100 })).toEqual({
      config: { thinkingLevel: 'HIGH' },
      warnings: ['thinkingBudget'],
    })
  })

  test('sends low for minimal to a model without that level', () => {
    expect(ask({ ...levels, minimal: false }, { thinkingLevel: 'minimal' })).toEqual({
      config: { thinkingLevel: 'LOW' },
      warnings: ['thinkingLevel'],
    })
  })
})
