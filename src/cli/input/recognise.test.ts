import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { z as z3 } from 'zod3'
import { recognise } from './recognise.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }
const mcpTool = { name: 'weather', inputSchema: schema }
const openaiTool = { type: 'function', function: { name: 'weather', parameters: schema } }

describe('a schema', () => {
  test.each([
    ['a JSON Schema', schema],
    ['a reference', { $ref: '#/$defs/a', $defs: { a: true } }],
    ['definitions alone', { definitions: { a: {} } }],
    ['an annotated schema', { description: 'Anything.' }],
    ['the empty schema', {}],
    ['a boolean schema', true],
    ['a schema with a property called parameters', { properties: { parameters: { type: 'string' } } }],
    ['a schema with a name', { name: 'x', ...schema }],
    ['Zod 4', z.object({})],
    ['Zod 3', z3.string()],
  ])('is found: %s', (_, value) => {
    expect(recognise(value, 'file')).toEqual({ form: 'schema', schema: value })
  })
})

describe('tools', () => {
  test.each([
    ['a list of MCP tools', [mcpTool], [mcpTool]],
    ['a list of OpenAI functions', [openaiTool], [openaiTool]],
    ['an empty list', [], []],
    ['one tool', mcpTool, [mcpTool]],
    ['one OpenAI function', openaiTool, [openaiTool]],
    ['a tool without parameters', { name: 'ping', description: 'Pings.' }, [{ name: 'ping', description: 'Pings.' }]],
    ['an answer to tools/list', { tools: [mcpTool], nextCursor: 'x' }, [mcpTool]],
    ['the same as JSON-RPC', { jsonrpc: '2.0', id: 1, result: { tools: [mcpTool] } }, [mcpTool]],
    ['a set by name', { weather: { inputSchema: schema } }, { weather: { inputSchema: schema } }],
    ['Gemini declarations', [{ functionDeclarations: [mcpTool] }], [{ functionDeclarations: [mcpTool] }]],
    ['a list with something that is no tool', [mcpTool, 7], [mcpTool, 7]],
  ])('are found: %s', (_, value, tools) => {
    expect(recognise(value, 'file')).toEqual({ form: 'tools', tools })
  })

  test('a tool without a name is called like its file', () => {
    const tool = { description: 'Pings.', inputSchema: z.object({}) }
    expect(recognise(tool, 'ping')).toEqual({ form: 'tools', tools: { ping: tool } })
  })
})

describe('a request', () => {
  const format = { type: 'json_schema', json_schema: { name: 'answer', schema } }

  test('gives its tools and its response format', () => {
    const request = { model: 'm', messages: [], tools: [openaiTool], response_format: format }
    expect(recognise(request, 'file')).toEqual({ form: 'request', tools: [openaiTool], response: format })
  })

  test('may be of the Responses API', () => {
    const text = { format: { type: 'json_schema', name: 'answer', schema } }
    expect(recognise({ model: 'm', input: 'Hi', text }, 'file')).toEqual({ form: 'request', response: text.format })
  })

  test('without a schema in its response format has none to convert', () => {
    const request = { messages: [], tools: [openaiTool], response_format: { type: 'json_object' } }
    expect(recognise(request, 'file')).toEqual({ form: 'request', tools: [openaiTool] })
  })

  test('is also a response format alone', () => {
    expect(recognise(format, 'file')).toEqual({ form: 'request', response: format })
  })
})

test('schemas by name are several schemas', () => {
  const [a, b] = [z.string(), z.number()]
  expect(recognise({ a, b }, 'file')).toEqual({
    form: 'schemas',
    schemas: [
      ['a', a],
      ['b', b],
    ],
  })
})

test.each([[7], ['text'], [null], [[1, 2]], [{ foo: 1 }], [() => 1]])('%j is nothing of the kind', (value) => {
  expect(recognise(value, 'file')).toBeUndefined()
})
