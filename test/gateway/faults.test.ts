import { afterEach, describe, expect, test, vi } from 'vitest'
import { model, startGateway, type TestGateway, textOf } from './ask-gateway.ts'

/** Faults of the upstream, by their numbers in the list of what a gateway must survive. */

const look = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

function fault(name: string, config: Parameters<typeof startGateway>[0] = {}): TestGateway {
  const started = startGateway(config)
  started.emulator.script([{ fault: name }])
  return started
}

/** A gateway whose upstream answers with these, whatever it is asked. */
function answering(...responses: (() => Response)[]): TestGateway & { readonly count: () => number } {
  let count = 0
  const started = startGateway({
    fetch: async () => responses[Math.min(count++, responses.length - 1)]!(),
  })
  return { ...started, count: () => count }
}

const json =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status })

/** A stream of these chunks, which ends as a body ends. */
function events(...chunks: unknown[]): () => Response {
  return () => new Response(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join(''))
}

function candidate(parts: readonly object[], rest: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] }
}

afterEach(() => vi.useRealTimers())

describe('errors of Gemini are errors of OpenAI', () => {
  test('a 429 keeps its status and how long to wait (F1)', async () => {
    const { status, headers, body } = await fault('429;retry=7').ask({})
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('7')
    expect(body.error).toMatchObject({ type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' })
    expect(body.error?.message).toMatch(/quota/i)
  })

  test('a retry waits no less than Gemini asks for, and no attempt is made beyond the last (F1)', async () => {
    vi.useFakeTimers()
    const started = startGateway({ maxRetries: 1, longestDelayMs: 60_000 })
    started.emulator.script([{ fault: '429;retry=7' }, { fault: '429;retry=7' }])
    const asked = started.ask({})
    await vi.advanceTimersByTimeAsync(6_900)
    expect(started.emulator.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    expect((await asked).status).toBe(429)
    expect(started.emulator.requests).toHaveLength(2)
  })

  test('a wait that is longer than ours is the client’s (F1)', async () => {
    const started = fault('429;retry=7', { maxRetries: 2 })
    expect((await started.ask({})).status).toBe(429)
    expect(started.emulator.requests).toHaveLength(1)
  })

  test('a spent day is insufficient_quota at once, without a second try (F2)', async () => {
    const started = fault('429-daily', { maxRetries: 2 })
    const { status, body } = await started.ask({})
    expect(status).toBe(429)
    expect(body.error?.code).toBe('insufficient_quota')
    expect(started.emulator.requests).toHaveLength(1)
  })

  test('with several keys the next one answers (F2)', async () => {
    const keys: (string | null)[] = []
    const started = startGateway({
      apiKey: ['key-one-canary', 'key-two-canary'],
      fetch: async (_url, init) => {
        const key = new Headers(init.headers).get('x-goog-api-key')
        keys.push(key)
        const spent = { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: 'PerDay' }] }
        const error = { code: 429, message: 'Spent.', status: 'RESOURCE_EXHAUSTED', details: [spent] }
        return key === 'key-one-canary'
          ? Response.json({ error }, { status: 429 })
          : Response.json(candidate([{ text: 'Hi.' }], { finishReason: 'STOP' }))
      },
    })
    expect((await started.ask({})).body.choices[0]?.message.content).toBe('Hi.')
    expect((await started.ask({})).status).toBe(200)
    expect(keys).toEqual(['key-one-canary', 'key-two-canary', 'key-two-canary'])
  })

  test('what Gemini says is wrong is said of the client’s own parameter (F3)', async () => {
    const field = 'tools[0].function_declarations[1].parameters.properties[x].type'
    const details = [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description: 'Bad.' }] },
    ]
    const error = { code: 400, message: 'Bad type.', status: 'INVALID_ARGUMENT', details }
    const { status, body } = await answering(json({ error }, 400)).ask({})
    expect(status).toBe(400)
    expect(body.error).toEqual({
      message: 'Bad type.',
      type: 'invalid_request_error',
      param: 'tools[1].function.parameters',
      code: null,
    })
  })

  test.each([
    [401, 401, 'authentication_error'],
    [403, 403, 'permission_error'],
  ])('a %i is a %i without another try, and a key that Gemini repeats is masked (F4)', async (given, status, type) => {
    const error = { code: given, message: 'The key upstream-key-canary is no good.', status: 'X' }
    const started = answering(json({ error }, given))
    const answer = await started.ask({})
    expect(answer.status).toBe(status)
    expect(answer.body.error?.type).toBe(type)
    expect(JSON.stringify(answer.body)).not.toContain('canary')
    expect(started.count()).toBe(1)
  })

  test('a key that Google calls an invalid argument is a 401 (F4)', async () => {
    const reason = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }
    const details = [
      { ...reason, domain: 'googleapis.com', metadata: { service: 'generativelanguage.googleapis.com' } },
    ]
    const message = 'API key not valid. Please pass a valid API key.'
    const error = { code: 400, message, status: 'INVALID_ARGUMENT', details }
    const { status, body } = await answering(json({ error }, 400)).ask({})
    expect([status, body.error?.code]).toEqual([401, 'invalid_api_key'])
  })

  test('a model that Gemini does not have is model_not_found (F5)', async () => {
    const { status, body } = await startGateway().ask({ model: 'gpt-5.2' })
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param: 'model', code: 'model_not_found' })
  })

  test.each([
    ['500', 502],
    ['503', 503],
    ['504', 504],
  ])('a %s is tried again, and is a %i in the end (F6)', async (name, status) => {
    vi.useFakeTimers()
    const started = startGateway({ maxRetries: 2 })
    started.emulator.script([{ fault: name }, { fault: name }, { fault: name }])
    const asked = started.ask({})
    await vi.advanceTimersByTimeAsync(5_000)
    const answer = await asked
    expect(answer.status).toBe(status)
    expect(answer.body.error?.type).toBe('server_error')
    expect(started.records[0]?.tries).toBe(3)
  })

  test('what goes well in the end is an answer (F6)', async () => {
    vi.useFakeTimers()
    const started = startGateway({ maxRetries: 2 })
    started.emulator.script([{ fault: '503' }, { reply: 'Here.' }])
    const asked = started.ask({})
    await vi.advanceTimersByTimeAsync(5_000)
    expect((await asked).body.choices[0]?.message.content).toBe('Here.')
  })

  test('a page of a proxy is a 502 in JSON, and is not handed on (F7, X106)', async () => {
    const { status, headers, body } = await fault('502-html').ask({})
    expect(status).toBe(502)
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(JSON.stringify(body)).not.toContain('<')
  })

  test('an answer that breaks off is a 502, never a 200 (F8)', async () => {
    const { status, body } = await fault('malformed-json').ask({})
    expect([status, body.error?.code]).toEqual([502, 'bad_gateway'])
  })

  test('a redirect is a 502: the key does not go where it leads (F25)', async () => {
    const started = answering(() => new Response(null, { status: 302, headers: { location: 'http://elsewhere/' } }))
    expect((await started.ask({})).status).toBe(502)
    expect(started.count()).toBe(1)
  })

  test('an upstream that cannot be reached is a 502 that names no address (F13)', async () => {
    const started = startGateway({ fetch: () => Promise.reject(new TypeError('connect ECONNREFUSED 10.0.0.7:443')) })
    const { status, body } = await started.ask({})
    expect([status, body.error?.code]).toEqual([502, 'upstream_unreachable'])
    expect(JSON.stringify(body)).not.toContain('10.0.0.7')
  })

  test('an upstream that never answers is a 504 (F14)', async () => {
    const { status, body } = await fault('stall', { headerTimeoutMs: 50 }).ask({})
    expect([status, body.error?.code]).toEqual([504, 'upstream_timeout'])
  })
})

