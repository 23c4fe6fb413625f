import { expect, test } from 'vitest'
import { createModelCall } from './model-call.ts'

const request = {
  provider: 'any',
  url: 'https://host.example/v1/chat/completions',
  headers: {},
  body: '{}',
  decodeError: () => ({ message: '', isRetryable: false }),
}

test.each(['localhost:8000/v1', 'file:///v1', 'user:canary@host.example/v1'])(
  'refuses %j as a base URL, without quoting it',
  async (baseURL) => {
    const error: unknown = await createModelCall({ baseURL }, {}, request).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'option-invalid', evidence: { option: 'baseURL' } })
    expect(String(error)).not.toContain('canary')
  },
)

test.each([undefined, 'http://localhost:8000/v1', 'HTTPS://host.example', '/api/v1'])(
  'takes %j: a page of a browser has relative addresses too',
  async (baseURL) => {
    expect(await createModelCall({ baseURL }, {}, request)).toMatchObject({ url: request.url })
  },
)
