import Anthropic from '@anthropic-ai/sdk'
import { type Tool as GeminiTool, GoogleGenAI } from '@google/genai'
import type { Tool as McpTool } from '@modelcontextprotocol/client'
import OpenAI from 'openai'
import { zodFunction, zodResponseFormat, zodResponsesFunction } from 'openai/helpers/zod'
import { type CompiledTools, compileResponse, compileTools, type DialectId, type WireCall } from 'toolfit'
import { dialects } from 'toolfit/schema'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accepts } from '../test/acceptance/index.ts'
import { awkwardCall, awkwardTools } from './awkward-tools.ts'
import { declaredIn } from './declared-in.ts'
import { refusalsOf } from './refusals-of.ts'
import { stripKeywords } from './strip-keywords.ts'

const dialectIds = Object.keys(dialects) as DialectId[]
// Assigned, so that the type checker compares our tools with what the MCP client lists.
const mcpTools: McpTool[] = awkwardTools

type Body = Readonly<Record<string, unknown>>

/** A `fetch` that answers with JSON and keeps the bodies that a client really sent. */
function answering(answer: unknown): { fetch: typeof fetch; bodies: Body[] } {
  const bodies: Body[] = []
  const fake: typeof fetch = async (_input, init) => {
    bodies.push(JSON.parse(await new Response(init?.body ?? null).text()))
    return Response.json(answer)
  }
  return { fetch: fake, bodies }
}

