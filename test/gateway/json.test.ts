import { afterEach, describe, expect, test } from 'vitest'
import { matchesPattern } from '../../src/core/pattern/match-pattern.ts'
import { Steps } from '../../src/core/pattern/steps.ts'
import { createEmulator } from '../../src/emulator/index.ts'
import { hello, model, startGateway } from './ask-gateway.ts'

/** Schemas and JSON that hurt, by their numbers in the list of what a gateway must survive. */

const tool = (parameters: unknown, name = 'look') => ({ type: 'function', function: { name, parameters } })
const call = (args: unknown, name = 'look', id = 'a') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
})
const result = (content: unknown, id = 'a') => ({ role: 'tool', tool_call_id: id, content })
const forced = (name = 'look') => ({ type: 'function', function: { name } })
const post = (tools: string, rest = '') =>
  `{"model":"${model}","messages":${JSON.stringify(hello)},"tools":${tools}${rest}}`

interface Declaration {
  readonly name: string
  readonly parameters?: Parameters
  readonly parametersJsonSchema?: Parameters
}

type Parameters = Record<string, unknown> & { readonly properties: Record<string, Record<string, unknown>> }

/** A model that takes no JSON Schema: everything is sent in Gemini's own form. */
const older = 'gemini-2.0-flash'

function declared(started: ReturnType<typeof startGateway>): readonly Declaration[] {
  const [{ functionDeclarations }] = started.sent()['tools'] as [{ functionDeclarations: Declaration[] }]
  return functionDeclarations
}

// After every test: nothing may have reached the prototype of all objects.
const ownNames = Object.getOwnPropertyNames(Object.prototype).join()
afterEach(() => {
  expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(ownNames)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

/** Definitions of which each names the next one several times. */
function bomb(levels: number, make: (next: object) => object): object {
  const $defs: Record<string, object> = { [`d${levels}`]: { type: 'string' } }
  for (let level = 0; level < levels; level++) $defs[`d${level}`] = make({ $ref: `#/$defs/d${level + 1}` })
  return { type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs }
}

const fuses: readonly [string, (next: object) => object][] = [
  ['properties', (next) => ({ type: 'object', properties: { a: next, b: next } })],
  ['required properties', (next) => ({ type: 'object', properties: { a: next, b: next }, required: ['a', 'b'] })],
  ['allOf', (next) => ({ allOf: [next, next] })],
  ['anyOf', (next) => ({ anyOf: [next, { type: 'array', items: next }] })],
  ['oneOf', (next) => ({ oneOf: [next, { type: 'array', items: next }] })],
  ['items', (next) => ({ type: 'array', prefixItems: [next, next], items: next })],
  ['records', (next) => ({ type: 'object', additionalProperties: next, properties: { a: next } })],
  ['conditions', (next) => ({ if: next, then: next, else: next })],
]

describe('bombs of references (J1)', () => {
  test.each(fuses)(
    '2^20 and 2^30 nodes from 5 kB of %s are a 400, at once, and nothing is sent (J1, X61)',
    // Written out it would take hours.
    { timeout: 30_000 },
    async (_, make) => {
      const started = startGateway()
      await started.ask({ tools: [tool(bomb(2, make))] })
      const asked = started.emulator.requests.length
      for (const levels of [20, 30]) {
        const body = { tools: [tool(bomb(levels, make))] }
        expect(JSON.stringify(body).length).toBeLessThan(5_000)
        const answer = await started.ask(body)
        expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
          400,
          'schema_too_complex',
          'tools[0].function.parameters',
        ])
      }
      expect(started.emulator.requests).toHaveLength(asked)
    },
  )

  test('one in the form of the answer is a 400 too (J1, X61)', async () => {
    const schema = bomb(30, (next) => ({ type: 'object', properties: { a: next, b: next } }))
    const { status, body } = await startGateway().ask({
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    })
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'schema_too_complex', 'response_format'])
  })

  test('many small ones in one request are a 400, and what goes out is never more than Google takes (J1, X61)', async () => {
    const small = (index: number) =>
      tool(
        bomb(13, (next) => ({ type: 'object', properties: { [`a${index}`]: next, b: next } })),
        `t${index}`,
      )
    const started = startGateway()
    const { status, body } = await started.ask({ tools: Array.from({ length: 100 }, (_, index) => small(index)) })
    expect([status, body.error?.code]).toEqual([400, 'schema_too_complex'])
    expect(started.emulator.requests).toHaveLength(0)
  })

  test('neighbours are answered (J1, X72)', { timeout: 30_000 }, async () => {
    const started = startGateway()
    await started.ask({})
    const schema = bomb(30, (next) => ({ oneOf: [next, { type: 'array', items: next }] }))
    const bombs = Array.from({ length: 20 }, () => started.ask({ tools: [tool(schema)] }))
    expect((await started.ask({})).status).toBe(200)
    await Promise.all(bombs)
  })
})

