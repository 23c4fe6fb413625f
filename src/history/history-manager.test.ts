import { expect, test } from 'vitest'
import type { AnyModelMessage } from '../core/message.ts'
import { HistoryManager } from './history-manager.ts'

const user = (content: string): AnyModelMessage => ({ role: 'user', content })
const said = (content: string): AnyModelMessage => ({ role: 'assistant', content })
const create = (...messages: AnyModelMessage[]) =>
  new HistoryManager<AnyModelMessage>({ profile: 'gemini', budget: { maxTurns: 2 } }).append(...messages)

test('what was saved is restored, and of another version or shape it is refused (D5)', () => {
  const manager = create(user('1'), { role: 'user', content: [{ type: 'image', image: new Uint8Array([1, 2, 255]) }] })
  const stored = JSON.parse(JSON.stringify(manager))
  expect(HistoryManager.fromJSON(stored, { profile: 'gemini' }).log).toEqual(manager.log)
  const restore = (value: unknown) => () => HistoryManager.fromJSON(value, { profile: 'gemini' })
  expect(restore({ ...stored, version: 2 })).toThrow(expect.objectContaining({ code: 'history-version-unknown' }))
  expect(restore([])).toThrow(expect.objectContaining({ code: 'history-unreadable' }))
  expect(restore({ ...stored, summary: { message: {}, covers: [9] } })).toThrow(
    /does not list the messages that it covers/,
  )
})

test('fields that Toolfit does not know are kept', () => {
  const message = { ...user('1'), id: 'm-1', nested: { flags: [true] } }
  const stored = JSON.parse(JSON.stringify(create(message)))
  expect(HistoryManager.fromJSON(stored, { profile: 'gemini' }).log).toEqual([message])
})

test('a message that contains itself is refused, and nothing is appended', () => {
  const manager = create(user('1'))
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  const message = { role: 'user', content: 'x', providerOptions: { a: loop } } as unknown as AnyModelMessage
  expect(() => manager.append(user('2'), message)).toThrow(expect.objectContaining({ code: 'value-circular' }))
  expect(manager.log).toHaveLength(1)
})

test('counts come closer when the provider says what it counted', () => {
  const manager = new HistoryManager<AnyModelMessage>({
    profile: 'gemini',
    budget: { maxTokens: 100, countTokens: () => 10 },
  }).append(user('1'), said('One.'), user('2'), said('Two.'))
  expect(manager.view().tokens).toBe(40)
  manager.calibrate(80)
  expect(manager.view().tokens).toBe(80)
  expect(() => manager.calibrate(Number.NaN)).toThrow(/calibrate takes/)
})

test('a message is counted once, however many views there are', () => {
  let calls = 0
  const countTokens = () => {
    calls++
    return 1
  }
  const manager = new HistoryManager<AnyModelMessage>({ profile: 'gemini', budget: { maxTokens: 100, countTokens } })
  manager.append(user('1'), said('One.')).view()
  manager.append(user('2')).view()
  manager.view({ profile: 'anthropic' })
  expect(calls).toBe(3)
})

test('a second summary takes the first one in, and messages that came meanwhile stay', async () => {
  const manager = create(user('Tell me a long story.'), said('Once upon a time …'.repeat(20)), user('And then?'))
  const first = manager.summarise(async () => {
    manager.append(said('They lived happily.'.repeat(20)), user('Really?'))
    return 'A story began.'
  })
  await first
  expect(manager.view({ budget: {} }).messages).toHaveLength(4)
  const second = await manager.summarise((messages) => `${messages.length} messages.`)
  expect(second).toMatchObject({ message: { content: 'Summary of the conversation so far:\n3 messages.' } })
  expect(manager.view().messages.map(({ content }) => content)).toEqual([
    'Summary of the conversation so far:\n3 messages.',
    'Really?',
  ])
  expect(await manager.summarise(() => 'again')).toBeUndefined()
})

test.each([
  ['20,000 levels', () => nested(20_000)],
  ['a URL that is none', () => ({ $url: 'nope' })],
  ['bytes that are none', () => ({ $bytes: '%%%' })],
])('a stored history with %s is unreadable, as an error (X257)', (_, value) => {
  const stored = { version: 1, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.', extra: value() }] }] }
  const restore = () => HistoryManager.fromJSON(stored, { profile: 'gemini' })
  expect(restore).toThrow(expect.objectContaining({ code: 'history-unreadable' }))
})

test('a stored summary that is not a message is refused: what it covers would be lost (X257)', () => {
  const messages = [user('One.'), user('Two.')]
  for (const message of [undefined, 5, { role: 'wizard', content: 'Hm.' }]) {
    const stored = { version: 1, messages, summary: { message, covers: [0] } }
    const restore = () => HistoryManager.fromJSON(stored, { profile: 'gemini' })
    expect(restore).toThrow(expect.objectContaining({ code: 'history-unreadable' }))
  }
})

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
