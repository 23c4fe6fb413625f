import { type AIMessage, type BaseMessage, HumanMessage, type ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { ChatGoogleGenerativeAI } from '@langchain/google-genai'
import { type EmulatorServer, startEmulator } from 'toolfit/emulator/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

let server: EmulatorServer
beforeAll(async () => {
  server = await startEmulator()
})
afterEach(() => server.emulator.reset())
afterAll(() => server.close())

const weather = tool(async ({ city }) => `blue over ${city}`, {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema: z.object({ city: z.string() }),
})

const connect = (model: string) =>
  new ChatGoogleGenerativeAI({ model, apiKey: 'any', baseUrl: server.url, maxRetries: 0 })

/** The loop that LangChain's documents show: until the model calls nothing. */
async function converse(model: string, question: string): Promise<BaseMessage[]> {
  const bound = connect(model).bindTools([weather])
  const messages: BaseMessage[] = [new HumanMessage(question)]
  for (let step = 0; step < 5; step++) {
    const answer: AIMessage = await bound.invoke(messages)
    messages.push(answer)
    if (answer.tool_calls === undefined || answer.tool_calls.length === 0) return messages
    for (const call of answer.tool_calls) messages.push((await weather.invoke(call)) as ToolMessage)
  }
  throw new Error('The model never came to an end.')
}

const statuses = () => server.emulator.requests.map(({ status }) => status)
const models = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash']

describe('@langchain/google-genai', () => {
  test.each(models)('generates and streams text with %s', async (model) => {
    const answer = await connect(model).invoke('Hello there')
    expect(answer.text).toContain('[Toolfit emulator]')
    let text = ''
    for await (const chunk of await connect(model).stream('Hello there')) text += chunk.text
    expect(text).toBe(answer.text)
  })

  test.each(models)('calls a tool and answers with what it said: %s', async (model) => {
    const messages = await converse(model, 'How is the weather in Graz?')
    expect(messages.map((message) => message.getType())).toEqual(['human', 'ai', 'tool', 'ai'])
    expect(messages.at(-1)!.text).toContain('blue over Graz')
    expect(statuses()).toEqual([200, 200])
  })

  test('gets an object of its schema', async () => {
    const schema = z.object({ name: z.string(), rating: z.number().int() })
    const shop = await connect('gemini-2.5-flash').withStructuredOutput(schema).invoke('Invent a shop.')
    expect(schema.safeParse(shop)).toMatchObject({ success: true })
  })

  describe('puts the responses to parallel calls into contents of their own', () => {
    const question = 'How is the weather in Graz and Oslo?'

    test('which 2.5 takes', async () => {
      const messages = await converse('gemini-2.5-flash', question)
      expect(messages.map((message) => message.getType())).toEqual(['human', 'ai', 'tool', 'tool', 'ai'])
      expect(messages.at(-1)!.text).toContain('blue over Oslo')
    })

    test.each(['gemini-3-flash-preview', 'gemini-3.6-flash'])('which %s refuses', async (model) => {
      await expect(converse(model, question)).rejects.toThrow(
        'function response parts is equal to the number of function call parts',
      )
      const { body, rejections } = server.emulator.requests[1]!
      expect((body as { contents: { parts: object[] }[] }).contents.map(({ parts }) => parts.length)).toEqual([
        1, 2, 1, 1,
      ])
      expect(rejections).toMatchObject([{ stage: 'backend', rule: 'function-response-split' }])
    })
  })
})
