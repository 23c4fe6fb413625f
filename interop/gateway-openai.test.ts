import OpenAI from 'openai'
import { ContentFilterFinishReasonError, LengthFinishReasonError } from 'openai/error'
import { zodResponseFormat } from 'openai/helpers/zod'
import type { GenerateContentRequest } from 'toolfit/emulator'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startGateway, type TestGateway } from './gateway/start-gateway.ts'
import { refusals, tokensCounted } from './gateway/upstream-steps.ts'

const alias = 'gpt-5.2'
const model = 'gemini-3-flash-preview'
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello there' }]

let gateway: TestGateway
let client: OpenAI
beforeAll(async () => {
  gateway = await startGateway({ models: { [alias]: model } })
  client = connect(gateway)
})
afterEach(() => gateway.reset())
afterAll(() => gateway.close())

function connect({ baseURL, fetch }: TestGateway, apiKey = 'any'): OpenAI {
  return new OpenAI({ apiKey, baseURL, fetch, maxRetries: 0 })
}

const lastBody = () => gateway.emulator.requests.at(-1)!.body as GenerateContentRequest

describe('openai: chat', () => {
  test('an answer has a text, a reason, an id of its request, and a usage that adds up', async () => {
    const completion = await client.chat.completions.create({ model: alias, messages, reasoning_effort: 'high' })
    const { choices, usage, _request_id: id } = completion
    expect(choices[0]).toMatchObject({ finish_reason: 'stop', message: { role: 'assistant', refusal: null } })
    expect(choices[0]!.message.content).toContain('[Toolfit emulator]')
    expect(usage!.prompt_tokens + usage!.completion_tokens).toBe(usage!.total_tokens)
    expect(usage!.total_tokens).toBe(await tokensCounted(gateway))
    expect(usage!.completion_tokens_details!.reasoning_tokens).toBeGreaterThan(0)
    expect(usage!.completion_tokens_details!.reasoning_tokens).toBeLessThan(usage!.completion_tokens)
    expect(id).toBe(`req_${gateway.records.at(-1)!.id}`)
    expect(refusals(gateway)).toEqual([])
  })

  test('a stream is the same answer in pieces, and its usage comes last', async () => {
    const whole = await client.chat.completions.create({ model, messages })
    const stream = await client.chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks: OpenAI.ChatCompletionChunk[] = []
    for await (const chunk of stream) chunks.push(chunk)
    const deltas = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.content ?? []))
    expect(deltas.length).toBeGreaterThan(1)
    expect(deltas.join('')).toBe(whole.choices[0]!.message.content)
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: whole.usage })
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
  })

  test('the stream helper tells of every delta, and ends with the whole', async () => {
    const stream = client.chat.completions.stream({ model, messages, stream_options: { include_usage: true } })
    const seen: Record<string, string> = { delta: '', content: '', done: '' }
    stream.on('content.delta', ({ delta }) => {
      seen['delta'] += delta
    })
    stream.on('content', (delta) => {
      seen['content'] += delta
    })
    stream.on('content.done', ({ content }) => {
      seen['done'] = content
    })
    const final = await stream.finalChatCompletion()
    const { content } = final.choices[0]!.message
    expect(seen).toEqual({ delta: content, content, done: content })
    expect(final.choices[0]!.finish_reason).toBe('stop')
    expect(await stream.totalUsage()).toMatchObject({ total_tokens: final.usage!.total_tokens })
  })

  test('n answers have indexes of their own, as a stream too', async () => {
    const whole = await client.chat.completions.create({ model, messages, n: 2 })
    const streamed = await client.chat.completions.stream({ model, messages, n: 2 }).finalChatCompletion()
    for (const { choices } of [whole, streamed]) {
      expect(choices.map(({ index, finish_reason }) => [index, finish_reason])).toEqual([
        [0, 'stop'],
        [1, 'stop'],
      ])
    }
  })

  test('what had no effect is in a header', async () => {
    const { response } = await client.chat.completions
      .create({ model, messages, logit_bias: { '50256': -100 }, user: 'me' })
      .withResponse()
    expect(response.headers.get('x-toolfit-ignored')?.split(', ').sort()).toEqual(['logit_bias', 'user'])
  })

  test('images arrive: those in a data URL as bytes, those with an address by their address', async () => {
    const url = `data:image/png;base64,${Buffer.from('\x89PNG\r\n').toString('base64')}`
    const uri = 'https://example.com/cat.jpg'
    await client.chat.completions.create({
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url, detail: 'low' } },
            { type: 'image_url', image_url: { url: uri } },
          ],
        },
      ],
    })
    const [text, bytes, address] = lastBody().contents![0]!.parts!
    expect(text).toEqual({ text: 'What is this?' })
    expect(bytes).toMatchObject({ inlineData: { mimeType: 'image/png', data: url.split(',')[1] } })
    expect(address).toMatchObject({ fileData: { fileUri: uri, mimeType: 'image/jpeg' } })
    expect(refusals(gateway)).toEqual([])
  })

  test.each(['blocked-prompt', 'empty-candidate', 'malformed-function-call'])(
    'an answer without a word (%s) is a message of the assistant, as a stream too',
    async (fault) => {
      gateway.emulator.script([{ fault }, { fault }])
      const whole = await client.chat.completions.create({ model, messages })
      const streamed = await client.chat.completions.stream({ model, messages }).finalChatCompletion()
      for (const { choices } of [whole, streamed]) {
        expect(choices[0]!.message).toMatchObject({ role: 'assistant', content: '' })
        expect(choices[0]!.finish_reason).toBe(fault === 'blocked-prompt' ? 'content_filter' : 'stop')
      }
    },
  )

  const models = ['gemini-2.5-flash', 'gemini-3-flash-preview', 'gemini-3.6-flash']

  test.each(models)('a conversation may go on with another model than %s', async (first) => {
    for (const second of models) {
      const { choices } = await client.chat.completions.create({ model: first, messages })
      const next: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'And now?' }
      // The message as it came, with all that the gateway put on it.
      await client.chat.completions.create({ model: second, messages: [...messages, choices[0]!.message, next] })
    }
    expect(refusals(gateway)).toEqual([])
  })

  test('models are listed and found', async () => {
    const ids: string[] = []
    for await (const { id } of client.models.list()) ids.push(id)
    expect(ids).toEqual(expect.arrayContaining([alias, model]))
    expect(await client.models.retrieve(alias)).toMatchObject({ id: alias, object: 'model' })
  })
})

