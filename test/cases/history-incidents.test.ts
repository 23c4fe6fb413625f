import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { checkHistory } from '../../src/history/check.ts'
import { HistoryManager } from '../../src/history/history-manager.ts'
import { pruneHistory } from '../../src/history/prune.ts'
import { repairHistory } from '../../src/history/repair.ts'
import { call, assistant as calls, result, results, said, user } from '../history/messages.ts'
import { oracles, profileIds } from '../history/oracle.ts'

const tokens = (message: AnyModelMessage) => JSON.stringify(message).length

/** Refused as it is; taken by every provider after a repair. Returns what was sent to Gemini. */
function repaired(messages: readonly AnyModelMessage[]): AnyModelMessage[] {
  expect(oracles.gemini(messages)).not.toEqual([])
  for (const profile of profileIds) expect(oracles[profile](repairHistory(messages, profile).messages)).toEqual([])
  return repairHistory(messages, 'gemini').messages
}

describe('trimming', () => {
  test('langchain#33245: a budget below the last turn gives no hole in the list, and says what would do', () => {
    const messages = [
      { role: 'system', content: 'Be brief.' } as const,
      user('Read.'),
      calls(call('a')),
      results(result('a', 'word '.repeat(50))),
    ]
    const least = pruneHistory(messages, { maxTokens: 20, countTokens: tokens, tooSmall: 'least' })
    expect(least.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(() => pruneHistory(messages, { maxTokens: 20, countTokens: tokens })).toThrow(/maxTokens of at least \d+/)
  })

  test('langchain#29637, secator#1244: the newest messages never begin with a result, or end with a call', () => {
    const messages = [
      user('1'),
      calls(call('a')),
      results(result('a')),
      said('One.'),
      user('2'),
      calls(call('b')),
      results(result('b')),
    ]
    for (let maxMessages = 3; maxMessages < 8; maxMessages++) {
      const { messages: kept } = pruneHistory(messages, { maxMessages })
      for (const profile of profileIds) expect(oracles[profile](kept)).toEqual([])
    }
  })

  test('openai-agents#4322: a limit of items leaves no output without its call', () => {
    const messages = [
      user('1'),
      calls(call('a'), call('b')),
      results(result('a')),
      results(result('b')),
      said('Both.'),
      user('2'),
    ]
    expect(pruneHistory(messages, { maxMessages: 3 }).messages).toEqual([user('2')])
  })

  test('LlamaIndex: where nothing else fits, what is left is not a lone result', () => {
    const messages = [user('Read.'), calls(call('a')), results(result('a', 'x'.repeat(5000)))]
    const { messages: kept } = pruneHistory(messages, { maxTokens: 900, countTokens: tokens })
    expect(oracles['openai-chat'](kept)).toEqual([])
    expect(kept).toHaveLength(3)
  })

  test('resume-agent: one turn over budget is reduced, the oldest result first, and stays usable', () => {
    const long = (id: string) => [calls(call(id)), results(result(id, id.repeat(2000)))]
    const messages = [user('Read all.'), ...long('a'), ...long('b'), ...long('c')]
    const { messages: kept, shortened } = pruneHistory(messages, { maxTokens: 4200, countTokens: tokens })
    expect(shortened.map(({ before }) => before)).toEqual([messages[2], messages[4]])
    expect(kept[6]).toBe(messages[6])
    expect(oracles.gemini(kept)).toEqual([])
  })

  test('vercel/ai pruneMessages: a budget of no earlier turn keeps no earlier turn', () => {
    expect(pruneHistory([user('1'), said('One.'), user('2')], { maxTurns: 1 }).messages).toEqual([user('2')])
  })
})

describe('orphans and duplicates', () => {
  test('openclaw#93320: a compaction that was interrupted, and left everything twice, is no dead session', () => {
    const tail = [calls(call('a')), results(result('a')), said('Done.')]
    expect(repaired([user('1'), ...tail, ...tail, results(result('a')), user('2')]).at(-1)).toEqual(user('2'))
  })

  test('oh-my-pi#4108: the result of a call with an empty id is kept, and both get an id', () => {
    const messages = [user('1'), calls(call('')), results(result('', 'precious'))]
    expect(repaired(messages).slice(1)).toEqual([calls(call('call_1')), results(result('call_1', 'precious'))])
  })
})

describe('pairs', () => {
  test('resume-agent: a broken pair is found in the middle too', () => {
    const messages = [user('1'), said('One.'), user('2'), calls(call('a')), user('3'), said('Three.'), user('4')]
    expect(repaired(messages).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'tool',
      'user',
      'assistant',
      'user',
    ])
  })

  test('pydantic-ai, adk-go#1231: a result that came after another answer goes back to its call', () => {
    const messages = [
      user('1'),
      calls(call('a')),
      said('Still reading.'),
      user('2'),
      results(result('a', 'late')),
      said('Done.'),
    ]
    expect(repaired(messages).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant'])
  })

  test('cursor-byok#307: text after a call does not hide it', () => {
    const messages: AnyModelMessage[] = [
      user('1'),
      { role: 'assistant', content: [call('a'), { type: 'text', text: 'Reading.' }] },
      results(result('a')),
    ]
    for (const profile of profileIds) expect(checkHistory(messages, profile)).toEqual([])
  })

  test('gemini-cli#13467: a signature comes through repair and pruning byte for byte', () => {
    const signature = 'CiQB//+ab=='
    const signed = { ...call('a'), providerOptions: { google: { thoughtSignature: signature } } }
    const { messages } = repairHistory([said('Hi.'), user('1'), calls(signed), user('2')], 'gemini')
    expect(JSON.stringify(pruneHistory(messages, { maxTurns: 2 }).messages)).toContain(
      `"thoughtSignature":"${signature}"`,
    )
  })
})

describe('summaries', () => {
  const turn = (id: string) => [
    user(`Read ${id}, and tell me at length.`),
    calls(call(id)),
    results(result(id, 'text '.repeat(40))),
    said('Done.'),
  ]
  const managerOf = (...messages: AnyModelMessage[]) =>
    new HistoryManager<AnyModelMessage>({ profile: 'gemini' }).append(...messages)

  test('gemini-cli#4105, #5718: a summary never ends between a call and its response', async () => {
    const manager = managerOf(...turn('a'), ...turn('b'), user('Now?'))
    for (const keepTurns of [1, 2, 3]) {
      const copy = HistoryManager.fromJSON<AnyModelMessage>(manager.toJSON(), { profile: 'gemini' })
      await copy.summarise(() => 'Files were read.', { keepTurns })
      for (const profile of profileIds) expect(oracles[profile](copy.view({ profile }).messages)).toEqual([])
    }
  })

  test('gemini-cli#4777, #15225: a summary that is no smaller is refused', async () => {
    const manager = managerOf(user('Hi.'), said('Hi.'), user('Now?'))
    await expect(manager.summarise(() => 'They greeted each other, warmly and at length.')).rejects.toMatchObject({
      code: 'summary-not-smaller',
    })
    expect(manager.view().messages).toHaveLength(3)
  })

  test('openai-agents#2317, adk-python#4740, learn-claude-code#502: a call that is running is not summarised away', async () => {
    const manager = managerOf(...turn('a'), user('Compact.'), calls(call('compact-1', 'compact')))
    await manager.summarise(() => 'A file was read.')
    manager.append(results(result('compact-1', 'compacted', 'compact')))
    const { messages, repairs } = manager.view()
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'tool'])
    expect(repairs).toEqual([])
  })

  test('openai-agents#5010: summaries and budgets take nothing out of the log', async () => {
    const manager = managerOf(...turn('a'), ...turn('b'), user('Now?'))
    await manager.summarise(() => 'Files were read.')
    manager.view({ budget: { maxMessages: 2 } })
    expect(manager.log).toHaveLength(9)
  })

  test('adk-python#7236: an orphan does not block later summaries', async () => {
    const manager = managerOf(results(result('gone')), ...turn('a'), calls(call('open')), user('Now?'))
    expect(await manager.summarise(() => 'A file was read.')).toMatchObject({ replaces: [0, 1, 2, 3, 4, 5] })
    expect(manager.view().messages).toHaveLength(2)
  })

  test('resume-agent: a summary is no answer without a question', async () => {
    const manager = managerOf(...turn('a'), user('Now?'))
    await manager.summarise(() => 'A file was read.')
    expect(manager.view().messages[0]).toMatchObject({ role: 'user', providerOptions: { toolfit: { summary: 4 } } })
  })
})
