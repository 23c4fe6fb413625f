import { createGoogleGenerativeAI as createGoogle2 } from 'ai-sdk-google-2'
import { createGoogleGenerativeAI as createGoogle3 } from 'ai-sdk-google-3'
import { createGoogleGenerativeAI as createGoogle4 } from 'ai-sdk-google-4'
import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { describe, expect, test } from 'vitest'
import { fitModel } from '../src/bridges/ai-sdk/fit-model.ts'
import type { JsonObject } from '../src/core/json.ts'
import { createEmulator } from '../src/emulator/app.ts'
import { generateText } from '../src/runtime/generate-text.ts'
import { stepCountIs } from '../src/runtime/run/stop-when.ts'
import { streamText } from '../src/runtime/stream-text.ts'
import { compileSchema } from '../src/schema/compile.ts'
import type { DialectId } from '../src/schema/dialects/index.ts'
import { jsonSchema } from '../src/tools/json-schema.ts'
import { tool } from '../src/tools/tool.ts'
import { constructs } from '../test/contract/constructs/index.ts'
import { readOutput } from '../test/oracle/read-output.ts'
import { awkwardCall, awkwardTools } from './awkward-tools.ts'

// The versions declare the same things in ways that TypeScript cannot call as one.
type Ai = typeof ai7
type CreateGoogle = typeof createGoogle4

interface Pair {
  readonly name: string
  readonly ai: Ai
  readonly createGoogle: CreateGoogle
  readonly to?: DialectId
}

const five = ai5 as unknown as Ai
const six = ai6 as unknown as Ai
const google2 = createGoogle2 as unknown as CreateGoogle
const google3 = createGoogle3 as unknown as CreateGoogle
const pairs: readonly Pair[] = [
  { name: 'ai 5 with @ai-sdk/google 2', ai: five, createGoogle: google2 },
  { name: 'ai 6 with @ai-sdk/google 3', ai: six, createGoogle: google3 },
  { name: 'ai 7 with @ai-sdk/google 4', ai: ai7, createGoogle: createGoogle4 },
  { name: 'ai 7 with @ai-sdk/google 3', ai: ai7, createGoogle: google3 },
  { name: 'ai 7 with @ai-sdk/google 4, as Gemini’s own schema', ai: ai7, createGoogle: createGoogle4, to: 'gemini' },
]
const generations = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash']
const everywhere = pairs.flatMap((pair) => generations.map((id) => ({ ...pair, id })))

function connect({ createGoogle, to }: Pair, id: string) {
  const emulator = createEmulator()
  const fetch = (url: unknown, init: unknown) => emulator(new Request(url as string, init as RequestInit))
  const bare = createGoogle({ apiKey: 'any', fetch: fetch as typeof globalThis.fetch })(id)
  const fitted = fitModel(bare, to === undefined ? {} : { to })
  return { emulator, bare, fitted, statuses: () => emulator.requests.map(({ status }) => status) }
}

/** What `ai` would make of MCP tools: JSON Schema, and nothing that checks it. */
function toolSet(ai: Ai, seen: unknown[]) {
  return Object.fromEntries(
    awkwardTools.map(({ name, description, inputSchema }) => [
      name,
      ai.tool({
        description,
        inputSchema: ai.jsonSchema(inputSchema as object),
        execute: async (input: unknown) => {
          seen.push(input)
          return 'done'
        },
      }),
    ]),
  )
}

/** The call of `awkwardCall` as a model makes it that was shown these schemas. */
function wireCall({ to }: Pair, version: string) {
  const dialect = to ?? (version === 'v4' ? 'gemini-json' : 'gemini')
  const { encode } = compileSchema(awkwardTools[0]!.inputSchema, { to: dialect, root: 'object' })
  return { functionCall: { name: 'orders.place_v2', args: encode(awkwardCall.input) as JsonObject } }
}

