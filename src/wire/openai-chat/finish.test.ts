import { expect, test } from 'vitest'
import { decodeFinishReason, encodeFinishReason, isCutBy } from './finish.ts'

test.each([
  ['stop', false, 'stop'],
  ['stop', true, 'tool-calls'],
  ['function_call', true, 'tool-calls'],
  ['sensitive', false, 'content-filter'],
  ['network_error', false, 'error'],
  ['something new', false, 'other'],
  [undefined, false, 'other'],
  [undefined, true, 'tool-calls'],
  ['', true, 'tool-calls'],
  ['eos', false, 'stop'],
] as const)('%s (with calls: %s) is %s', (raw, hasCalls, unified) => {
  expect(decodeFinishReason(raw, hasCalls)).toEqual({ unified, raw })
})

test('an answer may be cut off by a limit, a filter or an error', () => {
  expect(['length', 'content_filter', 'network_error', 'stop', 'tool_calls', undefined].map(isCutBy)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('a reason that the API does not have is added beside stop', () => {
  expect(encodeFinishReason({ unified: 'length', raw: 'MAX_TOKENS' })).toEqual({ finish_reason: 'length' })
  expect(encodeFinishReason({ unified: 'other', raw: 'LANGUAGE' })).toEqual({
    finish_reason: 'stop',
    native_finish_reason: 'LANGUAGE',
  })
})
