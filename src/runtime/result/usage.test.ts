import { expect, test } from 'vitest'
import { sumUsage, toUsage } from './usage.ts'

const counted = (isOlder: boolean) =>
  toUsage(
    {
      inputTokens: { total: 5, noCache: 3, cacheRead: 2, cacheWrite: undefined },
      outputTokens: { total: 4, text: 3, reasoning: 1 },
    },
    isOlder,
  )
const olderNames = { cachedInputTokens: 2, reasoningTokens: 1 }

test('the names of ai 5 and 6 can always be read, and show for models of their time', () => {
  expect(counted(false)).toMatchObject(olderNames)
  expect(JSON.parse(JSON.stringify(counted(true)))).toMatchObject(olderNames)
  expect(JSON.stringify(counted(false))).not.toContain('cachedInputTokens')
})

test('a sum shows them where one of its steps does', () => {
  const shown = (...isOlder: boolean[]) => ({ ...sumUsage(isOlder.map(counted)) })
  expect(shown(true, false)).toMatchObject({ cachedInputTokens: 4, reasoningTokens: 2, totalTokens: 18 })
  expect(shown(false, false)).not.toHaveProperty('cachedInputTokens')
})
