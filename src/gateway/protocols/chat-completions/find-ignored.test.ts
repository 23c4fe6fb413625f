import { expect, test } from 'vitest'
import { traitsOf } from '../../../models/gemini/model-traits.ts'
import { findIgnored, findUnsupported, ignoredByModel } from './find-ignored.ts'

const named = (body: Record<string, unknown>, rest = body) => findIgnored(body, rest).map(({ name }) => name)

test('what has no effect is named, and what asks for nothing is not', () => {
  expect(named({ user: 'u', store: true, verbosity: 'low', service_tier: 'flex' })).toEqual([
    'user',
    'store',
    'verbosity',
    'service_tier',
  ])
  expect(
    named({ store: false, verbosity: 'medium', service_tier: 'default', logit_bias: {}, prediction: null }),
  ).toEqual([])
  expect(named({ extra_body: { google: {}, top_a: 1 }, parallel_tool_calls: true }, {})).toEqual([
    'parallel_tool_calls',
    'extra_body.top_a',
  ])
})

test('members of a response format that its type does not have are named', () => {
  const format = (response_format: object) => named({ response_format }, {})
  expect(format({ type: 'text', schema: {} })).toEqual(['response_format.schema'])
  expect(format({ type: 'json_object', schema: {}, json_schema: null })).toEqual([])
  expect(format({ type: 'json_object', json_schema: {} })).toEqual(['response_format.json_schema'])
  expect(format({ type: 'json_schema', json_schema: {}, schema: {} })).toEqual(['response_format.schema'])
})

test('words of 2023 beside those of today are named, because they are not heard', () => {
  const [tool, choice] = [{ type: 'function', function: { name: 'a' } }, { name: 'a' }]
  expect(named({ tools: [tool], functions: [choice], tool_choice: 'auto', function_call: choice }, {})).toEqual([
    'functions',
    'function_call',
  ])
  expect(named({ tools: [], functions: [choice] }, {})).toEqual(['functions'])
  expect(named({ functions: [choice], function_call: choice, tools: null, tool_choice: null }, {})).toEqual([])
  expect(named({ tools: [tool], functions: [], tool_choice: 'auto', function_call: null }, {})).toEqual([])
})

test('of the options of a stream all but the usage is named', () => {
  const options = { include_usage: true, include_obfuscation: true, other: 1 }
  expect(findIgnored({ stream_options: options }, {})).toEqual([
    { name: 'stream_options.include_obfuscation', isHarmless: true },
    { name: 'stream_options.other', isHarmless: false },
  ])
  expect(named({ stream_options: { include_obfuscation: false } }, {})).toEqual([])
})

test('only what changes an answer is a loss', () => {
  const ignored = findIgnored({}, { user: 'u', logit_bias: { 5: 1 } })
  expect(ignored).toEqual([
    { name: 'user', isHarmless: true },
    { name: 'logit_bias', isHarmless: false },
  ])
})

test('settings that a model does not take are taken out, and named unless they are OpenAI’s defaults', () => {
  const body = { temperature: 0.3, top_p: 1, presence_penalty: 0, seed: 1 }
  expect(findUnsupported(body, traitsOf('gemini-3.8-flash'))).toEqual({ body: { seed: 1 }, names: ['temperature'] })
  expect(findUnsupported(body, traitsOf('gemini-2.0-flash'))).toEqual({ body, names: [] })
})

test('what a model warns of is named in the client’s words', () => {
  expect(
    ignoredByModel([
      { type: 'unsupported', feature: 'topK' },
      { type: 'unsupported', feature: 'tool "x"' },
      { type: 'unsupported', feature: 'providerOptions.google.foo' },
      { type: 'unsupported', feature: 'file of another provider' },
      { type: 'compatibility', feature: 'responseFormat' },
      { type: 'other', message: 'Repaired.' },
    ]),
  ).toEqual(['top_k', 'tools', 'google.foo', 'messages'])
})