describe.each(everywhere)('$name, $id', (pair) => {
  const { ai, id } = pair

  test('without it the tools are refused', async () => {
    const { bare, statuses } = connect(pair, id)
    const run = ai.generateText({ model: bare as never, tools: toolSet(ai, []), prompt: 'Order tea.', maxRetries: 0 })
    await expect(run).rejects.toThrow(/name/)
    expect(statuses()).toEqual([400])
  })

  test('generateText gives execute the tool’s own shape, over steps that replay the call', async () => {
    const { emulator, fitted, statuses } = connect(pair, id)
    const call = wireCall(pair, fitted.specificationVersion)
    emulator.script([{ reply: [call] }, { reply: [call] }, { reply: 'Ordered twice.' }])
    const seen: unknown[] = []
    const { text, steps } = await ai.generateText({
      model: fitted as never,
      tools: toolSet(ai, seen),
      prompt: 'Order tea.',
      stopWhen: ai.stepCountIs(5),
    })
    expect(statuses()).toEqual([200, 200, 200])
    expect(text).toBe('Ordered twice.')
    expect(seen).toEqual([awkwardCall.input, awkwardCall.input])
    expect(steps[0]!.toolCalls[0]).toMatchObject({ toolName: 'orders.place/v2', input: awkwardCall.input })
    const replayed = JSON.stringify(emulator.requests[2]!.body)
    // As it came, and under the name that the model knows.
    expect(replayed.split(JSON.stringify(call.functionCall.args)).length).toBe(3)
    expect(replayed).not.toContain('orders.place/v2')
  })

  test('streamText does the same', async () => {
    const { emulator, fitted, statuses } = connect(pair, id)
    const call = wireCall(pair, fitted.specificationVersion)
    emulator.script([{ reply: [{ text: 'One moment.' }, call] }, { reply: 'Ordered.' }])
    const seen: unknown[] = []
    const result = ai.streamText({
      model: fitted as never,
      tools: toolSet(ai, seen),
      prompt: 'Order tea.',
      stopWhen: ai.stepCountIs(5),
    })
    const shown: string[] = []
    const texts: string[] = []
    for await (const part of result.fullStream) {
      if (part.type === 'tool-input-delta') shown.push(part.delta)
      if (part.type === 'text-delta') texts.push(part.text)
      if (part.type === 'error') throw part.error
    }
    expect(statuses()).toEqual([200, 200])
    expect(texts.join('')).toBe('One moment.Ordered.')
    expect(seen).toEqual([awkwardCall.input])
    expect(JSON.parse(shown.join(''))).toEqual(awkwardCall.input)
  })

  test('a tool that has to be called is asked for by the name that the model knows', async () => {
    const { emulator, fitted, statuses } = connect(pair, id)
    emulator.script([{ reply: [wireCall(pair, fitted.specificationVersion)] }])
    const { toolCalls } = await ai.generateText({
      model: fitted as never,
      tools: toolSet(ai, []),
      toolChoice: { type: 'tool', toolName: 'orders.place/v2' },
      prompt: 'Order tea.',
    })
    expect(statuses()).toEqual([200])
    expect(toolCalls[0]!.toolName).toBe('orders.place/v2')
    expect(JSON.stringify(emulator.requests[0]!.body)).toContain('"allowedFunctionNames":["orders.place_v2"]')
  })

  test('an answer in a form comes back in its own form', async () => {
    const { emulator, fitted, statuses } = connect(pair, id)
    const source = awkwardTools[0]!.inputSchema
    const schema = ai.jsonSchema<typeof awkwardCall.input>(source as object)
    const { functionCall } = wireCall(pair, fitted.specificationVersion)
    emulator.script([{ reply: JSON.stringify(functionCall.args) }])
    const { object } = await ai.generateObject({ model: fitted as never, schema, prompt: 'Invent an order.' })
    expect(statuses()).toEqual([200])
    expect(object).toEqual(awkwardCall.input)
  })
})

