import { describe, expect, test } from 'vitest'
import { findModel, type ModelFeature, models } from './model.ts'

const has = (id: string, feature: ModelFeature) => findModel(id)?.supports.has(feature)

test('the catalogue has models of every generation, each found by its id', () => {
  expect(new Set(models.map(({ generation }) => generation))).toEqual(new Set(['2.5', '3.0', '3.6']))
  for (const model of models) {
    expect(findModel(model.id)).toBe(model)
    expect(findModel(`models/${model.id}`)).toBe(model)
  }
})

describe('a generation', () => {
  test.each([
    ['gemini-1.5-pro', '2.5'],
    ['gemini-2.0-flash', '2.5'],
    ['gemini-2.5-pro', '2.5'],
    ['gemini-3-pro-preview', '3.0'],
    ['gemini-3.1-flash-lite', '3.0'],
    ['gemini-3.5-flash', '3.0'],
    ['gemini-3.5-flash-lite', '3.6'],
    ['gemini-3.6-flash', '3.6'],
    ['gemini-3.10-flash', '3.6'],
    ['gemini-4-argon', '3.6'],
    ['gemma-3-27b-it', '2.5'],
  ])('of %s is %s', (id, generation) => {
    expect(findModel(id)?.generation).toBe(generation)
  })
})

test('an id without a version, or of another maker, is not found', () => {
  for (const id of [
    '',
    'gemini',
    'gemini-pro',
    'gemini-3',
    'gpt-5',
    'gemini-3.x-flash',
    'models/',
    'x/gemini-3-flash',
  ]) {
    expect(findModel(id)).toBeUndefined()
  }
})

test.each(['gemini-3.6-flahs', 'gemini-3-por', 'gemini-2.5-flashh', 'gemini-3.5-flash-lit', 'gemini-3-flash-perview'])(
  '%s is a misspelling, and not found',
  (id) => {
    expect(findModel(id)).toBeUndefined()
  },
)

test.each([
  'gemini-2.5-flash-preview-09-2025',
  'gemini-2.0-flash-thinking-exp',
  'gemini-5-opal',
  'gemini-2.5-pro-exp-03-25',
])('%s is not listed, and found', (id) => {
  expect(findModel(id)?.id).toBe(id)
})

test('a model that is called thinking thinks', () => {
  expect([has('gemini-2.0-flash-thinking-exp', 'thinking'), has('gemini-2.0-flash', 'thinking')]).toEqual([true, false])
})

test('a moving name gives the model that it stands for', () => {
  expect(findModel('gemini-flash-lite-latest')).toBe(findModel('gemini-3.5-flash-lite'))
})

test('what a model can do follows from its age', () => {
  expect([
    has('gemini-2.5-flash', 'signatures-required'),
    has('gemini-3-flash-preview', 'signatures-required'),
  ]).toEqual([false, true])
  expect([has('gemini-3.5-flash', 'prefill'), has('gemini-3.6-flash', 'prefill')]).toEqual([true, false])
  expect([has('gemini-3.1-pro-preview', 'strict-responses'), has('gemini-3.5-flash', 'strict-responses')]).toEqual([
    false,
    true,
  ])
  expect([
    has('gemini-2.0-flash', 'any-without-parameters'),
    has('gemini-2.5-flash', 'any-without-parameters'),
  ]).toEqual([false, true])
})

test('MINIMAL thinking is for 3.0 to 3.6, and not for Pro', () => {
  const ids = [
    'gemini-2.5-flash',
    'gemini-3-flash-preview',
    'gemini-3-pro-preview',
    'gemini-3.6-flash',
    'gemini-3.7-flash',
  ]
  expect(ids.map((id) => has(id, 'thinking-level-minimal'))).toEqual([false, true, false, true, false])
})

test('models that draw and small open ones have no functions; only the latter have no system instruction', () => {
  for (const id of ['gemini-3-pro-image', 'gemini-2.5-flash-image', 'gemma-3-27b-it']) {
    expect(has(id, 'functions')).toBe(false)
  }
  expect(has('gemini-3-pro-image', 'system-instruction')).toBe(true)
  expect(has('gemma-3-27b-it', 'system-instruction')).toBe(false)
  expect(has('gemini-3-pro-image', 'signatures-required')).toBe(false)
})