describe('references (J2)', () => {
  test.each([
    ['to the root', { type: 'object', properties: { me: { $ref: '#' } } }],
    ['to each other', bombless({ a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } })],
    [
      'of a tree',
      bombless({ a: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/a' } } } } }),
    ],
    [
      'with siblings',
      {
        type: 'object',
        properties: { x: { $ref: '#/$defs/a', description: 'Mine.' } },
        $defs: { a: { type: 'string' } },
      },
    ],
    [
      'through 1,900 others',
      bombless(
        Object.fromEntries(
          Array.from({ length: 1_900 }, (_, level) => [
            level === 0 ? 'a' : `d${level}`,
            level === 1_899 ? { type: 'string' } : { $ref: `#/$defs/d${level + 1}` },
          ]),
        ),
      ),
    ],
  ])('%s are cut or followed where Gemini takes none, and it takes what is sent (J2, X62)', async (_, parameters) => {
    const started = startGateway()
    expect((await started.ask({ tools: [tool(parameters)] })).status).toBe(200)
    expect((await started.ask({ model: older, tools: [tool(parameters)] })).status).toBe(200)
    expect(JSON.stringify(declared(started))).not.toContain('$ref')
  })

  test('a reference with siblings keeps both (J2)', async () => {
    const started = startGateway()
    const parameters = {
      type: 'object',
      properties: { x: { $ref: '#/$defs/a', description: 'Mine.' } },
      $defs: { a: { type: 'string', enum: ['b'] } },
    }
    await started.ask({ model: older, tools: [tool(parameters)] })
    expect(declared(started)[0]?.parameters?.properties['x']).toEqual({
      type: 'STRING',
      enum: ['b'],
      description: 'Mine.',
    })
  })

  test('a reference to nothing is a 400 that names it (J2)', async () => {
    const started = startGateway()
    const parameters = { type: 'object', properties: { x: { $ref: '#/$defs/nowhere' } } }
    const { status, body } = await started.ask({ tools: [tool({ type: 'object' }, 'fine'), tool(parameters)] })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      type: 'invalid_request_error',
      param: 'tools[1].function.parameters',
      code: 'invalid_function_parameters',
      message: expect.stringContaining('#/$defs/nowhere'),
    })
    expect(started.emulator.requests).toHaveLength(0)
  })

  test.each(['http://127.0.0.1:1/x.json', 'https://example.com/a.json#/b', 'file:///etc/passwd', 'other.json'])(
    '%s is never fetched: any value is taken there, and the report says so (J2, X63)',
    async ($ref) => {
      const urls: string[] = []
      const emulator = createEmulator()
      const started = startGateway({
        fetch: (url, init) => {
          urls.push(new URL(url).host)
          return emulator(new Request(url, init))
        },
      })
      const global = globalThis.fetch
      globalThis.fetch = () => Promise.reject(new Error('Something was fetched.'))
      const parameters = { type: 'object', properties: { x: { $ref } } }
      const { status, body } = await started
        .ask({ tools: [tool(parameters)] }, { 'x-toolfit-report': '1' })
        .finally(() => {
          globalThis.fetch = global
        })
      expect(status).toBe(200)
      expect(urls).toEqual(['generativelanguage.googleapis.com'])
      expect(JSON.stringify(body.toolfit)).toContain('ref-unresolved')
    },
  )
})

/** A tool whose argument is the definition `a`. */
function bombless($defs: Record<string, object>): object {
  return { type: 'object', properties: { x: { $ref: '#/$defs/a' } }, $defs }
}

