import { describe, expect, test } from 'vitest'
import { hello, model, startGateway } from './ask-gateway.ts'

/** Input that no client should send, by its number in the list of what a gateway must survive. */

const call = (args: unknown, id: unknown = 'a') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'look', arguments: args } }],
})
const result = (content: unknown, id = 'a') => ({ role: 'tool', tool_call_id: id, content })
const look = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

/** The status and the parameter of a refusal; Gemini must not have been asked. */
async function refusal(body: object, config: Parameters<typeof startGateway>[0] = {}): Promise<unknown[]> {
  const started = startGateway(config)
  const answer = await started.ask(body)
  expect(started.emulator.requests).toHaveLength(0)
  expect(answer.body.error?.type).toBe('invalid_request_error')
  return [answer.status, answer.body.error?.param]
}

describe('bodies', () => {
  test.each([
    ['malformed JSON', '{"model":'],
    ['an empty body', ''],
    ['spaces', ' \n '],
    ['null', 'null'],
    ['an array', '[]'],
    ['an array of requests', `[{"model":"${model}","messages":[{"role":"user","content":"x"}]}]`],
    ['a text', '"hello"'],
    ['a number', '5'],
    ['true', 'true'],
    ['two values', '{}{}'],
    ['a comma too many', '{"model":"x",}'],
    ['single quotes', "{'model':'x'}"],
    ['a comment', '{"model":"x"/* y */}'],
    ['undefined', 'undefined'],
  ])('%s is a 400, and Gemini is not asked (B1, X35)', async (_, body) => {
    const started = startGateway()
    const response = await started.post(body)
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: Record<string, unknown> }
    expect(error).toEqual({
      message: expect.stringMatching(/^We could not parse the JSON body of your request/),
      type: 'invalid_request_error',
      param: null,
      code: error['code'],
    })
    expect([null, 'invalid_json']).toContain(error['code'])
    expect(started.emulator.requests).toHaveLength(0)
  })

  test('a mark of the byte order before JSON does no harm (B1)', async () => {
    const response = await startGateway().post(`\ufeff{"model":"${model}","messages":${JSON.stringify(hello)}}`)
    expect([200, 400]).toContain(response.status)
  })

  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('content of the type %s is a 415 (B1)', async (type) => {
    const started = startGateway()
    const response = await started.post({ model, messages: hello }, { 'content-type': type })
    expect(response.status).toBe(415)
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', code: 'unsupported_media_type' },
    })
    expect(started.emulator.requests).toHaveLength(0)
  })

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.api+json'])(
    'content of the type %s is JSON (B1)',
    async (type) => {
      expect((await startGateway().post({ model, messages: hello }, { 'content-type': type })).status).toBe(200)
    },
  )

  test('what is no UTF-8 is a 400 (B11)', async () => {
    const { gateway } = startGateway()
    const body = new Uint8Array([...new TextEncoder().encode('{"model":"'), 0xff, 0x22, 0x7d])
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/v1/chat/completions', { method: 'POST', headers, body })
    const response = await gateway(request)
    expect(response.status).toBe(400)
  })

  test.each([
    ['a lone surrogate', 'a\ud800b'],
    ['a NUL', 'a\0b'],
    ['a million emoji', '🎉'.repeat(1_000_000)],
    ['a lone low surrogate', '\udc00'],
    ['characters that are none', '\uffff\ufffe'],
    ['letters that turn the text round', '\u202e\u2066'],
  ])('%s does no harm (B11)', async (_, content) => {
    const { status, body } = await startGateway().ask({ messages: [{ role: 'user', content }] })
    expect([200, 400]).toContain(status)
    // It throws where half a character stands alone.
    expect(() => encodeURIComponent(JSON.stringify(body))).not.toThrow()
  })
})

