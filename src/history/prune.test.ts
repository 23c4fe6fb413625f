import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../core/message.ts'
import { pruneHistory } from './prune.ts'

const turn = (index: number): AnyModelMessage[] => [
  { role: 'user', content: `Question ${index}` },
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `c${index}`, toolName: 'read', input: { index } }],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: `c${index}`, toolName: 'read', output: { type: 'text', value: 'found' } },
    ],
  },
  { role: 'assistant', content: `Answer ${index}` },
]
const turns = (count: number) => Array.from({ length: count }, (_, index) => turn(index)).flat()

describe('pruneHistory', () => {
  test('counts each of 10,000 messages once at most, and none that it does not have to', () => {
    const messages = turns(2500)
    let calls = 0
    const countTokens = () => {
      calls++
      return 1
    }
    expect(pruneHistory(messages, { maxTokens: 20_000, countTokens }).messages).toHaveLength(10_000)
    expect(calls).toBe(10_000)
    calls = 0
    expect(pruneHistory(messages, { maxTokens: 100, countTokens }).messages).toHaveLength(100)
    expect(calls).toBe(104)
    calls = 0
    pruneHistory(messages, { maxMessages: 100, countTokens })
    expect(calls).toBe(0)
  })

  test('prunes by messages, by tokens and by turns, and whole turns go (D5)', () => {
    const messages = turns(4)
    expect(pruneHistory(messages, { maxMessages: 11 }).messages).toEqual(messages.slice(8))
    expect(pruneHistory(messages, { maxTurns: 3 }).messages).toEqual(messages.slice(4))
    expect(pruneHistory(messages, { maxTokens: 9, countTokens: () => 1 }).messages).toEqual(messages.slice(8))
  })

  test('keeps the system prompt and the current turn (D5)', () => {
    const messages: AnyModelMessage[] = [{ role: 'system', content: 'Be brief.' }, ...turns(2), ...turn(2).slice(0, 3)]
    expect(pruneHistory(messages, { maxMessages: 4 }).messages).toEqual([messages[0], ...messages.slice(9)])
  })

  test('a pinned result keeps its call and the question', () => {
    const messages = turns(3)
    const isPinned = (_: AnyModelMessage, index: number) => index === 2
    expect(pruneHistory(messages, { maxTurns: 1, isPinned }).messages).toEqual([
      ...messages.slice(0, 3),
      ...messages.slice(8),
    ])
  })

  test('marks pin messages without a function', () => {
    const pinned: AnyModelMessage = {
      role: 'user',
      content: 'I am vegan.',
      providerOptions: { toolfit: { pinned: true } },
    }
    expect(pruneHistory([pinned, { role: 'assistant', content: 'Noted.' }, ...turn(1)], { maxTurns: 1 })).toMatchObject(
      {
        messages: [pinned, ...turn(1)],
        removed: [{ content: 'Noted.' }],
      },
    )
  })

  test('a budget that is too small is an error with the least that would do, or the least', () => {
    const budget = { maxMessages: 3, maxTokens: 10, countTokens: () => 5 }
    expect(() => pruneHistory(turns(2), budget)).toThrow(
      expect.objectContaining({
        code: 'history-budget-too-small',
        evidence: expect.objectContaining({ minimum: { maxMessages: 4, maxTokens: 20 } }),
      }),
    )
    expect(pruneHistory(turns(2), { ...budget, tooSmall: 'least' })).toMatchObject({
      messages: turn(1),
      tokens: 20,
      fits: false,
    })
  })

  test('numbers that cannot be meant are refused', () => {
    expect(() => pruneHistory([], { maxTokens: Number.NaN })).toThrow(
      expect.objectContaining({ code: 'option-invalid' }),
    )
    expect(() => pruneHistory(turns(1), { maxTokens: 5, countTokens: () => Number.NaN })).toThrow(
      /countTokens returned NaN/,
    )
  })

  test('reasoning of earlier turns goes, with the item ids that would ask for it', () => {
    const thoughtful: AnyModelMessage = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: { openai: { itemId: 'rs_1' } } },
        {
          type: 'text',
          text: 'Yes.',
          providerOptions: { openai: { itemId: 'msg_1', phase: 'final' }, google: { itemId: 'kept' } },
        },
      ],
    }
    const messages: AnyModelMessage[] = [
      { role: 'user', content: '1' },
      thoughtful,
      { role: 'user', content: '2' },
      thoughtful,
    ]
    const { messages: kept, shortened } = pruneHistory(messages, { dropReasoning: true })
    expect(kept[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'text', text: 'Yes.', providerOptions: { openai: { phase: 'final' }, google: { itemId: 'kept' } } },
      ],
    })
    expect(kept[3]).toBe(thoughtful)
    expect(shortened).toEqual([{ before: thoughtful, after: kept[1] }])
  })
})
