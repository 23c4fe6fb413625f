import { describe, expect, test } from 'vitest'
import { createUpstreamKeys, nextGoogleDay, type UpstreamKeys } from './upstream-keys.ts'

const nobody: ReadonlySet<string> = new Set()
const slowDown = { statusCode: 429 }

function atTime(keys: readonly string[]) {
  const clock = { time: Date.UTC(2026, 0, 15, 12) }
  return { clock, keys: createUpstreamKeys(keys, { now: () => clock.time }) }
}

const take = (keys: UpstreamKeys, tried: readonly string[] = [], model?: string, client?: string) =>
  keys.take(new Set(tried), { ...(model === undefined ? {} : { model }), ...(client === undefined ? {} : { client }) })

describe('createUpstreamKeys', () => {
  test('hands out keys in turn, and each once of those that are equal', () => {
    const keys = createUpstreamKeys(['a', 'b', 'a', 'c'])
    expect([1, 2, 3, 4].map(() => take(keys))).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }, { key: 'a' }])
  })

  test('hands out none that this call has tried', () => {
    const keys = createUpstreamKeys(['a', 'b'])
    expect(take(keys, ['a'])).toEqual({ key: 'b' })
    expect(take(keys, ['a', 'b'])).toEqual({ waitMs: 0 })
  })

  test('lets a key rest for as long as the upstream says, and says how long that is (F1)', () => {
    const { keys, clock } = atTime(['a'])
    keys.report('a', { statusCode: 429, retryAfterMs: 7_000 })
    expect(take(keys)).toEqual({ waitMs: 7_000 })
    clock.time += 6_999
    expect(take(keys)).toEqual({ waitMs: 1 })
    clock.time += 1
    expect(take(keys)).toEqual({ key: 'a' })
  })

  test('rests twice as long each time where the upstream does not say, up to a minute, and from the start after a success', () => {
    const { keys, clock } = atTime(['a'])
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map(() => {
      keys.report('a', slowDown)
      const taken = take(keys)
      clock.time += 60_000
      return 'waitMs' in taken ? taken.waitMs : 0
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    keys.report('a', undefined)
    keys.report('a', slowDown)
    expect(take(keys)).toEqual({ waitMs: 1_000 })
  })

  test('does not believe an upstream that would have a key rest for hours', () => {
    const { keys } = atTime(['a'])
    keys.report('a', { statusCode: 429, retryAfterMs: 86_400_000 })
    expect(take(keys)).toEqual({ waitMs: 60_000 })
  })

  test('works on with the others while one rests', () => {
    const { keys } = atTime(['a', 'b', 'c'])
    keys.report('b', slowDown)
    expect([1, 2, 3].map(() => take(keys))).toEqual([{ key: 'a' }, { key: 'c' }, { key: 'a' }])
  })

  test('lets a key rest for the model whose quota is out, and for no other', () => {
    const { keys } = atTime(['a'])
    keys.report('a', { statusCode: 429, retryAfterMs: 5_000 }, { model: 'pro' })
    expect(take(keys, [], 'pro')).toEqual({ waitMs: 5_000 })
    expect(take(keys, [], 'flash')).toEqual({ key: 'a' })
    expect(keys.states()).toEqual({ ready: 0, cooling: 1, spent: 0, rejected: 0 })
  })

  test('a quota of a day is back on the next day in California (F2)', () => {
    const { keys, clock } = atTime(['a', 'b'])
    keys.report('a', { statusCode: 429, isDaily: true, retryAfterMs: 30_000 })
    expect([1, 2].map(() => take(keys))).toEqual([{ key: 'b' }, { key: 'b' }])
    expect(keys.states()).toEqual({ ready: 1, cooling: 0, spent: 1, rejected: 0 })
    clock.time = Date.UTC(2026, 0, 16, 8)
    expect([1, 2].map(() => take(keys))).toEqual([{ key: 'a' }, { key: 'b' }])
  })

  test('tries a spent key once in a while, with one request and not with all: quotas are raised', () => {
    const { keys, clock } = atTime(['a'])
    keys.report('a', { statusCode: 429, isDaily: true })
    expect(take(keys)).toEqual({ waitMs: 300_000 })
    clock.time += 300_000
    expect([take(keys), take(keys)]).toEqual([{ key: 'a' }, { waitMs: 300_000 }])
    keys.report('a', undefined)
    expect(take(keys)).toEqual({ key: 'a' })
  })

  test('a rejected key comes last, and is still tried where no other is left: the upstream says best what is wrong (F4)', () => {
    const { keys } = atTime(['a', 'b'])
    keys.report('a', { statusCode: 401, isRejected: true }, { model: 'pro' })
    expect([1, 2].map(() => take(keys, [], 'flash'))).toEqual([{ key: 'b' }, { key: 'b' }])
    expect(take(keys, ['b'], 'flash')).toEqual({ key: 'a' })
    expect(keys.states().rejected).toBe(1)
    keys.report('a', undefined, { model: 'flash' })
    expect(keys.states().rejected).toBe(0)
  })

  test('a key that a client may not use for one model is good for other models, and for other clients', () => {
    const { keys, clock } = atTime(['a', 'b'])
    keys.report('a', { statusCode: 403, isDenied: true }, { model: 'tuned', client: 'mallory' })
    expect([1, 2].map(() => take(keys, [], 'tuned', 'mallory'))).toEqual([{ key: 'b' }, { key: 'b' }])
    expect(take(keys, [], 'flash', 'mallory')).toEqual({ key: 'a' })
    expect([1, 2].map(() => take(keys, [], 'tuned', 'good'))).toEqual([{ key: 'b' }, { key: 'a' }])
    expect(keys.states()).toEqual({ ready: 2, cooling: 0, spent: 0, rejected: 0 })
    keys.report('b', { statusCode: 403, isDenied: true }, { model: 'tuned', client: 'mallory' })
    expect(take(keys, ['b'], 'tuned', 'mallory')).toEqual({ key: 'a' })
    keys.report('b', undefined, { model: 'tuned', client: 'mallory' })
    expect([1, 2].map(() => take(keys, [], 'tuned', 'mallory'))).toEqual([{ key: 'b' }, { key: 'b' }])
    clock.time += 300_000
    expect(take(keys, [], 'tuned', 'mallory')).toEqual({ key: 'a' })
  })

  test('denials of one client take no place from quotas', () => {
    const { keys } = atTime(['a'])
    keys.report('a', slowDown, { model: 'pro' })
    for (let index = 0; index < 1_000; index++) {
      keys.report('a', { statusCode: 403, isDenied: true }, { model: `model-${index}`, client: 'mallory' })
    }
    expect(take(keys, [], 'pro', 'good')).toHaveProperty('waitMs')
  })

  test('trouble on the other side says nothing about a key (F6)', () => {
    const { keys } = atTime(['a'])
    keys.report('a', { statusCode: 503, retryAfterMs: 5_000 })
    expect(take(keys)).toEqual({ key: 'a' })
  })

  test('remembers a bounded number of models: their names come from requests', () => {
    const { keys } = atTime(['a'])
    for (let index = 0; index < 1_000; index++) keys.report('a', slowDown, { model: `model-${index}` })
    expect(take(keys, [], 'model-0')).toEqual({ key: 'a' })
    expect(take(keys, [], 'model-999')).toHaveProperty('waitMs')
  })

  test('forgets a report about a key that it never had', () => {
    const keys = createUpstreamKeys(['a'])
    keys.report('b', { statusCode: 401, isRejected: true })
    expect(keys.take(nobody)).toEqual({ key: 'a' })
  })

  test.each(['AIzaSecret\n', 'AIza Secret', ''])(
    'refuses a key that no header can hold, and does not quote it (S1)',
    (key) => {
      const failure = (() => {
        try {
          createUpstreamKeys(['good', key])
        } catch (error) {
          return error as Error & { code: string; evidence: unknown }
        }
        return undefined
      })()
      expect(failure).toMatchObject({ code: 'option-invalid', evidence: { option: 'apiKey', index: 1 } })
      expect(`${failure?.message} ${failure?.stack}`).not.toContain('Secret')
    },
  )

  test('shows no key when it is printed (S1)', () => {
    const keys = createUpstreamKeys(['AIzaSecret'])
    expect(`${JSON.stringify(keys)} ${String(keys)} ${JSON.stringify(keys.states())}`).not.toContain('Secret')
  })
})

describe('nextGoogleDay', () => {
  test.each([
    ['in winter', '2026-01-15T12:00:00.000Z', '2026-01-16T08:00:00.000Z'],
    ['in summer', '2026-07-15T12:00:00.123Z', '2026-07-16T07:00:00.000Z'],
    ['a moment before', '2026-01-16T07:59:59.999Z', '2026-01-16T08:00:00.000Z'],
    ['at midnight itself', '2026-01-16T08:00:00.000Z', '2026-01-17T08:00:00.000Z'],
    ['on the day with 23 hours', '2026-03-08T09:00:00.000Z', '2026-03-09T07:00:00.000Z'],
    ['on the day with 25 hours', '2026-11-01T07:30:00.000Z', '2026-11-02T08:00:00.000Z'],
  ])('%s', (_when, now, midnight) => {
    expect(new Date(nextGoogleDay(Date.parse(now))).toISOString()).toBe(midnight)
  })
})