describe('messages', () => {
  test.each([
    ['none', undefined, 'messages'],
    ['null', null, 'messages'],
    ['a text', 'hello', 'messages'],
    ['an object', { role: 'user', content: 'x' }, 'messages'],
    ['an empty list', [], 'messages'],
    ['a null in the list', [null], 'messages[0]'],
    ['a null behind others', [...hello, null], 'messages[1]'],
    ['a text in the list', ['x'], 'messages[0]'],
    ['a list in the list', [[]], 'messages[0]'],
    ['content that is a number', [{ role: 'user', content: 5 }], 'messages[0].content'],
    ['content that is null', [{ role: 'user', content: null }], 'messages[0].content'],
    ['a null in the content', [{ role: 'user', content: [null] }], 'messages[0].content[0]'],
    ['a system without content', [{ role: 'system' }], 'messages[0].content'],
    ['calls that are a text', [{ role: 'assistant', tool_calls: 'x' }], 'messages[0].tool_calls'],
    ['a call that is null', [{ role: 'assistant', tool_calls: [null] }], 'messages[0].tool_calls[0]'],
    [
      'a call without a function',
      [{ role: 'assistant', tool_calls: [{ id: 'a' }] }],
      'messages[0].tool_calls[0].function',
    ],
    ['a result without an id', [{ role: 'tool', content: 'x' }], 'messages[0].tool_call_id'],
    ['a message without a role', [{ content: 'x' }], 'messages[0].role'],
    ['a user’s message without content', [{ role: 'user' }], 'messages[0].content'],
  ])('%s is a 400 with the path (B2)', async (_, messages, param) => {
    expect(await refusal({ messages })).toEqual([400, param])
  })

  test.each([
    ['an unknown role', { role: 'robot', content: 'x' }, 'messages[0].role'],
    ['an unknown part', { role: 'user', content: [{ type: 'smell' }] }, 'messages[0].content[0].type'],
    [
      'an image without a URL',
      { role: 'user', content: [{ type: 'image_url', image_url: {} }] },
      'messages[0].content[0].image_url.url',
    ],
    [
      'a URL that is none',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'cat.png' } }] },
      'messages[0].content[0].image_url.url',
    ],
    ['a text that is none', { role: 'user', content: [{ type: 'text', text: 5 }] }, 'messages[0].content[0].text'],
    ['an image of the system', { role: 'system', content: [{ type: 'image_url' }] }, 'messages[0].content[0].type'],
    [
      'audio in an unknown format',
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA', format: 'midi' } }] },
      'messages[0].content[0].input_audio.format',
    ],
    [
      'a file of OpenAI',
      { role: 'user', content: [{ type: 'file', file: { file_id: 'file-abc' } }] },
      'messages[0].content[0].file.file_id',
    ],
  ])('%s is a 400 with the path (B3)', async (_, message, param) => {
    expect(await refusal({ messages: [message] })).toEqual([400, param])
  })

  test('no arguments are none (B4)', async () => {
    const started = startGateway()
    const messages = [...hello, call(''), result('x')]
    expect((await started.ask({ messages, tools: [look] })).status).toBe(200)
    expect(started.sent().contents[1]?.parts).toMatchObject([{ functionCall: { args: {} } }])
  })

  test.each(['[1]', '5', '"x"', 'no JSON', 'null', 'true', '[]', '{}{}', '{"a":}', '"{', '\\u0000'])(
    'arguments that are %s are a 400, or repaired into an object and named (B4)',
    async (args) => {
      const param = 'messages[1].tool_calls[0].function.arguments'
      expect(await refusal({ messages: [...hello, call(args), result('x')] }, { strict: true })).toEqual([400, param])
      const started = startGateway()
      const { status, headers, body } = await started.ask({
        messages: [...hello, call(args), result('x')],
        tools: [look],
      })
      // Mended and named, or refused: what goes to Gemini is an object.
      if (status === 400) expect(body.error?.param).toBe(param)
      else {
        expect(headers.get('x-toolfit-repaired')).toContain('repair-arguments')
        const [part] = started.sent().contents[1]!.parts as [{ functionCall: { args: unknown } }]
        expect(part.functionCall.args).toBeTypeOf('object')
      }
    },
  )

  test('an object that was cut off is repaired and reported, or refused by strict (B4)', async () => {
    const messages = [...hello, call('{"at":"Rome"'), result('x')]
    const started = startGateway()
    const { status, headers } = await started.ask({ messages, tools: [look] })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-repaired')).toBe('repair-arguments')
    expect(started.sent().contents[1]?.parts).toMatchObject([{ functionCall: { args: { at: 'Rome' } } }])
    expect(await refusal({ messages }, { strict: true })).toEqual([400, 'messages[1].tool_calls[0].function.arguments'])
  })

  test.each([
    ['a text', 'Sunny.', { output: 'Sunny.' }],
    ['an object as text', '{"celsius":20}', { celsius: 20 }],
    ['a list as text', '[1,2]', { output: [1, 2] }],
    ['a text that begins like one', '{hm', { output: '{hm' }],
    ['a number', 5, { output: '5' }],
    ['an object', { celsius: 20 }, { celsius: 20 }],
    ['a list of numbers', [1, 2], { output: [1, 2] }],
    ['nothing', '', { output: '' }],
    ['null', null, { output: '' }],
    [
      'parts',
      [
        { type: 'text', text: 'Sun' },
        { type: 'text', text: 'ny.' },
      ],
      { output: 'Sunny.' },
    ],
    ['a name of Object’s', '{"__proto__":{"x":1}}', JSON.parse('{"__proto__":{"x":1}}')],
  ])('a result that is %s is an object for Gemini (B5)', async (_, content, response) => {
    const started = startGateway()
    const { status } = await started.ask({ messages: [...hello, call('{}'), result(content)], tools: [look] })
    expect(status).toBe(200)
    const [part] = started.sent().contents[2]!.parts
    expect((part as { functionResponse: { response: unknown } }).functionResponse.response).toEqual(response)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('a result of 5 MB is taken, and one above the limit of a body is a 413 (B5)', async () => {
    const started = startGateway()
    const messages = (size: number) => [...hello, call('{}'), result('x'.repeat(size))]
    expect((await started.ask({ messages: messages(5_000_000), tools: [look] })).status).toBe(200)
    const refused = await started.ask({ messages: messages(21_000_000), tools: [look] })
    expect([refused.status, refused.body.error?.code]).toEqual([413, 'request_too_large'])
    expect(started.emulator.requests).toHaveLength(1)
  })

  test('two calls of one id, and a result for each, are told apart (B6)', async () => {
    const twice = { ...call('{}'), tool_calls: [...call('{"n":1}').tool_calls, ...call('{"n":2}').tool_calls] }
    const started = startGateway()
    const { status, headers } = await started.ask({
      messages: [...hello, twice, result('x'), result('y')],
      tools: [look],
    })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-repaired')).toContain('fit-ids')
    const [, made, answered] = started.sent().contents
    expect(made!.parts).toHaveLength(2)
    expect(answered!.parts).toHaveLength(2)
  })

  test.each([
    ['a result without a call', [...hello, result('x')], 'drop-stray-results'],
    ['a call without a result', [...hello, call('{}'), ...hello], 'answer-calls'],
    ['two results for one call', [...hello, call('{}'), result('x'), result('y')], 'drop-stray-results'],
    ['a result before its call', [...hello, result('x'), call('{}')], 'drop-stray-results'],
  ])('%s is repaired and reported, or refused by strict (B6, X47)', async (_, messages, rule) => {
    const started = startGateway()
    const { status, headers } = await started.ask({ messages, tools: [look] })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-repaired')).toContain(rule)
    const strict = startGateway({ strict: true })
    const refused = await strict.ask({ messages, tools: [look] })
    expect(refused.status).toBe(400)
    expect(refused.body.error?.message).toMatch(/tool_calls/)
    expect(strict.emulator.requests).toHaveLength(0)
  })

  test('strict says in OpenAI’s words which call has no answer, and where (B6)', async () => {
    const messages = [...hello, call('{}'), result('x'), call('{}', 'b'), ...hello]
    const { body } = await startGateway({ strict: true }).ask({ messages, tools: [look] })
    expect(body.error).toMatchObject({
      param: 'messages[3]',
      message:
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: b",
    })
  })
})