describe('openai: answers of a form', () => {
  const step = z.object({
    title: z.string(),
    get steps() {
      return z.array(step)
    },
  })
  const plan = z.object({
    kind: z.literal('plan'),
    level: z.literal([1, 2, 5]),
    cost: z.number().nullable(),
    steps: z.array(step),
    by: z.discriminatedUnion('type', [
      z.object({ type: z.literal('train'), number: z.string() }),
      z.object({ type: z.literal('car'), seats: z.number().int() }),
    ]),
  })
  // The form of older models has neither recursion nor enums of numbers.
  const params = { model: 'gemini-2.0-flash', messages, response_format: zodResponseFormat(plan, 'plan') }
  const steps = (depth: number): z.infer<typeof step>[] =>
    depth === 0 ? [] : [{ title: `step ${depth}`, steps: steps(depth - 1) }]
  const wanted = { kind: 'plan', level: 2, cost: null, steps: steps(6), by: { type: 'car', seats: 4 } }
  /** The same as Gemini writes it: a number of an enum is a text. */
  const answered = { ...wanted, level: '2' }

  test('parse gives an object of the schema', async () => {
    const flat = plan.omit({ steps: true })
    const response_format = zodResponseFormat(flat, 'flat')
    const { choices } = await client.chat.completions.parse({ model, messages, response_format })
    expect(flat.parse(choices[0]!.message.parsed)).toMatchObject({ kind: 'plan' })
    expect(refusals(gateway)).toEqual([])
  })

  test('parse gives it in the shape of the client, where Gemini was given another', async () => {
    gateway.emulator.script([{ reply: JSON.stringify(answered) }])
    const { choices } = await client.chat.completions.parse(params)
    expect(choices[0]!.message.parsed).toEqual(wanted)
    expect(refusals(gateway)).toEqual([])
  })

  test('so does a stream, in which the object grows', async () => {
    gateway.emulator.script([{ reply: JSON.stringify(answered) }])
    const stream = client.chat.completions.stream(params)
    const snapshots: unknown[] = []
    stream.on('content.delta', ({ parsed }) => snapshots.push(parsed))
    const final = await stream.finalChatCompletion()
    expect(final.choices[0]!.message.parsed).toEqual(wanted)
    expect(snapshots.at(-1)).toEqual(wanted)
    expect(refusals(gateway)).toEqual([])
  })

  test('an answer that was cut, or stopped by a filter, is an error of parse', async () => {
    await expect(client.chat.completions.parse({ ...params, max_completion_tokens: 3 })).rejects.toThrow(
      LengthFinishReasonError,
    )
    gateway.emulator.script([{ fault: 'blocked-answer' }])
    await expect(client.chat.completions.parse(params)).rejects.toThrow(ContentFilterFinishReasonError)
  })

  test('json_object is JSON', async () => {
    const { choices } = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'Answer in JSON.' }],
      response_format: { type: 'json_object' },
    })
    expect(JSON.parse(choices[0]!.message.content!)).toBeTypeOf('object')
  })
})