describe('answers that are none', () => {
  test.each([
    ['nothing', {}],
    ['no candidates', { candidates: [] }],
    ['a blocked prompt', { promptFeedback: { blockReason: 'SAFETY' } }],
  ])('%s is an answer that ends with content_filter (F9)', async (_, body) => {
    const answer = await answering(json(body)).ask({})
    expect(answer.status).toBe(200)
    expect(answer.body.choices).toMatchObject([{ finish_reason: 'content_filter', message: { content: '' } }])
  })

  test('or an error, for those who would rather have one; also where a stream was to be (F9)', async () => {
    const started = startGateway({ blocked: 'error' })
    started.emulator.script([{ fault: 'blocked-prompt' }, { fault: 'blocked-prompt' }])
    const answers = [await started.ask({}), await started.stream({})]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(JSON.stringify(answers[0])).toContain('content_policy_violation')
  })

  test.each(['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'SPII', 'BLOCKLIST'])(
    'a candidate without content that ends with %s is content_filter, as a stream too (F10)',
    async (finishReason) => {
      const body = { candidates: [{ finishReason, index: 0 }] }
      const whole = await answering(json(body)).ask({})
      expect(whole.body.choices).toMatchObject([{ finish_reason: 'content_filter' }])
      const { chunks, data } = await answering(events(body)).stream({})
      expect(chunks.at(-1)?.choices).toMatchObject([{ finish_reason: 'content_filter' }])
      expect(data.at(-1)).toBe('[DONE]')
    },
  )

  test.each([
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'OTHER',
    'LANGUAGE',
  ])('%s is a reason that clients know, with the native one beside it (F11)', async (finishReason) => {
    const { body } = await answering(json({ candidates: [{ content: {}, finishReason }] })).ask({})
    expect(body.choices).toMatchObject([{ finish_reason: 'stop', native_finish_reason: finishReason }])
  })

  test('a reason that nobody knows yet is stop, and is kept (F12)', async () => {
    const { chunks } = await fault('finish-reason').stream({})
    expect(chunks.at(-1)?.choices).toMatchObject([{ finish_reason: 'stop', native_finish_reason: 'NOT_YET_INVENTED' }])
  })
})

describe('streams that break', () => {
  /** Some text, then an error and nothing else. */
  async function expectTruncated(started: TestGateway): Promise<void> {
    const { status, chunks, data } = await started.stream({ stream_options: { include_usage: true } })
    expect(status).toBe(200)
    expect(textOf(chunks)).not.toBe('')
    expect(chunks.at(-1)?.error).toMatchObject({ type: 'server_error', code: 'upstream_truncated' })
    expect(data.at(-1)).not.toBe('[DONE]')
    const choices = chunks.flatMap((chunk) => chunk.choices ?? [])
    expect(choices.map((choice) => choice.finish_reason)).not.toContain('stop')
    expect(chunks.every(({ usage }) => usage === null || usage === undefined)).toBe(true)
    expect(started.records[0]).toMatchObject({ status: 200, outcome: 'failed' })
  }

  test('cut inside an event, all that was whole is there, and then an error (F16, X102)', async () => {
    await expectTruncated(fault('cut-event;after=2'))
  })

  test('a connection that breaks is the same (F17)', async () => {
    await expectTruncated(fault('reset;after=2'))
  })

  test('so is a stream that ends without a reason (F19, X102)', async () => {
    await expectTruncated(fault('no-finish-reason'))
  })

  test('so is a stream that stalls, and comments keep it alive until then (F15)', async () => {
    const started = fault('stall-mid-stream;after=2', { idleTimeoutMs: 200, keepAliveMs: 40 })
    const response = await started.post({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
    const text = await response.text()
    expect(text).toMatch(/data: .*(\n\n: keep-alive)+\n\ndata: {"error":.*"upstream_timeout"}}\n\n$/s)
  })

  test('an error inside a stream is an event of its type (F18)', async () => {
    const { chunks } = await fault('stream-error;after=1').stream({})
    expect(textOf(chunks)).not.toBe('')
    expect(chunks.at(-1)?.error).toMatchObject({ type: 'server_error', code: 'model_overloaded' })
  })

  test('one that comes first is a status (F18)', async () => {
    const { status, body } = await errorOf(fault('stream-error;after=0'))
    expect([status, body.error?.type]).toEqual([503, 'server_error'])
  })

  async function errorOf(started: TestGateway) {
    const response = await started.post({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
    return { status: response.status, body: (await response.json()) as { error?: { type: string } } }
  }

  test('bytes may come one by one (F20)', async () => {
    const reply = 'Grüße aus Zürich: ☃ 🎉'
    const started = startGateway()
    started.emulator.script([{ reply, fault: 'split' }])
    expect(textOf((await started.stream({})).chunks)).toBe(reply)
  })

  test('nothing is tried again after the first event (F28, X107)', async () => {
    const started = fault('cut-event;after=2', { maxRetries: 2 })
    await started.stream({})
    expect(started.emulator.requests).toHaveLength(1)
  })

  test('a client that leaves takes the call of the model with it (F26)', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const started = startGateway()
    const gateway = startGateway({
      fetch: (url, init) => {
        signals.push(init.signal)
        return started.emulator(new Request(url, init))
      },
    })
    started.emulator.script([{ fault: 'stall-mid-stream;after=1' }])
    const response = await gateway.post({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
    const reader = response.body!.getReader()
    await reader.read()
    await reader.cancel()
    expect(signals[0]?.aborted).toBe(true)
    expect(gateway.records[0]).toMatchObject({ outcome: 'aborted' })
  })

  test('nothing is read of the model before the client reads (F27)', async () => {
    let pulled = 0
    const chunk = new TextEncoder().encode(`data: ${JSON.stringify(candidate([{ text: 'x'.repeat(1_000) }]))}\n\n`)
    const started = startGateway({
      fetch: async () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              pulled++
              // As a connection does: one piece for each turn of the event loop.
              await new Promise((resolve) => setTimeout(resolve, 1))
              controller.enqueue(chunk)
            },
          }),
        ),
    })
    const response = await started.post({ model, messages: [{ role: 'user', content: 'Hi' }], stream: true })
    const reader = response.body!.getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = pulled
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(pulled).toBe(before)
    expect(pulled).toBeLessThan(10)
    await reader.cancel()
  })
})

describe('calls in streams', () => {
  test('two calls in two chunks have the indexes 0 and 1, and a late signature is kept (F22)', async () => {
    const chunks = [
      candidate([{ functionCall: { id: 'a', name: 'look', args: {} } }]),
      candidate([{ functionCall: { id: 'b', name: 'look', args: {} } }]),
      candidate([{ text: '', thoughtSignature: 'c2lnbmF0dXJl' }], { finishReason: 'STOP' }),
    ]
    const streamed = await answering(events(...chunks)).stream({ tools: [look] })
    const calls = streamed.chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    expect(calls).toMatchObject([
      { index: 0, id: 'a', extra_content: { google: { thought_signature: 'c2lnbmF0dXJl' } } },
      { index: 1, id: 'b' },
    ])
    expect(streamed.chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
  })

  test('a signature that is repeated on every part belongs to the first call (F22)', async () => {
    const parts = ['a', 'b'].map((id) => ({
      functionCall: { id, name: 'look', args: {} },
      thoughtSignature: 'c2lnbmF0dXJl',
    }))
    const { body } = await answering(json(candidate(parts, { finishReason: 'STOP' }))).ask({ tools: [look] })
    const calls = body.choices[0]?.message.tool_calls
    expect(calls?.map(({ extra_content: extra }) => extra?.google.thought_signature)).toEqual([
      'c2lnbmF0dXJl',
      undefined,
    ])
  })

  test('a call whose arguments come in pieces is one call (F22)', async () => {
    const pieces = [
      candidate([{ functionCall: { id: 'a', name: 'look', willContinue: true } }]),
      candidate([{ functionCall: { partialArgs: [{ jsonPath: '$.at', stringValue: 'Ro' }], willContinue: true } }]),
      candidate([{ functionCall: { partialArgs: [{ jsonPath: '$.at', stringValue: 'me' }] } }], {
        finishReason: 'STOP',
      }),
    ]
    const { chunks } = await answering(events(...pieces)).stream({ tools: [look] })
    const calls = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))
    expect(calls).toMatchObject([{ index: 0, id: 'a', function: { name: 'look', arguments: '{"at":"Rome"}' } }])
  })

  test('a text and a call in one chunk are both there (F23)', async () => {
    const parts = [{ text: 'Let me see.' }, { functionCall: { id: 'a', name: 'look', args: {} } }]
    const { chunks } = await answering(events(candidate(parts, { finishReason: 'STOP' }))).stream({ tools: [look] })
    expect(textOf(chunks)).toBe('Let me see.')
    expect(chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.tool_calls ?? []))).toHaveLength(1)
  })
})
