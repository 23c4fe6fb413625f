import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../src/core/errors.ts'
import { faultTable } from '../../src/emulator/faults/fault-call.ts'
import type { ApiCallError } from '../../src/models/http/api-call-error.ts'
import type {
  ModelCallOptions,
  ModelResult,
  ModelStreamPart,
  ModelTool,
} from '../../src/models/versions/language-model.ts'
import { type Emulated, emulate, partsOf, textOf } from './emulated-gemini.ts'

const id = 'gemini-3-flash-preview'
const long = 'One two three four five six seven eight nine ten. '.repeat(10)
const options: ModelCallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Say something.' }] }],
  retriedBy: 'model',
}
const time: ModelTool = {
  type: 'function',
  name: 'time',
  inputSchema: { type: 'object', properties: { zone: { type: 'string' } } },
}

/** What a caller sees of one try: how it ended, and everything that came before. */
interface Seen {
  readonly error?: ApiCallError
  readonly parts: ModelStreamPart[]
  readonly requests: number
}

/** A fault on an answer that is long enough to be cut. */
function faulty(fault: string, settings: Parameters<typeof emulate>[1] = {}): Emulated {
  const emulated = emulate(id, { headerTimeoutMs: 200, idleTimeoutMs: 200, ...settings, fault })
  emulated.emulator.script([{ reply: long }, { reply: long }, { reply: long }])
  return emulated
}

async function generate({ model, emulator }: Emulated): Promise<Omit<Seen, 'parts'> & { value?: ModelResult }> {
  const result = await model.doGenerate(options).then(
    (value) => ({ value }),
    (error: ApiCallError) => ({ error }),
  )
  return { ...result, requests: emulator.requests.length }
}

async function stream({ model, emulator }: Emulated): Promise<Seen> {
  try {
    const parts = await partsOf((await model.doStream(options)).stream)
    const failed = parts.find((part) => part.type === 'error')
    const error = failed === undefined ? {} : { error: failed.error as ApiCallError }
    return { ...error, parts, requests: emulator.requests.length }
  } catch (error) {
    return { error: error as ApiCallError, parts: [], requests: emulator.requests.length }
  }
}

const finishOf = (parts: readonly ModelStreamPart[]) => parts.find((part) => part.type === 'finish')

/** Every fault of the emulator has a test of what the caller sees. Each is named below. */
const tested = new Set<string>()
const faults = (...names: readonly string[]) => {
  for (const name of names) tested.add(name)
  return names
}

describe('the provider refuses', () => {
  test.each(faults('429', '429-shared', '500', '502-html', '503', '504'))(
    '%s: tried three times, then an APICallError that may be tried again',
    async (fault) => {
      const statusCode = Number(fault.slice(0, 3))
      const name = fault === '429' ? '429;retry=0' : fault
      for (const run of [generate, stream]) {
        const { error, requests } = await run(faulty(name))
        expect(error).toMatchObject({ code: 'model-http-error', statusCode, isRetryable: true })
        expect(ToolfitError.isInstance(error)).toBe(true)
        expect(requests).toBe(3)
      }
    },
  )

  test('a page of HTML is not repeated in the message', async () => {
    const { error } = await generate(faulty('502-html'))
    expect(error!.message).toBe('Gemini answered with status 502, and no explanation.')
    expect(error!.responseBody).toContain('<html>')
  })

  test('what passes is not seen at all', async () => {
    const { value, requests } = (await generate(faulty('503;times=2'))) as {
      value: { content: unknown }
      requests: number
    }
    expect(value!.content).toMatchObject([{ type: 'text', text: long }])
    expect(requests).toBe(3)
    const streamed = await stream(faulty('500;times=1'))
    expect(textOf(streamed.parts)).toBe(long)
  })

  test('RetryInfo is honoured: the wait is as long as Google says, and `ai` reads it in a header', async () => {
    const started = Date.now()
    await generate(faulty('429;retry=0.3;times=1'))
    expect(Date.now() - started).toBeGreaterThanOrEqual(290)
    const { error, requests } = await generate(faulty('429;retry=7', { maxRetries: 0 }))
    expect(error!.responseHeaders!['retry-after-ms']).toBe('7000')
    expect(requests).toBe(1)
  })

  test.each(faults('429-daily'))('%s: a quota of the day is not tried again', async (fault) => {
    const { error, requests } = await generate(faulty(fault))
    expect(error).toMatchObject({ statusCode: 429, isRetryable: false })
    expect(requests).toBe(1)
  })
})

