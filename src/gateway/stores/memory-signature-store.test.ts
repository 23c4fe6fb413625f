import { describe, expect, test } from 'vitest'
import { createMemorySignatureStore } from './memory-signature-store.ts'

const one = (id: string, value: string) => new Map([[id, value]])

describe('createMemorySignatureStore', () => {
  test('gives back what was kept for a client and a call, and leaves out what was not', async () => {
    const store = createMemorySignatureStore()
    await store.set('a', new Map(Object.entries({ call_1: 'one', call_2: 'two' })))
    expect([...(await store.get('a', ['call_2', 'call_3', 'call_1']))]).toEqual([
      ['call_2', 'two'],
      ['call_1', 'one'],
    ])
  })

  test('never gives one client what another has, also where names and ids run together', async () => {
    const store = createMemorySignatureStore()
    await store.set('a', one('bc', 'secret'))
    expect((await store.get('ab', ['c'])).size).toBe(0)
    expect((await store.get('b', ['bc'])).size).toBe(0)
    expect((await store.get('a', ['bc'])).size).toBe(1)
  })

  test('holds ids that are called like members of objects', async () => {
    const store = createMemorySignatureStore()
    expect((await store.get('a', ['__proto__', 'constructor'])).size).toBe(0)
    await store.set('a', one('__proto__', 'x'))
    expect((await store.get('a', ['__proto__'])).get('__proto__')).toBe('x')
  })

  test('replaces what was kept for a call, and counts it once', async () => {
    const store = createMemorySignatureStore()
    await store.set('a', one('c', 'old'))
    await store.set('a', one('c', 'new'))
    expect((await store.get('a', ['c'])).get('c')).toBe('new')
    expect(store.size().entries).toBe(1)
  })

  test('forgets the oldest above its number of entries', async () => {
    const store = createMemorySignatureStore({ maxEntries: 2 })
    for (const id of ['c1', 'c2', 'c3']) await store.set('a', one(id, 's'))
    expect([...(await store.get('a', ['c1', 'c2', 'c3'])).keys()]).toEqual(['c2', 'c3'])
  })

  test('forgets the oldest above its number of bytes, and never holds more (X75)', async () => {
    const store = createMemorySignatureStore({ maxBytes: 10_000 })
    for (let index = 0; index < 100; index++) {
      await store.set('a', one(`c${index}`, 's'.repeat(1_000)))
      expect(store.size().bytes).toBeLessThanOrEqual(10_000)
    }
    expect(store.size().entries).toBe(4)
    expect((await store.get('a', ['c99'])).size).toBe(1)
  })

  test('does not keep what alone is above the bound, and pushes nothing out for it (X75)', async () => {
    const store = createMemorySignatureStore({ maxBytes: 10_000 })
    await store.set('a', one('small', 's'))
    await store.set('a', one('large', 's'.repeat(10_000)))
    expect([...(await store.get('a', ['small', 'large'])).keys()]).toEqual(['small'])
  })

  test('forgets in the order in which it was told, whatever is said again in between', async () => {
    const store = createMemorySignatureStore({ maxEntries: 3 })
    for (const id of ['c1', 'c2', 'c3', 'c2', 'c2', 'c1']) await store.set('a', one(id, 's'))
    await store.set('a', one('c4', 's'))
    expect([...(await store.get('a', ['c1', 'c2', 'c3', 'c4'])).keys()]).toEqual(['c1', 'c2', 'c4'])
    for (const id of ['c5', 'c6', 'c7']) await store.set('a', one(id, 's'))
    expect((await store.get('a', ['c1', 'c2', 'c4'])).size).toBe(0)
    expect(store.size().entries).toBe(3)
  })

  test('a client that stores without end pushes out its own entries, not those of others (X75)', async () => {
    const store = createMemorySignatureStore({ maxEntries: 10 })
    for (const id of ['c1', 'c2', 'c3']) await store.set('alice', one(id, 's'))
    for (let index = 0; index < 1_000; index++) await store.set('mallory', one(`m${index}`, 's'))
    expect((await store.get('alice', ['c1', 'c2', 'c3'])).size).toBe(3)
    const left = Array.from({ length: 1_000 }, (_, index) => `m${index}`)
    expect([...(await store.get('mallory', left)).keys()]).toEqual(left.slice(-7))
  })

  test('forgets what is too old, and lets go of its memory', async () => {
    let time = 0
    const store = createMemorySignatureStore({ ttlMs: 1_000, now: () => time })
    await store.set('a', one('c1', 's'))
    time = 600
    await store.set('a', one('c2', 's'))
    time = 1_000
    expect([...(await store.get('a', ['c1', 'c2'])).keys()]).toEqual(['c2'])
    time = 1_600
    expect(store.size()).toEqual({ entries: 0, bytes: 0 })
  })

  test.each([{ maxEntries: 0 }, { maxBytes: -1 }, { ttlMs: Number.NaN }])(
    'refuses a bound that bounds nothing: %j',
    (options) => {
      expect(() => createMemorySignatureStore(options)).toThrow(
        expect.objectContaining({ code: 'option-invalid', evidence: { option: Object.keys(options)[0] } }),
      )
    },
  )
})