describe('parameters', () => {
  test.each([
    ['logit_bias', { logit_bias: { 50256: -100 } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['audio', { audio: { voice: 'alloy', format: 'wav' } }],
    ['web_search_options', { web_search_options: {} }],
    ['invented', { invented: 1 }],
  ])('%s is named as ignored, or refused by strict (B7)', async (name, body) => {
    const { status, headers } = await startGateway().ask(body)
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBe(name)
    expect(await refusal(body, { strict: true })).toEqual([400, name])
  })

  test('what changes no answer is named, and not refused (B7)', async () => {
    const body = { user: 'u', metadata: { a: 'b' }, store: true, prompt_cache_key: 'k' }
    const { status, headers } = await startGateway({ strict: true }).ask(body)
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBe('user, metadata, store, prompt_cache_key')
  })

  test('what asks for nothing is not named (B7)', async () => {
    const body = { store: false, service_tier: 'auto', logit_bias: {}, metadata: null, modalities: ['text'] }
    expect((await startGateway().ask(body)).headers.get('x-toolfit-ignored')).toBeNull()
  })

  test('a stream has the header too, and a name that no header can hold is shown (B7)', async () => {
    const { headers } = await startGateway().stream({ 'größe\n': 1 })
    expect(headers.get('x-toolfit-ignored')).toBe('gr??e?')
  })

  test.each([
    ['temperature', '1e999'],
    ['temperature', '-1'],
    ['temperature', '"hot"'],
    ['top_p', '1.5'],
    ['max_tokens', '-5'],
    ['max_tokens', '0'],
    ['max_completion_tokens', '1e12'],
    ['max_tokens', '1.5'],
    ['n', '1000000000'],
    ['n', '0'],
    ['presence_penalty', '3'],
    ['seed', '0.5'],
    ['top_logprobs', '21'],
    ['stop', JSON.stringify(Array.from({ length: 20 }, String))],
    ['stop', '5'],
    ['stream', '"yes"'],
    ['reasoning_effort', '"extreme"'],
    ['response_format', '"json"'],
  ])('%s cannot be %s (B8)', async (name, value) => {
    const started = startGateway()
    const response = await started.post(
      `{"model":"${model}","messages":${JSON.stringify(hello)},"logprobs":true,"${name}":${value}}`,
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param: name } })
    expect(started.emulator.requests).toHaveLength(0)
  })

  test('NaN is no JSON (B8)', async () => {
    expect((await startGateway().post(`{"model":"${model}","temperature":NaN}`)).status).toBe(400)
  })
})

