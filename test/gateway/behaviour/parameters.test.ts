import { describe, expect, test } from 'vitest'
import { answer, both, piece, recordGateway } from './recorded-gateway.ts'

type Fields = Record<string, unknown>

const hi = answer({ text: 'Hi.' })

describe.each(both)('%s: settings', (mode) => {
  test.each([
    ['temperature: 0', { temperature: 0 }, { temperature: 0 }],
    ['temperature: 2', { temperature: 2 }, { temperature: 2 }],
    ['top_p', { top_p: 0.1 }, { topP: 0.1 }],
    ['max_tokens', { max_tokens: 16 }, { maxOutputTokens: 16 }],
    ['max_completion_tokens', { max_completion_tokens: 32 }, { maxOutputTokens: 32 }],
    ['both names with one value', { max_tokens: 8, max_completion_tokens: 8 }, { maxOutputTokens: 8 }],
  ])('%s arrives under Google’s name (G7)', async (_, given, expected) => {
    const gateway = recordGateway([hi])
    const { status } = await gateway.ask(mode, given)
    expect(status).toBe(200)
    expect(gateway.sent().generationConfig).toEqual(expected)
  })

  test('null is as good as nothing (G7)', async () => {
    const gateway = recordGateway([hi])
    const nothing = { temperature: null, top_p: null, max_tokens: null, stop: null, seed: null, tools: null, n: null }
    const { status, headers } = await gateway.ask(mode, { ...nothing, response_format: null, tool_choice: null })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBeNull()
    expect(Object.keys(gateway.sent())).toEqual(['contents'])
  })

  test.each([
    ['a text', 'END', ['END']],
    ['a list', ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd']],
    ['a list of one', ['\n'], ['\n']],
  ])('stop as %s is a list of texts (G9)', async (_, stop, expected) => {
    const gateway = recordGateway([hi])
    await gateway.ask(mode, { stop })
    expect(gateway.sent().generationConfig).toEqual({ stopSequences: expected })
  })

  test.each([0, 1, -1, 2_147_483_647])('seed %s arrives (G10)', async (seed) => {
    const gateway = recordGateway([hi])
    await gateway.ask(mode, { seed })
    expect(gateway.sent().generationConfig).toEqual({ seed })
  })

  test('penalties arrive where a model takes them, and are named where it would refuse the request (G11)', async () => {
    const penalties = { presence_penalty: 0.5, frequency_penalty: -1 }
    const old = recordGateway([hi])
    await old.ask(mode, { model: 'gemini-2.0-flash', ...penalties })
    expect(old.sent().generationConfig).toEqual({ presencePenalty: 0.5, frequencyPenalty: -1 })
    // Vertex AI is not known to refuse them.
    const vertex = recordGateway([hi], { profile: 'vertex', project: 'p', location: 'us-central1' })
    const taken = await vertex.ask(mode, penalties)
    expect(vertex.sent().generationConfig).toEqual({ presencePenalty: 0.5, frequencyPenalty: -1 })
    expect(taken.headers.get('x-toolfit-ignored')).toBeNull()
    const gateway = recordGateway([hi])
    const { status, headers } = await gateway.ask(mode, penalties)
    expect(status).toBe(200)
    expect(gateway.sent().generationConfig).toBeUndefined()
    expect(headers.get('x-toolfit-ignored')).toBe('presence_penalty, frequency_penalty')
  })

  test('n choices come back, each with its index, its text and its reason (G8)', async () => {
    const one = (text: string, index: number) => ({
      content: { role: 'model', parts: [{ text }] },
      finishReason: 'STOP',
      index,
    })
    const several = { ...hi, candidates: [one('One.', 0), one('Two.', 1)] }
    const gateway = recordGateway(mode === 'whole' ? [several] : [answer({ text: 'One.' }), answer({ text: 'Two.' })])
    const { choices } = await gateway.ask(mode, { n: 2 })
    expect(choices.map(({ index, content, finish_reason }) => [index, content, finish_reason])).toEqual([
      [0, 'One.', 'stop'],
      [1, 'Two.', 'stop'],
    ])
    if (mode === 'whole') expect(gateway.sent().generationConfig).toEqual({ candidateCount: 2 })
    else expect(gateway.calls).toHaveLength(2)
  })

  test('log probabilities are asked for, and come in OpenAI’s shape (G12)', async () => {
    const chosenCandidates = [{ token: 'Hé', tokenId: 1, logProbability: -0.25 }]
    const topCandidates = [{ candidates: [chosenCandidates[0]!, { token: 'Yo', tokenId: 2, logProbability: -2 }] }]
    const more = { logprobsResult: { chosenCandidates, topCandidates } }
    const gateway = recordGateway([piece([{ text: 'Hé' }], { finishReason: 'STOP', more })])
    const { bodies } = await gateway.ask(mode, { logprobs: true, top_logprobs: 2 })
    expect(gateway.sent().generationConfig).toEqual({ responseLogprobs: true, logprobs: 2 })
    const found = bodies.flatMap(({ choices }) => (choices as { logprobs: unknown }[]).map(({ logprobs }) => logprobs))
    expect(found.filter((logprobs) => logprobs !== null)).toEqual([
      {
        content: [
          {
            token: 'Hé',
            logprob: -0.25,
            bytes: [72, 195, 169],
            top_logprobs: [
              { token: 'Hé', logprob: -0.25, bytes: [72, 195, 169] },
              { token: 'Yo', logprob: -2, bytes: [89, 111] },
            ],
          },
        ],
        refusal: null,
      },
    ])
  })

  test('nobody who does not ask for them gets them (G12)', async () => {
    const gateway = recordGateway([hi])
    const { choices } = await gateway.ask(mode, { logprobs: false })
    expect(gateway.sent().generationConfig).toBeUndefined()
    expect(choices[0]?.logprobs).toBeNull()
  })

  test('labels of the client change nothing, and are named (G26)', async () => {
    const gateway = recordGateway([hi])
    const { status, headers } = await gateway.ask(mode, { user: 'u-1', metadata: { run: '7' }, store: true })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBe('user, metadata, store')
    expect(JSON.stringify(gateway.sent())).not.toMatch(/u-1|run/)
  })
})

describe.each(both)('%s: the effort of thinking', (mode) => {
  const budget = (thinkingBudget: number) => ({ thinkingBudget })
  const level = (thinkingLevel: string) => ({ thinkingLevel })
  test.each([
    ['gemini-2.5-flash', 'none', budget(0), null],
    ['gemini-2.5-flash', 'minimal', budget(0), null],
    ['gemini-2.5-flash', 'low', budget(1024), null],
    ['gemini-2.5-flash', 'medium', budget(8192), null],
    ['gemini-2.5-flash', 'high', budget(24_576), null],
    ['gemini-2.5-flash', 'xhigh', budget(24_576), null],
    ['gemini-2.5-pro', 'none', budget(128), 'reasoning_effort'],
    ['gemini-2.5-pro', 'minimal', budget(128), null],
    ['gemini-2.5-pro', 'high', budget(24_576), null],
    ['gemini-3-flash-preview', 'none', level('MINIMAL'), 'reasoning_effort'],
    ['gemini-3-flash-preview', 'minimal', level('MINIMAL'), null],
    ['gemini-3-flash-preview', 'low', level('LOW'), null],
    ['gemini-3-flash-preview', 'medium', level('MEDIUM'), null],
    ['gemini-3-flash-preview', 'high', level('HIGH'), null],
    ['gemini-3-flash-preview', 'xhigh', level('HIGH'), null],
    ['gemini-3-pro-preview', 'minimal', level('LOW'), 'reasoning_effort'],
    ['gemini-3.8-flash', 'medium', level('MEDIUM'), null],
  ])('%s thinks with effort %s (G20)', async (name, reasoning_effort, thinkingConfig, ignored) => {
    const gateway = recordGateway([hi])
    const { status, headers } = await gateway.ask(mode, { model: name, reasoning_effort })
    expect(status).toBe(200)
    expect(gateway.sent().generationConfig).toEqual({ thinkingConfig })
    expect(headers.get('x-toolfit-ignored')).toBe(ignored)
  })

  test('a model that does not think is not told to (G20)', async () => {
    const gateway = recordGateway([hi])
    const { status, headers } = await gateway.ask(mode, { model: 'gemini-2.0-flash', reasoning_effort: 'low' })
    expect(status).toBe(200)
    expect(gateway.sent().generationConfig).toBeUndefined()
    expect(headers.get('x-toolfit-ignored')).toBe('reasoning_effort')
  })
})

describe.each(both)('%s: Google’s own settings', (mode) => {
  const safety = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_ONLY_HIGH' }]
  const thinking = { include_thoughts: true, thinking_budget: 512 }
  const places = [
    ['extra_body.google', (settings: Fields): Fields => ({ extra_body: { google: settings } })],
    ['google', (settings: Fields): Fields => ({ google: settings })],
    ['extra_body', (settings: Fields): Fields => ({ extra_body: settings })],
    ['the top', (settings: Fields): Fields => settings],
  ] as const

  test.each(places)('safety settings arrive from %s (G27)', async (_, at) => {
    const gateway = recordGateway([hi])
    const { status, headers } = await gateway.ask(mode, at({ safety_settings: safety }))
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBeNull()
    expect(gateway.sent()['safetySettings']).toEqual(safety)
  })

  test.each(places)('cached_content and thinking_config arrive from %s (G28)', async (_, at) => {
    const gateway = recordGateway([hi], { allowResources: ['caches'] })
    const { status, headers } = await gateway.ask(
      mode,
      at({ cached_content: 'cachedContents/abc', thinking_config: thinking }),
    )
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBeNull()
    expect(gateway.sent()['cachedContent']).toBe('cachedContents/abc')
    expect(gateway.sent().generationConfig).toEqual({ thinkingConfig: { includeThoughts: true, thinkingBudget: 512 } })
  })

  test('of two ways to say how hard to think Google’s own wins, and the other is named (G28)', async () => {
    const gateway = recordGateway([hi])
    const google = { thinking_config: { thinking_budget: 512 } }
    const { headers } = await gateway.ask(mode, { reasoning_effort: 'high', extra_body: { google } })
    expect(gateway.sent().generationConfig).toEqual({ thinkingConfig: { thinkingBudget: 512 } })
    expect(headers.get('x-toolfit-ignored')).toBe('reasoning_effort')
  })

  test('what must not be said again beside a cache is not, and is named (G28)', async () => {
    const gateway = recordGateway([hi], { allowResources: ['caches'] })
    const { status, headers } = await gateway.ask(mode, {
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      tools: [{ type: 'function', function: { name: 'look' } }],
      extra_body: { google: { cached_content: 'cachedContents/abc' } },
    })
    expect(status).toBe(200)
    expect(Object.keys(gateway.sent()).sort()).toEqual(['cachedContent', 'contents'])
    expect(headers.get('x-toolfit-ignored')).toBe('messages, tools')
  })

  test('what Google does not know is named, and not sent (G28)', async () => {
    const gateway = recordGateway([hi])
    const { headers } = await gateway.ask(mode, { extra_body: { google: { no_such_thing: 1 }, other: 2 } })
    expect(headers.get('x-toolfit-ignored')).toBe('extra_body.other, google.noSuchThing')
    expect(Object.keys(gateway.sent())).toEqual(['contents'])
  })
})

describe.each(both)('%s: the form of an answer', (mode) => {
  const format = (schema: object) => ({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  })

  test('json_object asks for JSON (G13)', async () => {
    const gateway = recordGateway([answer({ text: '{"a":1}' })])
    const { choices } = await gateway.ask(mode, { response_format: { type: 'json_object' } })
    expect(gateway.sent().generationConfig).toEqual({ responseMimeType: 'application/json' })
    expect(JSON.parse(choices[0]!.content!)).toEqual({ a: 1 })
  })

  test('json_object with a schema asks for that schema (G13)', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] }
    const gateway = recordGateway([answer({ text: '{"a":1}' })])
    const { headers } = await gateway.ask(mode, { response_format: { type: 'json_object', schema } })
    expect(headers.get('x-toolfit-ignored')).toBeNull()
    expect(gateway.sent().generationConfig).toMatchObject({
      responseMimeType: 'application/json',
      responseSchema: { type: 'OBJECT', properties: { a: { type: 'INTEGER' } }, required: ['a'] },
    })
    const wrong = await recordGateway([hi]).ask(mode, { response_format: { type: 'json_object', schema: 5 } })
    expect(wrong.status).toBe(400)
  })

  test('text asks for nothing (G13)', async () => {
    const gateway = recordGateway([hi])
    await gateway.ask(mode, { response_format: { type: 'text' } })
    expect(gateway.sent().generationConfig).toBeUndefined()
  })

  test('a plain schema is sent, and its answer comes as it is (G14)', async () => {
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' }, warm: { type: 'boolean' } },
      required: ['city', 'warm'],
      additionalProperties: false,
    }
    const gateway = recordGateway([answer({ text: '{"city":"Rome","warm":true}' })])
    const { choices } = await gateway.ask(mode, format(schema))
    const config = gateway.sent().generationConfig!
    expect(config['responseMimeType']).toBe('application/json')
    expect(JSON.stringify(config)).toContain('"city"')
    expect(JSON.stringify(config)).not.toContain('$')
    expect(JSON.parse(choices[0]!.content!)).toEqual({ city: 'Rome', warm: true })
  })

  test('references are resolved where the model takes none (G14)', async () => {
    const schema = {
      type: 'object',
      properties: { home: { $ref: '#/$defs/place' }, work: { $ref: '#/$defs/place' } },
      required: ['home', 'work'],
      additionalProperties: false,
      $defs: { place: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
    }
    const value = { home: { city: 'Rome' }, work: { city: 'Oslo' } }
    const gateway = recordGateway([answer({ text: JSON.stringify(value) })])
    const { status, choices } = await gateway.ask(mode, { ...format(schema), model: 'gemini-2.0-flash' })
    expect(status).toBe(200)
    expect(JSON.stringify(gateway.sent().generationConfig)).not.toContain('#/$defs')
    expect(JSON.parse(choices[0]!.content!)).toEqual(value)
  })

  test('a schema that holds itself is sent, and what the model nests comes back nested (G14)', async () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          required: ['name', 'children'],
          additionalProperties: false,
        },
      },
    }
    const value = { name: 'a', children: [{ name: 'b', children: [] }] }
    const gateway = recordGateway([answer({ text: JSON.stringify(value) })])
    const { status, choices } = await gateway.ask(mode, format(schema))
    expect(status).toBe(200)
    expect(JSON.parse(choices[0]!.content!)).toEqual(value)
  })
})
