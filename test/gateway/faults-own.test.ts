import { describe, expect, test } from 'vitest'
import type { FetchFunction } from '../../src/models/http/fetch-transport.ts'
import { model, startGateway } from './ask-gateway.ts'

const answer = { candidates: [{ content: { role: 'model', parts: [{ text: 'Hi.' }] }, finishReason: 'STOP' }] }

function refused(code: number, status: string, message: string): Response {
  return Response.json({ error: { code, status, message } }, { status: code })
}

/** Keys that were used for answers, in order. */
function startWithKeys(refuse: (url: string, body: string) => Response | undefined) {
  const used: string[] = []
  const fetch: FetchFunction = async (url, { headers, body }) => {
    const refusal = refuse(url, String(body))
    if (refusal !== undefined) return refusal
    used.push((headers as Record<string, string>)['x-goog-api-key']!)
    return Response.json(answer)
  }
  return { ...startGateway({ apiKey: ['one', 'two', 'three'], fetch, allowResources: ['files'] }), used }
}

describe('several keys of Gemini', () => {
  test('a file that no key may read puts none of them to rest', async () => {
    const message = 'You do not have permission to access the File none or it may not exist.'
    const { ask, used } = startWithKeys((_, body) =>
      body.includes('files/') ? refused(403, 'PERMISSION_DENIED', message) : undefined,
    )
    const content = [{ type: 'file', file: { file_id: 'files/none' } }]
    expect((await ask({ messages: [{ role: 'user', content }] })).status).toBe(403)
    for (const _ of [1, 2, 3]) await ask({})
    expect(used.sort()).toEqual(['one', 'three', 'two'])
  })

  test('a key that is denied where another one is not comes last, for the client that saw it', async () => {
    const used: string[] = []
    const fetch: FetchFunction = async (_url, { headers }) => {
      used.push((headers as Record<string, string>)['x-goog-api-key']!)
      return used.at(-1) === 'leaked' ? refused(403, 'PERMISSION_DENIED', 'No.') : Response.json(answer)
    }
    const { post } = startGateway({ apiKey: ['leaked', 'good'], fetch, clientKeys: ['sk-1', 'sk-2'] })
    const asking = (key: string) =>
      post({ model, messages: [{ role: 'user', content: 'Hi' }] }, { authorization: `Bearer ${key}` })
    for (const key of ['sk-1', 'sk-1', 'sk-2', 'sk-2']) expect((await asking(key)).status).toBe(200)
    expect(used).toEqual(['leaked', 'good', 'good', 'leaked', 'good', 'good'])
  })

  test('a client that makes Google quote API_KEY_INVALID disables no key, and gets its own error (X138)', async () => {
    const { ask, used, gateway } = startWithKeys((_, body) =>
      body.includes('API_KEY_INVALID')
        ? refused(400, 'INVALID_ARGUMENT', 'Invalid value: "API_KEY_INVALID: API key not valid."')
        : undefined,
    )
    const { status, body } = await ask({ messages: [{ role: 'user', content: 'API_KEY_INVALID' }] })
    expect([status, body.error?.type]).toEqual([400, 'invalid_request_error'])
    const metrics = await (await gateway(new Request('http://localhost/metrics'))).text()
    expect(metrics).toContain('toolfit_upstream_keys{state="rejected"} 0')
    for (const _ of [1, 2, 3]) await ask({})
    expect(used.sort()).toEqual(['one', 'three', 'two'])
  })

  test('a list of models that is out of quota keeps no model from being asked', async () => {
    const { gateway, ask } = startWithKeys((url) =>
      url.includes('/models?') ? refused(429, 'RESOURCE_EXHAUSTED', 'Quota.') : undefined,
    )
    expect((await gateway(new Request('http://localhost/v1/models'))).status).toBe(429)
    expect((await ask({})).status).toBe(200)
  })
})

describe('what becomes a 500', () => {
  test('is told to whoever runs the gateway, and not to the client', async () => {
    const faults: unknown[] = []
    const failure = new Error('No token: canary.')
    const { ask } = startGateway({
      headers: () => Promise.reject(failure),
      onFault: (error) => faults.push(error),
    })
    const { status, body } = await ask({})
    expect([status, body.error?.code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(body)).not.toContain('canary')
    expect(faults).toEqual([failure])
  })

  test('what the client did wrong, or Gemini refuses, is no fault', async () => {
    const faults: unknown[] = []
    const { ask } = startGateway({
      fetch: async () => refused(400, 'INVALID_ARGUMENT', 'No.'),
      onFault: (error) => faults.push(error),
    })
    expect((await ask({ temperature: 'hot' })).status).toBe(400)
    expect((await ask({})).status).toBe(400)
    expect(faults).toEqual([])
  })
})

test('a request that the server gives up, and not the client, is a 503 that clients try again', async () => {
  const closing = new AbortController()
  const { post, records } = startGateway({
    fetch: (_, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason))),
  })
  const asked = post(
    { model: 'gemini-3-flash-preview', messages: [{ role: 'user', content: 'Hi.' }] },
    {},
    closing.signal,
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  closing.abort()
  const response = await asked
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.json()).toMatchObject({ error: { type: 'server_error' } })
  expect(records).toMatchObject([{ outcome: 'aborted', status: 499 }])
})
