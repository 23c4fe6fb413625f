import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GatewayEvent } from '../../src/gateway/observe/log.ts'
import { hello, model, startGateway, type TestGateway, textOf } from './ask-gateway.ts'

/** The same faults where a stream was asked for, and faults of streams themselves. */

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const look = { type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }

function candidate(parts: readonly object[], rest: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }] }
}

const event = (chunk: unknown) => `data: ${JSON.stringify(chunk)}\r\n\r\n`

/** A gateway whose upstream answers with this, whatever it is asked. */
function answering(respond: () => Response, config: Parameters<typeof startGateway>[0] = {}) {
  let count = 0
  const started = startGateway({
    fetch: async () => {
      count++
      return respond()
    },
    ...config,
  })
  return { ...started, count: () => count }
}

const json = (body: unknown, status: number) => () => Response.json(body, { status })
const saying = (text: string) => () => new Response(text)

/** What a client gets that asked for a stream and gets an error. */
async function refusal(started: TestGateway) {
  const response = await started.post({ model, messages: hello, stream: true })
  const body = (await response.json()) as { error: Record<string, unknown> }
  return { status: response.status, headers: response.headers, error: body.error }
}

describe('errors where a stream was to be', () => {
  test('a 429 is a status with how long to wait, by its header or by RetryInfo (F1)', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '7s' }]
    const error = { code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED' }
    const said = await refusal(answering(json({ error: { ...error, details } }, 429)))
    expect([said.status, said.headers.get('retry-after')]).toEqual([429, '7'])
    expect(said.error).toEqual({
      message: 'Quota exceeded.',
      type: 'rate_limit_error',
      param: null,
      code: 'rate_limit_exceeded',
    })
    const header = () => Response.json({ error }, { status: 429, headers: { 'retry-after': '7' } })
    expect((await refusal(answering(header))).headers.get('retry-after')).toBe('7')
  })

  test('a spent day is insufficient_quota, without another try of the same key (F2)', async () => {
    const started = startGateway({ maxRetries: 2 })
    started.emulator.script([{ fault: '429-daily' }])
    const { status, error } = await refusal(started)
    expect([status, error['code']]).toEqual([429, 'insufficient_quota'])
    expect(started.emulator.requests).toHaveLength(1)
  })

  test.each([
    [400, 400, 'invalid_request_error'],
    [401, 401, 'authentication_error'],
    [403, 403, 'permission_error'],
    [404, 404, 'invalid_request_error'],
    [500, 502, 'server_error'],
    [503, 503, 'server_error'],
    [504, 504, 'server_error'],
  ])('a %i is a %i of type %s, and a key in it is masked (F3, F4, F5, F6)', async (given, status, type) => {
    const error = { code: given, message: 'Not with upstream-key-canary.', status: 'X' }
    const started = answering(json({ error }, given))
    const said = await refusal(started)
    expect([said.status, said.error['type']]).toEqual([status, type])
    expect(JSON.stringify([said.error, started.records])).not.toContain('canary')
    expect(started.count()).toBe(1)
  })

  test('tries wait, each longer than the one before, and never all at the same time (F6)', async () => {
    vi.useFakeTimers()
    const waits = async (random: number) => {
      vi.spyOn(Math, 'random').mockReturnValue(random)
      const times: number[] = []
      const started = startGateway({
        maxRetries: 2,
        fetch: async () => {
          times.push(Date.now())
          return Response.json({ error: { code: 503, message: 'No.', status: 'UNAVAILABLE' } }, { status: 503 })
        },
      })
      const asked = refusal(started)
      await vi.advanceTimersByTimeAsync(10_000)
      expect((await asked).status).toBe(503)
      return times.slice(1).map((time, index) => time - times[index]!)
    }
    const [shortest, longest] = [await waits(0), await waits(0.999)]
    expect(shortest).toHaveLength(2)
    expect(shortest[1]!).toBeGreaterThan(shortest[0]!)
    expect(longest[0]!).toBeGreaterThan(shortest[0]!)
    expect(longest[1]!).toBeLessThan(2_000)
  })

  test('a page is a 502 in JSON, with whatever status it comes (F7)', async () => {
    for (const status of [200, 502]) {
      const page = () => new Response('<html>Bad gateway</html>', { status, headers: { 'content-type': 'text/html' } })
      const said = await refusal(answering(page))
      expect(said.status).toBe(502)
      expect(JSON.stringify(said.error)).not.toContain('<')
    }
  })

  test('a first event that breaks off is a 502, never a 200 (F8)', async () => {
    const said = await refusal(answering(saying(event(candidate([{ text: 'Hi' }])).slice(0, 30))))
    expect([said.status, said.error['type']]).toEqual([502, 'server_error'])
  })

  test('a stream of nothing is an error with a status, and a blocked prompt is content_filter (F9)', async () => {
    for (const text of ['', event({}), event({ candidates: [] }), 'data: null\n\n', 'data: []\n\n']) {
      expect((await refusal(answering(saying(text)))).status).toBe(502)
    }
    const blocked = answering(saying(event({ promptFeedback: { blockReason: 'SAFETY' } })))
    const { chunks, data } = await blocked.stream({})
    expect(chunks.at(-1)?.choices).toMatchObject([{ finish_reason: 'content_filter' }])
    expect(data.at(-1)).toBe('[DONE]')
  })

  test.each([
    'MALFORMED_FUNCTION_CALL',
    'UNEXPECTED_TOOL_CALL',
    'TOO_MANY_TOOL_CALLS',
    'MISSING_THOUGHT_SIGNATURE',
    'OTHER',
    'LANGUAGE',
  ])('%s ends a stream with a reason that clients know, and the native one beside it (F11)', async (finishReason) => {
    const started = answering(saying(event({ candidates: [{ content: {}, finishReason }] })))
    const { chunks } = await started.stream({ tools: [look] })
    expect(chunks.at(-1)?.choices).toMatchObject([{ finish_reason: 'stop', native_finish_reason: finishReason }])
    // The client decides whether it asks again: it pays for both.
    expect(started.count()).toBe(1)
  })

  test('a reason that nobody knows yet is told once, streamed or not (F12)', async () => {
    const events: GatewayEvent[] = []
    const body = candidate([{ text: 'Hi.' }], { finishReason: 'NOT_YET_INVENTED' })
    const started = startGateway({
      onEvent: (one) => events.push(one),
      fetch: async (url) => (url.includes('stream') ? new Response(event(body)) : Response.json(body)),
    })
    for (let index = 0; index < 3; index++) {
      await started.stream({})
      expect((await started.ask({})).body.choices).toMatchObject([
        { finish_reason: 'stop', native_finish_reason: 'NOT_YET_INVENTED', message: { content: 'Hi.' } },
      ])
    }
    expect(events).toEqual([{ type: 'finish-reason-unknown', reason: 'NOT_YET_INVENTED' }])
  })
})

