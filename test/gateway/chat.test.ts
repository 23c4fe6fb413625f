import { describe, expect, test } from 'vitest'
import { hello, model, startGateway, textOf } from './ask-gateway.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

describe('plain chat', () => {
  test('an answer is a chat completion with a usage whose sum is right (G42, G55)', async () => {
    const started = startGateway()
    started.emulator.script([{ reply: 'Sunny.' }])
    const { status, headers, body } = await started.ask({})
    expect(status).toBe(200)
    expect(headers.get('x-request-id')).toMatch(/^req_[\da-f]{32}$/)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      model,
      choices: [{ index: 0, message: { role: 'assistant', content: 'Sunny.' }, logprobs: null, finish_reason: 'stop' }],
    })
    const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total, ...details } = body.usage!
    expect(prompt + completion).toBe(total)
    expect(details['completion_tokens_details']).toEqual({ reasoning_tokens: expect.any(Number) })
    expect(details['prompt_tokens_details']).toEqual({ cached_tokens: 0 })
  })

  test('thoughts are part of what was generated, and cached tokens of the prompt (G42)', async () => {
    const usageMetadata = {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 30,
      totalTokenCount: 150,
    }
    const started = startGateway()
    const candidates = [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }]
    started.emulator.script([{ reply: { candidates, usageMetadata } }])
    expect((await started.ask({})).body.usage).toEqual({
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 30 },
    })
  })

  test('all instructions of the system and of developers arrive, also in parts (G34, G35)', async () => {
    const started = startGateway()
    await started.ask({
      messages: [
        { role: 'system', content: 'One.' },
        {
          role: 'developer',
          content: [
            { type: 'text', text: 'Two, ' },
            { type: 'text', text: 'three.' },
          ],
        },
        ...hello,
      ],
    })
    expect(started.sent()['systemInstruction']).toEqual({ parts: [{ text: 'One.' }, { text: 'Two, three.' }] })
  })

  test('a system that speaks alone is heard (G34)', async () => {
    const started = startGateway()
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'system', content: 'Say hello.' },
    ]
    const { status, headers } = await started.ask({ messages })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-repaired')).toBe('hear-system-as-user')
    expect(started.sent()).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Say hello.' }] }],
    })
  })

  test('the key goes in a header and the client’s own key nowhere (S2, S4)', async () => {
    const seen: { url: string; headers: Headers }[] = []
    const inner = startGateway()
    const started = startGateway({
      apiKey: 'upstream-key-canary',
      fetch: (url, init) => {
        seen.push({ url, headers: new Headers(init.headers) })
        return inner.emulator(new Request(url, init))
      },
    })
    await started.ask({}, { authorization: 'Bearer client-key-canary' })
    expect(seen[0]?.url).not.toContain('canary')
    expect(seen[0]?.headers.get('x-goog-api-key')).toBe('upstream-key-canary')
    expect([...seen[0]!.headers].join()).not.toContain('client-key-canary')
  })

  test('names of models are those of the gateway, of Google, or of a router (G1)', async () => {
    const started = startGateway({ models: { 'gpt-5.2': model } })
    for (const name of ['gpt-5.2', `models/${model}`, `google/${model}`, model]) {
      expect((await started.ask({ model: name })).body.model).toBe(model)
    }
  })

  test('clients must show a key where there are keys, and are written down by a name (G48)', async () => {
    const started = startGateway({ clientKeys: ['client-key-canary'] })
    const refused = await started.ask({}, { authorization: 'Bearer wrong' })
    expect(refused.status).toBe(401)
    expect(refused.body.error).toMatchObject({ type: 'authentication_error', code: 'invalid_api_key' })
    expect((await started.ask({})).status).toBe(401)
    expect((await started.ask({}, { authorization: 'Bearer client-key-canary' })).status).toBe(200)
    expect(started.records.map(({ client }) => client)).toEqual([undefined, undefined, 'client-1'])
    expect(JSON.stringify(started.records)).not.toContain('canary')
  })
})

