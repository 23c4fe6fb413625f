import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { faultTable } from '../../src/emulator/faults/fault-call.ts'
import { type EmulatorServer, startEmulator } from '../../src/emulator/server.node.ts'
import { readRaw, sendRaw } from './raw-socket.ts'

let server: EmulatorServer
beforeAll(async () => {
  server = await startEmulator({ requestTimeoutMs: 3_000, maxBodyBytes: 1_000_000 })
})
afterAll(() => server.close())

const path = '/v1beta/models/gemini-3-flash-preview'
const hello = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }
const parameters = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] }
const twoCalls = {
  contents: [{ role: 'user', parts: [{ text: 'Call get_weather and get_time for Graz.' }] }],
  tools: [{ functionDeclarations: ['get_weather', 'get_time'].map((name) => ({ name, parameters })) }],
  toolConfig: { functionCallingConfig: { mode: 'ANY' } },
}

interface Asked {
  readonly verb?: string
  readonly body?: unknown
  readonly fault?: string
  readonly signal?: AbortSignal
}

function post({ verb = 'generateContent', body = hello, fault, signal }: Asked): Promise<Response> {
  return fetch(`${server.url}${path}:${verb}`, {
    method: 'POST',
    headers: {
      'x-goog-api-key': 'k',
      'content-type': 'application/json',
      ...(fault !== undefined && { 'x-toolfit-fault': fault }),
    },
    body: JSON.stringify(body),
    ...(signal !== undefined && { signal }),
  })
}

const sse = 'streamGenerateContent?alt=sse'
const stream = (fault: string, body: unknown = hello) => post({ verb: sse, fault, body })

/** What arrives of a body, and how it ends. */
async function drain(response: Response): Promise<{ bytes: Uint8Array; text: string; error?: unknown }> {
  const chunks: Uint8Array[] = []
  const finish = () => {
    const bytes = new Uint8Array(Buffer.concat(chunks))
    return { bytes, text: new TextDecoder().decode(bytes) }
  }
  try {
    for await (const chunk of response.body as AsyncIterable<Uint8Array> & ReadableStream) chunks.push(chunk)
    return finish()
  } catch (error) {
    return { ...finish(), error }
  }
}

