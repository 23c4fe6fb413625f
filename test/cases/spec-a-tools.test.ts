import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type CompiledTools, compileResponse, compileTools, type ToolSetInput } from '../../src/index.ts'
import { acceptedEverywhere } from '../acceptance/accepted-everywhere.ts'

/** Compiles for Gemini; every endpoint has to take the parameters that come out. */
function fitTools(tools: ToolSetInput): CompiledTools {
  const compiled = compileTools(tools, { to: 'gemini' })
  for (const { declaration } of compiled.entries) {
    const { parameters } = declaration
    if (parameters !== undefined) expect(acceptedEverywhere(parameters as object, 'parameters')).toEqual([])
  }
  return compiled
}

/** The parameters of the one tool that has this schema, and these arguments come back as they were. */
function parametersOf(inputSchema: unknown, ...inputs: readonly unknown[]): unknown {
  const compiled = fitTools({ try_it: { inputSchema } })
  for (const input of inputs) {
    const call = compiled.encodeCall({ toolName: 'try_it', input })
    expect(compiled.receiveCall(call)).toEqual({ toolName: 'try_it', input, issues: [] })
  }
  return compiled.entries[0]!.declaration['parameters']
}

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
const geminiCity = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] }

describe('a tool set becomes one list of declarations (A1)', () => {
  const weather = { name: 'get_weather', description: 'Tells the weather.', parameters: geminiCity }
  const time = { name: 'get_time', parameters: geminiCity }

  test('from Zod, by name, in order (A1)', () => {
    const inputSchema = z.object({ city: z.string() })
    const tools = { get_weather: { description: 'Tells the weather.', inputSchema }, get_time: { inputSchema } }
    expect(fitTools(tools).tools).toEqual([{ functionDeclarations: [weather, time] }])
  })

  test('from JSON Schema, by name, in order (A1)', () => {
    const tools = {
      get_time: { inputSchema: city },
      get_weather: { description: 'Tells the weather.', parameters: city },
    }
    expect(fitTools(tools).tools).toEqual([{ functionDeclarations: [time, weather] }])
  })

  test.each(['parameters', 'inputSchema'])("from the AI SDK's list of functions, with %s (A1)", (key) => {
    const tools = [
      { type: 'function', name: 'get_weather', description: 'Tells the weather.', [key]: city },
      { type: 'function', name: 'get_time', [key]: city },
    ]
    expect(fitTools(tools).tools).toEqual([{ functionDeclarations: [weather, time] }])
  })

  test('from a list that mixes forms (A1)', () => {
    const tools = [
      { type: 'function', function: { name: 'a', description: 'A.', parameters: city } },
      { type: 'function', name: 'b', description: 'B.', parameters: city, strict: false },
      { name: 'c', title: 'C', description: 'C.', inputSchema: city, annotations: { readOnlyHint: true } },
      { name: 'd', description: 'D.', input_schema: city },
      { functionDeclarations: [{ name: 'e', description: 'E.', parameters: geminiCity }] },
      { name: 'f', description: 'F.', inputSchema: z.object({ city: z.string() }) },
    ]
    expect(fitTools(tools).tools).toEqual([
      {
        functionDeclarations: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
          name,
          description: `${name.toUpperCase()}.`,
          parameters: geminiCity,
        })),
      },
    ])
  })

  test.each<[ToolSetInput]>([[{}], [[]], [undefined], [{ tools: [] }]])(
    'no tools (%j): nothing is sent (A1)',
    (tools) => {
      const compiled = fitTools(tools)
      expect(compiled.tools).toBeUndefined()
      expect(compiled.changes).toEqual([])
    },
  )

  test.each<[string, unknown]>([
    ['without a schema', undefined],
    ['with an empty one', { type: 'object', properties: {} }],
    ['with an empty Zod object', z.object({})],
  ])('a tool %s has no parameters key (A1)', (_what, inputSchema) => {
    const compiled = fitTools({ ping: { description: 'Pings.', inputSchema } })
    expect(compiled.tools).toEqual([{ functionDeclarations: [{ name: 'ping', description: 'Pings.' }] }])
    expect(compiled.receiveCall({ name: 'ping', args: undefined }).input).toEqual({})
  })
})

describe('both targets (A8)', () => {
  test('native parameters are the default (A8)', () => {
    expect(fitTools({ get_time: { inputSchema: city } }).tools).toEqual([
      { functionDeclarations: [{ name: 'get_time', parameters: geminiCity }] },
    ])
  })

  test('parametersJsonSchema takes JSON Schema (A8)', () => {
    const { tools } = compileTools({ get_time: { description: 'T.', inputSchema: city } }, { to: 'gemini-json' })
    expect(tools).toEqual([
      {
        functionDeclarations: [{ name: 'get_time', description: 'T.', parametersJsonSchema: city }],
      },
    ])
  })

  test('a tool without parameters has neither key (A8)', () => {
    const { tools } = compileTools({ ping: { inputSchema: z.object({}) } }, { to: 'gemini-json' })
    expect(tools).toEqual([{ functionDeclarations: [{ name: 'ping' }] }])
  })

  test('Vertex takes native parameters too (A8)', () => {
    expect(compileTools({ get_time: { inputSchema: city } }, { to: 'vertex' }).tools).toEqual([
      { functionDeclarations: [{ name: 'get_time', parameters: geminiCity }] },
    ])
  })
})

