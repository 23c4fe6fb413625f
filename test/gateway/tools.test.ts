import { describe, expect, test } from 'vitest'
import { type ChatMessage, model, startGateway, type TestGateway } from './ask-gateway.ts'

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city.',
    parameters: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        city: { type: 'string' },
        units: { const: 'celsius' },
        // Gemini’s own schemas have no maps: JSON Schema is sent.
        tags: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['city', 'tags'],
      additionalProperties: false,
    },
  },
}
const time = {
  type: 'function',
  function: {
    name: 'get_time',
    description: 'The time in a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const tools = [weather, time]
const question = [{ role: 'user', content: 'What is the weather in Rome, and the time in Oslo?' }]

function calling(started: TestGateway): unknown {
  const config = started.sent()['toolConfig'] as { functionCallingConfig?: unknown } | undefined
  return config?.functionCallingConfig
}

describe('calls', () => {
  test('come with their ids, their names and their arguments as the client declared them (G15, G30)', async () => {
    const started = startGateway()
    const { body } = await started.ask({ messages: [{ role: 'user', content: 'weather in Rome?' }], tools })
    const [choice] = body.choices
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { role: 'assistant', content: null } })
    const [call] = choice!.message.tool_calls!
    expect(call).toMatchObject({ type: 'function', id: expect.any(String), function: { name: 'get_weather' } })
    const args = JSON.parse(call!.function.arguments) as { city: string; tags: object }
    expect(args.city).toBe('Rome')
    expect(Array.isArray(args.tags)).toBe(false)
  })

  test('what Gemini gets has no keyword that it refuses (G15)', async () => {
    const started = startGateway()
    expect((await started.ask({ tools })).status).toBe(200)
    const sent = JSON.stringify(started.sent()['tools'])
    for (const keyword of ['$schema', '"const"']) expect(sent).not.toContain(keyword)
    expect(sent).toContain('"parametersJsonSchema"')
    expect(sent).toContain('"parameters"')
  })

  test('in a stream have stable indexes, and the reason is tool_calls (G36, G38)', async () => {
    const { chunks } = await startGateway().stream({ messages: question, tools })
    const calls = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    expect(calls.map(({ index, function: called }) => [index, called.name])).toEqual([
      [0, 'get_weather'],
      [1, 'get_time'],
    ])
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })
})

describe('conversations of several steps', () => {
  /** As a client that knows nothing of signatures keeps it. */
  function forget({ content, tool_calls: calls }: ChatMessage): object {
    return {
      role: 'assistant',
      content: content ?? null,
      tool_calls: calls?.map(({ id, type, function: called }) => ({ id, type, function: called })),
    }
  }
  const results = (message: ChatMessage) =>
    (message.tool_calls ?? []).map(({ id, function: { name } }) => ({
      role: 'tool',
      tool_call_id: id,
      content: `${name} says 20`,
    }))

  test.each([
    ['keeps what it was given', (message: ChatMessage) => message as object],
    ['drops what it does not know', forget],
  ])('a client that %s gets its calls back to Gemini as Gemini made them (G29, G31)', async (_, keep) => {
    const started = startGateway()
    const first = await started.ask({ messages: question, tools })
    const said = first.body.choices[0]!.message
    expect(said.tool_calls).toHaveLength(2)
    const answered = await started.ask({ messages: [...question, keep(said), ...results(said)], tools })
    expect(answered.status).toBe(200)
    expect(answered.headers.get('x-toolfit-repaired')).toBeNull()
    expect(answered.body.choices[0]?.message.content).toContain('20')
    const [, calls, responses] = started.sent().contents
    expect(calls?.parts).toMatchObject([
      {
        functionCall: { name: 'get_weather', args: { tags: expect.any(Object) } },
        thoughtSignature: said.tool_calls![0]!.extra_content!.google.thought_signature,
      },
      { functionCall: { name: 'get_time' } },
    ])
    expect(responses?.parts).toMatchObject([
      { functionResponse: { name: 'get_weather', id: said.tool_calls![0]!.id } },
      { functionResponse: { name: 'get_time' } },
    ])
  })

  test('a stream keeps signatures too (G54)', async () => {
    const started = startGateway()
    const { chunks } = await started.stream({ messages: question, tools })
    const calls = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    const said = forget({ content: null, tool_calls: calls })
    const messages = [...question, said, ...results({ tool_calls: calls })]
    expect((await started.ask({ messages, tools })).status).toBe(200)
    expect(started.sent().contents[1]?.parts[0]?.['thoughtSignature']).toBe(
      calls[0]!.extra_content!.google.thought_signature,
    )
  })

  test('with a store that fails the bypass is sent, and no error (G53)', async () => {
    const fail = () => Promise.reject(new Error('gone'))
    const started = startGateway({ signatures: { get: fail, set: fail } })
    const said = (await started.ask({ messages: question, tools })).body.choices[0]!.message
    const { status } = await started.ask({ messages: [...question, forget(said), ...results(said)], tools })
    expect(status).toBe(200)
    expect(started.sent().contents[1]?.parts[0]?.['thoughtSignature']).toBe('skip_thought_signature_validator')
  })

  test.each(['vertex', 'cloud-code'] as const)(
    'signatures of %s are where clients look, and come back',
    async (profile) => {
      const started = startGateway({ profile, apiKey: [], headers: { authorization: 'Bearer token' }, project: 'p' })
      const first = await started.ask({ messages: question, tools })
      const said = first.body.choices[0]!.message
      const signature = said.tool_calls![0]!.extra_content!.google.thought_signature
      for (const keep of [said, forget(said)]) {
        const { status } = await started.ask({ messages: [...question, keep, ...results(said)], tools })
        expect(status).toBe(200)
        expect(JSON.stringify(started.sent())).toContain(signature)
      }
    },
  )

  test('a text beside calls stays before them (G32)', async () => {
    const started = startGateway()
    const said = {
      role: 'assistant',
      content: 'Let me see.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'get_time', arguments: '{"city":"Oslo"}' } }],
    }
    await started.ask({ messages: [...question, said, { role: 'tool', tool_call_id: 'a', content: '5' }], tools })
    expect(started.sent().contents[1]?.parts).toMatchObject([{ text: 'Let me see.' }, { functionCall: { id: 'a' } }])
  })
})