describe('deep nesting (J3)', () => {
  const deep = (levels: number, left: string, right: string) => `${left.repeat(levels)}1${right.repeat(levels)}`

  test.each([201, 5_000, 1_000_000])('a body nested %i deep is a 400, and no overflow (J3, X40)', async (levels) => {
    const started = startGateway()
    for (const [left, right] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['{"properties":{"a":', '}}'],
    ] as const) {
      const schema = deep(Math.min(levels, 2_000_000 / left.length), left, right)
      const response = await started.post(
        post(`[{"type":"function","function":{"name":"x","parameters":{"a":${schema}}}}]`),
      )
      expect(response.status).toBe(400)
      const { error } = (await response.json()) as { error: Record<string, unknown> }
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'json_too_complex' })
      expect(error['message']).not.toMatch(/stack|RangeError/i)
    }
    expect(started.emulator.requests).toHaveLength(0)
  })

  test('what never ends is a 400 (J3)', async () => {
    const response = await startGateway().post('['.repeat(1_000_000))
    expect(response.status).toBe(400)
  })

  test.each([5_000, 500_000])(
    'arguments nested %i deep inside their text are a 400 with the path (J3)',
    async (levels) => {
      const started = startGateway()
      const { status, body } = await started.ask({
        messages: [...hello, call(deep(levels, '{"a":', '}')), result('x')],
      })
      expect([status, body.error?.param]).toEqual([400, 'messages[1].tool_calls[0].function.arguments'])
      expect(started.emulator.requests).toHaveLength(0)
    },
  )

  test('a result that is nested so deep stays the text that it is (J3)', async () => {
    const started = startGateway()
    const text = deep(5_000, '[', ']')
    const { status } = await started.ask({ messages: [...hello, call('{}'), result(text)], tools: [tool({})] })
    expect(status).toBe(200)
    expect(started.sent().contents[2]?.parts).toMatchObject([{ functionResponse: { response: { output: text } } }])
  })
})