describe('how long is waited by default', () => {
  const never = () => new Promise<Response>(() => {})

  test.each([
    ['a minute for the head of a stream', true, 60_000],
    ['five minutes for an answer that has to be complete', false, 300_000],
  ])('%s (F14)', async (_, stream, ms) => {
    vi.useFakeTimers()
    const started = startGateway({ fetch: never })
    let status = 0
    const asked = started.post({ model, messages: hello, stream }).then((response) => {
      status = response.status
    })
    await vi.advanceTimersByTimeAsync(ms - 100)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(200)
    await asked
    expect(status).toBe(504)
  })

  test('ninety seconds between two pieces, with a comment every fifteen (F15)', async () => {
    vi.useFakeTimers()
    const started = startGateway()
    started.emulator.script([{ fault: 'stall-mid-stream;after=2' }])
    const response = await started.post({ model, messages: hello, stream: true })
    let isOver = false
    const read = response.text().then((text) => {
      isOver = true
      return text
    })
    await vi.advanceTimersByTimeAsync(89_000)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    const text = await read
    expect(text.match(/: keep-alive/g)).toHaveLength(5)
    expect(text).toMatch(/"upstream_timeout"}}\n\n$/)
  })
})

describe('errors inside a stream', () => {
  test.each([
    [429, 'RESOURCE_EXHAUSTED', 'rate_limit_error', 429],
    [503, 'UNAVAILABLE', 'server_error', 503],
    [400, 'INVALID_ARGUMENT', 'invalid_request_error', 400],
    [500, 'INTERNAL', 'server_error', 502],
  ])('a %i %s is an event of type %s, and a %i where it comes first (F18)', async (code, status, type, expected) => {
    const fault = event({ error: { code, status, message: 'It broke.' } })
    const late = answering(saying(event(candidate([{ text: 'Half' }])) + fault))
    const { status: head, chunks, data } = await late.stream({})
    expect([head, textOf(chunks)]).toEqual([200, 'Half'])
    expect(chunks.at(-1)?.error).toMatchObject({ type, message: 'It broke.' })
    expect(data).not.toContain('[DONE]')
    expect(late.count()).toBe(1)
    const first = await refusal(answering(saying(fault)))
    expect([first.status, first.error['type']]).toEqual([expected, type])
  })
})