describe('tool_choice', () => {
  test.each([
    ['auto', 'auto', { mode: 'AUTO' }],
    ['none', 'none', { mode: 'NONE' }],
    ['required', 'required', { mode: 'ANY' }],
    [
      'a function',
      { type: 'function', function: { name: 'get_time' } },
      { mode: 'ANY', allowedFunctionNames: ['get_time'] },
    ],
    [
      'allowed_tools, auto',
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'get_time' } }] },
      },
      { mode: 'VALIDATED', allowedFunctionNames: ['get_time'] },
    ],
    [
      'allowed_tools, required',
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'get_time' } }] },
      },
      { mode: 'ANY', allowedFunctionNames: ['get_time'] },
    ],
  ] as [string, unknown, { mode: string; allowedFunctionNames?: string[] } | undefined][])(
    '%s is what Gemini is told (G17, G18)',
    async (_, tool_choice, expected) => {
      const started = startGateway()
      const { status, body } = await started.ask({ messages: question, tools, tool_choice })
      expect(status).toBe(200)
      expect(calling(started)).toEqual(expected)
      const names = body.choices[0]?.message.tool_calls?.map((call) => call.function.name) ?? []
      if (expected?.allowedFunctionNames !== undefined) expect(names).toEqual(['get_time'])
      if (expected?.mode === 'NONE') expect(names).toEqual([])
    },
  )

  test('allowed_tools on Vertex, which knows it for required only, are the only ones that are sent (G18)', async () => {
    const started = startGateway({ profile: 'vertex', headers: { authorization: 'Bearer token' }, project: 'p' })
    const allowed = { mode: 'auto', tools: [{ type: 'function', function: { name: 'get_time' } }] }
    const { status } = await started.ask({
      messages: question,
      tools,
      tool_choice: { type: 'allowed_tools', allowed_tools: allowed },
    })
    expect(status).toBe(200)
    expect(started.sent()['tools']).toMatchObject([{ functionDeclarations: [{ name: 'get_time' }] }])
  })

  test.each([
    ['a tool that is not there', { tools, tool_choice: { type: 'function', function: { name: 'nope' } } }],
    ['required without tools', { tool_choice: 'required' }],
    ['a word that is none', { tools, tool_choice: 'maybe' }],
  ])('%s is a 400 (G17)', async (_, body) => {
    const answer = await startGateway().ask(body)
    expect([answer.status, answer.body.error?.param]).toEqual([400, 'tool_choice'])
  })

  test('parallel_tool_calls false: the model is told, and one call is handed on, as a stream too (G19)', async () => {
    const started = startGateway()
    const parts = ['a', 'b'].map((id) => ({ functionCall: { id, name: 'get_time', args: { city: 'Oslo' } } }))
    started.emulator.script([{ reply: parts }, { reply: parts }])
    const request = { messages: question, tools, parallel_tool_calls: false }
    const { body } = await started.ask(request)
    expect(body.choices[0]?.message.tool_calls?.map(({ id }) => id)).toEqual(['a'])
    expect(body.choices[0]?.finish_reason).toBe('tool_calls')
    expect(JSON.stringify(started.sent()['systemInstruction'])).toContain('at most one function')
    const { chunks } = await started.stream(request)
    expect(chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))).toHaveLength(1)
  })
})

interface Changed {
  readonly changes: readonly { readonly enforced: boolean }[]
}