const eventsOf = (text: string) =>
  text
    .split('\r\n\r\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.replace(/^data: /, '')))

/** A check for each fault: what its caller sees. The type makes nothing complete; the test below does. */
const checks: Record<string, () => Promise<void>> = {
  '429': async () => {
    const response = await post({ fault: '429;retry=2' })
    const { error } = await response.json()
    expect([response.status, error.status]).toEqual([429, 'RESOURCE_EXHAUSTED'])
    expect(error.details.at(-1)).toEqual({ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' })
    expect(error.details[1].violations[0].quotaId).toContain('PerMinute')
  },
  '429-daily': async () => {
    const { error } = await (await post({ fault: '429-daily' })).json()
    expect(error.details[1].violations[0]).toMatchObject({
      quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
      quotaDimensions: { model: 'gemini-3-flash-preview' },
    })
  },
  '429-shared': async () => {
    const { error } = await (await post({ fault: '429-shared' })).json()
    expect(error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' })
    expect(error).not.toHaveProperty('details')
  },
  '500': () => expectError('500', 500, 'INTERNAL'),
  '502-html': async () => {
    const response = await post({ fault: '502-html' })
    expect([response.status, response.headers.get('content-type')]).toEqual([502, 'text/html'])
    expect(await response.text()).toContain('<h1>502 Bad Gateway</h1>')
  },
  '503': () => expectError('503', 503, 'UNAVAILABLE'),
  '504': () => expectError('504', 504, 'DEADLINE_EXCEEDED'),
  stall: async () => {
    const signal = AbortSignal.timeout(150)
    await expect(post({ fault: 'stall', signal })).rejects.toThrow(/timeout/)
    expect((await post({ fault: 'stall;ms=20' })).status).toBe(200)
  },
  'stall-mid-stream': async () => {
    const response = await post({ verb: sse, fault: 'stall-mid-stream', signal: AbortSignal.timeout(300) })
    expect(response.status).toBe(200)
    const { text, error } = await drain(response)
    expect(eventsOf(text)).toHaveLength(1)
    expect(error).toBeDefined()
    const late = await drain(await stream('stall-mid-stream;ms=20'))
    expect(eventsOf(late.text).at(-1).candidates[0].finishReason).toBe('STOP')
  },
  slow: async () => {
    const started = performance.now()
    const { text } = await drain(await stream('slow;ms=30'))
    expect(performance.now() - started).toBeGreaterThan(eventsOf(text).length * 25)
  },
  split: async () => {
    const { text } = await drain(await stream('split;size=3'))
    expect(text).toBe((await drain(await post({ verb: sse }))).text)
  },
  'cut-event': async () => {
    const { text, error } = await drain(await stream('cut-event'))
    expect(error).toBeUndefined()
    const [first, second, ...rest] = text.split('\r\n\r\n')
    expect(eventsOf(first!)).toHaveLength(1)
    expect(() => eventsOf(second!)).toThrow(SyntaxError)
    expect(rest).toEqual([])
    expect((await drain(await stream('cut-event;end=reset'))).error).toBeDefined()
    await expect((await post({ fault: 'cut-event' })).json()).rejects.toThrow(SyntaxError)
  },
  'cut-character': async () => {
    const { bytes, error } = await drain(await stream('cut-character'))
    expect(error).toBeUndefined()
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow()
    expect(bytes.at(-1)).toBeGreaterThanOrEqual(0xc0)
  },
  reset: async () => {
    const { text, error } = await drain(await stream('reset;ms=300'))
    expect(text).toMatch(/^data: \{"candidates"/)
    expect(error).toBeInstanceOf(TypeError)
    await expect(post({ fault: 'reset;at=head' })).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } })
  },
  'malformed-json': async () => {
    const response = await post({ fault: 'malformed-json' })
    expect(response.status).toBe(200)
    await expect(response.json()).rejects.toThrow(SyntaxError)
    const events = (await drain(await stream('malformed-json'))).text.trimEnd().split('\r\n\r\n')
    expect(eventsOf(events[0]!)).toHaveLength(1)
    expect(() => eventsOf(events.at(-1)!)).toThrow(SyntaxError)
  },
  'stream-error': async () => {
    const response = await stream('stream-error;status=INTERNAL')
    expect(response.status).toBe(200)
    const events = eventsOf((await drain(response)).text)
    expect(events).toHaveLength(2)
    expect(events[1]).toMatchObject({ error: { code: 500, status: 'INTERNAL' } })
    expect((await post({ fault: 'stream-error' })).status).toBe(503)
  },
  'malformed-function-call': async () => {
    const { candidates } = await (await post({ fault: 'malformed-function-call', body: twoCalls })).json()
    expect(candidates).toEqual([
      {
        content: {},
        finishReason: 'MALFORMED_FUNCTION_CALL',
        finishMessage: "Malformed function call: print(default_api.get_weather(query='x'))",
        index: 0,
      },
    ])
  },
  'empty-candidate': async () => {
    const { candidates } = await (await post({ fault: 'empty-candidate' })).json()
    expect(candidates).toEqual([{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }])
  },
  'finish-reason': async () => {
    const { candidates } = await (await post({ fault: 'finish-reason' })).json()
    expect(candidates[0].finishReason).toBe('NOT_YET_INVENTED')
    expect(candidates[0].content.parts).toBeDefined()
  },
  'no-finish-reason': async () => {
    const { text, error } = await drain(await stream('no-finish-reason'))
    expect(error).toBeUndefined()
    expect(text).not.toContain('finishReason')
  },
  'no-usage': async () => {
    expect((await drain(await stream('no-usage'))).text).not.toContain('usageMetadata')
  },
  'blocked-prompt': async () => {
    const response = await post({ fault: 'blocked-prompt;reason=SAFETY' })
    const body = await response.json()
    expect([response.status, body.promptFeedback]).toEqual([200, { blockReason: 'SAFETY' }])
    expect(body).not.toHaveProperty('candidates')
  },
  'blocked-answer': async () => {
    const events = eventsOf((await drain(await stream('blocked-answer'))).text)
    expect(events).toHaveLength(2)
    expect(events[0].candidates[0].content.parts).toBeDefined()
    expect(events[1].candidates[0]).toMatchObject({ finishReason: 'SAFETY', safetyRatings: [{ blocked: true }] })
  },
  'duplicate-signatures': async () => {
    const { candidates } = await (await post({ fault: 'duplicate-signatures', body: twoCalls })).json()
    const signatures = candidates[0].content.parts.map((part: { thoughtSignature?: string }) => part.thoughtSignature)
    expect(signatures).toEqual([expect.any(String), signatures[0]])
  },
  'late-signature': async () => {
    const parts = eventsOf((await drain(await stream('late-signature', twoCalls))).text).flatMap(
      ({ candidates }) => candidates[0].content.parts,
    )
    expect(parts.at(-1)).toEqual({ text: '', thoughtSignature: expect.any(String) })
    expect(parts.filter(({ thoughtSignature }) => thoughtSignature !== undefined)).toHaveLength(1)
  },
  'no-signature': async () => {
    expect((await drain(await stream('no-signature', twoCalls))).text).not.toContain('thoughtSignature')
  },
}

async function expectError(fault: string, code: number, status: string): Promise<void> {
  const response = await post({ fault })
  expect(response.status).toBe(code)
  expect(await response.json()).toMatchObject({ error: { code, status, message: expect.stringMatching(/./) } })
}

describe('over HTTP, the caller sees the fault', () => {
  test('and every fault of the table has its check', () => {
    expect(Object.keys(checks).sort()).toEqual(faultTable.map(({ name }) => name).sort())
  })

  test.each(Object.entries(checks))('%s', (_name, check) => check())

  test('several at once', async () => {
    const started = performance.now()
    const response = await post({ fault: 'stall;ms=50,finish-reason;reason=X,no-usage' })
    const body = await response.json()
    expect(performance.now() - started).toBeGreaterThan(45)
    expect(body.candidates[0].finishReason).toBe('X')
    expect(body).not.toHaveProperty('usageMetadata')
  })

  test('as often as it says: a client that tries again is let through', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await post({ fault: '503;times=2;id=retry-test' })
      await response.text()
      statuses.push(response.status)
    }
    expect(statuses).toEqual([503, 503, 200])
  })

  test('an unknown fault is told what there is (X89)', async () => {
    const response = await post({ fault: 'nonsense' })
    expect(response.status).toBe(400)
    expect((await response.json()).error.message).toContain('x-toolfit-fault: There is no fault "nonsense".')
  })

  test('and none that was not asked for', async () => {
    const crashed = server.emulator.requests.filter(({ crash }) => crash !== undefined)
    expect(crashed).toEqual([])
  })
})

