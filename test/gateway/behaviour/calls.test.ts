import { describe, expect, test } from 'vitest'
import { type AnsweredCall, answer, both, piece, recordGateway, type SentDeclaration } from './recorded-gateway.ts'

const hi = answer({ text: 'Hi.' })
const tool = (name: string, parameters: object = { type: 'object', properties: { city: { type: 'string' } } }) => ({
  type: 'function',
  function: { name, description: `Does ${name}.`, parameters },
})
const tools = [tool('get_weather'), tool('get_time')]
const call = (name: string, args: object, rest: object = {}) => ({ functionCall: { name, args, ...rest } })
const question = { role: 'user', content: 'How is Rome?' }
/** A model that takes no JSON Schema: everything is sent in Gemini's own form. */
const older = 'gemini-2.0-flash'

describe.each(both)('%s: what is declared', (mode) => {
  async function declared(parameters: object, more: object = {}): Promise<SentDeclaration> {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, { tools: [tool('look', parameters)], ...more })
    expect(status).toBe(200)
    return gateway.sent().tools![0]!.functionDeclarations[0]!
  }

  test('a tool has its name, its description and its parameters (G15)', async () => {
    expect(await declared({ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] })).toEqual({
      name: 'look',
      description: 'Does look.',
      parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
    })
  })

  test('a tool without parameters is one (G15)', async () => {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, { tools: [{ type: 'function', function: { name: 'ping' } }] })
    expect(status).toBe(200)
    expect(gateway.sent().tools![0]!.functionDeclarations.map(({ name }) => name)).toEqual(['ping'])
  })

  test('no keyword that Gemini refuses is sent (G15)', async () => {
    const refused = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        fixed: { const: 'a' },
        either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
        maybe: { type: ['string', 'null'] },
        above: { type: 'number', exclusiveMinimum: 0, multipleOf: 2 },
        unique: { type: 'array', items: { type: 'string' }, uniqueItems: true },
        place: { $ref: '#/$defs/place' },
        level: { type: 'integer', enum: [1, 2] },
        anything: {},
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
        shown: { type: 'string', examples: ['x'], readOnly: true, 'x-order': 1 },
      },
      // What the server sets is only sent if it is required.
      required: ['fixed', 'shown'],
      additionalProperties: false,
      $defs: { place: { type: 'object', properties: { city: { type: 'string' } }, additionalProperties: false } },
    }
    const sent = await declared(refused, { model: older })
    const keys = new Set<string>()
    JSON.stringify(sent.parameters, (key, value: unknown) => {
      keys.add(key)
      return value
    })
    const bad =
      '$schema const oneOf exclusiveMinimum multipleOf uniqueItems $ref $defs additionalProperties prefixItems'
    for (const keyword of [...bad.split(' '), 'examples', 'readOnly', 'x-order'])
      expect([...keys]).not.toContain(keyword)
    expect(Object.keys(sent.parameters!.properties!)).toEqual(Object.keys(refused.properties))
    expect(JSON.stringify(sent)).not.toMatch(/"type":\[/)
  })

  test('a tool that Gemini’s own form has to encode is sent as JSON Schema, where the model takes it (G15)', async () => {
    const properties = { scores: { type: 'object', additionalProperties: { type: 'number' } } }
    expect(await declared({ type: 'object', properties })).toEqual({
      name: 'look',
      description: 'Does look.',
      parametersJsonSchema: { type: 'object', properties },
    })
  })

  test('what the model writes in the shape that it was given comes back in the client’s own (G15)', async () => {
    const parameters = {
      type: 'object',
      properties: {
        level: { type: 'integer', enum: [1, 2] },
        fixed: { const: 7 },
        scores: { type: 'object', additionalProperties: { type: 'number' } },
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
        choice: { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: { const: true } } }] },
        maybe: { type: ['string', 'null'] },
      },
      required: ['level', 'scores'],
    }
    const args = {
      level: 1,
      fixed: 7,
      scores: [{ key: 'a', value: 1 }],
      pair: { item_0: 'x', item_1: 2 },
      maybe: null,
    }
    const gateway = recordGateway([answer(call('look', args))])
    const { choices } = await gateway.ask(mode, { model: older, tools: [tool('look', parameters)] })
    const given = { level: 1, fixed: 7, scores: { a: 1 }, pair: ['x', 2], maybe: null }
    const text = choices[0]!.calls[0]!.function.arguments
    expect(JSON.parse(text)).toEqual(given)
    // And the other way round, when the client sends it back.
    const messages = [
      question,
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: text } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
    ]
    const again = await gateway.ask(mode, { model: older, tools: [tool('look', parameters)], messages })
    expect(again.status).toBe(200)
    expect(gateway.sent().contents[1]!.parts[0]!['functionCall']).toMatchObject({ name: 'look', args })
  })

  test('a schema that holds itself is declared, and takes what it held (G15)', async () => {
    const parameters = {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } } },
    }
    const args = { tree: { name: 'a', next: { name: 'b', next: { name: 'c' } } } }
    const gateway = recordGateway([answer(call('look', args)), answer(call('look', args))])
    for (const more of [{}, { model: older }]) {
      const { choices } = await gateway.ask(mode, { tools: [tool('look', parameters)], ...more })
      const isKept = JSON.stringify(gateway.sent().tools).includes('$ref')
      expect(isKept).toBe(!('model' in more))
      expect(JSON.parse(choices[0]!.calls[0]!.function.arguments)).toEqual(args)
    }
  })

  test('properties that are called like keywords are there, and required (G16)', async () => {
    const names = ['type', 'properties', 'items', 'required', 'additionalProperties', '$ref', 'const', 'enum', 'format']
    const more = ['title', 'default', 'ref', 'description', 'anyOf', 'nullable', '$schema', 'definitions']
    const properties = Object.fromEntries([...names, ...more].map((name) => [name, { type: 'string' }]))
    const gateway = recordGateway([
      answer(call('look', Object.fromEntries([...names, ...more].map((name) => [name, 'x'])))),
    ])
    const parameters = { type: 'object', properties, required: [...names, ...more], additionalProperties: false }
    const { choices } = await gateway.ask(mode, { tools: [tool('look', parameters)] })
    const { parameters: sent } = gateway.sent().tools![0]!.functionDeclarations[0]!
    expect(Object.keys(sent!.properties!).sort()).toEqual([...names, ...more].sort())
    expect(Object.keys(JSON.parse(choices[0]!.calls[0]!.function.arguments) as object)).toEqual([...names, ...more])
  })
})