describe.each([
  ['2', google2],
  ['3', google3],
  ['4', createGoogle4],
] as const)('Toolfit’s own runtime with @ai-sdk/google %s', (_, createGoogle) => {
  const pair: Pair = { name: '', ai: ai7, createGoogle }

  test('generateText and streamText give execute the tool’s own shape', async () => {
    const { emulator, fitted, statuses } = connect(pair, 'gemini-3-flash-preview')
    const call = wireCall(pair, fitted.specificationVersion)
    emulator.script([{ reply: [call] }, { reply: 'Ordered.' }, { reply: [call] }, { reply: 'Ordered again.' }])
    const seen: unknown[] = []
    const tools = Object.fromEntries(
      awkwardTools.map(({ name, description, inputSchema }) => [
        name,
        tool({ description, inputSchema: jsonSchema(inputSchema as object), execute: (input) => seen.push(input) }),
      ]),
    )
    const options = { model: fitted, tools, prompt: 'Order tea.', stopWhen: stepCountIs(3) }
    const { text } = await generateText(options)
    const streamed = await streamText(options).text
    expect(statuses()).toEqual([200, 200, 200, 200])
    expect([text, streamed]).toEqual(['Ordered.', 'Ordered again.'])
    expect(seen).toEqual([awkwardCall.input, awkwardCall.input])
  })
})

/** Every construct that the dialects are held to, through the converter of each provider, judged by the emulator. */
describe.each(pairs.filter(({ name }) => name !== 'ai 7 with @ai-sdk/google 3'))('$name: every construct', (pair) => {
  const { emulator, fitted } = connect(pair, 'gemini-2.5-flash')
  const { specificationVersion: version } = fitted
  const shown = async (schema: JsonObject): Promise<{ status: number; json?: JsonObject; native?: JsonObject }> => {
    emulator.reset()
    const { doGenerate } = fitted as unknown as { doGenerate(options: unknown): Promise<unknown> }
    // A refusal is told by its status, below.
    await doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      tools: [{ type: 'function', name: 'tool', inputSchema: schema }],
    }).catch((error) => expect(error).toMatchObject({ statusCode: 400 }))
    expect(emulator.requests).toHaveLength(1)
    const request = emulator.requests[0]!
    const body = request.body as { tools?: { functionDeclarations: JsonObject[] }[] }
    const declaration = body.tools?.[0]?.functionDeclarations[0]
    const { parametersJsonSchema: json, parameters: native } = (declaration ?? {}) as Record<string, JsonObject>
    return { status: request.status, ...(json && { json }), ...(native && { native }) }
  }
  const parameters = constructs.filter(({ sentAs }) => sentAs !== 'response')

  test.each(parameters.map((construct) => [construct.name, construct] as const))(
    '%s',
    async (name, { schema, valid }) => {
      const { status, json, native } = await shown(schema as JsonObject)
      // The converter of older versions assigns to a plain object, where that name is no property.
      if (name.includes('__proto__') && version !== 'v4') return expect(status).toBe(400)
      expect(status).toBe(200)
      const dialect = pair.to ?? (version === 'v4' ? 'gemini-json' : 'gemini')
      const { encode, decode } = compileSchema(schema, { to: dialect, root: 'object' })
      const accepts = native !== undefined ? readOutput('gemini-openai', native) : readOutput('gemini-json', json ?? {})
      for (const value of valid) {
        // What the model was shown at last, after the provider's converter, takes the value that we decode.
        if (native !== undefined || json !== undefined) expect(accepts(encode(value) as never)).not.toBe(false)
        expect(decode(encode(value))).toEqual(value)
      }
    },
  )
})

test('a fitted model has the type of the model, so that each version of ai takes it where it took the model', () => {
  const two: ai5.LanguageModel = fitModel(createGoogle2({ apiKey: 'any' })('gemini-2.5-flash'))
  const three: ai6.LanguageModel = fitModel(createGoogle3({ apiKey: 'any' })('gemini-2.5-flash'))
  const four: ai7.LanguageModel = fitModel(createGoogle4({ apiKey: 'any' })('gemini-2.5-flash'))
  expect([two, three, four].map((model) => (model as { specificationVersion: string }).specificationVersion)).toEqual([
    'v2',
    'v3',
    'v4',
  ])
})
