import {
  ApiError,
  type CallableTool,
  type FunctionCall,
  GoogleGenAI,
  type GoogleGenAIOptions,
  Type,
} from '@google/genai'
import { OAuth2Client } from 'google-auth-library'
import { type EmulatorServer, startEmulator } from 'toolfit/emulator/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

let server: EmulatorServer
beforeAll(async () => {
  server = await startEmulator()
})
afterEach(() => server.emulator.reset())
afterAll(() => server.close())

const connect = (options: GoogleGenAIOptions = { apiKey: 'any' }) =>
  new GoogleGenAI({ ...options, httpOptions: { baseUrl: server.url } })

/** What the emulator answered, request by request: a client may hide a refusal behind a second attempt. */
const statuses = () => server.emulator.requests.map(({ status }) => status)

const generations = [
  ['2.5', 'gemini-2.5-flash'],
  ['3.0', 'gemini-3-flash-preview'],
  ['3.6', 'gemini-3.6-flash'],
] as const

const declaration = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ['city'] },
}

/** A tool that the client calls by itself, and the calls that it got. */
function weatherTool(): { readonly tool: CallableTool; readonly calls: FunctionCall[] } {
  const calls: FunctionCall[] = []
  return {
    calls,
    tool: {
      tool: async () => ({ functionDeclarations: [declaration] }),
      callTool: async (asked) => {
        calls.push(...asked)
        return asked.map(({ id, name, args }) => ({
          functionResponse: {
            ...(id !== undefined && { id }),
            name: name!,
            response: { sky: `blue over ${args!['city']}` },
          },
        }))
      },
    },
  }
}

describe.each(generations)('@google/genai, generation %s', (generation, model) => {
  test('generates text', async () => {
    const response = await connect().models.generateContent({ model, contents: 'Hello there' })
    expect(response.text).toContain('[Toolfit emulator]')
    expect(response.candidates![0]!.finishReason).toBe('STOP')
    expect(response.modelVersion).toBe(model)
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, totalTokenCount } = response.usageMetadata!
    expect(totalTokenCount).toBe(promptTokenCount! + candidatesTokenCount! + thoughtsTokenCount!)
    expect(statuses()).toEqual([200])
  })

  test('streams text in several chunks that add up to what comes without a stream', async () => {
    const ask = { model, contents: 'Tell me something that is long enough for two chunks.' }
    const texts: string[] = []
    for await (const chunk of await connect().models.generateContentStream(ask)) texts.push(chunk.text ?? '')
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.join('')).toBe((await connect().models.generateContent(ask)).text)
  })

  test('streams a function call', async () => {
    const config = { tools: [{ functionDeclarations: [declaration] }] }
    const calls: FunctionCall[] = []
    for await (const chunk of await connect().models.generateContentStream({
      model,
      contents: 'How is the weather in Graz?',
      config,
    })) {
      calls.push(...(chunk.functionCalls ?? []))
    }
    expect(calls).toMatchObject([{ name: 'get_weather', args: { city: 'Graz' } }])
    expect(calls[0]!.id !== undefined).toBe(generation !== '2.5')
  })

  test('a chat calls functions automatically, in parallel too, and goes on with its history', async () => {
    const { tool, calls } = weatherTool()
    const chat = connect().chats.create({ model, config: { tools: [tool] } })
    const first = await chat.sendMessage({ message: 'How is the weather in Graz and Oslo?' })
    expect(calls.map(({ args }) => args)).toEqual([{ city: 'Graz' }, { city: 'Oslo' }])
    expect(first.text).toContain('blue over Graz')
    expect(first.text).toContain('blue over Oslo')
    const second = await chat.sendMessage({ message: 'And the weather in Rome?' })
    expect(second.text).toContain('blue over Rome')
    expect(statuses()).toEqual([200, 200, 200, 200])
  })

  test('a streamed chat calls functions automatically', async () => {
    const { tool, calls } = weatherTool()
    const chat = connect().chats.create({ model, config: { tools: [tool] } })
    let text = ''
    for await (const chunk of await chat.sendMessageStream({ message: 'How is the weather in Graz?' })) {
      text += chunk.text ?? ''
    }
    expect(calls).toMatchObject([{ name: 'get_weather', args: { city: 'Graz' } }])
    expect(text).toContain('blue over Graz')
    expect(statuses()).toEqual([200, 200])
  })

  const shop = z.object({
    name: z.string(),
    rating: z.number().int().min(1).max(5),
    tags: z.array(z.enum(['tea', 'cake'])).min(1),
  })
  test.each([
    [
      'responseSchema',
      {
        responseSchema: {
          type: Type.OBJECT,
          properties: {
            name: { type: Type.STRING },
            rating: { type: Type.INTEGER, minimum: 1, maximum: 5 },
            tags: { type: Type.ARRAY, minItems: '1', items: { type: Type.STRING, enum: ['tea', 'cake'] } },
          },
          required: ['name', 'rating', 'tags'],
        },
      },
    ],
    ['responseJsonSchema', { responseJsonSchema: z.toJSONSchema(shop) }],
  ])('answers as %s says', async (_field, format) => {
    const config = { responseMimeType: 'application/json', ...format }
    const { text } = await connect().models.generateContent({ model, contents: 'Invent a shop.', config })
    expect(shop.safeParse(JSON.parse(text!))).toMatchObject({ success: true })
  })
})

