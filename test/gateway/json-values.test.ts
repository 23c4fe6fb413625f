import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonValue } from '../laws/arbitrary-json.ts'
import { arbitrarySchema } from '../laws/arbitrary-schema.ts'
import { runs } from '../laws/runs.ts'
import { hello, model, startGateway } from './ask-gateway.ts'

/** Values on their way through, by their numbers in the list of what a gateway must survive. */

const tool = (parameters: unknown, name = 'look') => ({ type: 'function', function: { name, parameters } })
const call = (args: unknown, id = 'a') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: args } }],
})
const result = (content: unknown, id = 'a') => ({ role: 'tool', tool_call_id: id, content })

/** A gateway whose upstream answers with this text, as an answer or as an event, and keeps what it was sent. */
function answering(answer: string) {
  const sent: string[] = []
  const started = startGateway({
    fetch: async (url, init) => {
      sent.push(String(init.body))
      return new Response(url.includes('stream') ? `data: ${answer}\r\n\r\n` : answer)
    },
  })
  return { ...started, texts: sent }
}

const calling = (args: string) =>
  `{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"look","args":${args}}}]},"finishReason":"STOP","index":0}]}`

describe('what Gemini cannot say (J8)', () => {
  const constructs: Readonly<Record<string, unknown>> = {
    allOf: { allOf: [{ type: 'string' }, { minLength: 2 }] },
    oneOf: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    not: { type: 'string', not: { const: 'x' } },
    if: { if: { const: 1 }, then: { type: 'number' }, else: { type: 'string' } },
    'a tuple': { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
    'a list of types': { type: ['string', 'number', 'null'] },
    'a boolean schema': true,
    'an impossible optional property': false,
    'an empty object': { type: 'object', properties: {} },
    'no type': { description: 'Anything.' },
    'an unknown format': { type: 'string', format: 'zip-code' },
  }
  test.each(Object.entries(constructs))(
    '%s is taken by Gemini, and every keyword is kept or reported (J8)',
    async (_, x) => {
      const started = startGateway()
      const parameters = { type: 'object', properties: { x, y: { type: 'string' } } }
      const { status, body } = await started.ask({ tools: [tool(parameters)] }, { 'x-toolfit-report': '1' })
      expect(status).toBe(200)
      const { tools, left_out } = body.toolfit as {
        tools: { changes: { at: string; keyword: string }[] }[]
        left_out: unknown[]
      }
      expect(left_out).toEqual([])
      const wire = JSON.stringify(started.sent()['tools'])
      const said = typeof x === 'object' ? Object.keys(x as object) : []
      const isSaid = (keyword: string) =>
        tools[0]!.changes.some((change) => change.keyword === keyword) || wire.includes(`"${keyword}":`)
      expect(said.filter((keyword) => !isSaid(keyword))).toEqual([])
    },
  )

  test('a minimum above its maximum leaves the tool out and names it, or is refused by strict (J8)', async () => {
    const tools = [
      tool({ type: 'object', properties: { x: { type: 'number', minimum: 5, maximum: 1 } }, required: ['x'] }),
    ]
    const { status, headers, body } = await startGateway().ask({ tools }, { 'x-toolfit-report': '1' })
    expect([status, headers.get('x-toolfit-ignored')]).toEqual([200, 'tools'])
    expect(body.toolfit).toMatchObject({ left_out: [{ name: 'look' }], ignored: ['tools'] })
    const strict = await startGateway({ strict: true }).ask({ tools })
    expect([strict.status, strict.body.error?.param]).toEqual([400, 'tools[0].function.parameters'])
  })
})

describe('nothing that came is changed (J9)', () => {
  test('a request whose every object is frozen is answered like any other (J9, X66)', async () => {
    const parameters = {
      type: 'object',
      properties: {
        a: { type: 'string', required: true },
        b: { $ref: '#/$defs/b' },
        c: { type: 'array', items: [{}] },
      },
      $defs: { b: { type: ['string', 'null'], const: 'x' } },
    }
    const body = {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'x' },
            { type: 'image_url', image_url: { url: 'https://x/y.png', detail: 'low' } },
          ],
        },
        call('{"a":1,"b":[{}]}'),
        result('{"k":[1]}'),
        result('stray', 'z'),
        {
          role: 'assistant',
          content: [{ type: 'refusal', refusal: 'no' }],
          function_call: { name: 'look', arguments: '{"a":' },
        },
        { role: 'user', content: 'go' },
      ],
      tools: [tool(parameters)],
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'x',
          schema: { type: 'object', properties: { q: { type: 'integer', exclusiveMinimum: 1 } } },
        },
      },
      google: { thinking_config: { include_thoughts: true }, labels: { a: 'b' } },
      stop: ['a'],
      n: 2,
    }
    const answer = '{"candidates":[{"content":{"role":"model","parts":[{"text":"{}"}]},"finishReason":"STOP"}]}'
    const usual = answering(answer)
    const expected = await usual.ask(body)
    expect(expected.status).toBe(200)
    const frozen = answering(answer)
    const parse = JSON.parse
    JSON.parse = (text, reviver) => freeze(parse(text, reviver))
    try {
      expect((await frozen.post({ model, ...body })).status).toBe(200)
      const streamed = await frozen.post({ model, ...body, n: 1, stream: true })
      expect([streamed.status, (await streamed.text()).includes('"error"')]).toEqual([200, false])
    } finally {
      JSON.parse = parse
    }
    expect(frozen.texts[0]).toBe(usual.texts[0])
  })

  function freeze<T>(value: T): T {
    if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) freeze(child)
    return Object.freeze(value)
  }
})