describe('the wire is silent', () => {
  test.each(faults('stall'))('%s: a timeout, tried once', async (fault) => {
    for (const run of [generate, stream]) {
      const { error, requests } = await run(faulty(fault, { headerTimeoutMs: 30 }))
      expect(error).toMatchObject({ code: 'model-timeout', isRetryable: false })
      expect(requests).toBeLessThanOrEqual(1)
    }
  })

  test.each(faults('stall-mid-stream'))('%s: what came, then an error part and an end', async (fault) => {
    const { error, parts, requests } = await stream(faulty(fault, { idleTimeoutMs: 30 }))
    expect(error).toMatchObject({ code: 'model-timeout' })
    expect(long.startsWith(textOf(parts)) && textOf(parts).length > 0).toBe(true)
    expect(finishOf(parts)).toMatchObject({ finishReason: { unified: 'error' } })
    expect(requests).toBe(1)
    expect((await generate(faulty(fault, { idleTimeoutMs: 30 }))).error).toMatchObject({ code: 'model-timeout' })
  })

  test.each(faults('slow', 'split'))('%s: nothing is lost', async (fault) => {
    const name = fault === 'slow' ? 'slow;ms=2' : fault
    expect(textOf((await stream(faulty(name))).parts)).toBe(long)
    const { value } = await generate(faulty(name))
    expect(value!.content).toMatchObject([{ text: long }])
  })
})

describe('the wire breaks', () => {
  test.each(faults('cut-event', 'cut-character', 'malformed-json'))(
    '%s: a stream says that it is not complete, and no reason to stop is made up',
    async (fault) => {
      const { error, parts, requests } = await stream(faulty(fault))
      expect(['model-response-invalid', 'model-stream-truncated']).toContain(error!.code)
      expect(finishOf(parts)).toMatchObject({ finishReason: { unified: 'error' } })
      expect(textOf(parts).length).toBeGreaterThan(0)
      expect(requests).toBe(1)
      expect(parts.filter(({ type }) => type === 'error')).toHaveLength(1)
    },
  )

  test.each(['cut-event', 'cut-character', 'malformed-json'])(
    '%s: an answer that cannot be read is asked for again',
    async (fault) => {
      const { error, requests } = await generate(faulty(fault))
      expect(error).toMatchObject({ code: 'model-response-invalid', isRetryable: true })
      expect(requests).toBe(3)
      expect(await generate(faulty(`${fault};times=1`))).toMatchObject({ value: { finishReason: { unified: 'stop' } } })
    },
  )

  test.each(faults('reset'))(
    '%s: before the first event it is tried again, after it it is an error part',
    async (fault) => {
      for (const run of [generate, stream]) {
        const { error, requests } = await run(faulty(`${fault};at=head`))
        expect(error).toMatchObject({ code: 'model-unreachable', isRetryable: true })
        expect(requests).toBeLessThanOrEqual(3)
      }
      const { error, parts, requests } = await stream(faulty(fault))
      expect(error).toMatchObject({ code: 'model-unreachable' })
      expect(textOf(parts).length).toBeGreaterThan(0)
      expect(finishOf(parts)).toMatchObject({ finishReason: { unified: 'error' } })
      expect(requests).toBe(1)
      const early = await stream(faulty(`${fault};after=0`))
      expect(early).toMatchObject({ error: { code: 'model-unreachable' }, parts: [], requests: 3 })
    },
  )

  test.each(faults('stream-error'))('%s: an error in the stream is that error, with its status', async (fault) => {
    const { error, parts } = await stream(faulty(fault))
    expect(error).toMatchObject({ code: 'model-http-error', statusCode: 503, isRetryable: true })
    expect(finishOf(parts)).toMatchObject({ finishReason: { unified: 'error' } })
    const first = await stream(faulty(`${fault};after=0;status=RESOURCE_EXHAUSTED`))
    expect(first).toMatchObject({ error: { statusCode: 429 }, parts: [], requests: 3 })
    expect(textOf((await stream(faulty(`${fault};after=0;times=1`))).parts)).toBe(long)
  })
})

