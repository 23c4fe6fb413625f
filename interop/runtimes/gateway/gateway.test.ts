import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { gzipSync } from 'node:zlib'
import type { RequestRecord } from 'toolfit/gateway'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { AppOptions } from './app.ts'
import { type MockGemini, startMockGemini } from './mock-gemini.ts'
import { bundleApp, serveOn } from './serve-on.ts'

const folder = mkdtempSync(`${tmpdir()}/toolfit-gateway-`)
beforeAll(() => bundleApp(folder))
afterAll(() => rmSync(folder, { recursive: true }))

const model = 'gemini-3-flash-preview'
const hello = { model, messages: [{ role: 'user', content: 'Hello' }] }

/** A record: Gemini has none, and sees a list of entries. */
const record = {
  type: 'function',
  function: {
    name: 'scores.record',
    parameters: {
      type: 'object',
      properties: { scores: { type: 'object', additionalProperties: { type: 'number' } } },
      required: ['scores'],
    },
  },
}

describe.each(Object.entries(serveOn))('a gateway on %s', (_name, serve) => {
  const open: { close(): unknown }[] = []
  afterEach(async () => {
    for (const thing of open.splice(0)) await thing.close()
  })

  async function start(options: AppOptions = {}) {
    const served = await serve(folder, options)
    open.push(served)
    const post = (body: unknown, init: RequestInit = {}) =>
      fetch(`${served.url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify(body),
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      })
    const records = async () => (await (await fetch(`${served.url}/records`)).json()) as RequestRecord[]
    return { url: served.url, post, records }
  }

  async function startWithMock(options: AppOptions = {}) {
    const gemini: MockGemini = await startMockGemini()
    open.push(gemini)
    return { gemini, ...(await start({ baseURL: gemini.baseURL, maxRetries: 0, ...options })) }
  }

  test('calls a tool in the shape that the client declared, and takes its result', async () => {
    const { post, records } = await start()
    const messages: object[] = [{ role: 'user', content: 'Call scores.record.' }]
    const first = await (await post({ model, messages, tools: [record] })).json()
    const [{ message, finish_reason }] = first.choices
    expect(finish_reason).toBe('tool_calls')
    const [call] = message.tool_calls
    expect(call.function.name).toBe('scores.record')
    const { scores } = JSON.parse(call.function.arguments)
    expect(Object.values(scores).every((score) => typeof score === 'number')).toBe(true)
    expect(Array.isArray(scores)).toBe(false)
    // As a client does that drops what it does not know: the signature is the gateway's to remember.
    const { extra_content: _dropped, ...kept } = call
    messages.push({ role: 'assistant', tool_calls: [kept] }, { role: 'tool', tool_call_id: call.id, content: 'done' })
    const second = await post({ model, messages, tools: [record] })
    expect((await second.json()).choices[0].finish_reason).toBe('stop')
    expect(second.headers.get('x-toolfit-repaired')).toBeNull()
    expect((await records()).map(({ outcome, status }) => [outcome, status])).toEqual([
      ['ok', 200],
      ['ok', 200],
    ])
  })

  test('asks Gemini by HTTP, with the key in a header', async () => {
    const { gemini, post } = await startWithMock()
    const answer = post(hello)
    const call = await gemini.next()
    expect([call.path, call.key]).toEqual([`/v1beta/models/${model}:generateContent`, 'a-key-of-gemini'])
    const candidate = { content: { role: 'model', parts: [{ text: 'Sunny.' }] }, finishReason: 'STOP' }
    call.response.end(JSON.stringify({ candidates: [candidate] }))
    expect((await (await answer).json()).choices[0].message.content).toBe('Sunny.')
  })

  test('hands on each piece of a stream before the next one is there', async () => {
    const { gemini, post, records } = await startWithMock()
    const answer = post({ ...hello, stream: true })
    const call = await gemini.next()
    call.send([{ text: 'one' }])
    const reader = readText(await answer)
    expect(await reader.until('"one"')).not.toContain('[DONE]')
    call.send([{ text: 'two' }])
    expect(await reader.until('"two"')).not.toContain('[DONE]')
    call.send([{ text: 'three' }], { finishReason: 'STOP' })
    call.response.end()
    expect(await reader.until('[DONE]')).toContain('"three"')
    expect(await reader.rest()).toBe('\n\n')
    expect(await records()).toMatchObject([{ outcome: 'ok', stream: true, finishReason: 'stop' }])
  })

  test('leaves Gemini when the client leaves a stream', async () => {
    const { gemini, post, records } = await startWithMock()
    const leaving = new AbortController()
    const answer = post({ ...hello, stream: true }, { signal: leaving.signal })
    const call = await gemini.next()
    // Gemini goes on talking: workerd sees that a client has closed its side when it writes to it.
    const talking = setInterval(() => call.send([{ text: 'one' }]), 20)
    await readText(await answer).until('"one"')
    leaving.abort()
    await call.left
    clearInterval(talking)
    await expect.poll(records).toMatchObject([{ outcome: 'aborted', status: 200 }])
  })

  test('leaves Gemini when the connection of a client breaks before there is an answer', async () => {
    const { gemini, url, records } = await startWithMock()
    const client = request(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    })
    client.on('error', () => undefined).end(JSON.stringify(hello))
    const call = await gemini.next()
    client.socket!.resetAndDestroy()
    await call.left
    await expect.poll(records).toMatchObject([{ outcome: 'aborted', status: 499 }])
  })

  test('answers an error of Gemini in the words of OpenAI, with its status and its wait', async () => {
    const { gemini, post } = await startWithMock()
    const answer = post(hello)
    const { response } = await gemini.next()
    const error = { code: 429, message: 'Slow down, a-key-of-gemini.', status: 'RESOURCE_EXHAUSTED' }
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' })
    response.end(JSON.stringify({ error }))
    const refused = await answer
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
    const body = await refused.json()
    expect(body.error).toMatchObject({ type: 'rate_limit_error', code: 'rate_limit_exceeded' })
    expect(body.error.message).not.toContain('a-key-of-gemini')
  })

  test('does not follow a redirect', async () => {
    const { gemini, post } = await startWithMock()
    const answer = post(hello)
    const { response } = await gemini.next()
    response.writeHead(302, { location: '/elsewhere' }).end()
    expect((await answer).status).toBe(502)
  })

  test('says in a stream that it broke off, and does not end it as if it were whole', async () => {
    const { gemini, post, records } = await startWithMock()
    const answer = post({ ...hello, stream: true })
    const call = await gemini.next()
    call.send([{ text: 'one' }])
    const reader = readText(await answer)
    await reader.until('"one"')
    call.response.destroy()
    const rest = await reader.rest()
    expect(rest).toContain('data: {"error":')
    expect(rest).not.toContain('[DONE]')
    expect(rest).not.toMatch(/"finish_reason":"/)
    expect(await records()).toMatchObject([{ outcome: 'failed', status: 200 }])
  })

  test('is a 502 where Gemini cannot be reached', async () => {
    const { post } = await start({ baseURL: 'http://127.0.0.1:9/v1beta', maxRetries: 0 })
    const refused = await post(hello)
    expect(refused.status).toBe(502)
    expect((await refused.json()).error.message).toBe('The model could not be reached.')
  })

  test('knows clients by their keys, also when several come first at once', async () => {
    const { post } = await start({ clientKeys: ['key-of-a', 'key-of-b'] })
    const keys = ['key-of-a', 'key-of-b', 'key-of-c', 'key-of-a']
    const answers = await Promise.all(keys.map((key) => post(hello, { headers: { authorization: `Bearer ${key}` } })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 200])
  })

  test('reads a compressed body, and refuses one that is too large when it is unpacked', async () => {
    const { post } = await start({ maxBodyBytes: 10_000 })
    const headers = { 'content-encoding': 'gzip' }
    expect((await post(null, { headers, body: gzipSync(JSON.stringify(hello)) })).status).toBe(200)
    const large = { ...hello, messages: [{ role: 'user', content: 'a'.repeat(100_000) }] }
    expect((await post(null, { headers, body: gzipSync(JSON.stringify(large)) })).status).toBe(413)
  })

  test('has its other paths', async () => {
    const { url } = await start()
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    const { data } = await (await fetch(`${url}/v1/models`)).json()
    expect(data.map(({ id }: { id: string }) => id)).toContain(model)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('# TYPE')
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(404)
  })
})

/** Reads a body as far as a test wants it. */
function readText(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const take = (length: number) => {
    const taken = text.slice(0, length)
    text = text.slice(length)
    return taken
  }
  return {
    /** What comes up to these words, with them. */
    async until(words: string): Promise<string> {
      for (;;) {
        const at = text.indexOf(words)
        if (at >= 0) return take(at + words.length)
        const { done, value } = await reader.read()
        if (done) throw new Error(`The body ended without ${words}: ${text}`)
        text += value
      }
    },
    async rest(): Promise<string> {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return take(text.length)
        text += value
      }
    },
  }
}
