import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { generateText } from '../src/runtime/generate-text.ts'
import { streamText } from '../src/runtime/stream-text.ts'
import { tool } from '../src/tools/tool.ts'
import { emulate } from '../test/models/emulated-gemini.ts'
import { scriptedModel } from '../test/runtime/mock-model.ts'
import { createChat } from './create-chat.ts'

const weather = tool({
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `sun in ${city}`,
})

type Convert = (messages: never) => unknown

const versions: Readonly<Record<string, Convert>> = {
  'ai 5': ai5.convertToModelMessages as Convert,
  'ai 6': ai6.convertToModelMessages as Convert,
  'ai 7': ai7.convertToModelMessages as Convert,
}

const signature = { google: { thoughtSignature: 'c2lnbmF0dXJl' } }

/** What `useChat` has after a turn with a call, and a second question. */
const chat = [
  {
    id: 'u1',
    role: 'user',
    parts: [
      { type: 'text', text: 'How is Rome?', providerMetadata: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
      { type: 'file', mediaType: 'image/png', filename: 'a.png', url: 'data:image/png;base64,aGk=' },
    ],
  },
  {
    id: 'a1',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Rome.', state: 'done', providerMetadata: { scripted: { signature: 'abc' } } },
      {
        type: 'tool-weather',
        toolCallId: 'c1',
        state: 'output-available',
        input: { city: 'Rome' },
        output: 'sun in Rome',
        callProviderMetadata: { ...signature, scripted: { signature: 'def' } },
      },
      { type: 'step-start' },
      { type: 'text', text: 'Sunny.', state: 'done' },
    ],
  },
  { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And Bern?' }] },
]

const convert = async (version: string) => (await versions[version]!(chat as never)) as never

describe.each(Object.keys(versions))('messages that convertToModelMessages of %s made (C20)', (version) => {
  test('run here and keep their providerOptions (C20)', async () => {
    const call = { type: 'tool-call' as const, toolCallId: 'c2', toolName: 'weather', input: '{"city":"Bern"}' }
    for (const run of [generateText, streamText]) {
      const model = scriptedModel([{ content: [call] }, 'Sunny too.'])
      const result = await run({
        model: model as never,
        messages: await convert(version),
        tools: { weather },
        maxSteps: 2,
      })
      expect(await result.text).toBe('Sunny too.')
      expect((await result.toolResults).map(({ output }) => output)).toEqual(['sun in Bern'])
      const { prompt } = model.calls[0]!.options
      expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
      expect(prompt[0]).toMatchObject({
        content: [
          { text: 'How is Rome?', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
          { type: 'file' },
        ],
      })
      expect(prompt[1]).toMatchObject({
        content: [
          { type: 'reasoning', providerOptions: { scripted: { signature: 'abc' } } },
          { type: 'tool-call', input: { city: 'Rome' }, providerOptions: { scripted: { signature: 'def' } } },
        ],
      })
    }
  })

  test('run on Gemini, which the emulator accepts, with the signature of the call (C20)', async () => {
    for (const run of [generateText, streamText]) {
      const { model, emulator, bodies } = emulate('gemini-2.5-flash', { maxRetries: 0 })
      emulator.script([
        { reply: [{ functionCall: { name: 'weather', args: { city: 'Bern' } } }] },
        { reply: 'Sunny too.' },
      ])
      const result = await run({ model, messages: await convert(version), tools: { weather }, maxSteps: 2 })
      expect(await result.text).toBe('Sunny too.')
      expect(JSON.stringify(bodies[0])).toContain(signature.google.thoughtSignature)
    }
  })
})

test('what our stream sends to useChat comes back through convertToModelMessages, signatures and all (C20)', async () => {
  const first = emulate('gemini-3.6-flash', { maxRetries: 0 })
  first.emulator.script([
    { reply: [{ functionCall: { name: 'weather', args: { city: 'Rome' } } }] },
    { reply: 'Sunny.' },
  ])
  const user = { id: 'u1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'How is Rome?' }] }
  const result = streamText({
    model: first.model,
    messages: [{ role: 'user', content: 'How is Rome?' }],
    tools: { weather },
    maxSteps: 2,
  })
  const states: ai7.UIMessage[] = []
  for await (const state of ai7.readUIMessageStream({ stream: result.toUIMessageStream() as never })) states.push(state)
  const answered = JSON.parse(JSON.stringify(states.at(-1))) as ai7.UIMessage
  const messages = await ai7.convertToModelMessages([
    user,
    answered,
    { id: 'u2', role: 'user', parts: [{ type: 'text', text: 'And Bern?' }] },
  ])
  const second = emulate('gemini-3.6-flash', { maxRetries: 0 })
  second.emulator.script([{ reply: 'Sunny too.' }])
  const { text, warnings } = await generateText({
    model: second.model,
    messages: messages as never,
    tools: { weather },
  })
  expect([text, warnings]).toEqual(['Sunny too.', []])
  const signed = (bodies: readonly object[]) => JSON.stringify(bodies.at(-1)).match(/"thoughtSignature":"[^"]+"/g)
  expect(signed(second.bodies)).toEqual(signed(first.bodies))
  expect(signed(second.bodies)).not.toBeNull()
})

test.each([
  [true, { state: 'output-available', output: 'sun in Rome' }],
  [false, { state: 'output-denied', approval: { approved: false, reason: 'No.' } }],
])('a call whose approval is answered with %s in useChat completes', async (approved, expected) => {
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: '{"city":"Rome"}' } as const
  const model = scriptedModel([{ content: [call] }, 'Done.'])
  const bodies: string[] = []
  const chat = createChat(ai7, async (_, init) => {
    const { messages } = JSON.parse(String(init!.body)) as { messages: ai7.UIMessage[] }
    const result = streamText({
      model,
      messages: (await ai7.convertToModelMessages(messages)) as never,
      tools: { weather },
      toolApproval: { weather: 'user-approval' },
    })
    const response = result.toUIMessageStreamResponse({ originalMessages: messages as never })
    bodies.push(await response.clone().text())
    return response
  })
  const callOf = () => chat.messages.at(-1)!.parts.find(({ type }) => type === 'tool-weather') as ai7.ToolUIPart
  await chat.sendMessage({ text: 'How is Rome?' })
  expect(callOf().state).toBe('approval-requested')
  await chat.addToolApprovalResponse({ id: callOf().approval!.id, approved, ...(approved ? {} : { reason: 'No.' }) })
  await chat.sendMessage()
  expect(chat.error).toBe(undefined)
  expect(callOf()).toMatchObject(expected)
  expect(bodies[1]!.includes('"type":"tool-output-denied","toolCallId":"c1"')).toBe(!approved)
  expect(chat.messages.at(-1)!.parts.at(-1)).toMatchObject({ type: 'text', text: 'Done.' })
  expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
})