describe('the model fails', () => {
  test.each(faults('malformed-function-call'))(
    '%s: the finish reason is an error, and the attempt is shown',
    async (fault) => {
      const google = { finishMessage: expect.stringContaining('Malformed function call') }
      const expected = {
        finishReason: { unified: 'error', raw: 'MALFORMED_FUNCTION_CALL' },
        providerMetadata: { google },
      }
      expect(await generate(faulty(fault))).toMatchObject({ value: { content: [], ...expected } })
      expect(finishOf((await stream(faulty(fault))).parts)).toMatchObject(expected)
    },
  )

  test.each(faults('empty-candidate'))('%s: an answer without content', async (fault) => {
    const finishReason = { unified: 'stop', raw: 'STOP' }
    expect(await generate(faulty(fault))).toMatchObject({ value: { content: [], finishReason } })
    expect(finishOf((await stream(faulty(fault))).parts)).toMatchObject({ finishReason })
  })

  test.each(faults('finish-reason'))('%s: a reason that nobody knows is `other`, and kept', async (fault) => {
    const finishReason = { unified: 'other', raw: 'NOT_YET_INVENTED' }
    expect(await generate(faulty(fault))).toMatchObject({ value: { finishReason } })
    expect(finishOf((await stream(faulty(fault))).parts)).toMatchObject({ finishReason })
    const length = { unified: 'length', raw: 'MAX_TOKENS' }
    expect(await generate(faulty(`${fault};reason=MAX_TOKENS`))).toMatchObject({ value: { finishReason: length } })
  })

  test.each(faults('no-finish-reason'))('%s: a stream without one is not complete', async (fault) => {
    const { error, parts } = await stream(faulty(fault))
    expect(error).toMatchObject({ code: 'model-stream-truncated' })
    expect(textOf(parts)).toBe(long)
    const finishReason = { unified: 'other', raw: undefined }
    expect(await generate(faulty(fault))).toMatchObject({ value: { content: [{ text: long }], finishReason } })
  })

  test.each(faults('no-usage'))('%s: no numbers are made up', async (fault) => {
    const usage = { inputTokens: { total: undefined }, outputTokens: { total: undefined } }
    expect(await generate(faulty(fault))).toMatchObject({ value: { usage } })
    expect(finishOf((await stream(faulty(fault))).parts)).toMatchObject({ usage })
  })

  test.each(faults('blocked-prompt'))('%s: a content filter, with its reason', async (fault) => {
    const finishReason = { unified: 'content-filter', raw: 'PROHIBITED_CONTENT' }
    const providerMetadata = { google: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }
    expect(await generate(faulty(fault))).toMatchObject({ value: { content: [], finishReason, providerMetadata } })
    expect(finishOf((await stream(faulty(fault))).parts)).toMatchObject({ finishReason, providerMetadata })
  })

  test.each(faults('blocked-answer'))('%s: a content filter, after what was said', async (fault) => {
    const finishReason = { unified: 'content-filter', raw: 'SAFETY' }
    const providerMetadata = { google: { safetyRatings: [{ blocked: true }] } }
    expect(await generate(faulty(fault))).toMatchObject({ value: { finishReason, providerMetadata } })
    const { parts } = await stream(faulty(fault))
    expect(finishOf(parts)).toMatchObject({ finishReason, providerMetadata })
    expect(textOf(parts).length).toBeGreaterThan(0)
  })

  test.each(faults('duplicate-signatures', 'late-signature', 'no-signature'))(
    '%s: the conversation goes on, streamed or not',
    async (fault) => {
      for (const isStream of [false, true]) {
        const { model, emulator, bodies } = emulate(id, { fault })
        const calls = ['CET', 'UTC'].map((zone) => ({ functionCall: { name: 'time', args: { zone } } }))
        emulator.script([{ reply: calls }])
        const request = { ...options, tools: [time] }
        const answer = isStream
          ? await partsOf((await model.doStream(request)).stream)
          : (await model.doGenerate(request)).content
        const made = answer.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
        expect(made.map(({ input }) => input)).toEqual(['{"zone":"CET"}', '{"zone":"UTC"}'])
        await model.doGenerate({
          ...request,
          prompt: [
            ...options.prompt,
            {
              role: 'assistant',
              content: made.map(({ type, toolCallId, toolName, input, providerMetadata }) => ({
                type,
                toolCallId,
                toolName,
                input: JSON.parse(input),
                providerOptions: providerMetadata!,
              })),
            },
            {
              role: 'tool',
              content: made.map(({ toolCallId, toolName }) => ({
                type: 'tool-result',
                toolCallId,
                toolName,
                output: { type: 'text', value: '12' },
              })),
            },
          ],
        })
        expect(emulator.requests.at(-1)!.status).toBe(200)
        expect(JSON.stringify(bodies.at(-1)).includes('skip_thought')).toBe(fault === 'no-signature')
      }
    },
  )
})

test('every fault that the emulator can make is tested here', () => {
  expect([...tested].sort()).toEqual(faultTable.map(({ name }) => name).sort())
})