describe('settings', () => {
  test('every setting that Gemini has arrives under its name (G7, G9, G10, G11)', async () => {
    const started = startGateway()
    const { status, headers } = await started.ask({
      model: 'gemini-2.0-flash',
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      max_completion_tokens: 100,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      seed: 7,
      stop: ['a', 'b'],
    })
    expect(status).toBe(200)
    expect(headers.get('x-toolfit-ignored')).toBeNull()
    expect(started.sent().generationConfig).toEqual({
      temperature: 0.5,
      topP: 0.9,
      topK: 5,
      maxOutputTokens: 100,
      presencePenalty: 0.5,
      frequencyPenalty: -0.5,
      seed: 7,
      stopSequences: ['a', 'b'],
    })
  })

  test('stop may be one text, and max_tokens is the older name (G7, G9)', async () => {
    const started = startGateway()
    await started.ask({ stop: ['', 'END'], max_tokens: 50, temperature: null, n: null })
    expect(started.sent().generationConfig).toMatchObject({ stopSequences: ['END'] })
    await started.ask({ stop: 'END', max_tokens: 50 })
    expect(started.sent().generationConfig).toEqual({ stopSequences: ['END'], maxOutputTokens: 50 })
  })

  test('a seed of 64 bits is folded, and zero is one (G10)', async () => {
    const started = startGateway()
    expect((await started.ask({ seed: 2 ** 40 + 3 })).status).toBe(200)
    expect(started.sent().generationConfig).toEqual({ seed: 3 })
    await started.ask({ seed: 0 })
    expect(started.sent().generationConfig).toEqual({ seed: 0 })
  })

  test('what a model does not take is named, and its default asks for nothing (G7, G11)', async () => {
    const started = startGateway()
    const late = await started.ask({ model: 'gemini-3.8-flash', temperature: 0.2, top_p: 1, presence_penalty: 0.1 })
    expect(late.status).toBe(200)
    expect(late.headers.get('x-toolfit-ignored')).toBe('temperature, presence_penalty')
    expect(started.sent().generationConfig).toBeUndefined()
    const strict = await startGateway({ strict: true }).ask({ model: 'gemini-3.8-flash', temperature: 0.2 })
    expect([strict.status, strict.body.error?.param]).toEqual([400, 'temperature'])
  })

  test.each([
    ['gemini-3-flash-preview', 'minimal', { thinkingLevel: 'MINIMAL' }, null],
    ['gemini-3-flash-preview', 'high', { thinkingLevel: 'HIGH' }, null],
    ['gemini-3-flash-preview', 'xhigh', { thinkingLevel: 'HIGH' }, null],
    ['gemini-3.8-flash', 'minimal', { thinkingLevel: 'LOW' }, 'reasoning_effort'],
    ['gemini-3-flash-preview', 'none', { thinkingLevel: 'MINIMAL' }, 'reasoning_effort'],
    ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }, null],
    ['gemini-2.5-flash', 'medium', { thinkingBudget: 8192 }, null],
    ['gemini-2.5-pro', 'low', { thinkingBudget: 1024 }, null],
  ])('reasoning_effort of %s: %s (G20)', async (name, reasoning_effort, thinkingConfig, ignored) => {
    const started = startGateway()
    const { status, headers } = await started.ask({ model: name, reasoning_effort })
    expect(status).toBe(200)
    expect(started.sent().generationConfig).toEqual({ thinkingConfig })
    expect(headers.get('x-toolfit-ignored')).toBe(ignored)
  })

  test.each([
    ['google', { google: { thinking_config: { include_thoughts: true, thinking_budget: 100 } } }],
    [
      'extra_body.google',
      { extra_body: { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 100 } } } },
    ],
  ])('Google’s own settings are taken in %s, in either spelling (G28)', async (_, body) => {
    const started = startGateway()
    const { status, body: answer } = await started.ask({ model: 'gemini-2.5-flash', ...body })
    expect(status).toBe(200)
    expect(started.sent().generationConfig).toEqual({ thinkingConfig: { includeThoughts: true, thinkingBudget: 100 } })
    expect(answer.choices[0]?.message.reasoning_content).toEqual(expect.any(String))
  })

  test('safety settings arrive, and what Google does not know is named (G27)', async () => {
    const safety = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }]
    const started = startGateway()
    const { headers } = await started.ask({ safety_settings: safety, google: { thought_tag_marker: 'think' } })
    expect(started.sent()['safetySettings']).toEqual(safety)
    expect(headers.get('x-toolfit-ignored')).toBe('google.thoughtTagMarker')
  })

  test('log probabilities come back as OpenAI has them (G12)', async () => {
    const started = startGateway()
    const chosenCandidates = [
      { token: 'Hi', tokenId: 1, logProbability: -0.5 },
      { token: '.', tokenId: 2 },
    ]
    const topCandidates = [
      { candidates: [chosenCandidates[0], { token: 'Yo', tokenId: 3, logProbability: -1.5 }] },
      { candidates: [chosenCandidates[1]] },
    ]
    const reply = {
      candidates: [
        {
          content: { role: 'model', parts: [{ text: 'Hi.' }] },
          finishReason: 'STOP',
          logprobsResult: { chosenCandidates, topCandidates },
        },
      ],
    }
    // The emulator would repeat the list in every piece that it cuts.
    started.emulator.script([{ reply }, { reply: { chunks: [reply] } }])
    const expected = {
      content: [
        {
          token: 'Hi',
          logprob: -0.5,
          bytes: [72, 105],
          top_logprobs: [
            { token: 'Hi', logprob: -0.5, bytes: [72, 105] },
            { token: 'Yo', logprob: -1.5, bytes: [89, 111] },
          ],
        },
        { token: '.', logprob: 0, bytes: [46], top_logprobs: [{ token: '.', logprob: 0, bytes: [46] }] },
      ],
      refusal: null,
    }
    const body = { model: 'gemini-2.0-flash', logprobs: true, top_logprobs: 2 }
    const { body: whole } = await started.ask(body)
    expect(started.sent().generationConfig).toEqual({ responseLogprobs: true, logprobs: 2 })
    expect(whole.choices[0]?.logprobs).toEqual(expected)
    expect((await started.stream(body)).chunks.at(-1)?.choices[0]?.logprobs).toEqual(expected)
  })

  const candidate = (...parts: object[]) => ({ content: { role: 'model', parts }, finishReason: 'STOP' })

  test('n answers of a model that gives several cost one prompt, and each has its calls in the client’s shape (G8)', async () => {
    const started = startGateway()
    const parameters = {
      type: 'object',
      properties: { tags: { type: 'object', additionalProperties: { type: 'string' } } },
    }
    const functionCall = { id: 'a', name: 'look', args: { tags: [{ key: 'k', value: 'v' }] } }
    started.emulator.script([
      {
        reply: {
          candidates: [candidate({ text: 'One.' }), candidate({ functionCall })],
          usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
        },
      },
    ])
    const { body } = await started.ask({ n: 2, tools: [{ type: 'function', function: { name: 'look', parameters } }] })
    expect(started.emulator.requests).toHaveLength(1)
    expect(started.sent().generationConfig).toEqual({ candidateCount: 2 })
    expect(body.choices).toMatchObject([
      { index: 0, message: { content: 'One.' }, finish_reason: 'stop' },
      {
        index: 1,
        message: { tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{"tags":{"k":"v"}}' } }] },
        finish_reason: 'tool_calls',
      },
    ])
    expect(body.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 })
  })

  test('candidates that are missing are asked for (G8)', async () => {
    const started = startGateway()
    started.emulator.script([{ reply: { candidates: [candidate({ text: 'One.' })] } }, { reply: 'Two.' }])
    const { body } = await started.ask({ n: 2 })
    expect(body.choices.map(({ message }) => message.content)).toEqual(['One.', 'Two.'])
  })

  test('a model that gives one answer is asked n times, and tokens are counted together (G8)', async () => {
    const started = startGateway()
    started.emulator.script([{ reply: 'One.' }, { reply: 'Two.' }, { reply: 'Three.' }])
    const { body } = await started.ask({ model: 'gemini-3.8-flash', n: 3 })
    expect(body.choices.map(({ index }) => index)).toEqual([0, 1, 2])
    expect(body.choices.map(({ message }) => message.content).sort()).toEqual(['One.', 'Three.', 'Two.'])
    const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = body.usage!
    expect(prompt + completion).toBe(total)
    expect(started.records[0]?.tries).toBe(3)
  })
})

