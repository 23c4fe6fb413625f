import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmulatorServer, startEmulator } from '../../src/emulator/server.node.ts'
import { type GeminiSettings, gemini } from '../../src/models/gemini/gemini.ts'
import type { ModelCallOptions } from '../../src/models/versions/language-model.ts'
import { canary, partsOf, textOf } from './emulated-gemini.ts'

const options: ModelCallOptions = {
  prompt: [{ role: 'user', content: 'Say something.' }],
  retriedBy: 'model',
}
const long = 'One two three four five six seven eight nine ten. '.repeat(20)

let server: EmulatorServer
beforeAll(async () => {
  server = await startEmulator()
})
afterAll(() => server.close())

const modelOf = (fault: string, settings: GeminiSettings = {}) => {
  server.emulator.reset()
  server.emulator.script([{ reply: long }, { reply: long }, { reply: long }])
  return gemini('gemini-3-flash-preview', {
    apiKey: canary,
    baseURL: server.url,
    ...(fault === '' ? {} : { headers: { 'x-toolfit-fault': fault } }),
    retryPolicy: { firstDelayMs: 1 },
    ...settings,
  })
}

describe('over a real connection', () => {
  test('an answer comes whole, streamed and not, in pieces of any size', async () => {
    expect((await modelOf('').doGenerate(options)).content).toMatchObject([{ text: long }])
    expect(textOf(await partsOf((await modelOf('').doStream(options)).stream))).toBe(long)
    expect(textOf(await partsOf((await modelOf('split;size=3').doStream(options)).stream))).toBe(long)
  })

  test('a connection that is reset before the head is tried again, and one in the middle is an error part', async () => {
    expect((await modelOf('reset;at=head;times=1').doGenerate(options)).content).toMatchObject([{ text: long }])
    const error = await modelOf('reset;at=head')
      .doGenerate(options)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'model-unreachable', isRetryable: true })
    const parts = await partsOf((await modelOf('reset;after=2;ms=300').doStream(options)).stream)
    expect(parts.find(({ type }) => type === 'error')).toMatchObject({ error: { code: 'model-unreachable' } })
    expect(textOf(parts).length).toBeGreaterThan(0)
  })

  test('nobody is there: the error says where, and why', async () => {
    const model = modelOf('', { baseURL: 'http://127.0.0.1:1', maxRetries: 0 })
    const error = await model.doGenerate(options).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'model-unreachable',
      url: expect.stringContaining('http://127.0.0.1:1/v1beta'),
    })
    expect(String(error)).not.toContain(canary)
  })

  test('silence ends at the timeouts', async () => {
    const silent = modelOf('stall', { headerTimeoutMs: 50 }).doGenerate(options)
    await expect(silent).rejects.toMatchObject({ code: 'model-timeout' })
    const { stream } = await modelOf('stall-mid-stream', { idleTimeoutMs: 50 }).doStream(options)
    expect((await partsOf(stream)).find(({ type }) => type === 'error')).toMatchObject({
      error: { code: 'model-timeout' },
    })
  })

  test('an abort ends the call and the stream with its reason', async () => {
    const reason = new Error('changed my mind')
    const waiting = new AbortController()
    const call = modelOf('stall').doGenerate({ ...options, abortSignal: waiting.signal })
    setTimeout(() => waiting.abort(reason), 20)
    await expect(call).rejects.toBe(reason)
    const reading = new AbortController()
    const { stream } = await modelOf('stall-mid-stream').doStream({ ...options, abortSignal: reading.signal })
    setTimeout(() => reading.abort(reason), 20)
    await expect(partsOf(stream)).rejects.toBe(reason)
  })

  test('a redirect is not followed, and the key goes nowhere else', async () => {
    const seen: string[] = []
    const thief = createServer((request, response) => {
      seen.push(JSON.stringify(request.headers))
      response.end('{}')
    }).listen(0)
    const address = `http://127.0.0.1:${(thief.address() as AddressInfo).port}/`
    const proxy = createServer((_request, response) => response.writeHead(307, { location: address }).end()).listen(0)
    const baseURL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const error = await modelOf('', { baseURL })
      .doGenerate(options)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'model-http-error', statusCode: 307, isRetryable: false })
    expect(seen).toEqual([])
    thief.close()
    proxy.close()
  })
})
