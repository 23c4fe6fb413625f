import { describe, expect, test } from 'vitest'
import { findModel } from './api/model.ts'
import { createEmulator, type Emulator, type EmulatorOptions } from './app.ts'

const model = 'gemini-3-flash-preview'
const studio = `/v1beta/models/${model}`
const vertex = `/v1/projects/p/locations/global/publishers/google/models/${model}`
const key = { 'x-goog-api-key': 'k' }
const bearer = { authorization: 'Bearer t' }
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const weather = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] },
}
const question = {
  contents: [{ role: 'user', parts: [{ text: 'How is the weather in Graz?' }] }],
  tools: [{ functionDeclarations: [weather] }],
}

interface Sent {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly signal?: AbortSignal
}

function send(emulator: Emulator, path: string, { method = 'POST', headers = key, body, signal }: Sent = {}) {
  return emulator(
    new Request(`http://localhost${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    }),
  )
}

async function ask(options: EmulatorOptions, path: string, sent: Sent = {}) {
  const response = await send(createEmulator(options), path, sent)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}

describe('AI Studio', () => {
  test('generateContent answers with indented JSON', async () => {
    const { status, headers, text, json } = await ask({}, `${studio}:generateContent`, { body: question })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=UTF-8'])
    expect(text).toMatch(/^\{\n {2}"candidates": \[\n(.*\n)*\}\n$/)
    expect(json.candidates[0].content.parts[0].functionCall).toMatchObject({
      name: 'get_weather',
      args: { city: 'Graz' },
    })
  })

  test('streamGenerateContent streams events with alt=sse', async () => {
    const { headers, text } = await ask({}, `${studio}:streamGenerateContent?alt=sse`, { body: hello })
    expect(headers.get('content-type')).toBe('text/event-stream')
    const events = text.split('\r\n\r\n')
    expect(events.pop()).toBe('')
    expect(events.length).toBeGreaterThan(1)
    const chunks = events.map((event) => JSON.parse(event.replace(/^data: /, '')))
    expect(chunks.at(-1).candidates[0].finishReason).toBe('STOP')
    expect(chunks.slice(0, -1).map(({ candidates }) => candidates[0].finishReason)).not.toContain('STOP')
  })

  test('streamGenerateContent without it streams one array, which says the same', async () => {
    const { json } = await ask({}, `${studio}:streamGenerateContent`, { body: hello })
    const whole = await ask({}, `${studio}:generateContent`, { body: hello })
    const textOf = (responses: { candidates: { content: { parts: { text?: string }[] } }[] }[]) =>
      responses.flatMap(({ candidates }) => candidates[0]!.content.parts.map(({ text = '' }) => text)).join('')
    expect(json.length).toBeGreaterThan(1)
    expect(textOf(json)).toBe(textOf([whole.json]))
  })

  test('countTokens counts contents, and a whole request', async () => {
    const small = await ask({}, `${studio}:countTokens`, { body: hello })
    const generateContentRequest = { model: `models/${model}`, ...question }
    const large = await ask({}, `${studio}:countTokens`, { body: { generateContentRequest } })
    expect(small.json.totalTokens).toBeGreaterThan(0)
    expect(large.json.totalTokens).toBeGreaterThan(small.json.totalTokens)
    expect(await ask({}, `${studio}:countTokens`, { body: {} })).toMatchObject({ status: 400 })
  })

  test('models are listed in pages, and say that they are no language models', async () => {
    const emulator = createEmulator()
    const names: string[] = []
    let token = ''
    do {
      const response = await send(emulator, `/v1beta/models?pageSize=7&pageToken=${token}`, { method: 'GET' })
      const page = await response.json()
      expect(page.models.length).toBeLessThanOrEqual(7)
      for (const { name, description } of page.models) {
        names.push(name)
        expect(description).toContain('not by a language model')
      }
      token = encodeURIComponent(page.nextPageToken ?? '')
    } while (token !== '')
    expect(names).toContain('models/gemini-3-flash-preview')
    expect(new Set(names).size).toBe(names.length)
    const { json } = await ask({}, '/v1beta/models', { method: 'GET' })
    expect(json.models.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test.each([
    ['pageSize=x', `Invalid value at 'page_size' (TYPE_INT32), "x"`],
    ['pageSize=-1', 'Request contains an invalid argument.'],
    ['pageToken=x', 'Request contains an invalid argument.'],
    [
      'colour=red',
      `Invalid JSON payload received. Unknown name "colour": Cannot bind query parameter. Field 'colour' could not be found in request message.`,
    ],
  ])('models?%s is a 400', async (query, message) => {
    const { status, json } = await ask({}, `/v1beta/models?${query}`, { method: 'GET' })
    expect([status, json.error.message]).toEqual([400, message])
  })

  test('one model is described, and an unknown one is not found', async () => {
    const found = await ask({}, studio, { method: 'GET' })
    expect(found.json).toMatchObject({ name: `models/${model}`, supportedGenerationMethods: expect.any(Array) })
    const { status, json } = await ask({}, '/v1beta/models/gpt-5', { method: 'GET' })
    expect([status, json.error.message]).toEqual([404, 'Model is not found: models/gpt-5 for api version v1beta'])
  })

  test('HEAD is a GET without its body', async () => {
    const { status, text } = await ask({}, studio, { method: 'HEAD' })
    expect([status, text]).toEqual([200, ''])
  })
})

describe('Vertex', () => {
  test('generates with a token, and in express mode with a key', async () => {
    const { status, json } = await ask({}, `${vertex}:generateContent`, { body: question, headers: bearer })
    expect(status).toBe(200)
    expect(json.usageMetadata.trafficType).toBe('ON_DEMAND')
    const express = `/v1beta1/publishers/google/models/${model}:generateContent`
    expect(await ask({}, express, { body: hello })).toMatchObject({ status: 200 })
  })

  test('has a time where it is given a clock', async () => {
    const options = { clock: () => new Date('2026-11-15T00:00:00Z') }
    const { json } = await ask(options, `${vertex}:generateContent`, { body: hello, headers: bearer })
    expect(json.createTime).toBe('2026-11-15T00:00:00.000Z')
  })

  test('lists and describes models of the publisher', async () => {
    const list = await ask({}, '/v1beta1/publishers/google/models', { method: 'GET', headers: bearer })
    expect(list.json.publisherModels[0].name).toMatch(/^publishers\/google\/models\/gemini-/)
    const one = await ask({}, `/v1beta1/publishers/google/models/${model}`, { method: 'GET', headers: bearer })
    expect(one.json.name).toBe(`publishers/google/models/${model}`)
  })
})

describe('Cloud Code', () => {
  const body = { model, project: 'p', request: question }

  test('takes the request in an envelope, and answers in one', async () => {
    const { json } = await ask({}, '/v1internal:generateContent', { body, headers: bearer })
    expect(json).toMatchObject({ response: { candidates: [{ finishReason: 'STOP' }] }, traceId: expect.any(String) })
  })

  test('puts every chunk of a stream into an envelope', async () => {
    const { text } = await ask({}, '/v1internal:streamGenerateContent?alt=sse', { body, headers: bearer })
    for (const event of text.trimEnd().split('\r\n\r\n')) {
      expect(Object.keys(JSON.parse(event.slice('data: '.length)))).toEqual(['response', 'traceId'])
    }
  })

  test('names places behind "request.", and has the older error format', async () => {
    const wrong = { ...body, request: { ...question, toolz: 1 } }
    const { json } = await ask({}, '/v1internal:generateContent', { body: wrong, headers: bearer })
    const message = `Invalid JSON payload received. Unknown name "toolz" at 'request': Cannot find field.`
    expect(json.error).toMatchObject({ message, errors: [{ message, domain: 'global', reason: 'invalid' }] })
  })
})

describe('each stage hides the next', () => {
  const unknownField = { ...hello, toolz: 1 }
  const emptyContents = { contents: [] }
  const modelLast = { contents: [...hello.contents, { role: 'model', parts: [{ functionCall: { name: 'f' } }] }] }
  const parameters = { type: 'OBJECT', properties: { a: { type: 'ARRAY' } } }
  const arrayWithoutItems = { ...modelLast, tools: [{ functionDeclarations: [{ name: 'f', parameters }] }] }
  const wrong = { 'x-goog-api-key': 'wrong' }
  const options = { apiKeys: ['k'] }

  test.each<[string, unknown, Record<string, string>, string, number, RegExp]>([
    ['syntax before transcoding', '{"toolz": 1, "a" 1}', {}, 'nobody', 400, /Expected : between key:value pair/],
    ['transcoding before a missing key', unknownField, {}, 'nobody', 400, /Unknown name "toolz"/],
    ['transcoding before a wrong key', unknownField, wrong, 'nobody', 400, /Unknown name "toolz"/],
    ['a missing key before the model', emptyContents, {}, 'nobody', 403, /unregistered callers/],
    ['a wrong key before the model', emptyContents, wrong, 'nobody', 400, /API key not valid/],
    [
      'the model before the validator',
      emptyContents,
      key,
      'nobody',
      404,
      /^models\/nobody is not found for API version/,
    ],
    ['the validator before the backend', arrayWithoutItems, key, model, 400, /^\* .*items: missing field\.\n$/],
    ['the backend at last', modelLast, key, model, 400, /^[^*]/],
  ])('%s', async (_what, body, headers, name, status, message) => {
    const answer = await ask(options, `/v1beta/models/${name}:generateContent`, { body, headers })
    expect(answer.status).toBe(status)
    expect(answer.json.error.message).toMatch(message)
  })

  test('the query of a list before its key', async () => {
    const { json } = await ask({}, '/v1beta/models?pageSize=x', { method: 'GET', headers: {} })
    expect(json.error.details[0].fieldViolations[0].field).toBe('page_size')
    expect((await ask({}, '/v1beta/models', { method: 'GET', headers: {} })).status).toBe(403)
  })

  test('only transcoding errors have field violations', async () => {
    const details = async (body: unknown) =>
      (await ask({}, `${studio}:generateContent`, { body })).json.error.details?.[0].fieldViolations
    expect(await details(unknownField)).toHaveLength(1)
    expect(await details('{')).toBeUndefined()
    expect(await details(emptyContents)).toBeUndefined()
  })
})

describe('models that are not there', () => {
  test.each([
    [
      '/v1/models/nobody:countTokens',
      key,
      hello,
      'models/nobody is not found for API version v1, or is not supported for countTokens. Call ModelService.ListModels to see the list of available models and their supported methods.',
    ],
    [
      '/v1beta/tunedModels/mine:generateContent',
      key,
      hello,
      'tunedModels/mine is not found for API version v1beta, or is not supported for generateContent. Call ModelService.ListModels to see the list of available models and their supported methods.',
    ],
    [
      '/v1/projects/p/locations/l/publishers/google/models/nobody:generateContent',
      bearer,
      hello,
      'Publisher Model `projects/p/locations/l/publishers/google/models/nobody` not found.',
    ],
    ['/v1internal:generateContent', bearer, { model: 'nobody', request: hello }, 'Requested entity was not found.'],
  ])('%s', async (path, headers, body, message) => {
    const { status, json } = await ask({}, path, { headers, body })
    expect([status, json.error.status, json.error.message]).toEqual([404, 'NOT_FOUND', message])
  })

  test('a name that cannot be one is told apart', async () => {
    const { status, json } = await ask({}, '/v1beta/models/a%20b:generateContent', { body: hello })
    expect([status, json.error.message]).toEqual([
      400,
      '* GenerateContentRequest.model: unexpected model name format\n',
    ])
  })

  test('models of your own take the place of all others', async () => {
    const own = { ...findModel(model)!, id: 'own-model' }
    const options = { models: [own] }
    expect(await ask(options, '/v1beta/models/own-model:generateContent', { body: hello })).toMatchObject({
      status: 200,
    })
    expect(await ask(options, `${studio}:generateContent`, { body: hello })).toMatchObject({ status: 404 })
  })
})

describe('the front end', () => {
  test.each([
    ['GET', '/'],
    ['GET', `${studio}:generateContent`],
    ['PUT', `${studio}:generateContent`],
    ['POST', '/v1beta/openai/chat/completions'],
  ])('answers %s %s with its page', async (method, path) => {
    const { status, headers, text } = await ask({}, path, { method })
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(text).toContain(`The requested URL <code>${path}</code> was not found on this server.`)
  })

  test('shows a path as text', async () => {
    const { text } = await ask({}, '/<script>alert(1)</script>', { method: 'GET' })
    expect(text).not.toContain('<script>')
  })

  test('refuses bodies above the limit with 413', async () => {
    const { status, text } = await ask({ maxBodyBytes: 10 }, `${studio}:generateContent`, { body: hello })
    expect(status).toBe(413)
    expect(text).toContain('Your client issued a request that was too large.')
  })

  test('a profile that does not exist is told at once', () => {
    const options = { profile: 'vertx' } as unknown as EmulatorOptions
    expect(() => createEmulator(options)).toThrow(
      'There is no profile "vertx". There are: ai-studio, vertex, cloud-code, any.',
    )
  })

  test('a profile serves nothing else', async () => {
    expect(await ask({ profile: 'vertex' }, studio, { method: 'GET' })).toMatchObject({ status: 404 })
  })

  test.each([['*'], ['https://example.com']])('lets pages call it that are allowed: cors %j', async (allowed) => {
    const [origin, options] = ['https://example.com', { cors: [allowed] }]
    const asked = {
      origin,
      'access-control-request-headers': 'x-goog-api-key',
      'access-control-request-method': 'POST',
    }
    const preflight = await ask(options, `${studio}:generateContent`, { method: 'OPTIONS', headers: asked })
    expect(preflight.status).toBe(200)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-goog-api-key')
    const answer = await ask(options, `${studio}:generateContent`, { body: hello, headers: { ...key, origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  })

  test.each([[undefined], [['https://other.example']]])('allows no other pages: cors %j (X142)', async (cors) => {
    const options = cors === undefined ? {} : { cors }
    const origin = 'https://example.com'
    const asked = { origin, 'access-control-request-method': 'POST' }
    for (const init of [
      { method: 'OPTIONS', headers: asked },
      { body: hello, headers: { ...key, origin } },
    ]) {
      const { headers } = await ask(options, `${studio}:generateContent`, init)
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('errors of an array stream come in an array, those of events do not', async () => {
    const body = { contents: [] }
    expect((await ask({}, `${studio}:streamGenerateContent`, { body })).json[0].error.code).toBe(400)
    expect((await ask({}, `${studio}:streamGenerateContent?alt=sse`, { body })).json.error.code).toBe(400)
  })

  test('prettyPrint=false gives one line', async () => {
    const { text } = await ask({}, `${studio}:generateContent?prettyPrint=false`, { body: hello })
    expect(text).not.toContain('\n')
  })
})

describe('scripts', () => {
  const say = async (emulator: Emulator, body: unknown = hello, verb = 'generateContent') => {
    const response = await send(emulator, `${studio}:${verb}`, { body })
    return { status: response.status, json: await response.json() }
  }
  const partsOf = async (emulator: Emulator) => (await say(emulator)).json.candidates[0].content.parts

  test('answer in order with text, parts and responses, and then the emulator goes on by itself', async () => {
    const emulator = createEmulator()
    const script = emulator.script([
      { expect: /Hello/, reply: 'One.' },
      { reply: [{ text: 'Two.' }, { functionCall: { name: 'f', args: { a: 1 } } }] },
      { reply: { candidates: [{ finishReason: 'OTHER' }] } },
      { reply: () => 'Four.' },
    ])
    expect(await partsOf(emulator)).toEqual([{ text: 'One.' }])
    const [text, call] = await partsOf(emulator)
    expect([text, call]).toEqual([
      { text: 'Two.' },
      { functionCall: { name: 'f', args: { a: 1 }, id: expect.any(String) }, thoughtSignature: expect.any(String) },
    ])
    expect((await say(emulator)).json).toEqual({ candidates: [{ finishReason: 'OTHER' }] })
    expect(await partsOf(emulator)).toEqual([{ text: 'Four.' }])
    script.assertDone()
    expect((await partsOf(emulator))[0].text).toContain('[Toolfit emulator]')
  })

  test('a call of a script can be sent back: its signature is right', async () => {
    const emulator = createEmulator()
    emulator.script([{ reply: [{ functionCall: { name: 'get_weather', args: { city: 'Graz' } } }] }])
    const first = (await say(emulator, question)).json.candidates[0].content
    const { name, id } = first.parts[0].functionCall
    const response = { functionResponse: { name, id, response: { output: 'Sun.' } } }
    const contents = [...question.contents, first, { role: 'user', parts: [response] }]
    expect(await say(emulator, { ...question, contents })).toMatchObject({ status: 200 })
  })

  test('stream text in pieces, and chunks as they are', async () => {
    const emulator = createEmulator()
    const reply = 'This text is long enough to come in several pieces, as a stream brings it.'
    const chunks = [
      { candidates: [{ content: { parts: [{ text: 'a' }] } }] },
      { candidates: [{ finishReason: 'STOP' }] },
    ]
    emulator.script([{ reply }, { reply: { chunks } }, { reply: { chunks } }])
    const { json } = await say(emulator, hello, 'streamGenerateContent')
    expect(json.length).toBeGreaterThan(1)
    const textOf = ({ candidates }: { candidates: { content: { parts: { text: string }[] } }[] }) =>
      candidates[0]!.content.parts[0]!.text
    expect(json.map(textOf).join('')).toBe(reply)
    expect((await say(emulator, hello, 'streamGenerateContent')).json).toEqual(chunks)
    expect((await say(emulator)).json.candidates).toEqual([
      { content: { role: 'model', parts: [{ text: 'a' }] }, finishReason: 'STOP' },
    ])
  })

  test('fail with errors and faults', async () => {
    const emulator = createEmulator()
    emulator.script([
      { reply: { error: { code: 418, status: 'TEAPOT', message: 'Short and stout.' } } },
      { reply: { fault: '503' } },
      { reply: 'Hm.', fault: 'finish-reason;reason=MAX_TOKENS' },
      { reply: () => ({ fault: 'nonsense' }) },
      { reply: () => ({ error: { code: 7, status: 'X', message: 'x' } }) },
    ])
    expect(await say(emulator)).toEqual({
      status: 418,
      json: { error: { code: 418, message: 'Short and stout.', status: 'TEAPOT' } },
    })
    expect(await say(emulator)).toMatchObject({ status: 503, json: { error: { status: 'UNAVAILABLE' } } })
    expect((await say(emulator)).json.candidates).toMatchObject([{ finishReason: 'MAX_TOKENS' }])
    const { status, json } = await say(emulator)
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('There is no fault "nonsense".')])
    expect(await say(emulator)).toMatchObject({ status: 500 })
    expect(String(emulator.requests.at(-1)!.crash)).toContain('a code from 400 to 599')
  })

  test('with a fault that does not exist are not taken', () => {
    const emulator = createEmulator()
    expect(() => emulator.script([{ reply: { fault: 'nonsense' } }])).toThrow('There is no fault "nonsense".')
    expect(() => emulator.script([{ reply: 'x', fault: '429;x=1' }])).toThrow('has no parameter "x"')
  })

  test('a request that was not expected is told how it differs', async () => {
    const emulator = createEmulator()
    const script = emulator.script([{ expect: { contents: [{ role: 'model' }] }, reply: 'x' }])
    const { status, json } = await say(emulator)
    expect(status).toBe(400)
    expect(json.error.message).toBe(
      'Step 1 of 1 of the script expected another request: contents[0].role is "user", not "model".',
    )
    expect(() => script.assertDone()).toThrow('contents[0].role')
  })

  test('do not see what is refused before', async () => {
    const emulator = createEmulator()
    const script = emulator.script([{ reply: 'x' }])
    expect(await say(emulator, { contents: [] })).toMatchObject({ status: 400 })
    expect(script.pending).toBe(1)
  })

  test('a function that throws is a 500 of its own request, and is kept (X88)', async () => {
    const emulator = createEmulator()
    const broken = new Error('my own fault')
    emulator.script([
      {
        reply: () => {
          throw broken
        },
      },
    ])
    expect(await say(emulator)).toMatchObject({ status: 500, json: { error: { status: 'INTERNAL' } } })
    expect(emulator.requests[0]!.crash).toBe(broken)
    expect(await say(emulator)).toMatchObject({ status: 200 })
  })
})

describe('the record of requests', () => {
  test('shows what was asked and answered, and no keys', async () => {
    const seen: number[] = []
    const emulator = createEmulator({ onRequest: ({ status }) => seen.push(status) })
    await send(emulator, `${studio}:generateContent?key=secret-1`, {
      headers: { 'x-goog-api-key': 'secret-2', authorization: 'Bearer secret-3', 'x-client': 'test' },
      body: hello,
    })
    await send(emulator, `${studio}:generateContent`, { body: { toolz: 1 } })
    const [first, second] = emulator.requests
    expect(first).toMatchObject({
      method: 'POST',
      path: `${studio}:generateContent`,
      query: { key: '[redacted]' },
      headers: { 'x-client': 'test', 'x-goog-api-key': '[redacted]', authorization: '[redacted]' },
      body: hello,
      endpoint: 'ai-studio',
      model,
      status: 200,
      rejections: [],
    })
    expect(second).toMatchObject({ status: 400, rejections: [{ stage: 'parse', rule: 'unknown-field' }] })
    expect(JSON.stringify(emulator.requests)).not.toContain('secret')
    expect(seen).toEqual([200, 400])
  })

  test('is bounded, and emptied by reset', async () => {
    const emulator = createEmulator()
    for (let index = 0; index < 1_005; index++) await send(emulator, `/${index}`, { method: 'GET' })
    expect(emulator.requests.length).toBe(1_000)
    expect(emulator.requests[0]!.path).toBe('/5')
    emulator.script([{ reply: 'x' }])
    emulator.reset()
    expect(emulator.requests).toEqual([])
    const response = await send(emulator, `${studio}:generateContent`, { body: hello })
    expect((await response.json()).candidates[0].content.parts[0].text).not.toBe('x')
  })
})

describe('one request', () => {
  test('that crashes the emulator itself is a 500 of Google’s shape, and no other is disturbed', async () => {
    const broken = {
      ...findModel(model)!,
      id: 'broken',
      inputTokenLimit: undefined as never,
      supports: undefined as never,
    }
    const emulator = createEmulator({ models: [findModel(model)!, broken] })
    const path = (id: string) => `/v1/projects/p/locations/l/publishers/google/models/${id}:generateContent`
    const answers = await Promise.all(
      [model, 'broken', model].map((id) => send(emulator, path(id), { body: hello, headers: bearer })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 500, 200])
    expect(await answers[1]!.json()).toEqual({
      error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' },
    })
    expect(emulator.requests.filter(({ crash }) => crash !== undefined)).toHaveLength(1)
  })

  // An object of a request may have members that JavaScript would call.
  const odd = { toString: 'null', valueOf: 1, toJSON: 2 }
  test.each([
    ['type', { properties: { when: { type: ['string', odd] } } }],
    ['enum', { properties: { when: { enum: ['noon', odd] } } }],
    ['minItems', { $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' }, minItems: odd } }, $ref: '#/$defs/a' }],
    ['maximum', { properties: { when: { type: 'integer', maximum: odd } }, required: ['when'] }],
  ])('with an object where %s of a JSON Schema has a name or a number is no crash', async (_keyword, schema) => {
    for (const responseMimeType of ['application/json', 'text/x.enum']) {
      const emulator = createEmulator()
      const generationConfig = { responseMimeType, responseJsonSchema: { type: 'object', ...schema } }
      const { status } = await send(emulator, `${studio}:generateContent`, {
        body: { contents: [{ parts: [{ text: 'When is noon?' }] }], generationConfig },
        headers: key,
      })
      expect(status).toBeLessThan(500)
      expect(emulator.requests[0]!.crash).toBeUndefined()
    }
  })

  test('answers the same twice', async () => {
    const [first, second] = [
      await ask({}, `${studio}:generateContent`, { body: question }),
      await ask({}, `${studio}:generateContent`, { body: question }),
    ]
    expect(first.text).toBe(second.text)
  })

  test('whose caller gives up is not answered', async () => {
    const controller = new AbortController()
    const headers = { ...key, 'x-toolfit-fault': 'stall' }
    const answer = send(createEmulator(), studio, { method: 'GET', headers, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })
})
