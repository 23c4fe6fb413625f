import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readTools } from './read-tools.ts'

const schema = { type: 'object', properties: { city: { type: 'string' } } }

/** What was read of each tool, or the code of its failure. */
function read(tools: unknown): unknown[] {
  return readTools(tools).map(({ parts, failure }) =>
    parts === undefined
      ? failure!.error.code
      : [parts.name, parts.description, parts.schema === schema ? 'schema' : parts.schema, parts.strict],
  )
}

const weather = ['weather', 'Tells it.', 'schema', undefined]
const strictWeather = ['weather', 'Tells it.', 'schema', true]
const name = 'weather'
const description = 'Tells it.'

describe('one tool of each form', () => {
  test.each<[string, unknown, unknown]>([
    ['an OpenAI chat function', { type: 'function', function: { name, description, parameters: schema } }, weather],
    [
      'a strict OpenAI chat function',
      { type: 'function', function: { name, description, parameters: schema, strict: true } },
      strictWeather,
    ],
    ['an OpenAI chat function without its type', { function: { name, description, parameters: schema } }, weather],
    [
      'an OpenAI Responses function',
      { type: 'function', name, description, parameters: schema, strict: true },
      strictWeather,
    ],
    ['an old OpenAI function', { name, description, parameters: schema }, weather],
    [
      'an MCP tool',
      { name, title: 'Weather', description, inputSchema: schema, annotations: { readOnlyHint: true } },
      weather,
    ],
    [
      'an AI SDK function tool with inputSchema',
      { type: 'function', name, description, inputSchema: schema, providerOptions: {} },
      weather,
    ],
    ['an AI SDK function tool with parameters', { type: 'function', name, description, parameters: schema }, weather],
    ['an Anthropic tool', { name, description, input_schema: schema, cache_control: { type: 'ephemeral' } }, weather],
    ['an Anthropic tool of type custom', { type: 'custom', name, description, input_schema: schema }, weather],
    ['a Gemini declaration', { name, description, parameters: schema }, weather],
    ['a Gemini declaration in JSON Schema', { name, description, parametersJsonSchema: schema }, weather],
    ['a LangChain tool', { name, description, schema }, weather],
    ['a tool without a schema', { name, description }, [name, description, undefined, undefined]],
    ['a tool whose schema is null', { name, parameters: null }, [name, undefined, undefined, undefined]],
  ])('%s', (_form, tool, expected) => {
    expect(read([tool])).toEqual([expected])
  })
})

describe('sets', () => {
  const mcp = { name: 'weather', description: 'Tells it.', inputSchema: schema }

  test.each<[string, unknown]>([
    ['a record', { weather: { description: 'Tells it.', inputSchema: schema, execute() {} } }],
    ['a record of dynamic tools', { weather: { type: 'dynamic', description: 'Tells it.', inputSchema: schema } }],
    ['a record without a prototype', Object.assign(Object.create(null), { weather: mcp })],
    ['a list', [mcp]],
    ['a single tool', mcp],
    ['an answer to tools/list', { tools: [mcp], nextCursor: 'x' }],
    ['a JSON-RPC answer', { jsonrpc: '2.0', id: 1, result: { tools: [mcp] } }],
    ['a Gemini tool', { functionDeclarations: [mcp] }],
    ['a list of Gemini tools', [{ function_declarations: [mcp] }]],
    ['an OpenAI request', { model: 'm', messages: [], tools: [mcp], response_format: { type: 'text' } }],
    ['an old OpenAI request', { model: 'm', messages: [], functions: [mcp] }],
    ['a call of the AI SDK', { model: 'm', messages: [], tools: { weather: mcp } }],
    ['a server and its tools', { name: 'server', tools: [mcp] }],
  ])('%s', (_form, tools) => {
    expect(read(tools)).toEqual([weather])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an empty list', []],
    ['an empty record', {}],
    ['a request without tools', { model: 'm', messages: [{ role: 'user', content: 'hi' }] }],
    ['a request whose tools are null', { tools: null }],
    ['a Gemini tool without declarations', [{ functionDeclarations: [] }]],
  ])('%s has no tools', (_form, tools) => {
    expect(read(tools)).toEqual([])
  })

  test('a record may call its tools by words that the forms use', () => {
    const tool = { inputSchema: schema }
    const names = ['name', 'type', 'tools', 'result', 'functions', 'model', 'messages', 'description', 'execute']
    const record = Object.fromEntries(names.map((each) => [each, tool]))
    expect(readTools(record).map(({ parts }) => parts?.name)).toEqual(names)
  })

  test('__proto__ is a name like any other', () => {
    const record = JSON.parse('{"__proto__":{"description":"a"},"constructor":{"description":"b"}}') as object
    expect(read(record)).toEqual([
      ['__proto__', 'a', undefined, undefined],
      ['constructor', 'b', undefined, undefined],
    ])
    expect(read([{ name: '__proto__' }])).toEqual([['__proto__', undefined, undefined, undefined]])
  })

  test('in a record the key is the name, whatever the tool calls itself', () => {
    expect(readTools({ mine: mcp }).map(({ parts }) => parts?.name)).toEqual(['mine'])
  })
})

