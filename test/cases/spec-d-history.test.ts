import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AnyModelMessage } from '../../src/core/message.ts'
import { createEmulator } from '../../src/emulator/app.ts'
import { checkHistory } from '../../src/history/check.ts'
import { HistoryManager } from '../../src/history/history-manager.ts'
import { pruneHistory } from '../../src/history/prune.ts'
import { repairHistory } from '../../src/history/repair.ts'
import { traitsOf } from '../../src/models/gemini/model-traits.ts'
import { encodeRequest } from '../../src/wire/gemini/encode-request.ts'
import { generations } from '../models/emulated-gemini.ts'

const user = (content: string): AnyModelMessage => ({ role: 'user', content })
const said = (content: string): AnyModelMessage => ({ role: 'assistant', content })
const call = (...ids: string[]): AnyModelMessage => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'read', input: { path: toolCallId } })),
})
const result = (...ids: string[]): AnyModelMessage => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'read',
    output: { type: 'text', value: `${toolCallId} was read.` },
  })),
})

/** What the emulator answers to a history: the status, and the reason where it refuses. The codec writes what it is given. */
async function send(id: string, messages: readonly AnyModelMessage[]): Promise<string> {
  const traits = traitsOf(id)
  const { body } = encodeRequest({ messages, traits, origin: { keys: ['google'], family: traits.family } })
  const headers = { 'x-goog-api-key': 'any' }
  const url = `http://localhost/v1beta/models/${id}:generateContent`
  const response = await createEmulator()(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  const { error } = (await response.json()) as { error?: { message: string } }
  return `${response.status} ${error?.message ?? ''}`.trim()
}

const count =
  'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
const responseTurn = 'Please ensure that function response turn comes immediately after a function call turn.'
const callTurn =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'

/** Ways in which pairs break, and what Gemini says to each. */
const broken: readonly [string, AnyModelMessage[], string][] = [
  ['one of two results is missing', [user('Go.'), call('a', 'b'), result('a')], count],
  ['the call is gone', [user('Go.'), said('Well.'), result('a'), user('And?')], responseTurn],
  ['the user came in between', [user('Go.'), call('a'), user('Hello?'), result('a')], responseTurn],
  ['the beginning was cut off', [call('a'), result('a'), user('And?')], callTurn],
  ['the run was interrupted', [user('Go.'), call('a'), user('Hello?')], count],
]

describe.each(generations)('on %s (D4)', (id) => {
  test.each(broken)('where %s it is a 400, and repaired a 200 (D4)', async (_, messages, refusal) => {
    expect(await send(id, messages)).toContain('400 ')
    expect(await send(id, messages)).toContain(refusal)
    const { messages: repaired, repairs } = repairHistory(messages, 'gemini')
    expect(repairs.length).toBeGreaterThan(0)
    expect(await send(id, repaired)).toBe('200')
  })

  test('the newest messages, cut inside a turn, are a 400; pruned to as many, they are a 200 (D4)', async () => {
    const messages = [user('1'), call('a', 'b'), result('a', 'b'), said('Both.'), user('2'), call('c'), result('c')]
    const statuses: string[] = []
    for (let kept = 3; kept < messages.length; kept++) {
      statuses.push((await send(id, messages.slice(-kept))).slice(0, 3))
      expect(await send(id, pruneHistory(messages, { maxMessages: kept }).messages)).toBe('200')
    }
    // Only the first of these cuts falls between two turns.
    expect(statuses).toEqual(['200', '400', '400', '400'])
  })
})

describe('HistoryManager (D5)', () => {
  const turn = (id: string) => [user(`Read ${id}.`), call(id), result(id), said(`${id} is done.`)]
  const filled = (budget: object) =>
    new HistoryManager<AnyModelMessage>({ profile: 'gemini', budget }).append(
      { role: 'system', content: 'Be brief.' },
      ...['a', 'b', 'c', 'd'].flatMap(turn),
    )
  const ids = (messages: readonly AnyModelMessage[]) =>
    messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))

  test('prunes by messages and by tokens, and keeps the system prompt and whole turns (D5)', () => {
    for (const budget of [{ maxMessages: 9 }, { maxTokens: 9, countTokens: () => 1 }]) {
      const { messages } = filled(budget).view()
      expect(messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
      expect(ids(messages)).toEqual(['Read c.', 'Read d.'])
      expect(messages).toHaveLength(9)
      expect(checkHistory(messages, 'gemini')).toEqual([])
    }
  })

  test('keeps the current turn whole, whatever the budget (D5)', () => {
    const { messages, fits } = filled({ maxMessages: 1, tooSmall: 'least' }).view()
    expect(messages).toEqual([{ role: 'system', content: 'Be brief.' }, ...turn('d')])
    expect(fits).toBe(false)
  })

  test('fixes broken pairs in what it shows, and leaves the log alone (D5)', () => {
    const history = filled({}).append(user('Read e.'), call('e'), user('Are you there?'))
    expect(history.check()).not.toEqual([])
    const { messages, repairs } = history.view()
    expect(checkHistory(messages, 'gemini')).toEqual([])
    expect(repairs).toMatchObject([{ rule: 'answer-calls', toolCallId: 'e' }])
    expect(history.log.at(-2)).toEqual(call('e'))
  })

  test('can be saved and restored (D5)', () => {
    const history = filled({ maxMessages: 9 })
    const stored = JSON.parse(JSON.stringify(history))
    const restored = HistoryManager.fromJSON<AnyModelMessage>(stored, {
      profile: 'gemini',
      budget: { maxMessages: 9 },
    })
    expect(restored.view().messages).toEqual(history.view().messages)
    expect(restored.log).toEqual(history.log)
  })
})

describe('decision record 0001 (D6)', () => {
  const record = readFileSync(
    new URL('../../docs/decisions/0001-neutral-schemas-and-an-ir.md', import.meta.url),
    'utf8',
  )

  test('decides for neutral schemas, converted in the adapter (D6)', () => {
    expect(record).toMatch(/^# 0001 Neutral schemas, converted in the adapter/)
    expect(record).toContain('## Decision')
    expect(record).toMatch(/the adapter that talks to a provider owns that provider's dialect/)
  })

  test('says what an intermediate representation earns, with measurements (D6)', () => {
    const measured = record.slice(record.indexOf('## Measurement'), record.indexOf('## Consequences'))
    expect(measured).toMatch(/What the tree earns/)
    for (const gain of ['Report', 'A codec', 'Real intersection', 'Dialects']) expect(measured).toContain(gain)
  })
})