describe('what became of the tools', () => {
  test('is told to who asks for it (G15)', async () => {
    const { body } = await startGateway().ask({ tools }, { 'x-toolfit-report': '1' })
    expect(body.toolfit).toMatchObject({
      tools: [
        {
          name: 'get_weather',
          sent_as: 'get_weather',
          changes: expect.arrayContaining([
            expect.objectContaining({ at: '', keyword: 'dialect', code: 'dialect-chosen', effect: 'rewritten' }),
            expect.objectContaining({ at: '/properties/units', keyword: 'const', effect: 'rewritten' }),
            expect.objectContaining({ keyword: '$schema', effect: 'dropped' }),
          ]),
        },
        { name: 'get_time' },
      ],
      left_out: [],
    })
  })

  test('claims nothing to be enforced: the gateway does not check what the model answers (G15)', async () => {
    const started = startGateway()
    // The model ends the recursion with a text that is no list.
    started.emulator.script([{ reply: '{"name":"a","children":"\\"b\\""}' }])
    const node = { type: 'object', properties: { name: { type: 'string', pattern: '^a$' } } }
    const children = { type: 'array', items: { $ref: '#' } }
    const schema = { ...node, properties: { ...node.properties, children } }
    const format = { type: 'json_schema', json_schema: { name: 'tree', schema } }
    const request = {
      tools: [{ type: 'function', function: { name: 'plant', parameters: schema } }],
      response_format: format,
    }
    const { body } = await started.ask(request, { 'x-toolfit-report': '1' })
    const report = body.toolfit as { tools: Changed[]; response_format: Changed }
    for (const { changes } of [...report.tools, report.response_format]) {
      expect(changes.length).toBeGreaterThan(0)
      expect(changes.filter(({ enforced }) => enforced)).toEqual([])
    }
  })

  test('comes in the first chunk of a stream, and nobody else gets it', async () => {
    const { chunks } = await startGateway().stream({ tools }, { 'x-toolfit-report': '1' })
    expect(chunks[0]).toMatchObject({
      choices: [],
      toolfit: { tools: [{ name: 'get_weather' }, { name: 'get_time' }] },
    })
    expect(JSON.stringify(await startGateway().ask({ tools }))).not.toContain('toolfit":{')
  })

  test('a tool that cannot be declared is left out and named, or refused by strict (G15)', async () => {
    const impossible = {
      type: 'function',
      function: { name: 'never', parameters: { type: 'object', properties: { x: false }, required: ['x'] } },
    }
    const { status, headers } = await startGateway().ask({ tools: [...tools, impossible] })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBe('tools')
    const strict = await startGateway({ strict: true }).ask({ tools: [...tools, impossible] })
    expect([strict.status, strict.body.error?.param]).toEqual([400, 'tools[2].function.parameters'])
  })
})

describe('the API of 2023', () => {
  test('functions and function_call are taken and given (G58)', async () => {
    const started = startGateway()
    const functions = [time.function]
    const messages = [{ role: 'user', content: 'time in Oslo?' }]
    const { body } = await started.ask({ messages, functions })
    const [choice] = body.choices
    expect(choice).toMatchObject({
      finish_reason: 'function_call',
      message: { function_call: { name: 'get_time', arguments: '{"city":"Oslo"}' } },
    })
    const { chunks } = await started.stream({ messages, functions })
    expect(chunks[0]?.choices[0]?.delta).toMatchObject({ function_call: { name: 'get_time' } })
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('function_call')
    const result = { role: 'function', name: 'get_time', content: '5 o’clock' }
    const answered = await started.ask({ messages: [...messages, choice!.message, result], functions })
    expect(answered.body.choices[0]?.message.content).toContain('5 o’clock')
  })
})

test('models of 2.5, which sign nothing and name no calls, work the same (G30)', async () => {
  const started = startGateway()
  const first = await started.ask({ model: 'gemini-2.5-flash', messages: question, tools })
  const said = first.body.choices[0]!.message
  const [one, two] = said.tool_calls!
  expect(one!.id).not.toBe(two!.id)
  const results = said.tool_calls!.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'ok' }))
  const { status } = await started.ask({ model: 'gemini-2.5-flash', messages: [...question, said, ...results], tools })
  expect(status).toBe(200)
  expect(model).not.toBe('gemini-2.5-flash')
})

test('asks for what the server of a tool sets only if it is told to', async () => {
  const parameters = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
  }
  const create = { type: 'function', function: { name: 'create', parameters } }
  const namesSent = async (config: Parameters<typeof startGateway>[0]) => {
    const started = startGateway(config)
    started.emulator.script([{ reply: 'Done.' }])
    await started.ask({ messages: question, tools: [create] })
    const [
      {
        functionDeclarations: [{ parameters: sent }],
      },
    ] = started.sent()['tools'] as [{ functionDeclarations: [{ parameters: { properties: object } }] }]
    return Object.keys(sent.properties)
  }
  expect(await namesSent({})).toEqual(['name'])
  expect(await namesSent({ access: 'keep' })).toEqual(['id', 'name'])
})
