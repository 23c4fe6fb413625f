import { describe, expect, test } from 'vitest'
import { resolveConfig } from './config.ts'

describe('a configuration', () => {
  test('needs a key, headers, or a fetch that knows what to do', () => {
    expect(() => resolveConfig({})).toThrow(expect.objectContaining({ code: 'api-key-missing' }))
    expect(() => resolveConfig({ apiKey: ' ' })).toThrow(expect.objectContaining({ code: 'api-key-missing' }))
    expect(resolveConfig({ headers: {} }).apiKeys).toEqual([])
    expect(resolveConfig({ fetch: () => Promise.reject(new Error('never')) }).apiKeys).toEqual([])
  })

  test('takes one key or several, without what files put around them, each once', () => {
    expect(resolveConfig({ apiKey: 'a\n' }).apiKeys).toEqual(['a'])
    expect(resolveConfig({ apiKey: ['a', ' b ', '', 'a'] }).apiKeys).toEqual(['a', 'b'])
  })

  test('has defaults, and what is given stays', () => {
    const config = resolveConfig({ apiKey: 'a', maxRetries: 0, maxBodyBytes: 10, idleTimeoutMs: undefined })
    expect(config).toMatchObject({ profile: 'ai-studio', strict: false, blocked: 'answer', maxRetries: 0 })
    expect(config).toMatchObject({ maxBodyBytes: 10, idleTimeoutMs: 90_000, headerTimeoutMs: undefined, cors: [] })
  })

  test.each([
    ['maxBodyBytes', 0],
    ['keepAliveMs', -1],
    ['headerTimeoutMs', Number.NaN],
    ['blocked', 'maybe'],
    ['access', 'request'],
    ['clientKeys', []],
    ['clientKeys', 'one-key-as-a-text'],
    ['clientKeys', null],
    ['allowResources', ['files', 'everything']],
    ['cors', ['app.example']],
    ['clientKey', ['misspelt']],
    ['allowedHosts', ['misspelt']],
  ])('%s cannot be %s', (option, value) => {
    const error = expect.objectContaining({ code: 'option-invalid', evidence: expect.objectContaining({ option }) })
    expect(() => resolveConfig({ apiKey: 'a', [option]: value })).toThrow(error)
  })

  test('is open to everybody, or has keys', () => {
    expect(() => resolveConfig({ apiKey: 'a', clientKeys: ['b'], open: true })).toThrow('Set one of them')
  })
})