describe('the form of an answer', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, scores: { type: 'object', additionalProperties: { type: 'integer' } } },
    required: ['city', 'scores'],
    additionalProperties: false,
  }
  const response_format = { type: 'json_schema', json_schema: { name: 'place', strict: true, schema } }

  test('json_object asks for JSON (G13)', async () => {
    const started = startGateway()
    const { body } = await started.ask({ response_format: { type: 'json_object' } })
    expect(started.sent().generationConfig).toEqual({ responseMimeType: 'application/json' })
    expect(() => JSON.parse(body.choices[0]!.message.content!)).not.toThrow()
  })

  test('json_schema is fitted, and the answer is in the client’s own shape, as a stream too (G14)', async () => {
    const started = startGateway()
    const whole = JSON.parse((await started.ask({ response_format })).body.choices[0]!.message.content!)
    expect(whole).toEqual({ city: expect.any(String), scores: expect.any(Object) })
    expect(Array.isArray(whole.scores)).toBe(false)
    const { chunks } = await started.stream({ response_format })
    expect(JSON.parse(textOf(chunks))).toEqual(whole)
  })

  test('a schema that nothing can satisfy is a 400 (G14)', async () => {
    const impossible = { type: 'string', minLength: 5, maxLength: 2 }
    const format = { type: 'json_schema', json_schema: { name: 'x', schema: impossible } }
    const { status, body } = await startGateway().ask({ response_format: format })
    expect([status, body.error?.param]).toEqual([400, 'response_format'])
  })

  test('beside tools a model of 2.5 is asked in words (G14)', async () => {
    const tools = [{ type: 'function', function: { name: 'look' } }]
    const started = startGateway()
    const { status } = await started.ask({ model: 'gemini-2.5-flash', response_format, tools })
    expect(status).toBe(200)
    expect(JSON.stringify(started.sent()['systemInstruction'])).toContain('JSON Schema')
  })
})

