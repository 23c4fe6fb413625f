import { expect, test } from 'vitest'
import { scriptedModel } from '../../../test/runtime/mock-model.ts'
import type { ModelMessage } from '../../core/message.ts'
import { generateText } from '../generate-text.ts'
import { streamText } from '../stream-text.ts'

const broken: ModelMessage[] = [
  { role: 'user', content: 'Weather?' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: {} }] },
  { role: 'user', content: 'Hello?' },
]

test('a call that was never answered is answered before any model is asked, and the run says so', async () => {
  const model = scriptedModel(['Sorry.'])
  const { warnings, messages } = await generateText({ model, messages: broken })
  expect(model.calls[0]!.options.prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  expect(warnings).toMatchObject([{ type: 'other', message: expect.stringContaining('answer-calls') }])
  // What the caller gave is the caller's.
  expect(messages.slice(0, 3)).toEqual(broken)
})

test('a stream does the same, and a whole conversation is sent as the same messages', async () => {
  const model = scriptedModel(['Sorry.'])
  await streamText({ model, messages: broken }).consumeStream()
  expect(model.calls[0]!.options.prompt).toHaveLength(4)
  const other = scriptedModel(['Hi.'])
  const { warnings } = await generateText({ model: other, messages: [{ role: 'user', content: 'Hi' }] })
  expect(warnings).toEqual([])
})