describe('what is no tool set', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['a number', 5],
    ['text', 'tools'],
    ['a boolean', true],
    ['a function', () => []],
    ['a Map', new Map()],
    ['a promise', Promise.resolve([])],
    ['a tool without a name', { description: 'Tells it.', inputSchema: schema, execute() {} }],
    [
      'a list behind a getter that throws',
      {
        get tools() {
          throw new Error('boom')
        },
      },
    ],
  ])('%s', (_what, tools) => {
    expect(() => readTools(tools)).toThrow(expect.objectContaining({ code: 'tools-unreadable' }))
  })

  test('a promise is told what to do', () => {
    expect(() => readTools(Promise.resolve([]))).toThrow('compileToolsAsync')
  })
})

describe('what is no tool', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'null is not a tool'],
    ['text', 'weather', '"weather" is not a tool'],
    ['a function', () => 1, 'A function is not a tool'],
    ['a list', [], 'An array is not a tool'],
    ['no name', {}, 'it has none'],
    ['an empty name', { name: '' }, 'got ""'],
    ['a number for a name', { name: 5 }, 'got 5'],
    [
      'a provider tool of ai 6',
      { type: 'provider', id: 'google.search', name: 'x', args: {} },
      'Tools that a provider',
    ],
    ['a provider tool of ai 5', { type: 'provider-defined', id: 'x.y', name: 'x', args: {} }, 'Tools that a provider'],
    ['a server tool of Anthropic', { type: 'web_search_20250305', name: 'web_search' }, 'Tools that a provider'],
    ['a custom tool of OpenAI', { type: 'custom', custom: { name: 'x' } }, 'Tools that a provider'],
    ['a namespace of OpenAI', { type: 'namespace', name: 'x', tools: [] }, 'Tools that a provider'],
    ['a search tool of Gemini', { googleSearch: {} }, 'Tools that a provider'],
    ['a JSON Schema', schema, 'This is a schema, not a tool'],
    ['a description that is a function', { name: 'x', description: () => 'x' }, 'The description must be text'],
  ])('%s', (_what, tool, message) => {
    const [first, second] = readTools([tool, { name: 'fine' }])
    expect(first!.failure).toMatchObject({ index: 0, error: { code: 'tool-unreadable', evidence: { index: 0 } } })
    expect(first!.failure!.error.message).toContain(message)
    expect(second!.parts?.name).toBe('fine')
  })

  test('a schema in the place of a tool is not taken for a tool without parameters', () => {
    const tools = { weather: z.object({ city: z.string() }), time: { '~standard': { validate() {} } } }
    expect(readTools(tools).map(({ failure }) => failure?.error.message)).toEqual([
      expect.stringContaining('This is a schema, not a tool'),
      expect.stringContaining('This is a schema, not a tool'),
    ])
  })

  test('a getter that throws spoils its own tool only, and is the cause', () => {
    const boom = new Error('boom')
    const tools = {
      fine: {},
      get broken(): unknown {
        throw boom
      },
      hollow: {
        get inputSchema(): unknown {
          throw boom
        },
      },
    }
    const [fine, broken, hollow] = readTools(tools)
    expect(fine!.parts?.name).toBe('fine')
    expect(broken!.failure).toMatchObject({ tool: 'broken', index: 1, error: { code: 'tool-unreadable', cause: boom } })
    expect(hollow!.failure).toMatchObject({ tool: 'hollow', index: 2, error: { message: 'Tool 2 ("hollow"): boom' } })
  })

  test('the later of two tools with one name fails', () => {
    const [first, second] = readTools([{ name: 'a' }, { type: 'function', function: { name: 'a' } }])
    expect(first!.parts?.name).toBe('a')
    expect(second!.failure).toMatchObject({ tool: 'a', index: 1, error: { code: 'tool-name-duplicate' } })
  })
})
