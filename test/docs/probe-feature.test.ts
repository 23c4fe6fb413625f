import { describe, expect, test } from 'vitest'
import { dialects } from '../../src/schema/dialects/index.ts'
import type { Feature } from '../../src/schema/feature.ts'
import { featureProbes } from './feature-probes.ts'
import { probeFeature } from './probe-feature.ts'
import { dialectIds } from './render-dialects.ts'

/** Where a dialect lacks a feature and its smallest use travels all the same. */
const keptWithout: Readonly<Record<string, string>> = {
  'gemini-json refSiblings': 'An `anyOf` of one stands around the reference, and may have siblings.',
  'openai-strict refSiblings': 'An `anyOf` of one stands around the reference, and may have siblings.',
  'openai nullableKeyword': 'The schema is passed on as it came.',
  'openai example': 'The schema is passed on as it came.',
}

/** Where a dialect has a feature and its smallest use is reported all the same. */
const reportedWith: Readonly<Record<string, string>> = {
  'openai-strict emptyObjects': 'Every object is closed, so that it says so is no news.',
}

const features = Object.keys(featureProbes) as Feature[]

describe.each(dialectIds)('the table of %s', (id) => {
  test('has what travels as it is, and lacks what does not', () => {
    const wrong = features.filter((feature) => {
      const isKept = probeFeature(feature, id) === undefined
      const isSupported = dialects[id].supports.has(feature)
      const reasons = isKept ? keptWithout : reportedWith
      return isKept !== isSupported && reasons[`${id} ${feature}`] === undefined
    })
    expect(wrong).toEqual([])
  })
})

test('every exception is still needed', () => {
  const needless = [...Object.keys(keptWithout), ...Object.keys(reportedWith)].filter((exception) => {
    const [id, feature] = exception.split(' ') as [keyof typeof dialects, Feature]
    return (probeFeature(feature, id) === undefined) === dialects[id].supports.has(feature)
  })
  expect(needless).toEqual([])
})
