import { beforeAll, expect, test } from 'vitest'
import type { AiVersion } from '../../models/versions/any-model.ts'
import { loadFields } from './show-fields.ts'
import { sumUsage, toUsage } from './usage.ts'

beforeAll(loadFields)

const counted = (version: AiVersion) =>
  toUsage(
    {
      inputTokens: { total: 5, noCache: 3, cacheRead: 2, cacheWrite: undefined },
      outputTokens: { total: 4, text: 3, reasoning: 1 },
    },
    version,
  )
const olderNames = { cachedInputTokens: 2, reasoningTokens: 1 }

test('the names of ai 5 and 6 can always be read, and show for models of their time', () => {
  expect(counted(7)).toMatchObject(olderNames)
  expect(JSON.parse(JSON.stringify(counted(6)))).toMatchObject({ ...olderNames, inputTokenDetails: {} })
  expect(JSON.stringify(counted(7))).not.toContain('cachedInputTokens')
})

test('the usage of ai 5 is flat, and its details can be read', () => {
  const names = ['cachedInputTokens', 'inputTokens', 'outputTokens', 'reasoningTokens', 'totalTokens']
  expect(Object.keys(counted(5)).sort()).toEqual(names)
  expect(counted(5).inputTokenDetails.cacheReadTokens).toBe(2)
})

test('the sum of no steps is an object of its own', () => {
  const none = (version: AiVersion) => sumUsage({ steps: [], model: { aiVersion: version } })
  expect(Object.keys(none(5))).toContain('cachedInputTokens')
  expect(Object.keys(none(7))).not.toContain('cachedInputTokens')
  expect(none(7)).not.toBe(none(7))
})

test('a sum shows what the model of the run shows', () => {
  const shown = (version: AiVersion) => {
    const usage = counted(version)
    return { ...sumUsage({ steps: [{ usage }, { usage: counted(7) }], model: { aiVersion: version } }) }
  }
  expect(shown(6)).toMatchObject({ cachedInputTokens: 4, reasoningTokens: 2, totalTokens: 18, inputTokenDetails: {} })
  expect(shown(5)).toEqual({
    ...olderNames,
    cachedInputTokens: 4,
    reasoningTokens: 2,
    inputTokens: 10,
    outputTokens: 8,
    totalTokens: 18,
  })
  expect(shown(7)).not.toHaveProperty('cachedInputTokens')
})

test('usage of which a transform copied what shows is summed', () => {
  const usage = { ...counted(5) } as ReturnType<typeof counted>
  expect(sumUsage({ steps: [{ usage }], model: { aiVersion: 5 } })).toMatchObject({ inputTokens: 5, totalTokens: 9 })
})

test('usage that a model leaves out, in whole or in part, is unknown', () => {
  const counts = { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined }
  for (const given of [undefined, null, {}]) expect(toUsage(given as never, 7)).toMatchObject(counts)
  expect(toUsage({ outputTokens: { total: 3 } } as never, 7)).toMatchObject({ inputTokens: undefined, totalTokens: 3 })
})
