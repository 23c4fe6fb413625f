import { describe, expect, test } from 'vitest'
import { createClientKeys } from './client-keys.ts'

const bearer = (key: string) => new Headers({ authorization: `Bearer ${key}` })
/** printf %s sk-bob | sha256sum */
const hashOfBob = 'sha256:36c76b48bb2ee1d9d37140550e9d7ed7d395cf56f41050dc2a72e5291c0011f0'

async function hashOf(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

describe('createClientKeys', () => {
  test('lets anybody in where there are no keys', async () => {
    const keys = createClientKeys(undefined)
    expect(await keys.identify(new Headers())).toEqual({ name: 'anonymous', id: 'anonymous' })
  })

  test('lets nobody in by an empty list (X130)', async () => {
    const keys = createClientKeys([])
    expect(await keys.identify(new Headers())).toBeUndefined()
    expect(await keys.identify(bearer('sk-alice'))).toBeUndefined()
  })

  test('knows each client by its key, given as it is or as a hash', async () => {
    const keys = createClientKeys(['sk-alice', await hashOf('sk-bob')])
    expect(await keys.identify(bearer('sk-alice'))).toMatchObject({ name: 'client-1' })
    expect(await keys.identify(bearer('sk-bob'))).toMatchObject({ name: 'client-2' })
  })

  test('a client is the same for every gateway that knows its key, in whatever form and order', async () => {
    const one = await createClientKeys(['sk-alice', 'sk-bob']).identify(bearer('sk-bob'))
    const other = await createClientKeys([await hashOf('sk-bob')]).identify(bearer('sk-bob'))
    expect(one?.id).toMatch(/^[\da-f]{32}$/)
    expect(other?.id).toBe(one?.id)
  })

  test.each([
    ['no key', new Headers()],
    ['another key', bearer('sk-mallory')],
    ['a beginning of the key', bearer('sk-alic')],
    ['more than the key', bearer('sk-alice1')],
    ['another case', bearer('SK-ALICE')],
    ['the hash of the key', bearer(hashOfBob)],
    ['another scheme', new Headers({ authorization: 'Basic sk-alice' })],
    ['an empty key', new Headers({ 'api-key': '' })],
  ])('knows nobody by %s', async (_what, headers) => {
    expect(await createClientKeys(['sk-alice', hashOfBob]).identify(headers)).toBeUndefined()
  })

  test('a hash from a configuration opens nothing', async () => {
    const hash = await hashOf('sk-bob')
    const keys = createClientKeys([hash])
    expect(await keys.identify(bearer(hash))).toBeUndefined()
    expect(await keys.identify(bearer(hash.slice('sha256:'.length)))).toBeUndefined()
  })

  test.each([
    ['Azure', { 'api-key': 'sk-alice' }],
    ['Anthropic', { 'x-api-key': 'sk-alice' }],
    ['any case', { Authorization: 'bearer sk-alice' }],
  ])('reads the key where clients of %s put it', async (_who, headers) => {
    expect(await createClientKeys(['sk-alice']).identify(new Headers(headers))).toMatchObject({ name: 'client-1' })
  })

  test('holds hashes and nothing else, and a client tells nothing of its key (S6)', async () => {
    const keys = createClientKeys(['sk-alice'])
    const client = await keys.identify(bearer('sk-alice'))
    const hash = (await hashOf('sk-alice')).slice('sha256:'.length)
    expect(`${JSON.stringify(keys)} ${JSON.stringify(client)}`).not.toMatch(/alice/)
    expect(hash).not.toContain(client!.id)
  })

  test.each(['', ' ', 'two words', 'line\n', 'ключ', 'sha256:', 'sha256:12', `sha256:${'z'.repeat(64)}`])(
    'refuses %j as a key',
    (key) => {
      expect(() => createClientKeys(['sk-alice', key])).toThrow(
        expect.objectContaining({ code: 'option-invalid', evidence: { option: 'clientKeys', index: 1 } }),
      )
    },
  )
})