describe('the same holds for a response schema (A10)', () => {
  const source = z.object({ city: z.string(), note: z.string().nullable(), by: z.enum(['a', 'b']).optional() })
  const fitted = {
    type: 'OBJECT',
    properties: {
      city: { type: 'STRING' },
      note: { type: 'STRING', nullable: true },
      by: { type: 'STRING', enum: ['a', 'b'] },
    },
    required: ['city', 'note'],
  }

  test('responseSchema (A10)', () => {
    const compiled = compileResponse(source, { to: 'gemini' })
    expect(compiled.config).toEqual({ responseMimeType: 'application/json', responseSchema: fitted })
    expect(acceptedEverywhere(compiled.config['responseSchema'] as object, 'response')).toEqual([])
    const value = { city: 'Graz', note: null }
    expect(compiled.receive(compiled.compiled!.encode(value))).toEqual({ value, issues: [] })
  })

  test('responseSchema on Vertex (A10)', () => {
    expect(compileResponse(source, { to: 'vertex' }).config).toEqual({
      responseMimeType: 'application/json',
      responseSchema: fitted,
    })
  })

  test('responseJsonSchema (A10)', () => {
    expect(compileResponse(city, { to: 'gemini-json' }).config).toEqual({
      responseMimeType: 'application/json',
      responseJsonSchema: city,
    })
  })
})