describe('numbers and the order of keys (J10)', () => {
  const exact = [
    '9007199254740991',
    '-1.5',
    '1e-7',
    '0.1',
    '123456789012345',
    '1e+21',
    '[3,1,2]',
    '{"b":1,"a":{"d":2,"c":3}}',
  ]
  test.each(exact)('%s in arguments is the same text on both sides (J10)', async (value) => {
    const text = `{"z":${value},"a":1}`
    const started = answering(calling(text))
    const { body } = await started.ask({
      messages: [...hello, call(text), result('x')],
      tools: [tool({ type: 'object' })],
    })
    expect(started.texts[0]).toContain(`"args":${text}`)
    expect(body.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe(text)
  })

  test.each([
    ['9007199254740993', '9007199254740992'],
    ['-0', '0'],
    ['1.0', '1'],
    ['1E2', '100'],
  ])('%s in arguments is %s: they are a Struct at Google, whose numbers are doubles (J10)', async (value, written) => {
    const started = answering(calling(`{"x":${value}}`))
    const { body } = await started.ask({ messages: [...hello, call(`{"x":${value}}`), result('x')] })
    expect(started.texts[0]).toContain(`"args":{"x":${written}}`)
    expect(body.choices[0]?.message.tool_calls?.[0]?.function.arguments).toBe(`{"x":${written}}`)
  })

  test.each(['1e400', '-1e400', '[{"y":1e999}]'])(
    '%s in arguments is a 400, and is not sent as null (J10)',
    async (value) => {
      const started = startGateway()
      const { status, body } = await started.ask({ messages: [...hello, call(`{"x":${value}}`), result('x')] })
      expect([status, body.error?.param, body.error?.code]).toEqual([
        400,
        'messages[1].tool_calls[0].function.arguments',
        'invalid_value',
      ])
      expect(started.emulator.requests).toHaveLength(0)
    },
  )

  test('a number in a schema that no double holds is a 400 (J10)', async () => {
    const response = await startGateway().post(
      `{"model":"${model}","messages":${JSON.stringify(hello)},"tools":[{"type":"function","function":{"name":"x","parameters":{"type":"object","properties":{"a":{"type":"number","maximum":1e400}}}}}]}`,
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'tools[0].function.parameters' } })
  })

  test.each([
    '{"id":1234567890123456789,"name":"x"}',
    '[9007199254740993]',
    '{"x":1e400}',
    '{"x":-0}',
    '{"x":0.12345678901234567891}',
  ])('the result %s keeps every digit: it is told as the text that it is (J10)', async (text) => {
    const started = startGateway()
    await started.ask({ messages: [...hello, call('{}'), result(text)], tools: [tool({})] })
    expect(started.sent().contents[2]?.parts).toMatchObject([{ functionResponse: { response: { output: text } } }])
  })

  test('any arguments that JSON writes as they are come through as they are, in their order (J10)', async () => {
    const started = answering(calling('{}'))
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), jsonValue), async (value) => {
        const text = JSON.stringify(value)
        await started.ask({ messages: [...hello, call(text), result('x')] })
        expect(started.texts.at(-1)).toContain(`"args":${text}`)
      }),
      runs(0.1),
    )
  })

  test('any arguments of a model come to the client as the model wrote them (J10)', async () => {
    let text = ''
    const started = startGateway({ fetch: async () => new Response(calling(text)) })
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), jsonValue), async (value) => {
        text = JSON.stringify(value)
        const { body } = await started.ask({
          tools: [tool({ type: 'object', additionalProperties: true })],
          tool_choice: 'auto',
        })
        const given = body.choices[0]?.message.tool_calls?.[0]?.function.arguments ?? ''
        // What is declared open is text on the wire; undeclared, it is what the model wrote.
        expect(JSON.parse(given)).toEqual(JSON.parse(text))
      }),
      runs(0.1),
    )
  })
})