describe('images, audio and files', () => {
  const parts = async (...content: object[]) => {
    const started = startGateway({ allowResources: ['files'] })
    const { status, headers } = await started.ask({ messages: [{ role: 'user', content }] })
    expect(status).toBe(200)
    return { parts: started.sent().contents[0]!.parts, config: started.sent().generationConfig, headers }
  }

  test('an image in a data URL is inline data, and a bare URL is one too (G21)', async () => {
    const url = `data:image/png;base64,${png}`
    const inline = { inlineData: { mimeType: 'image/png', data: png } }
    const sent = await parts(
      { type: 'text', text: 'See:' },
      { type: 'image_url', image_url: { url } },
      { type: 'image_url', image_url: url },
    )
    expect(sent.parts).toEqual([{ text: 'See:' }, inline, inline])
  })

  test('the detail of all images is the resolution of the request (G21)', async () => {
    const image = (detail: string) => ({
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${png}`, detail },
    })
    expect((await parts(image('low'), image('auto'))).config).toEqual({ mediaResolution: 'MEDIA_RESOLUTION_LOW' })
    const mixed = await parts(image('low'), image('high'))
    expect(mixed.config).toBeUndefined()
    expect(mixed.headers.get('x-toolfit-ignored')).toBe('messages[].content[].image_url.detail')
  })

  test('audio is inline data of its format (G23)', async () => {
    const audio = (format: string) => ({ type: 'input_audio', input_audio: { data: 'UklGRg==', format } })
    expect((await parts(audio('wav'), audio('mp3'))).parts).toEqual([
      { inlineData: { mimeType: 'audio/wav', data: 'UklGRg==' } },
      { inlineData: { mimeType: 'audio/mpeg', data: 'UklGRg==' } },
    ])
  })

  test('a file is inline data, or one that Google holds (G24)', async () => {
    const file = (inner: object) => ({ type: 'file', file: inner })
    const sent = await parts(
      file({ file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' }),
      file({ file_data: 'aGVsbG8=', filename: 'a.txt' }),
      file({ file_id: 'files/abc-123' }),
    )
    expect(sent.parts).toEqual([
      { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
      { inlineData: { mimeType: 'text/plain', data: 'aGVsbG8=' } },
      { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc-123' } },
    ])
  })

  test('images that the model draws are data URLs, in a stream too', async () => {
    const started = startGateway()
    const reply = [{ text: 'Here:' }, { inlineData: { mimeType: 'image/png', data: png } }]
    started.emulator.script([{ reply }, { reply }])
    const body = { model: 'gemini-2.5-flash-image', modalities: ['text', 'image'] }
    const images = [{ type: 'image_url', index: 0, image_url: { url: `data:image/png;base64,${png}` } }]
    expect((await started.ask(body)).body.choices[0]?.message).toMatchObject({ content: 'Here:', images })
    expect(started.sent().generationConfig).toEqual({ responseModalities: ['TEXT', 'IMAGE'] })
    const { chunks } = await started.stream(body)
    expect(textOf(chunks)).toBe('Here:')
    expect(chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta['images'] ?? []))).toEqual(images)
  })
})

describe('streams', () => {
  test('the role comes once, the reason last, then [DONE]; no usage unless it is asked for (G25, G43, G56)', async () => {
    const started = startGateway()
    started.emulator.script([{ reply: 'A sunny day, with a few clouds in the afternoon.' }])
    const { status, headers, chunks, data } = await started.stream({})
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(textOf(chunks)).toBe('A sunny day, with a few clouds in the afternoon.')
    expect(chunks.map(({ choices }) => choices[0]?.delta.role).filter(Boolean)).toEqual(['assistant'])
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([...chunks.slice(1).map(() => null), 'stop'])
    expect(data.at(-1)).toBe('[DONE]')
    expect(chunks.every((chunk) => !('usage' in chunk))).toBe(true)
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  })

  test('usage that is asked for is in a last chunk without a choice (G25)', async () => {
    const { chunks } = await startGateway().stream({ stream_options: { include_usage: true } })
    expect(chunks.map(({ usage }) => usage === null)).toEqual([...chunks.slice(1).map(() => true), false])
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
  })

  test('n answers stream side by side, each with its index and its reason, and one usage (G8)', async () => {
    const started = startGateway()
    started.emulator.script([{ reply: 'One, two, three.' }, { reply: 'One, two, three.' }])
    const { chunks, data } = await started.stream({ n: 2, stream_options: { include_usage: true } })
    expect([textOf(chunks, 0), textOf(chunks, 1)]).toEqual(['One, two, three.', 'One, two, three.'])
    const reasons = chunks.flatMap(({ choices }) => choices.filter((choice) => choice.finish_reason === 'stop'))
    expect(reasons.map(({ index }) => index).sort()).toEqual([0, 1])
    expect(chunks.filter(({ usage }) => usage !== null)).toHaveLength(1)
    expect(data.filter((text) => text === '[DONE]')).toHaveLength(1)
  })

  test('a record is written at the end, with tokens and without texts (S5)', async () => {
    const started = startGateway()
    await started.stream({ messages: [{ role: 'user', content: 'prompt-canary' }] })
    expect(started.records).toMatchObject([
      {
        route: '/v1/chat/completions',
        status: 200,
        outcome: 'ok',
        model,
        stream: true,
        tries: 1,
        finishReason: 'stop',
      },
    ])
    expect(started.records[0]?.usage?.outputTokens).toBeGreaterThan(0)
    expect(JSON.stringify(started.records)).not.toContain('canary')
  })
})

describe('other routes', () => {
  const get = async (path: string, config: Parameters<typeof startGateway>[0] = {}, headers = {}) => {
    const response = await startGateway(config).gateway(new Request(`http://localhost${path}`, { headers }))
    return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
  }

  test('models are listed as OpenAI lists them, with the names of the gateway (G3)', async () => {
    const { status, text } = await get('/v1/models', { models: { 'gpt-5.2': model } })
    expect(status).toBe(200)
    const { object, data } = JSON.parse(text) as { object: string; data: { id: string }[] }
    expect(object).toBe('list')
    expect(data).toContainEqual({ id: model, object: 'model', created: 0, owned_by: 'google' })
    expect(data.at(-1)?.id).toBe('gpt-5.2')
  })

  test('one model is found by its name, or is a 404 (G3)', async () => {
    expect(JSON.parse((await get(`/v1/models/${model}`)).text)).toMatchObject({ id: model, object: 'model' })
    const missing = await get('/v1/models/gpt-5.2')
    expect(missing.status).toBe(404)
    expect(JSON.parse(missing.text)).toMatchObject({ error: { code: 'model_not_found' } })
  })

  test('health needs no key; models and metrics do, where there are keys (G48, S8)', async () => {
    const config = { clientKeys: ['client-key'] }
    expect(await get('/healthz', config)).toMatchObject({ status: 200, text: '{"status":"ok"}' })
    for (const path of ['/metrics', '/v1/models']) {
      expect((await get(path, config)).status).toBe(401)
      expect((await get(path, config, { authorization: 'Bearer client-key' })).status).toBe(200)
    }
  })

  test('metrics are in the form of Prometheus (G47)', async () => {
    const { type, text } = await get('/metrics')
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toContain('# TYPE toolfit_requests_total counter')
  })
})
