import { describe, expect, test } from 'vitest'
import { ToolfitError } from '../../core/errors.ts'
import { type ApiCallError, isApiCallError } from './api-call-error.ts'
import { callHttp, type HttpCall } from './call-http.ts'
import { type FetchFunction, fetchTransport } from './fetch-transport.ts'

const key = 'canary-key-0123456789'

const callOf = (fetch: FetchFunction, more: Partial<HttpCall> = {}): HttpCall => ({
  provider: 'test',
  url: 'https://user:pass@example.test/v1/models?key=canary-key-0123456789',
  headers: { 'x-goog-api-key': key },
  body: '{}',
  transport: fetchTransport(fetch),
  decodeError: (body, status) => ({ message: `${status}: ${JSON.stringify(body)}`, isRetryable: status >= 500 }),
  ...more,
})

async function failure(work: Promise<unknown>): Promise<ApiCallError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(isApiCallError(error) && ToolfitError.isInstance(error)).toBe(true)
  return error as ApiCallError
}

/** All that anybody could log of an error. */
function allOf(error: Error): string {
  return [error.message, error.stack, JSON.stringify(error), JSON.stringify(error.cause), String(error.cause)].join(' ')
}

const streamOf = (...pieces: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

describe('callHttp', () => {
  test('posts the body with the headers, and gives the answer piece by piece or whole', async () => {
    const seen: RequestInit[] = []
    const fetch: FetchFunction = async (_url, init) => {
      seen.push(init)
      return new Response(streamOf('{"a', '', '":"é"}'), { headers: { 'x-request-id': 'r1' } })
    }
    const headers = { 'content-type': 'application/json', 'x-goog-api-key': key }
    const answer = await callHttp(callOf(fetch, { body: '{"x":1}', headers }))
    expect(new TextDecoder().decode(await answer.bytes())).toBe('{"a":"é"}')
    expect(answer.headers['x-request-id']).toBe('r1')
    expect(seen[0]).toMatchObject({ method: 'POST', body: '{"x":1}', redirect: 'manual' })
    expect(seen[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'x-goog-api-key': key })
  })

  test('an error status is an APICallError without the key, even where the provider repeats it', async () => {
    const fetch: FetchFunction = async () =>
      new Response(JSON.stringify({ error: { message: `Key ${key} is wrong` } }), {
        status: 403,
        headers: { 'x-echo': key },
      })
    const error = await failure(callHttp(callOf(fetch)))
    expect(error).toMatchObject({
      code: 'model-http-error',
      statusCode: 403,
      isRetryable: false,
      url: 'https://example.test/v1/models',
      data: { error: { message: 'Key [secret] is wrong' } },
    })
    expect(error.responseHeaders).toMatchObject({ 'x-echo': '[secret]' })
    expect(allOf(error)).not.toContain(key)
  })

  test('what the provider asks to wait is in the headers, wherever it said so', async () => {
    const fetch: FetchFunction = async () => new Response('{}', { status: 503, headers: { 'retry-after': '3' } })
    const decodeError = () => ({ message: 'Busy.', isRetryable: true, retryAfterMs: 7000 })
    expect((await failure(callHttp(callOf(fetch, { decodeError })))).responseHeaders).toMatchObject({
      'retry-after-ms': '7000',
    })
    expect((await failure(callHttp(callOf(fetch)))).responseHeaders).toMatchObject({ 'retry-after-ms': '3000' })
  })

  test('a page of a proxy, and a body that breaks off, keep their status', async () => {
    const page: FetchFunction = async () => new Response('<html>', { status: 502 })
    expect(await failure(callHttp(callOf(page)))).toMatchObject({ statusCode: 502, responseBody: '<html>' })
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('gone')) })
    const cut: FetchFunction = async () => new Response(broken, { status: 500 })
    expect(await failure(callHttp(callOf(cut)))).toMatchObject({ statusCode: 500, responseBody: '', isRetryable: true })
  })

  test('a redirect is not followed', async () => {
    const fetch: FetchFunction = async () => new Response(null, { status: 302, headers: { location: 'https://evil' } })
    expect(await failure(callHttp(callOf(fetch)))).toMatchObject({ statusCode: 302, isRetryable: false })
  })

  test('a connection that fails can be tried again, and says why it failed', async () => {
    const fetch: FetchFunction = async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND example.test') })
    }
    const error = await failure(callHttp(callOf(fetch)))
    expect(error).toMatchObject({ code: 'model-unreachable', isRetryable: true })
    expect(error.message).toContain('ENOTFOUND')
  })

  test('a cause that knows the key is not kept', async () => {
    const fetch: FetchFunction = async () => {
      throw new TypeError(`bad header ${key}`)
    }
    const error = await failure(callHttp(callOf(fetch)))
    expect(allOf(error)).not.toContain(key)
    expect(error.message).toContain('bad header [secret]')
  })

  test('a key with a line break is refused before it is sent, and not shown', async () => {
    const call = callOf(async () => new Response('{}'), { headers: { 'x-goog-api-key': `${key}\nx` } })
    const error = (await callHttp(call).catch((thrown: unknown) => thrown)) as ToolfitError
    expect(error.code).toBe('option-invalid')
    expect(allOf(error)).not.toContain(key)
  })

  test('no head in time, and no further piece in time, are timeouts, whether fetch listens or not', async () => {
    const deaf: FetchFunction = () => new Promise(() => undefined)
    expect(await failure(callHttp(callOf(deaf, { headerTimeoutMs: 10 })))).toMatchObject({
      code: 'model-timeout',
      isRetryable: false,
    })
    const silent: FetchFunction = async () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const answer = await callHttp(callOf(silent, { idleTimeoutMs: 10 }))
    expect(await failure(answer.bytes())).toMatchObject({ code: 'model-timeout' })
  })

  test('an answer that is read as a whole has one such time, however small its pieces are', async () => {
    const trickle = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      controller.enqueue(new TextEncoder().encode('1,'))
    }
    const fetch: FetchFunction = async () => new Response(new ReadableStream({ pull: trickle }))
    const answer = await callHttp(callOf(fetch, { idleTimeoutMs: 50 }))
    expect(await failure(answer.bytes())).toMatchObject({ code: 'model-timeout' })
  })

  test('an abort passes its reason on: before, while waiting, and while reading', async () => {
    const reason = new Error('changed my mind')
    const deaf: FetchFunction = () => new Promise(() => undefined)
    await expect(callHttp(callOf(deaf, { abortSignal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    const waiting = new AbortController()
    const run = callHttp(callOf(deaf, { abortSignal: waiting.signal }))
    waiting.abort(reason)
    await expect(run).rejects.toBe(reason)
    const reading = new AbortController()
    let isAborted = false
    const silent: FetchFunction = async (_url, init) => {
      init.signal!.addEventListener('abort', () => {
        isAborted = true
      })
      return new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    }
    const answer = await callHttp(callOf(silent, { abortSignal: reading.signal }))
    const text = answer.bytes()
    reading.abort(reason)
    await expect(text).rejects.toBe(reason)
    expect(isAborted).toBe(true)
  })
})

test('an answer that comes after the call was given up is let go of', async () => {
  let isCancelled = false
  let answer: (response: Response) => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    cancel() {
      isCancelled = true
    },
  })
  const fetch: FetchFunction = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  await failure(callHttp(callOf(fetch, { headerTimeoutMs: 1 })))
  answer(new Response(body))
  await new Promise((resolve) => setTimeout(resolve, 1))
  expect(isCancelled).toBe(true)
})

test('a call that was aborted before it began is not made', async () => {
  let count = 0
  const fetch: FetchFunction = async () => {
    count++
    return new Response('{}')
  }
  await expect(callHttp(callOf(fetch, { abortSignal: AbortSignal.abort('enough') }))).rejects.toBe('enough')
  expect(count).toBe(0)
})

test.each([
  ['false', 503, false],
  ['true', 400, true],
])('x-should-retry: %s is believed, whatever the status', async (said, status, isRetryable) => {
  const fetch: FetchFunction = async () => new Response('{}', { status, headers: { 'x-should-retry': said } })
  expect(await failure(callHttp(callOf(fetch)))).toMatchObject({ statusCode: status, isRetryable })
})

test('an explanation without an end is not waited for', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('no '.repeat(10_000))),
    cancel() {
      isCancelled = true
    },
  })
  const fetch: FetchFunction = async () => new Response(body, { status: 500 })
  const error = await failure(callHttp(callOf(fetch, { decodeError: () => ({ message: 'm', isRetryable: true }) })))
  expect([error.responseBody?.length, isCancelled]).toEqual([100_000, true])
})