describe('the same text, however it is sent (F20)', () => {
  const reply = 'Grüße aus Zürich: ☃ 🎉'
  const first = JSON.stringify(candidate([{ text: 'Grüße aus ' }]))
  const last = JSON.stringify(candidate([{ text: 'Zürich: ☃ 🎉' }], { finishReason: 'STOP' }), null, 1)
  const oneLine = JSON.stringify(JSON.parse(last))
  const lines = (end: string) =>
    last
      .split('\n')
      .map((line) => `data: ${line}${end}`)
      .join('')

  const forms: readonly (readonly [string, string])[] = [
    ['line feeds', `data: ${first}\n\ndata: ${oneLine}\n\n`],
    ['CRLF', `data: ${first}\r\n\r\ndata: ${oneLine}\r\n\r\n`],
    ['CR', `data: ${first}\r\rdata: ${oneLine}\r\r`],
    ['no space behind the colon', `data:${first}\n\ndata:${oneLine}\n\n`],
    ['comments', `: hello\n\ndata: ${first}\n: and\n\n:\n\ndata: ${oneLine}\n\n`],
    ['data of several lines', `data: ${first}\n\n${lines('\n')}\n`],
    ['data of several lines, CRLF', `data: ${first}\r\n\r\n${lines('\r\n')}\r\n`],
    ['a byte order mark', `\ufeffdata: ${first}\n\ndata: ${oneLine}\n\n`],
    ['no blank line behind the last event', `data: ${first}\n\ndata: ${oneLine}`],
    ['other fields', `id: 1\nevent: message\nretry: 5\ndata: ${first}\n\nevent: x\ndata: ${oneLine}\n\n`],
  ]

  test.each(forms)('%s, in one piece and byte by byte (F20)', async (_, text) => {
    const bytes = new TextEncoder().encode(text)
    const split = () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
            controller.close()
          },
        }),
      )
    for (const respond of [saying(text), split]) {
      const { chunks, data } = await answering(respond).stream({})
      expect(textOf(chunks)).toBe(reply)
      expect(data.at(-1)).toBe('[DONE]')
    }
  })
})

describe('events without measure (F21)', () => {
  test('one of 20 MB arrives whole (F21)', async () => {
    const text = 'x'.repeat(20_000_000)
    const { chunks, data } = await answering(saying(event(candidate([{ text }], { finishReason: 'STOP' })))).stream({})
    expect(textOf(chunks)).toHaveLength(text.length)
    expect(data.at(-1)).toBe('[DONE]')
  })

  test('100,000 in one packet take time in proportion to 25,000 (F21)', async () => {
    const cost = async (count: number): Promise<number> => {
      const text = event(candidate([{ text: 'x' }])).repeat(count) + event(candidate([], { finishReason: 'STOP' }))
      const before = process.cpuUsage()
      const { chunks } = await answering(saying(text)).stream({})
      const { user, system } = process.cpuUsage(before)
      expect(textOf(chunks)).toHaveLength(count)
      return user + system
    }
    await cost(5_000)
    let [few, many] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    // The least of three: a collection of garbage falls where it likes.
    for (let round = 0; round < 3; round++) {
      few = Math.min(few, await cost(25_000))
      many = Math.min(many, await cost(100_000))
    }
    // Four times as many; sixteen times the cost, where it is quadratic.
    expect(many / few).toBeLessThan(9)
  })

  test('one without an end is an error at 64 MB, and no more is read (F21, X77)', async () => {
    let sent = 0
    const piece = new TextEncoder().encode('x'.repeat(1_000_000))
    const endless = (opening: string) => () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            if (sent === 0) controller.enqueue(new TextEncoder().encode(`${opening}data: {"a":"`))
            else controller.enqueue(piece)
            sent += piece.length
          },
        }),
      )
    const { chunks } = await answering(endless(event(candidate([{ text: 'Half' }])))).stream({})
    expect(textOf(chunks)).toBe('Half')
    expect(chunks.at(-1)?.error).toMatchObject({ type: 'server_error', code: 'upstream_truncated' })
    expect(sent).toBeLessThan(80_000_000)
    sent = 0
    const said = await refusal(answering(endless('')))
    expect([said.status, said.error['code']]).toEqual([502, 'bad_gateway'])
  })

  test('a whole answer without an end is a 502 at 128 MB (F21, X77)', async () => {
    let sent = 0
    const piece = new TextEncoder().encode(' '.repeat(1_000_000))
    const endless = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += piece.length
            controller.enqueue(piece)
          },
        }),
      )
    const { status, body } = await answering(endless).ask({})
    expect([status, body.error?.code]).toEqual([502, 'bad_gateway'])
    expect(sent).toBeLessThan(150_000_000)
  })
})