describe.each(both)('%s: tool_choice', (mode) => {
  const named = (name: string) => ({ type: 'function', function: { name } })
  test.each([
    ['none', 'none', { mode: 'NONE' }],
    ['auto', 'auto', { mode: 'AUTO' }],
    ['required', 'required', { mode: 'ANY' }],
    ['a function', named('get_time'), { mode: 'ANY', allowedFunctionNames: ['get_time'] }],
  ])('%s is the mode that Gemini has for it (G17)', async (_, tool_choice, expected) => {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, { tools, tool_choice })
    expect(status).toBe(200)
    expect(gateway.sent().toolConfig?.functionCallingConfig).toEqual(expected)
    expect(gateway.sent().tools![0]!.functionDeclarations).toHaveLength(2)
  })

  test('who says nothing leaves it to Gemini (G17)', async () => {
    const gateway = recordGateway([hi])
    await gateway.ask(mode, { tools })
    expect(gateway.sent().toolConfig).toBeUndefined()
  })

  test('auto and none without tools ask for nothing (G17)', async () => {
    for (const tool_choice of ['auto', 'none']) {
      const gateway = recordGateway([hi])
      expect((await gateway.ask(mode, { tool_choice })).status).toBe(200)
      expect(Object.keys(gateway.sent())).toEqual(['contents'])
    }
  })

  test('a tool whose name had to be fitted is found under its new one (G17)', async () => {
    const gateway = recordGateway([hi])
    await gateway.ask(mode, { tools: [tool('my tool/x')], tool_choice: named('my tool/x') })
    const [declaration] = gateway.sent().tools![0]!.functionDeclarations
    expect(gateway.sent().toolConfig?.functionCallingConfig).toEqual({
      mode: 'ANY',
      allowedFunctionNames: [declaration!.name],
    })
  })

  test.each([
    ['auto', 'VALIDATED'],
    ['required', 'ANY'],
  ])('allowed_tools, %s: all are declared, some can be called (G18)', async (choice, expected) => {
    const gateway = recordGateway([hi])
    const allowed_tools = { mode: choice, tools: [named('get_time')] }
    await gateway.ask(mode, { tools, tool_choice: { type: 'allowed_tools', allowed_tools } })
    expect(gateway.sent().toolConfig?.functionCallingConfig).toEqual({
      mode: expected,
      allowedFunctionNames: ['get_time'],
    })
    expect(gateway.sent().tools![0]!.functionDeclarations.map(({ name }) => name)).toEqual(['get_weather', 'get_time'])
  })

  test('with parallel_tool_calls false one call comes back, however many the model makes (G19)', async () => {
    const several = [
      piece([call('get_time', { city: 'a' })]),
      piece([call('get_time', { city: 'b' })], { finishReason: 'STOP' }),
    ]
    const gateway = recordGateway([several])
    const { choices } = await gateway.ask(mode, { tools, parallel_tool_calls: false })
    expect(choices[0]!.calls.map(({ function: called }) => called.arguments)).toEqual(['{"city":"a"}'])
    expect(choices[0]!.finish_reason).toBe('tool_calls')
    const free = await gateway.ask(mode, { tools, parallel_tool_calls: true })
    expect(free.choices[0]!.calls).toHaveLength(2)
  })
})