describe("the document's testing considerations (A11)", () => {
  const object = (property: object, ...required: readonly string[]) => ({
    type: 'OBJECT',
    properties: { it: property },
    ...(required.length === 0 ? {} : { required }),
  })

  describe('1. simple types (string, number, boolean) (A11)', () => {
    test.each<[string, unknown, object, unknown]>([
      ['string', { type: 'string' }, { type: 'STRING' }, 'x'],
      ['number', { type: 'number' }, { type: 'NUMBER' }, 1.5],
      ['integer', { type: 'integer' }, { type: 'INTEGER' }, 2],
      ['boolean', { type: 'boolean' }, { type: 'BOOLEAN' }, false],
    ])('JSON Schema %s (A11)', (_type, it, fitted, value) => {
      const schema = { type: 'object', properties: { it }, required: ['it'] }
      expect(parametersOf(schema, { it: value })).toEqual(object(fitted, 'it'))
    })

    test.each<[string, z.ZodType, object, unknown]>([
      ['z.string()', z.string(), { type: 'STRING' }, 'x'],
      ['z.number()', z.number(), { type: 'NUMBER' }, 1.5],
      ['z.boolean()', z.boolean(), { type: 'BOOLEAN' }, true],
    ])('%s (A11)', (_type, it, fitted, value) => {
      expect(parametersOf(z.object({ it }), { it: value })).toEqual(object(fitted, 'it'))
    })
  })

  describe('2. nested objects and arrays (A11)', () => {
    const nested = {
      type: 'ARRAY',
      items: {
        type: 'OBJECT',
        properties: { tags: { type: 'ARRAY', items: { type: 'STRING' } } },
        required: ['tags'],
      },
    }
    const input = { it: [{ tags: ['a', 'b'] }, { tags: [] }] }

    test('from Zod (A11)', () => {
      const schema = z.object({ it: z.array(z.object({ tags: z.array(z.string()) })) })
      expect(parametersOf(schema, input)).toEqual(object(nested, 'it'))
    })

    test('from JSON Schema (A11)', () => {
      const tags = { type: 'array', items: { type: 'string' } }
      const items = { type: 'object', properties: { tags }, required: ['tags'] }
      const schema = { type: 'object', properties: { it: { type: 'array', items } }, required: ['it'] }
      expect(parametersOf(schema, input)).toEqual(object(nested, 'it'))
    })
  })

  describe('3. optional and nullable fields (A11)', () => {
    test('z.optional(T) is T, and not required (A11)', () => {
      expect(parametersOf(z.object({ it: z.optional(z.string()) }), {}, { it: 'x' })).toEqual(
        object({ type: 'STRING' }),
      )
    })

    test.each<[string, unknown]>([
      ['z.nullable(T)', z.object({ it: z.nullable(z.string()) })],
      [
        "{type: ['string', 'null']}",
        { type: 'object', properties: { it: { type: ['string', 'null'] } }, required: ['it'] },
      ],
    ])('%s is T with nullable: true (A11)', (_what, schema) => {
      expect(parametersOf(schema, { it: null }, { it: 'x' })).toEqual(object({ type: 'STRING', nullable: true }, 'it'))
    })
  })

  describe('4. enums and const values (A11)', () => {
    test.each<[string, unknown, readonly string[]]>([
      ["z.enum(['a', 'b'])", z.object({ it: z.enum(['a', 'b']) }), ['a', 'b']],
      ["z.literal('a')", z.object({ it: z.literal('a') }), ['a']],
      [
        "{enum: ['a', 'b']}",
        { type: 'object', properties: { it: { enum: ['a', 'b'] } }, required: ['it'] },
        ['a', 'b'],
      ],
      ["{const: 'value'}", { type: 'object', properties: { it: { const: 'value' } }, required: ['it'] }, ['value']],
    ])('%s (A11)', (_what, schema, members) => {
      const inputs = members.map((it) => ({ it }))
      expect(parametersOf(schema, ...inputs)).toEqual(object({ type: 'STRING', enum: members }, 'it'))
    })
  })

  describe('5. complex real-world schemas (A11)', () => {
    test('an issue tracker, in JSON Schema as MCP servers print it (A11)', () => {
      const schema = {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'object',
        properties: {
          owner: { type: 'string', description: 'Repository owner' },
          title: { type: 'string', minLength: 1, maxLength: 256 },
          labels: { type: 'array', items: { type: 'string' }, maxItems: 10 },
          milestone: { type: ['integer', 'null'], minimum: 1 },
          state: { anyOf: [{ const: 'open' }, { const: 'closed' }] },
          assignee: { $ref: '#/definitions/user' },
        },
        required: ['owner', 'title'],
        additionalProperties: false,
        definitions: {
          user: { type: 'object', properties: { login: { type: 'string' } }, required: ['login'] },
        },
      }
      const input = { owner: 'o', title: 't', milestone: null, state: 'open', assignee: { login: 'me' } }
      expect(parametersOf(schema, input, { owner: 'o', title: 't', labels: ['a'] })).toEqual({
        type: 'OBJECT',
        properties: {
          owner: { type: 'STRING', description: 'Repository owner' },
          title: { type: 'STRING', minLength: '1', maxLength: '256' },
          labels: { type: 'ARRAY', items: { type: 'STRING' }, maxItems: '10' },
          milestone: { type: 'INTEGER', nullable: true, minimum: 1 },
          state: { type: 'STRING', enum: ['open', 'closed'] },
          assignee: { type: 'OBJECT', properties: { login: { type: 'STRING' } }, required: ['login'] },
        },
        required: ['owner', 'title'],
      })
    })

    test('a query builder, in Zod (A11)', () => {
      const filter = z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('range'), from: z.number(), to: z.number() }),
        z.object({ kind: z.literal('text'), contains: z.string().min(2) }),
      ])
      const schema = z.object({
        filters: z.array(filter).min(1),
        sort: z.object({ by: z.string(), descending: z.boolean().default(false) }).optional(),
        headers: z.record(z.string(), z.string()),
      })
      const input = { filters: [{ kind: 'text', contains: 'ab' }], headers: { a: 'b' } }
      expect(parametersOf(schema, input)).toEqual({
        type: 'OBJECT',
        properties: {
          filters: {
            type: 'ARRAY',
            minItems: '1',
            items: {
              anyOf: [
                {
                  type: 'OBJECT',
                  properties: {
                    kind: { type: 'STRING', enum: ['range'] },
                    from: { type: 'NUMBER' },
                    to: { type: 'NUMBER' },
                  },
                  required: ['kind', 'from', 'to'],
                },
                {
                  type: 'OBJECT',
                  properties: {
                    kind: { type: 'STRING', enum: ['text'] },
                    contains: { type: 'STRING', minLength: '2' },
                  },
                  required: ['kind', 'contains'],
                },
              ],
            },
          },
          sort: {
            type: 'OBJECT',
            properties: { by: { type: 'STRING' }, descending: { type: 'BOOLEAN', default: false } },
            required: ['by'],
          },
          headers: {
            type: 'ARRAY',
            items: {
              type: 'OBJECT',
              properties: { key: { type: 'STRING' }, value: { type: 'STRING' } },
              required: ['key', 'value'],
            },
          },
        },
        required: ['filters', 'headers'],
      })
    })
  })

  describe('6. constraint conversion (string vs number types) (A11)', () => {
    test('lengths and counts are strings, bounds are numbers (A11)', () => {
      const schema = z.object({
        text: z.string().min(1).max(9),
        list: z.array(z.string()).min(2).max(3),
        number: z.number().min(0.5).max(10),
      })
      expect(parametersOf(schema, { text: 'x', list: ['a', 'b'], number: 5 })).toEqual({
        type: 'OBJECT',
        properties: {
          text: { type: 'STRING', minLength: '1', maxLength: '9' },
          list: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '2', maxItems: '3' },
          number: { type: 'NUMBER', minimum: 0.5, maximum: 10 },
        },
        required: ['text', 'list', 'number'],
      })
    })

    test('pattern and description are kept (A11)', () => {
      const schema = {
        type: 'object',
        properties: { zip: { type: 'string', pattern: '^[0-9]{4}$', description: 'Postal code' } },
      }
      expect(parametersOf(schema, { zip: '8010' })).toEqual({
        type: 'OBJECT',
        properties: { zip: { type: 'STRING', pattern: '^[0-9]{4}$', description: 'Postal code' } },
      })
    })
  })
})
