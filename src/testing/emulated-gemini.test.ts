import { expect, test } from 'vitest'
import { generateText } from '../runtime/generate-text.ts'
import { emulatedGemini } from './emulated-gemini.ts'

test('a model says what its script says, and the requests are typed', async () => {
  const { model, emulator, script } = emulatedGemini(['One.', { expect: /two/, reply: [{ text: 'Two.' }] }])
  expect((await generateText({ model, prompt: 'one', temperature: 0 })).text).toBe('One.')
  expect((await generateText({ model, prompt: 'two' })).text).toBe('Two.')
  script.assertDone()
  expect(emulator.requests[0]?.body.contents?.[0]?.parts?.[0]?.text).toBe('one')
  expect(emulator.requests[0]?.body.generationConfig?.['temperature']).toBe(0)
})

test('the arguments of a scripted call may be of any type that is a record', async () => {
  interface Order {
    readonly id: string
    readonly items?: readonly string[]
  }
  const order: Order = { id: 'A-1', items: ['tea'] }
  const { model } = emulatedGemini([[{ functionCall: { name: 'place', args: order } }]])
  const { toolCalls } = await generateText({
    model,
    tools: { place: { inputSchema: { type: 'object', properties: { id: { type: 'string' } } } } },
    prompt: 'Order tea.',
  })
  expect(toolCalls[0]?.input).toEqual({ id: 'A-1', items: ['tea'] })
})

test('settings and options reach the model and the emulator', async () => {
  const { model, emulator } = emulatedGemini([{ fault: '429' }, 'Hi.'], { modelId: 'gemini-2.5-flash' })
  expect((await generateText({ model, prompt: 'Hi' })).text).toBe('Hi.')
  expect(emulator.requests.map(({ model: id, status }) => [id, status])).toEqual([
    ['gemini-2.5-flash', 429],
    ['gemini-2.5-flash', 200],
  ])
})
