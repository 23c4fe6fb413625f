import { describe, expect, test } from 'vitest'
import { dialectOf, traitsOf } from './model-traits.ts'

describe('what a model takes', () => {
  test.each([
    ['gemini-2.0-flash', '2.5', { callIds: false, penalties: true, thinking: undefined }],
    ['gemini-2.5-pro', '2.5', { callIds: false, json: 'without-tools', prefill: true }],
    ['models/gemini-2.5-flash-001', '2.5', { needsSignatures: false }],
    ['gemini-3-pro-preview', '3.0', { needsSignatures: true, prefill: true, sampling: true }],
    ['gemini-3.5-flash', '3.0', { prefill: true }],
    ['gemini-3.5-flash-lite', '3.6', { prefill: false, sampling: false }],
    ['gemini-3.10-flash', '3.6', { prefill: false }],
    ['gemini-3-pro-image', '3.0', { functions: false, needsSignatures: false, json: 'never' }],
    ['gemini-flash-latest', '3.6', { prefill: false, sampling: false }],
    ['projects/p/locations/l/publishers/google/models/gemini-2.5-pro@001', '2.5', {}],
    ['gemma-3-27b-it', '2.5', { functions: false, systemInstruction: false }],
    ['gemma-4-31b-it', '2.5', { functions: true, systemInstruction: true }],
    ['my-tuned-model', '3.6', { needsSignatures: true, prefill: false, sampling: true }],
  ])('%s is of the age of %s', (id, family, traits) => {
    expect(traitsOf(id)).toMatchObject({ family, ...traits })
  })

  test.each([
    ['gemini-2.5-flash', { levels: false, lowest: 0 }],
    ['gemini-2.5-pro', { levels: false, lowest: 128 }],
    ['gemini-3.6-flash', { levels: true, minimal: true }],
    ['gemini-3.7-flash', { levels: true, minimal: false }],
    ['gemini-3.1-pro-preview', { levels: true, minimal: false }],
  ])('%s thinks', (id, thinking) => {
    expect(traitsOf(id).thinking).toMatchObject(thinking)
  })
})

test.each([
  ['gemini-2.5-flash', 'ai-studio', 'gemini-auto'],
  ['gemini-3.6-flash', 'vertex', 'gemini-auto'],
  ['gemini-flash-latest', 'ai-studio', 'gemini-auto'],
  ['gemini-3-flash-preview', 'cloud-code', 'gemini'],
  ['gemini-2.0-flash', 'ai-studio', 'gemini'],
  ['gemma-4-31b-it', 'ai-studio', 'gemini'],
  ['my-tuned-model', 'ai-studio', 'gemini'],
] as const)('schemas for %s on %s are written in %s', (id, profile, dialect) => {
  expect(dialectOf(traitsOf(id, profile))).toBe(dialect)
})

test('penalties are sent unless an endpoint is known to refuse them: only AI Studio is, from 2.5 on', () => {
  expect(traitsOf('gemini-2.5-flash').penalties).toBe(false)
  expect(traitsOf('gemini-2.0-flash').penalties).toBe(true)
  expect(traitsOf('gemini-2.5-flash', 'vertex').penalties).toBe(true)
  expect(traitsOf('gemini-3.6-flash', 'vertex').penalties).toBe(true)
  expect(traitsOf('gemini-2.5-flash', 'cloud-code').penalties).toBe(false)
})