describe.each(both)('%s: calls', (mode) => {
  test('have the ids that Gemini gave (G30)', async () => {
    const parts = [call('get_weather', { city: 'Rome' }, { id: 'm4q8z1v6' }), call('get_time', {}, { id: 'x2' })]
    const { choices } = await recordGateway([answer(...parts)]).ask(mode, { tools })
    expect(choices[0]!.calls.map(({ id }) => id)).toEqual(['m4q8z1v6', 'x2'])
  })

  test('have ids of their own where Gemini gave none, also over several answers (G30)', async () => {
    const gateway = recordGateway([answer(call('get_time', {}), call('get_time', {}))])
    const ids = new Set<string>()
    for (const _ of [1, 2]) {
      const { choices } = await gateway.ask(mode, { tools })
      for (const { id } of choices[0]!.calls) ids.add(id)
    }
    expect(ids.size).toBe(4)
    // OpenAI's own are no longer than 40.
    expect([...ids].every((id) => /^[\w-]{1,40}$/.test(id))).toBe(true)
  })

  test('are functions whose arguments are the text of a JSON object, beside a content of null (G55)', async () => {
    const parts = [
      call('get_weather', { city: 'Rome', days: [1, 2], deep: { a: null } }),
      { functionCall: { name: 'get_time' } },
    ]
    const anything = { type: 'object', properties: {}, additionalProperties: true }
    const gateway = recordGateway([answer(...parts)])
    const { choices } = await gateway.ask(mode, { tools: [tool('get_weather', anything), tool('get_time')] })
    const [choice] = choices
    expect(choice).toMatchObject({ role: 'assistant', content: null, finish_reason: 'tool_calls' })
    expect(choice!.calls.map(({ type }) => type)).toEqual(['function', 'function'])
    for (const { function: called } of choice!.calls) expect(typeof called.arguments).toBe('string')
    expect(choice!.calls[1]!.function).toEqual({ name: 'get_time', arguments: '{}' })
  })

  test('keep their index over chunks, and the reason is tool_calls (G36, G38)', async () => {
    const pieces = [
      piece([call('get_weather', { city: 'Rome' }, { id: 'a' })]),
      piece([call('get_time', { city: 'Oslo' }, { id: 'b' }), call('get_time', { city: 'Bern' }, { id: 'c' })]),
      piece([{ text: '' }], { finishReason: 'STOP' }),
    ]
    const { choices, bodies } = await recordGateway([pieces]).ask(mode, { tools })
    expect(choices[0]!.calls.map(({ id, function: { name } }) => [id, name])).toEqual([
      ['a', 'get_weather'],
      ['b', 'get_time'],
      ['c', 'get_time'],
    ])
    expect(choices[0]!.finish_reason).toBe('tool_calls')
    if (mode === 'whole') return
    const deltas = bodies.flatMap((body) => (body['choices'] as { delta: { tool_calls?: AnsweredCall[] } }[]) ?? [])
    const streamed = deltas.flatMap(({ delta }) => delta.tool_calls ?? [])
    expect(streamed.map(({ id, index }) => [id, index])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ])
  })

  test('and a text in one chunk both arrive (G37)', async () => {
    const { choices } = await recordGateway([answer({ text: 'Let me see.' }, call('get_time', { city: 'Oslo' }))]).ask(
      mode,
      { tools },
    )
    expect(choices[0]).toMatchObject({ content: 'Let me see.', finish_reason: 'tool_calls' })
    expect(choices[0]!.calls.map(({ function: { name } }) => name)).toEqual(['get_time'])
  })

  test('an answer without calls stops, also where there are tools (G38)', async () => {
    const { choices } = await recordGateway([hi]).ask(mode, { tools })
    expect(choices[0]).toMatchObject({ content: 'Hi.', calls: [], finish_reason: 'stop' })
  })

  test('an answer that is cut off says length, also after a call (G38)', async () => {
    const cut = piece([call('get_time', { city: 'Oslo' })], { finishReason: 'MAX_TOKENS' })
    const { choices } = await recordGateway([cut]).ask(mode, { tools })
    expect(choices[0]!.finish_reason).toBe('length')
  })

  test('one that the model could not write is no silent stop (G39)', async () => {
    const more = { finishMessage: 'Malformed function call: print(default_api.get_time())' }
    const failed = piece([], { finishReason: 'MALFORMED_FUNCTION_CALL', more })
    const { status, choices, data } = await recordGateway([failed]).ask(mode, { tools })
    expect(status).toBe(200)
    expect(['stop', 'length', 'tool_calls', 'content_filter', 'function_call']).toContain(choices[0]!.finish_reason)
    expect(choices[0]!.native_finish_reason).toBe('MALFORMED_FUNCTION_CALL')
    if (mode === 'streamed') expect(data.at(-1)).toBe('[DONE]')
  })
})