describe('@google/genai', () => {
  test('gets the error of a refusal as an ApiError with Google’s text', async () => {
    const contents = [{ role: 'user', parts: [] }]
    const refused = connect().models.generateContent({ model: 'gemini-3-flash-preview', contents })
    await expect(refused).rejects.toThrow(ApiError)
    await expect(refused).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('* GenerateContentRequest.contents[0].parts: contents.parts must not be empty.'),
    })
  })

  test('counts tokens, and lists and gets models', async () => {
    const client = connect()
    const { totalTokens } = await client.models.countTokens({
      model: 'gemini-3-flash-preview',
      contents: 'Hello there',
    })
    expect(totalTokens).toBe(2)
    const names: string[] = []
    for await (const { name } of await client.models.list({ config: { pageSize: 5 } })) names.push(name!)
    expect(names).toContain('models/gemini-3-flash-preview')
    expect(new Set(names).size).toBe(names.length)
    expect(await client.models.get({ model: 'gemini-2.5-pro' })).toMatchObject({ name: 'models/gemini-2.5-pro' })
  })
})

/** A token that was given by somebody, as a workload has one: nothing has to be fetched. */
function signedIn(): OAuth2Client {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: 'token' })
  return authClient
}

describe('@google/genai on Vertex', () => {
  const vertex = () =>
    connect({ vertexai: true, project: 'p', location: 'europe-west4', googleAuthOptions: { authClient: signedIn() } })

  test.each(generations)('calls functions with a credential that was injected, generation %s', async (_age, model) => {
    const { tool, calls } = weatherTool()
    const config = { tools: [tool] }
    const response = await vertex().models.generateContent({ model, contents: 'How is the weather in Graz?', config })
    expect(calls).toMatchObject([{ args: { city: 'Graz' } }])
    expect(response.text).toContain('blue over Graz')
    expect(server.emulator.requests.map(({ endpoint, status }) => [endpoint, status])).toEqual([
      ['vertex', 200],
      ['vertex', 200],
    ])
    expect(server.emulator.requests[0]!.path).toBe(
      `/v1beta1/projects/p/locations/europe-west4/publishers/google/models/${model}:generateContent`,
    )
  })

  test('streams, and counts tokens', async () => {
    const ask = { model: 'gemini-3-flash-preview', contents: 'Tell me something that is long enough for two chunks.' }
    const texts: string[] = []
    for await (const chunk of await vertex().models.generateContentStream(ask)) texts.push(chunk.text ?? '')
    expect(texts.length).toBeGreaterThan(1)
    expect((await vertex().models.countTokens(ask)).totalTokens).toBeGreaterThan(5)
  })

  test('takes a key in express mode', async () => {
    const client = connect({ vertexai: true, apiKey: 'any' })
    await client.models.generateContent({ model: 'gemini-3-flash-preview', contents: 'Hello there' })
    expect(server.emulator.requests).toMatchObject([{ endpoint: 'vertex', status: 200 }])
  })
})