/** What arrives when this is sent: JSON has no undefined, and keys keep their order. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('openai', () => {
  const answerWith = ({ name, args }: WireCall) => {
    const call = { id: 'call-1', type: 'function', function: { name, arguments: JSON.stringify(args) } }
    const message = { role: 'assistant', content: null, refusal: null, tool_calls: [call] }
    const completion = { id: 'c', object: 'chat.completion', created: 0, model: 'm' }
    return answering({ ...completion, choices: [{ index: 0, finish_reason: 'tool_calls', message }] })
  }

  test.each(['openai', 'openai-strict', 'gemini-openai'] as const)('sends the tools of %s unchanged', async (to) => {
    const compiled = compileTools(mcpTools, { to })
    const upstream = answerWith(compiled.encodeCall(awkwardCall))
    const client = new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch: upstream.fetch })
    const { choices } = await client.chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content: 'Order tea.' }],
      tools: compiled.tools as unknown as OpenAI.ChatCompletionTool[],
    })
    expect(upstream.bodies.map(({ tools }) => tools)).toEqual([asSent(compiled.tools)])

    const [received] = choices[0]!.message.tool_calls!
    if (received?.type !== 'function') throw new Error('The client lost the call.')
    const wire = { name: received.function.name, args: JSON.parse(received.function.arguments) }
    expect(compiled.receiveCall(wire)).toEqual({ ...awkwardCall, issues: [] })
  })

  test('chat.completions.parse(), which takes strict tools only, takes those of openai-strict', async () => {
    const compiled = compileTools(mcpTools, { to: 'openai-strict' })
    const upstream = answerWith(compiled.encodeCall(awkwardCall))
    const client = new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch: upstream.fetch })
    const parse = async (tools: unknown) =>
      client.chat.completions.parse({ model: 'm', messages: [], tools: tools as OpenAI.ChatCompletionFunctionTool[] })

    const { choices } = await parse(compiled.tools)
    const [call] = choices[0]!.message.tool_calls!
    if (call?.type !== 'function') throw new Error('The client lost the call.')
    const { name, parsed_arguments: args } = call.function
    expect(compiled.receiveCall({ name, args })).toEqual({ ...awkwardCall, issues: [] })
    await expect(parse(compileTools(mcpTools, { to: 'openai' }).tools)).rejects.toThrow('strict')
  })

  const zodOrder = z.object({ item: z.string().min(1), size: z.enum(['s', 'l']).nullable() })
  const order = { item: 'tea', size: null }

  test.each([
    ['zodFunction', zodFunction({ name: 'order', parameters: zodOrder, description: 'Orders.' })],
    ['zodResponsesFunction', zodResponsesFunction({ name: 'order', parameters: zodOrder, description: 'Orders.' })],
  ])('a tool of %s() compiles to every dialect', (_name, given) => {
    for (const to of dialectIds) {
      const compiled = compileTools([given], { to })
      expect([...refusalsOf(compiled, to)]).toEqual([])
      expect(compiled.entries.map(({ toolName, description }) => [toolName, description])).toEqual([
        ['order', 'Orders.'],
      ])
      const call = { toolName: 'order', input: order }
      expect(compiled.receiveCall(compiled.encodeCall(call))).toEqual({ ...call, issues: [] })
      const { issues } = compiled.receiveCall(compiled.encodeCall({ toolName: 'order', input: { ...order, item: '' } }))
      expect(issues).toMatchObject([{ level: 'error', pointer: '/item' }])
    }
  })

  test('a format of zodResponseFormat() compiles to every dialect that has response schemas', () => {
    const format = zodResponseFormat(zodOrder, 'order')
    for (const to of dialectIds.filter((id) => id !== 'anthropic')) {
      const { compiled, receive } = compileResponse(format, { to })
      expect(accepts[to]?.(compiled!.schema, 'response') ?? []).toEqual([])
      expect(receive(compiled!.encode(order))).toEqual({ value: order, issues: [] })
    }
  })
})

describe('@google/genai', () => {
  const answerWith = (functionCall: unknown) =>
    answering({ candidates: [{ content: { role: 'model', parts: [{ functionCall }] }, finishReason: 'STOP' }] })

  // The client writes into the tools that it is given: what we hand out is the caller's own.
  const tools = (compiled: CompiledTools) => compiled.tools as unknown as GeminiTool[]
  const order = { model: 'gemini-2.5-flash', contents: 'Order tea.' }

  test.each([
    ['gemini', { apiKey: 'none' }],
    ['gemini-json', { apiKey: 'none' }],
    ['gemini', { vertexai: true, apiKey: 'none' }],
    ['gemini-json', { vertexai: true, apiKey: 'none' }],
  ] as const)('sends the tools of %s unchanged with %j', async (to, options) => {
    const compiled = compileTools(mcpTools, { to })
    const upstream = answerWith(compiled.encodeCall(awkwardCall))
    const client = new GoogleGenAI({ ...options, httpOptions: { fetch: upstream.fetch } })
    const response = await client.models.generateContent({ ...order, config: { tools: tools(compiled) } })
    expect(upstream.bodies.map((body) => body['tools'])).toEqual([asSent(compiled.tools)])

    const [{ name, args }] = response.functionCalls as [{ name: string; args: unknown }]
    expect(compiled.receiveCall({ name, args })).toEqual({ ...awkwardCall, issues: [] })
  })

  test('takes additionalProperties, which Vertex AI knows, out of the tools of vertex; calls come back all the same', async () => {
    const compiled = compileTools(mcpTools, { to: 'vertex' })
    const upstream = answerWith(compiled.encodeCall(awkwardCall))
    const client = new GoogleGenAI({ vertexai: true, apiKey: 'none', httpOptions: { fetch: upstream.fetch } })
    const response = await client.models.generateContent({ ...order, config: { tools: tools(compiled) } })
    const [sent] = upstream.bodies.map((body) => declaredIn(body['tools'], 'vertex'))
    const ours = declaredIn(compiled.tools, 'vertex')
    expect(sent).not.toEqual(ours)
    expect(sent).toEqual(
      ours.map(({ name, schema }) => ({ name, schema: schema && stripKeywords(schema, ['additionalProperties']) })),
    )

    const [{ name, args }] = response.functionCalls as [{ name: string; args: unknown }]
    expect(compiled.receiveCall({ name, args })).toEqual({ ...awkwardCall, issues: [] })
  })

  test.each(['gemini', 'gemini-json'] as const)('sends a response schema of %s unchanged', async (to) => {
    const { config } = compileResponse(mcpTools[0]!.inputSchema, { to })
    const upstream = answering({ candidates: [] })
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: upstream.fetch } })
    await client.models.generateContent({ ...order, config })
    expect(upstream.bodies.map((body) => body['generationConfig'])).toEqual([asSent(config)])
  })
})

describe('@anthropic-ai/sdk', () => {
  test('sends the tools of anthropic unchanged', async () => {
    const compiled = compileTools(mcpTools, { to: 'anthropic' })
    const { name, args } = compiled.encodeCall(awkwardCall)
    const upstream = answering({
      ...{ id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use', usage: {} },
      content: [{ type: 'tool_use', id: 'call-1', name, input: args }],
    })
    const client = new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch: upstream.fetch })
    const { content } = await client.messages.create({
      model: 'm',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Order tea.' }],
      tools: compiled.tools as unknown as Anthropic.Tool[],
    })
    expect(upstream.bodies.map(({ tools }) => tools)).toEqual([asSent(compiled.tools)])

    const [block] = content
    if (block?.type !== 'tool_use') throw new Error('The client lost the call.')
    expect(compiled.receiveCall({ name: block.name, args: block.input })).toEqual({ ...awkwardCall, issues: [] })
  })
})
