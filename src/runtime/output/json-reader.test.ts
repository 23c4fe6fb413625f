import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonReader } from './json-reader.ts'

/** What is there after each piece of text; a piece that changed nothing is left out. */
function readAll(pieces: readonly string[]): unknown[] {
  const reader = new JsonReader()
  return pieces.flatMap((piece) => {
    reader.push(piece)
    const snapshot = reader.takeSnapshot()
    return snapshot === undefined ? [] : [snapshot.value]
  })
}

describe('JsonReader', () => {
  it('closes what is open where it stands', () => {
    expect(readAll(['{"ci', 'ty":', '"Os', 'lo","da', 'ys":[1', '2,t', 'rue', ']}'])).toEqual([
      {},
      { city: 'Os' },
      { city: 'Oslo' },
      { city: 'Oslo', days: [1] },
      { city: 'Oslo', days: [12, true] },
      { city: 'Oslo', days: [12, true] },
    ])
  })

  it('shows of a number what is one already', () => {
    expect(readAll(['[-', '1', '.', '5', 'e', '2', ']'])).toEqual([[], [-1], [-1.5], [-150], [-150]])
  })

  it('leaves half an escape out until it is whole', () => {
    expect(readAll(['"a\\', 'n\\u00', 'e9"'])).toEqual(['a', 'a\n', 'a\né'])
  })

  it('passes over a code fence and a word in front of the value, and what follows it', () => {
    expect(readAll(['```js', 'on\n{"a"', ':1}\n```']).at(-1)).toEqual({ a: 1 })
    expect(readAll(['Here you are: [1] and [2]']).at(-1)).toEqual([1])
    expect(readAll(['t', 'he answer:', '{}'])).toEqual([{}])
  })

  it('takes keys as data', () => {
    const [value] = readAll(['{"__proto__":{"polluted":true},"constructor":1}'])
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(['{a:1}', '{"a" 1}', '[1 2]', '{"a":1,}', '[tru1]', '["\\x"]', '["\\u00zz"]', '[01]', '[1}'])(
    'ends the reading where the text is no JSON: %s',
    (text) => {
      const reader = new JsonReader()
      reader.push(text)
      expect(reader.isBroken).toBe(true)
      expect(reader.takeSnapshot()).toBeUndefined()
    },
  )

  it('gives what JSON.parse gives, in whatever pieces the text comes', () => {
    const pieces = fc.tuple(fc.jsonValue(), fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }))
    fc.assert(
      fc.property(pieces, ([value, lengths]) => {
        const text = ` ${JSON.stringify(value)} `
        const reader = new JsonReader()
        for (let at = 0, i = 0; at < text.length; i += 1) {
          const length = lengths[i % lengths.length]!
          reader.push(text.slice(at, at + length))
          reader.takeSnapshot()
          at += length
        }
        expect(reader.isDone).toBe(true)
        expect(reader.live).toEqual(JSON.parse(text))
      }),
    )
  })

  it('never changes a snapshot that it gave, and shares what did not change', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const reader = new JsonReader()
        const taken: { readonly value: unknown; readonly text: string | undefined }[] = []
        for (const character of JSON.stringify(value)) {
          reader.push(character)
          const snapshot = reader.takeSnapshot()
          if (snapshot !== undefined) taken.push({ value: snapshot.value, text: JSON.stringify(snapshot.value) })
        }
        for (const { value: kept, text } of taken) expect(JSON.stringify(kept)).toBe(text)
      }),
    )
    const [first, second] = readAll(['[{"a":1},', '{"b":2}']) as [unknown[], unknown[]]
    expect(second[0]).toBe(first[0])
    expect(second).not.toBe(first)
  })

  it('copies no more than the text is long, however many values are open', () => {
    let copied = 0
    const reader = new JsonReader()
    const pieces = 20_000
    reader.push('[')
    for (let index = 0; index < pieces; index += 1) {
      reader.push('1,')
      const snapshot = reader.takeSnapshot()
      if (snapshot !== undefined) copied += (snapshot.value as unknown[]).length
    }
    expect(copied).toBeLessThanOrEqual(pieces * 2 * 64)
    expect(copied).toBeGreaterThan(pieces)
  })

  it('follows nesting of any depth without recursion', () => {
    const reader = new JsonReader()
    for (let index = 0; index < 20_000; index += 1) {
      reader.push('[[[[[')
      reader.takeSnapshot()
    }
    expect(reader.openDepth).toBe(100_000)
    expect(reader.isBroken).toBe(false)
  })
})