describe.each(both)('%s: the history', (mode) => {
  const asked = (id: string, name: string, args = '{}') => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  })
  const said = (calls: object[], content: string | null = null) => ({ role: 'assistant', content, tool_calls: calls })
  const result = (id: string, content: unknown) => ({ role: 'tool', tool_call_id: id, content })
  async function sentFor(messages: readonly object[], rest: object = {}) {
    const gateway = recordGateway([hi])
    const { status, headers } = await gateway.ask(mode, { messages, tools, ...rest })
    expect(status).toBe(200)
    return { contents: gateway.sent().contents, headers }
  }
  const responses = (parts: readonly Record<string, unknown>[]) =>
    parts.map((part) => part['functionResponse'] as { name: string; id?: string; response: object; parts?: object[] })

  test('results have the names of their calls, in one turn, in any order (G31)', async () => {
    const calls = [asked('a', 'get_weather'), asked('b', 'get_time')]
    const { contents } = await sentFor([question, said(calls), result('b', 'noon'), result('a', 'sunny')])
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
    expect(contents[1]!.parts.map(({ functionCall }) => (functionCall as { name: string }).name)).toEqual([
      'get_weather',
      'get_time',
    ])
    const answered = responses(contents[2]!.parts)
    expect(answered.map(({ name }) => name).sort()).toEqual(['get_time', 'get_weather'])
    for (const { name, response } of answered) {
      expect(JSON.stringify(response)).toContain(name === 'get_time' ? 'noon' : 'sunny')
    }
  })

  test('arguments arrive as the object that they are the text of (G31)', async () => {
    const { contents } = await sentFor([
      question,
      said([asked('a', 'get_weather', '{"city":"Rome"}')]),
      result('a', 'x'),
    ])
    expect(contents[1]!.parts[0]!['functionCall']).toMatchObject({ name: 'get_weather', args: { city: 'Rome' } })
  })

  test('a text beside calls stays, and before them (G32)', async () => {
    const { contents } = await sentFor([question, said([asked('a', 'get_time')], 'Let me see.'), result('a', 'noon')])
    expect(contents[1]!.parts.map((part) => Object.keys(part).filter((key) => key !== 'thoughtSignature'))).toEqual([
      ['text'],
      ['functionCall'],
    ])
    expect(contents[1]!.parts[0]!['text']).toBe('Let me see.')
  })

  test.each([
    ['a text', 'sunny', { output: 'sunny' }],
    ['a number in a text', '20', { output: '20' }],
    ['an object in a text', '{"degrees":20}', { degrees: 20 }],
    ['a list in a text', '[1,2]', { output: [1, 2] }],
    ['an empty text', '', { output: '' }],
    ['a text that looks like JSON', '{oops', { output: '{oops' }],
    [
      'parts',
      [
        { type: 'text', text: 'sunny, ' },
        { type: 'text', text: 'warm' },
      ],
      { output: 'sunny, warm' },
    ],
    ['a number', 20, { output: '20' }],
    ['an object', { degrees: 20 }, { degrees: 20 }],
    ['a list', [1, 2], { output: [1, 2] }],
    ['null', null, { output: '' }],
  ])('a result that is %s reaches the model as an object (G33)', async (_, content, response) => {
    const { contents } = await sentFor([question, said([asked('a', 'get_time')]), result('a', content)])
    expect(responses(contents[2]!.parts)).toMatchObject([{ name: 'get_time', response }])
  })

  test('ids of calls go to models that give ids, and to no others (G31, G33)', async () => {
    const messages = [question, said([asked('a', 'get_time')]), result('a', 'noon')]
    const late = await sentFor(messages, { model: 'gemini-3-flash-preview' })
    expect(responses(late.contents[2]!.parts)[0]!.id).toBe('a')
    const early = await sentFor(messages)
    expect(responses(early.contents[2]!.parts)[0]!.id).toBeUndefined()
  })

  test('several steps keep their order (G31)', async () => {
    const { contents } = await sentFor([
      question,
      said([asked('a', 'get_weather')]),
      result('a', 'sunny'),
      said([asked('b', 'get_time')], 'And the time.'),
      result('b', 'noon'),
      { role: 'assistant', content: 'Sunny at noon.' },
      { role: 'user', content: 'Thanks.' },
    ])
    expect(contents.map(({ role }) => role)).toEqual(['user', 'model', 'user', 'model', 'user', 'model', 'user'])
    expect(contents.at(-1)!.parts).toEqual([{ text: 'Thanks.' }])
  })
})