describe('any schema (J11)', () => {
  test('random tools are taken by Gemini, or left out and named, never a crash (J11, X67)', async () => {
    const started = startGateway()
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrarySchema, { minLength: 10, maxLength: 10 }), async (schemas) => {
        const tools = schemas.map((schema, index) => tool(schema, `t${index}`))
        const { status, headers, body } = await started.ask({ tools })
        // Some name a definition that is not there.
        if (/"#\/\$defs\/nowhere"/.test(JSON.stringify(schemas))) {
          expect([200, 400]).toContain(status)
          return
        }
        expect([status, body.error?.message]).toEqual([200, undefined])
        const [{ functionDeclarations: sent }] = (started.sent()['tools'] ?? [{ functionDeclarations: [] }]) as [
          { functionDeclarations: unknown[] },
        ]
        if (sent.length < tools.length) expect(headers.get('x-toolfit-ignored')).toBe('tools')
      }),
      runs(0.04),
    )
  })

  test('random JSON in the place of a schema is an answer or a 400 (J11)', async () => {
    const started = answering('{"candidates":[]}')
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom('type', 'properties', '$ref', 'items', 'enum', 'anyOf', '$defs', 'required', 'not', 'x'),
          jsonValue,
        ),
        async (schema) => {
          for (const body of [
            { tools: [tool(schema)] },
            { response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } },
          ]) {
            expect((await started.ask(body)).status).toBeLessThan(500)
          }
        },
      ),
      runs(0.1),
    )
  })
})

describe('very many keys (J12)', () => {
  // All of one length, and equal but for a few characters: what a hash would have trouble with.
  const keys = Array.from({ length: 100_000 }, (_, index) => `key_${index.toString(2).padStart(17, '0')}`)
  const object = Object.fromEntries(keys.map((key, index) => [key, index]))
  const schema = { type: 'object', properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])) }

  test.each([
    ['arguments', { messages: [...hello, call(JSON.stringify(object)), result('x')] }],
    ['a result', { messages: [...hello, call('{}'), result(JSON.stringify(object))] }],
    ['a schema', { tools: [tool(schema)] }],
    ['a body', object],
    ['metadata', { metadata: object }],
    ['google', { google: object }],
  ])('100,000 in %s do not hang (J12, X68)', { timeout: 30_000 }, async (_, body) => {
    const started = answering('{"candidates":[]}')
    await started.ask({})
    const { status } = await started.post({ model, messages: hello, ...body })
    // The square of it would take minutes.
    expect([200, 400]).toContain(status)
    // What a client invents does not fill a log.
    expect(JSON.stringify(started.records).length).toBeLessThan(3_000)
  })
})
