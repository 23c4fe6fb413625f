import { describe, expect, test } from 'vitest'
import { checkCredentials, type Door, readCredentials } from './credentials.ts'

const studio: Door = { endpoint: 'ai-studio', takesKeys: true, method: () => 'm.GenerateContent' }
const vertex: Door = { endpoint: 'vertex', takesKeys: false, method: () => 'm.GenerateContent' }

describe('readCredentials', () => {
  const read = (headers: Record<string, string>, query = '') =>
    readCredentials(new Headers(headers), new URLSearchParams(query))

  test('finds a key in its header and in the query, and a token behind Bearer', () => {
    expect(read({ 'x-goog-api-key': 'k' })).toEqual({ key: 'k' })
    expect(read({}, 'key=k')).toEqual({ key: 'k' })
    expect(read({ authorization: 'bearer  t ' })).toEqual({ token: 't' })
    expect(read({}, 'access_token=t')).toEqual({ token: 't' })
  })

  test('takes an empty one for none', () => {
    expect(read({ 'x-goog-api-key': '', authorization: 'Bearer ' }, 'key=')).toEqual({})
  })
})

describe('checkCredentials', () => {
  test('takes any key or token where none is named', () => {
    expect(checkCredentials({ key: 'k' }, studio, undefined)).toBeUndefined()
    expect(checkCredentials({ token: 't' }, vertex, undefined)).toBeUndefined()
  })

  test('answers a caller without an identity with 403 on AI Studio and 401 elsewhere', () => {
    expect(checkCredentials({}, studio, undefined)).toEqual({
      code: 403,
      status: 'PERMISSION_DENIED',
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    })
    expect(checkCredentials({}, vertex, undefined)).toMatchObject({
      code: 401,
      status: 'UNAUTHENTICATED',
      message: expect.stringMatching(
        /^Request is missing required authentication credential\. Expected OAuth 2 access/,
      ),
      details: [
        {
          reason: 'CREDENTIALS_MISSING',
          domain: 'googleapis.com',
          metadata: { method: 'm.GenerateContent', service: 'aiplatform.googleapis.com' },
        },
      ],
    })
  })

  test('answers a wrong key with 400 API_KEY_INVALID, without showing it', () => {
    const problem = checkCredentials({ key: 'wrong' }, studio, ['right'])
    expect(problem).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: 'API key not valid. Please pass a valid API key.',
      details: [
        { reason: 'API_KEY_INVALID', metadata: { service: 'generativelanguage.googleapis.com' } },
        { locale: 'en-US' },
      ],
    })
    expect(JSON.stringify(problem)).not.toContain('wrong')
    expect(checkCredentials({ key: 'right' }, studio, ['right'])).toBeUndefined()
  })

  test('answers a wrong token with 401, and a key where a token is due with 401', () => {
    expect(checkCredentials({ token: 'wrong' }, vertex, ['right'])).toMatchObject({
      code: 401,
      message: expect.stringContaining('Request had invalid authentication credentials.'),
    })
    expect(checkCredentials({ key: 'k' }, vertex, undefined)).toMatchObject({
      code: 401,
      message: expect.stringContaining('API keys are not supported by this API.'),
    })
  })
})
