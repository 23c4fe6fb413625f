import { createGoogleGenerativeAI as createGoogle3 } from 'ai-sdk-google-3'
import { createGoogleGenerativeAI as createGoogle4 } from 'ai-sdk-google-4'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { type EmulatorServer, startEmulator } from 'toolfit/emulator/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

let server: EmulatorServer
beforeAll(async () => {
  server = await startEmulator()
})
afterEach(() => server.emulator.reset())
afterAll(() => server.close())

const statuses = () => server.emulator.requests.map(({ status }) => status)

// The versions declare the same things in ways that TypeScript cannot call as one.
const versions = [
  ['6', ai6 as unknown as typeof ai7, createGoogle3 as unknown as typeof createGoogle4],
  ['7', ai7, createGoogle4],
] as const
const models = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash']

describe.each(versions)('ai %s with @ai-sdk/google', (_version, ai, createGoogle) => {
  const connect = (id: string) => createGoogle({ apiKey: 'any', baseURL: `${server.url}/v1beta` })(id)
  const tools = {
    get_weather: ai.tool({
      description: 'The weather of a city.',
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => ({ sky: `blue over ${city}` }),
    }),
    book_table: ai.tool({
      description: 'Books a table in a restaurant.',
      inputSchema: z.object({ restaurant: z.string(), guests: z.number().int().min(1) }),
      execute: async ({ restaurant, guests }) => ({ booked: `${restaurant} for ${guests}` }),
    }),
  }

  describe.each(models)('%s', (id) => {
    test('generates text', async () => {
      const { text, finishReason, usage } = await ai.generateText({ model: connect(id), prompt: 'Hello there' })
      expect(text).toContain('[Toolfit emulator]')
      expect(finishReason).toBe('stop')
      expect(usage.totalTokens).toBeGreaterThan(2)
    })

    test('runs tools over several steps: parallel calls, then another', async () => {
      const { text, steps } = await ai.generateText({
        model: connect(id),
        tools,
        stopWhen: ai.stepCountIs(5),
        prompt: 'How is the weather in Graz and Oslo? Then book a table for 4 guests at "Steirereck".',
      })
      expect(steps.map(({ toolCalls }) => toolCalls.map(({ input }) => input))).toEqual([
        [{ city: 'Graz' }, { city: 'Oslo' }],
        [{ restaurant: 'Steirereck', guests: 4 }],
        [],
      ])
      expect(text).toContain('Steirereck for 4')
      expect(statuses()).toEqual([200, 200, 200])
    })

    test('streams tools over several steps', async () => {
      const { textStream, steps } = ai.streamText({
        model: connect(id),
        tools,
        stopWhen: ai.stepCountIs(5),
        prompt: 'How is the weather in Graz and Oslo?',
      })
      const texts: string[] = []
      for await (const text of textStream) texts.push(text)
      expect(texts.length).toBeGreaterThan(1)
      expect(texts.join('')).toContain('blue over Oslo')
      expect((await steps).map(({ toolCalls }) => toolCalls.length)).toEqual([2, 0])
      expect(statuses()).toEqual([200, 200])
    })

    test('a conversation goes on with the messages of the last answer', async () => {
      const ask = async (messages: ai7.ModelMessage[]) =>
        ai.generateText({ model: connect(id), tools, stopWhen: ai.stepCountIs(5), messages })
      const messages: ai7.ModelMessage[] = [{ role: 'user', content: 'How is the weather in Graz?' }]
      const first = await ask(messages)
      const second = await ask([
        ...messages,
        ...first.response.messages,
        { role: 'user', content: 'And the weather in Rome?' },
      ])
      expect(second.text).toContain('blue over Rome')
      expect(statuses()).toEqual([200, 200, 200, 200])
    })

    test('gets an object of its schema', async () => {
      const schema = z.object({ name: z.string(), rating: z.number().int().min(1).max(5) })
      const { output } = await ai.generateText({
        model: connect(id),
        output: ai.Output.object({ schema }),
        prompt: 'Invent a shop.',
      })
      expect(schema.safeParse(output)).toMatchObject({ success: true })
    })
  })

  test('tries again after a 429 that asks for it, and gets there', async () => {
    const { text } = await ai.generateText({
      model: connect('gemini-3-flash-preview'),
      prompt: 'Hello there',
      headers: { 'x-toolfit-fault': '429;retry=0;times=1' },
    })
    expect(text).toContain('[Toolfit emulator]')
    expect(statuses()).toEqual([429, 200])
  })

  test('gets the error of a refusal as an APICallError with Google’s text', async () => {
    const refused = ai.generateText({
      model: connect('gemini-3.6-flash'),
      messages: [
        { role: 'user', content: 'Hello there' },
        { role: 'assistant', content: 'Hi, I' },
      ],
    })
    await expect(refused).rejects.toMatchObject({
      statusCode: 400,
      message: 'Requests ending with a model turn are not supported.',
    })
  })
})