const raw = (text: string) => sendRaw(server.url, text)

const head = (lines: readonly string[]) =>
  [
    `POST ${path}:generateContent HTTP/1.1`,
    'host: localhost',
    'content-type: application/json',
    'x-goog-api-key: k',
    ...lines,
    '',
    '',
  ].join('\r\n')

describe('bad clients', () => {
  test('a body that never ends is a 408 (X82)', async () => {
    const answer = await readRaw(await raw(`${head(['content-length: 100'])}{"contents"`))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('Your client has taken too long to issue its request.')
  })

  test('a head that never ends is a 408 (X82)', async () => {
    expect(await readRaw(await raw('POST / HTTP/1.1\r\nhost: localhost\r\nx-a: '))).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('what is no HTTP is a 400', async () => {
    expect(await readRaw(await raw('hello\r\n\r\n'))).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('a body above the limit is a 413, said at once, whether its length is told or not (X83)', async () => {
    const told = await raw(head(['content-length: 2000000']))
    expect(await readRaw(told)).toMatch(/^HTTP\/1\.1 413 /)
    const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`
    const untold = await raw(`${head(['transfer-encoding: chunked'])}${chunk.repeat(20)}`)
    expect(await readRaw(untold)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a chunked body and a compressed one are read', async () => {
    const body = JSON.stringify(hello)
    const chunked = await raw(
      `${head(['transfer-encoding: chunked', 'connection: close'])}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect(await readRaw(chunked)).toMatch(/^HTTP\/1\.1 200 /)
    const packed = await fetch(`${server.url}${path}:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': 'k', 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(body)),
    })
    expect(packed.status).toBe(200)
  })

  test.each([
    ['TRACE / HTTP/1.1', 400],
    ['GET http://[/ HTTP/1.1', 400],
    ['GET //x//y HTTP/1.1', 404],
    ['GET http://other.example/v1beta/models HTTP/1.1', 403],
  ])('%s is a %i (X84)', async (line, status) => {
    const answer = await readRaw(await raw(`${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  test('those that leave, in the middle of their request or of their answer, disturb nobody (X85)', async () => {
    const others = Promise.all(
      Array.from({ length: 20 }, () => post({ verb: sse }).then((response) => response.text())),
    )
    for (let index = 0; index < 20; index++) {
      const socket = await raw(`${head(['content-length: 100'])}{"cont`)
      socket.destroy()
      const signal = AbortSignal.timeout(5)
      await post({ verb: sse, fault: 'slow;ms=20', signal })
        .then((response) => response.text())
        // Between head and body, `fetch` has the other name for it.
        .catch((error: Error) => expect(['TimeoutError', 'AbortError']).toContain(error.name))
    }
    const texts = await others
    expect(new Set(texts).size).toBe(1)
    expect(server.emulator.requests.filter(({ crash }) => crash !== undefined)).toEqual([])
  })

  test('one bad request never disturbs another (X86)', async () => {
    const good = await (await post({ body: twoCalls })).text()
    const bad = ['{', '{"a":1}', '[]', '{"contents":[]}', JSON.stringify({ contents: 5 }), '\u0000']
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        if (index % 2 === 0) return { good: await (await post({ body: twoCalls })).text() }
        const body = bad[index % bad.length]!
        const response = await fetch(`${server.url}${path}:generateContent`, {
          method: 'POST',
          headers: { 'x-goog-api-key': 'k', 'content-type': 'application/json' },
          body,
        })
        return { status: response.status, error: (await response.json()).error.status }
      }),
    )
    for (const answer of answers) {
      if ('good' in answer) expect(answer.good).toBe(good)
      else expect(answer).toEqual({ status: 400, error: 'INVALID_ARGUMENT' })
    }
  })
})

describe('startEmulator', () => {
  test('closes with requests under way, and leaves nothing open', async () => {
    const other = await startEmulator({ graceMs: 50 })
    const stalled = fetch(`${other.url}/v1beta/models`, {
      headers: { 'x-goog-api-key': 'k', 'x-toolfit-fault': 'stall' },
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await other.close()
    expect((await stalled).status).toBe(503)
    await other.close()
    await expect(fetch(other.url)).rejects.toThrow()
  })

  test('rejects where the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    await expect(startEmulator({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    taken.close()
  })

  test('leaves a client that does not read its answer (X91)', async () => {
    const slow = await startEmulator({ readTimeoutMs: 100 })
    slow.emulator.script([{ reply: 'x'.repeat(30_000_000) }])
    const socket = connect(Number(new URL(slow.url).port), '127.0.0.1').pause()
    const body = JSON.stringify(hello)
    socket.write(`${head([`content-length: ${body.length}`])}${body}`)
    await vi.waitFor(() => expect(slow.emulator.requests).toHaveLength(1), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const received = await readRaw(socket.resume())
    expect(received.length).toBeLessThan(30_000_000)
    await slow.close()
  })
})

describe('pages in a browser', () => {
  const ask = async (headers: readonly string[], url = server.url) => {
    const body = JSON.stringify(hello)
    const lines = [`POST ${path}:generateContent?key=any HTTP/1.1`, ...headers, `content-length: ${body.length}`]
    const text = await readRaw(await sendRaw(url, `${[...lines, 'connection: close', '', ''].join('\r\n')}${body}`))
    return Number(text.slice(9, 12))
  }
  const json = 'content-type: application/json'

  test('are refused by a name of their own, by their origin, and by what a form can post (X142)', async () => {
    expect(await ask(['host: localhost', json])).toBe(200)
    expect(await ask(['host: evil.example', json])).toBe(403)
    expect(await ask(['host: localhost', 'origin: https://evil.example', json])).toBe(403)
    expect(await ask(['host: localhost', 'origin: null', json])).toBe(403)
    expect(await ask(['host: localhost', 'content-type: text/plain'])).toBe(415)
    expect(await ask(['host: localhost'])).toBe(415)
    const { error, status } = server.emulator.requests.at(-1)!
    expect([status, error]).toEqual([415, expect.stringContaining('content-type: application/json')])
  })

  test('are served where they are allowed, and where a key is needed that they do not have', async () => {
    const open = await startEmulator({ cors: ['https://app.example'], allowHosts: ['gemini'] })
    expect(await ask(['host: gemini:8787', 'origin: https://app.example', json], open.url)).toBe(200)
    expect(await ask(['host: gemini:8787', 'origin: https://evil.example', json], open.url)).toBe(403)
    const keyed = await startEmulator({ apiKeys: ['any'] })
    expect(await ask(['host: gemini:8787', 'origin: https://app.example'], keyed.url)).toBe(200)
    await Promise.all([open.close(), keyed.close()])
  })

  test('an emulator for other machines is reached by its address, and by no name that was not allowed', async () => {
    const shared = await startEmulator({ host: '0.0.0.0' })
    expect(await ask(['host: 10.1.2.3:8787', json], shared.url)).toBe(200)
    expect(await ask(['host: gemini:8787', json], shared.url)).toBe(403)
    await shared.close()
  })
})