describe('openai: errors are those of the client', () => {
  const faults = [
    ['429;retry=7', OpenAI.RateLimitError, { status: 429, code: 'rate_limit_exceeded' }],
    ['429-daily', OpenAI.RateLimitError, { status: 429, code: 'insufficient_quota' }],
    ['500', OpenAI.InternalServerError, { status: 502 }],
    ['502-html', OpenAI.InternalServerError, { status: 502, code: 'bad_gateway' }],
    ['503', OpenAI.InternalServerError, { status: 503, code: 'model_overloaded' }],
    ['cut-event', OpenAI.InternalServerError, { status: 502, code: 'bad_gateway' }],
  ] as const

  test.each(faults)('%s', async (fault, kind, fields) => {
    for (const stream of [false, true]) {
      // In a stream, what was cut comes later.
      if (stream && fault === 'cut-event') continue
      gateway.emulator.script([{ reply: { fault } }])
      const failed = client.chat.completions.create({ model, messages, stream })
      await expect(failed).rejects.toThrow(kind)
      await expect(failed).rejects.toMatchObject({ ...fields, type: expect.any(String), requestID: /^req_/ })
    }
  })

  test('a client that tries again waits as long as Gemini asks for', async () => {
    gateway.emulator.script([{ reply: { fault: '429;retry=1' } }, { reply: 'Now.' }])
    const patient = new OpenAI({ apiKey: 'any', baseURL: gateway.baseURL, maxRetries: 1 })
    const start = performance.now()
    const { choices } = await patient.chat.completions.create({ model, messages })
    expect(choices[0]!.message.content).toBe('Now.')
    expect(performance.now() - start).toBeGreaterThanOrEqual(1000)
  })

  const wrong: [string, object, new (...given: never[]) => Error, object][] = [
    ['no messages', { messages: [] }, OpenAI.BadRequestError, { param: 'messages' }],
    ['an unknown role', { messages: [{ role: 'x' }] }, OpenAI.BadRequestError, { param: 'messages[0].role' }],
    ['a temperature out of bounds', { temperature: 3 }, OpenAI.BadRequestError, { param: 'temperature' }],
    [
      'a tool that is not there',
      { tool_choice: { type: 'function', function: { name: 'x' } } },
      OpenAI.BadRequestError,
      { param: 'tool_choice' },
    ],
    [
      'a model that is not there',
      { model: 'gemini-0' },
      OpenAI.NotFoundError,
      { param: 'model', code: 'model_not_found' },
    ],
  ]

  test.each(wrong)('%s', async (_title, fields, kind, expected) => {
    const failed = client.chat.completions.create({ model, messages, ...fields })
    await expect(failed).rejects.toThrow(kind)
    await expect(failed).rejects.toMatchObject({ ...expected, type: 'invalid_request_error' })
  })

  test('what only Gemini refuses is a BadRequestError that names the parameter of the client', async () => {
    const message = '* GenerateContentRequest.tools[0].function_declarations[1].name: Invalid function name.'
    gateway.emulator.script([{ reply: { error: { code: 400, status: 'INVALID_ARGUMENT', message } } }])
    const failed = client.chat.completions.create({ model, messages })
    await expect(failed).rejects.toThrow(OpenAI.BadRequestError)
    await expect(failed).rejects.toMatchObject({
      param: 'tools[1].function.name',
      message: expect.stringContaining(message),
    })
  })

  test('a wrong key is an AuthenticationError, whoever asks', async () => {
    const closed = await startGateway({ clientKeys: ['right'] })
    await expect(connect(closed, 'wrong').chat.completions.create({ model, messages })).rejects.toThrow(
      OpenAI.AuthenticationError,
    )
    await expect(connect(closed, 'wrong').models.list()).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect((await connect(closed, 'right').chat.completions.create({ model, messages })).choices).toHaveLength(1)
    await closed.close()
  })

  test.each(['cut-event', 'stream-error', 'no-finish-reason'])(
    'a stream that breaks (%s) throws in the loop',
    async (fault) => {
      gateway.emulator.script([{ fault }])
      const stream = await client.chat.completions.create({ model, messages, stream: true })
      let text = ''
      const read = async () => {
        for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
      }
      await expect(read()).rejects.toThrow(OpenAI.APIError)
      expect(text).toContain('[Toolfit')
      gateway.emulator.script([{ fault }])
      await expect(client.chat.completions.stream({ model, messages }).finalChatCompletion()).rejects.toThrow(
        OpenAI.APIError,
      )
    },
  )
})

describe('openai: abort', () => {
  test('of a stream ends the call of the model', async () => {
    gateway.emulator.script([{ fault: 'stall-mid-stream' }])
    const stream = await client.chat.completions.create({ model, messages, stream: true })
    for await (const { choices } of stream) if (choices[0]?.delta.content) break
    await expect.poll(() => gateway.records.at(-1)?.outcome, { timeout: 10_000 }).toBe('aborted')
  })

  test('of an answer that does not come is an APIUserAbortError, and ends the call of the model', async () => {
    const controller = new AbortController()
    const stall = () => {
      controller.abort()
      return { fault: 'stall' }
    }
    gateway.emulator.script([{ reply: stall }])
    const asked = client.chat.completions.create({ model, messages }, { signal: controller.signal })
    await expect(asked).rejects.toThrow(OpenAI.APIUserAbortError)
    await expect.poll(() => gateway.records.at(-1)?.outcome, { timeout: 10_000 }).toBe('aborted')
  })

  test('by a timeout is an APIConnectionTimeoutError', async () => {
    gateway.emulator.script([{ reply: { fault: 'stall' } }])
    const hurried = new OpenAI({ apiKey: 'any', baseURL: gateway.baseURL, maxRetries: 0, timeout: 50 })
    await expect(hurried.chat.completions.create({ model, messages })).rejects.toThrow(OpenAI.APIConnectionTimeoutError)
  })
})