describe('names that mean something to JavaScript (J4)', () => {
  const hostile =
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1}'

  test('properties and definitions of such names are declared like any other (J4)', async () => {
    const started = startGateway()
    const schema =
      '{"type":"object","properties":{"__proto__":{"$ref":"#/$defs/__proto__"},"constructor":{"$ref":"#/$defs/constructor"},"prototype":{"type":"string"}},' +
      '"required":["__proto__","constructor"],"$defs":{"__proto__":{"type":"string"},"constructor":{"type":"number"}}}'
    expect(
      (await started.post(post(`[{"type":"function","function":{"name":"look","parameters":${schema}}}]`))).status,
    ).toBe(200)
    const parameters = declared(started)[0]!.parametersJsonSchema!
    expect(Object.keys(parameters.properties)).toEqual(['__proto__', 'constructor', 'prototype'])
    expect(Object.getOwnPropertyDescriptor(parameters.properties, '__proto__')?.value).toEqual({
      $ref: '#/$defs/__proto__',
    })
    expect(parameters['required']).toEqual(['__proto__', 'constructor'])
  })

  test('such arguments and results go to Gemini as they are (J4)', async () => {
    const started = startGateway()
    const { status } = await started.ask({ messages: [...hello, call(hostile), result(hostile)], tools: [tool({})] })
    expect(status).toBe(200)
    const [, made, answered] = started.sent().contents as unknown as readonly {
      parts: Record<string, Record<string, unknown>>[]
    }[]
    expect(JSON.stringify(made!.parts[0]!['functionCall']!['args'])).toBe(hostile)
    expect(JSON.stringify(answered!.parts[0]!['functionResponse']!['response'])).toBe(hostile)
  })

  test('such arguments of a model come to the client as they are, whole and streamed (J4)', async () => {
    const answer = `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"look","args":${hostile}}}]},"finishReason":"STOP","index":0}]}`
    const started = startGateway({
      fetch: async (url) => new Response(url.includes('stream') ? `data: ${answer}\r\n\r\n` : answer),
    })
    const { body } = await started.ask({ tools: [tool({})] })
    expect(body.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe(hostile)
    const { chunks } = await started.stream({ tools: [tool({})] })
    const pieces = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    expect(pieces.map((piece) => piece.function.arguments ?? '').join('')).toBe(hostile)
  })

  test.each([
    ['the body', hostile.slice(1, -1)],
    ['extra_body', `"extra_body":${hostile}`],
    ['google', `"google":${hostile}`],
    ['extra_body.google', `"extra_body":{"google":${hostile}}`],
    ['metadata', `"metadata":${hostile}`],
    ['response_format', `"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":${hostile}}}`],
    ['a message', `"messages":[{"role":"user","content":"x",${hostile.slice(1)}]`],
    ['a part', `"messages":[{"role":"user","content":[{"type":"text","text":"x",${hostile.slice(1)}]}]`],
    ['tool_choice', `"tool_choice":${hostile}`],
    ['stream_options', `"stream":true,"stream_options":${hostile}`],
  ])('such names in %s pollute nothing, and are no crash (J4, X42)', async (_, field) => {
    const response = await startGateway().post(`{"model":"${model}","messages":${JSON.stringify(hello)},${field}}`)
    await response.text()
    expect(response.status).toBeLessThan(500)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is no model, role or tool (J4)',
    async (name) => {
      const started = startGateway()
      expect((await started.ask({ messages: [{ role: name, content: 'x' }] })).body.error?.param).toBe(
        'messages[0].role',
      )
      expect((await started.ask({ model: name })).status).toBe(404)
      expect((await started.ask({ tools: [tool({})], tool_choice: forced(name) })).body.error?.param).toBe(
        'tool_choice',
      )
    },
  )
})

describe('properties whose names are keywords (J5)', () => {
  const names =
    'type properties required items $ref const enum additionalProperties title default description format not anyOf $defs'
  test.each(names.split(' '))('a property called %s is a property (J5, X71)', async (name) => {
    const started = startGateway()
    const parameters = { type: 'object', properties: { [name]: { type: 'string', enum: ['x'] } }, required: [name] }
    const { body } = await started.ask({ tools: [tool(parameters)], tool_choice: forced() })
    expect(declared(started)[0]?.parameters).toEqual({
      type: 'OBJECT',
      properties: { [name]: { type: 'STRING', enum: ['x'] } },
      required: [name],
    })
    expect(body.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe(JSON.stringify({ [name]: 'x' }))
  })
})

function stepsOf(pattern: string, text: string): number {
  const steps = new Steps(1e9)
  expect(matchesPattern(pattern, text, steps)).toBe(false)
  return 1e9 - steps.left
}

describe('patterns that run away (J6)', () => {
  test.each(['(a+)+$', '^(a|a)*$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s takes no more than the length of the text (J6, X64)',
    async (pattern) => {
      const victim = `${'a'.repeat(50_000)}!`
      const parameters = { type: 'object', properties: { x: { type: 'string', pattern } }, required: ['x'] }
      const answer = {
        candidates: [
          { content: { parts: [{ functionCall: { name: 'look', args: { x: victim } } }] }, finishReason: 'STOP' },
        ],
      }
      const started = startGateway({ fetch: async () => Response.json(answer) })
      const messages = [...hello, call(JSON.stringify({ x: victim })), result('x')]
      const { body } = await started.ask({ messages, tools: [tool(parameters)] })
      expect(body.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe(JSON.stringify({ x: victim }))
      // The gateway checks the argument with the compiled schema, whose steps are bounded.
      expect(stepsOf(pattern, victim)).toBeLessThan(2_000_000)
    },
  )
})

describe('enums (J7)', () => {
  test('one of 100,000 texts, or of 50,000 numbers, is fitted (J7, X65)', { timeout: 60_000 }, async () => {
    const started = startGateway()
    await started.ask({ tools: [tool({ type: 'object', properties: { x: { enum: ['a', 1] } } })] })
    for (const [make, length] of [[String, 100_000] as const, [Number, 50_000] as const]) {
      const values = Array.from({ length }, (_, index) => make(index))
      const body = post(JSON.stringify([tool({ type: 'object', properties: { x: { enum: values } } })]))
      const { status } = await startGateway({ fetch: async () => Response.json({ candidates: [] }) }).post(body)
      expect(status).toBe(200)
    }
  })

  test.each([
    ['numbers', { enum: [1, 2.5] }, '1', 1],
    ['numbers that say so', { type: 'integer', enum: [3, 7] }, '3', 3],
    ['a text and null', { enum: ['a', null] }, 'a', 'a'],
    ['an object', { const: { a: [1] } }, '{"a":[1]}', { a: [1] }],
  ])('%s are texts for Gemini, and themselves for the client (J7)', async (_, x, wire, value) => {
    const answer = {
      candidates: [
        { content: { parts: [{ functionCall: { name: 'look', args: { x: wire } } }] }, finishReason: 'STOP' },
      ],
    }
    const sent: string[] = []
    const started = startGateway({
      fetch: async (_url, init) => {
        sent.push(String(init.body))
        return Response.json(answer)
      },
    })
    const parameters = { type: 'object', properties: { x }, required: ['x'] }
    const { body } = await started.ask({ model: older, tools: [tool(parameters)] })
    const { tools } = JSON.parse(sent[0]!) as { tools: [{ functionDeclarations: [Declaration] }] }
    const declaredX = tools[0].functionDeclarations[0].parameters!.properties['x']!
    expect(declaredX['type']).toBe('STRING')
    expect(declaredX['enum']).toContain(wire)
    expect(body.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe(JSON.stringify({ x: value }))
  })
})
