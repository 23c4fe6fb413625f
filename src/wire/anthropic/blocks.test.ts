import { expect, test } from 'vitest'
import { collectWarnings } from '../model-request.ts'
import { type Block, cacheControlOf, limitMarks, markBlock } from './blocks.ts'

const mark = { type: 'ephemeral' }
const marked = (text: string): Block => ({ type: 'text', text, cache_control: mark })

test('reads a mark in either spelling', () => {
  expect(cacheControlOf({ anthropic: { cacheControl: mark } })).toEqual(mark)
  expect(cacheControlOf({ anthropic: { cache_control: mark } })).toEqual(mark)
  expect(cacheControlOf({ anthropic: {} })).toBeUndefined()
})

test('does not mark a thought, nor a block that has a mark', () => {
  const thought: Block = { type: 'thinking' }
  const text: Block = { type: 'text', cache_control: { type: 'ephemeral', ttl: '1h' } }
  for (const block of [thought, text]) markBlock(block, mark)
  expect([thought, text]).toEqual([
    { type: 'thinking' },
    { type: 'text', cache_control: { type: 'ephemeral', ttl: '1h' } },
  ])
})

test('keeps four marks, and removes the earliest of the messages first', () => {
  const [tools, system] = [[marked('tool')], [marked('system')]]
  const messages = ['a', 'b', 'c'].map(marked)
  const { warnings, warn } = collectWarnings()
  limitMarks({ tools, system, messages }, false, warn)
  const left = [...messages, ...system, ...tools].filter((block) => block['cache_control'] !== undefined)
  expect(left.map((block) => block['text'])).toEqual(['b', 'c', 'system', 'tool'])
  expect(warnings).toMatchObject([{ type: 'unsupported', feature: 'cacheControl' }])
})

test('counts a mark on the whole call', () => {
  const messages = ['a', 'b', 'c', 'd'].map(marked)
  limitMarks({ tools: [], system: [], messages }, true, () => undefined)
  expect(messages.map((block) => block['cache_control'] !== undefined)).toEqual([false, true, true, true])
})