describe('names', () => {
  test.each([
    '../../v1beta/models/x',
    'models/../x',
    'gemini-3-flash-preview?key=1',
    'gemini-3-flash-preview#x',
    'a%2fb',
    'gemini 3',
    'gemini-3:countTokens',
    'x'.repeat(10_000),
    'gemini-☃',
    '.',
  ])('%s is the name of no model, and reaches no URL (B9)', async (name) => {
    const started = startGateway()
    const { status, body } = await started.ask({ model: name })
    expect([status, body.error?.code]).toEqual([404, 'model_not_found'])
    expect(started.emulator.requests).toHaveLength(0)
    expect(body.error!.message.length).toBeLessThan(300)
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['a number', 5],
  ])('a model that is %s is a 400 (B9)', async (_, name) => {
    expect(await refusal({ model: name })).toEqual([400, 'model'])
  })

  test('names that Gemini refuses are fitted, without collisions, and come back as they were (B10)', async () => {
    const names = [
      'a'.repeat(200),
      `${'a'.repeat(199)}b`,
      'two words',
      'two_words',
      'größe',
      '__proto__',
      '1st',
      'constructor',
    ]
    const tools = names.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }))
    const started = startGateway()
    for (const name of names) {
      const tool_choice = { type: 'function', function: { name } }
      const { status, body } = await started.ask({ tools, tool_choice })
      expect(status).toBe(200)
      expect(body.choices[0]?.message.tool_calls?.map((made) => made.function.name)).toEqual([name])
    }
    const [{ functionDeclarations }] = started.sent()['tools'] as [{ functionDeclarations: { name: string }[] }]
    expect(new Set(functionDeclarations.map(({ name }) => name)).size).toBe(names.length)
  })

  test('two tools of one name, and too many tools, are a 400 (B10)', async () => {
    expect(await refusal({ tools: [look, look] })).toEqual([400, 'tools[1].function.name'])
    const many = Array.from({ length: 5_000 }, (_, index) => ({ type: 'function', function: { name: `t${index}` } }))
    expect(await refusal({ tools: many })).toEqual([400, 'tools'])
  })
})

describe('very many', () => {
  const calls = (count: number) => Array.from({ length: count }, (_, index) => call('{}', `c${index}`))
  const kinds: readonly (readonly [string, (count: number) => object[]])[] = [
    ['of users', (count) => Array.from({ length: count }, (_, index) => ({ role: 'user', content: `m${index}` }))],
    [
      'with calls and results in turn',
      (count) => calls(count / 2).flatMap((made, index) => [made, result('{"a":1}', `c${index}`)]),
    ],
    // A call counts as four parts: there may be 4,000.
    [
      'with calls that nobody answered',
      (count) => calls(count / 2).flatMap((made) => [made, { role: 'user', content: 'And?' }]),
    ],
    ['with results of nothing', (count) => Array.from({ length: count }, (_, index) => result('x', `c${index}`))],
    ['with results of one call', (count) => [call('{}'), ...Array.from({ length: count }, () => result('x'))]],
    [
      'with results behind all the calls',
      (count) => [...calls(count / 2), ...Array.from({ length: count / 2 }, (_, index) => result('x', `c${index}`))],
    ],
  ]

  const answering = () => startGateway({ fetch: async () => Response.json({ candidates: [] }) })

  test.each(kinds)('12,000 messages %s are a 400 at once (B13, X41)', async (_, make) => {
    const started = answering()
    await started.ask({ messages: make(10) })
    const { body } = await started.ask({ messages: make(12_000) })
    expect(body.error).toMatchObject({ param: 'messages', code: 'array_above_max_length' })
  })

  test.each(kinds)('8,000 messages %s are answered (B13)', { timeout: 30_000 }, async (_, make) => {
    const started = answering()
    await started.ask({ messages: make(10) })
    expect((await started.ask({ messages: [...hello, ...make(8_000)] })).status).toBe(200)
  })

  test('20,000 calls or parts in one message are a 400 at once (B13)', async () => {
    const many = { role: 'assistant', content: null, tool_calls: calls(20_000).flatMap(({ tool_calls }) => tool_calls) }
    const parts = { role: 'user', content: Array.from({ length: 20_000 }, () => ({ type: 'text', text: 'x' })) }
    for (const message of [many, parts]) {
      const { status, body } = await answering().ask({ messages: [...hello, message] })
      expect([status, body.error?.param, body.error?.code]).toEqual([400, 'messages', 'array_above_max_length'])
    }
  })

  test('5,000 tools are a 400 at once, and 512 are taken (B13)', async () => {
    const started = answering()
    const tools = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        type: 'function',
        function: { name: `t${index}`, parameters: { type: 'object', properties: { a: { type: 'string' } } } },
      }))
    const { body } = await started.ask({ tools: tools(5_000) })
    expect(body.error).toMatchObject({ param: 'tools', code: 'array_above_max_length' })
    expect((await started.ask({ tools: tools(512) })).status).toBe(200)
  })

  test('very many arguments that are no JSON do not hang (B4)', { timeout: 30_000 }, async () => {
    const broken = (id: string) => call(`{${'"'.repeat(30_000)}`, id)
    const messages = Array.from({ length: 200 }, (_, index) => [broken(`c${index}`), result('x', `c${index}`)]).flat()
    const started = answering()
    expect((await started.ask({ messages: [...hello, ...messages] })).status).toBe(400)
  })
})

describe('methods and paths', () => {
  const send = (method: string, path: string, headers: Record<string, string> = {}, cors: string[] = []) =>
    startGateway({ cors }).gateway(new Request(`http://localhost${path}`, { method, headers }))

  test.each([
    ['GET', '/v1/chat/completions', 'POST, OPTIONS'],
    ['HEAD', '/v1/chat/completions', 'POST, OPTIONS'],
    ['DELETE', '/v1/models', 'GET, HEAD, OPTIONS'],
    ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 that says what is allowed (B16)', async (method, path, allow) => {
    const response = await send(method, path)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
  })

  test.each(['/', '/v1/embeddings', '/v1/responses', '/v1/chat/completions/x', '/favicon.ico'])(
    '%s is a 404 in JSON (B16)',
    async (path) => {
      const response = await send('POST', path)
      expect(response.status).toBe(404)
      const { error } = await response.json()
      expect(error).toMatchObject({ type: 'invalid_request_error', code: 'unknown_url' })
      expect(error.message).toMatch(
        /Set your client to OpenAI's chat completions, with a base URL that ends in \/v1\.$/,
      )
    },
  )

  test('HEAD is a GET without its body (B16)', async () => {
    const response = await send('HEAD', '/healthz')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('pages of other origins get nothing unless they are listed (B16, X33)', async () => {
    const origin = { origin: 'https://page.example' }
    const preflight = { ...origin, 'access-control-request-method': 'POST' }
    const allowed = async (method: string, headers: Record<string, string>, cors: string[]) => {
      const path = method === 'OPTIONS' ? '/v1/chat/completions' : '/healthz'
      return (await send(method, path, headers, cors)).headers.get('access-control-allow-origin')
    }
    expect(await allowed('OPTIONS', preflight, [])).toBeNull()
    expect(await allowed('GET', origin, [])).toBeNull()
    expect(await allowed('OPTIONS', preflight, ['https://other.example'])).toBeNull()
    expect(await allowed('OPTIONS', preflight, ['https://page.example'])).toBe('https://page.example')
    expect(await allowed('GET', origin, ['*'])).toBe('*')
    expect((await send('OPTIONS', '/v1/models', preflight, ['*'])).status).toBe(204)
  })
})
