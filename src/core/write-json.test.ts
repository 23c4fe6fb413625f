import fc from 'fast-check'
import { expect, test } from 'vitest'
import { needsEscapes, writeInPieces } from './write-json.ts'

/** Writes a value, and counts the pauses. */
async function write(value: unknown) {
  let pauses = 0
  const texts = await writeInPieces(value, () => void pauses++)
  return { texts, pauses }
}

const long = 'aé"\\\n語😀'.repeat(100_000)

test('a small value is one text', async () => {
  expect(await write({ a: [1, 'x', null], b: undefined })).toEqual({ texts: ['{"a":[1,"x",null]}'], pauses: 0 })
})

test('any JSON beside much text is what JSON.stringify makes of it, and there are pauses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.string(), async (left, right, key) => {
      const value = { left, list: [left, long, right, { [key]: long, right, none: undefined }, [], {}], last: right }
      const { texts, pauses } = await write(value)
      expect(texts.join('') === JSON.stringify(value)).toBe(true)
      expect(pauses).toBeGreaterThan(4)
    }),
    { numRuns: 20 },
  )
})

test('no text has more than a few hundred kilobytes, whatever the value is made of (X150)', async () => {
  const values = [
    long,
    '😀'.repeat(2_000_000),
    `x${'😀'.repeat(2_000_000)}`,
    '\ud83d'.repeat(300_000),
    Array.from({ length: 200_000 }, (_, index) => index),
    Array.from({ length: 100_000 }, (_, index) => ({ a: index, b: 'some text', c: undefined })),
    Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`member ${index}`, [index]])),
    [[[[Array.from({ length: 100_000 }, () => 'some text')]]], 1, undefined],
  ]
  for (const value of values) {
    const { texts } = await write(value)
    expect(texts.join('') === JSON.stringify(value)).toBe(true)
    // A character takes six where it is escaped.
    expect(Math.max(...texts.map((text) => text.length))).toBeLessThan(7 * 256 * 1024)
    expect(texts.length).toBeGreaterThan(1)
  }
})

test.each([
  ['aGk=é語😀', false],
  ['a"b', true],
  ['a\\b', true],
  ['a\u001fb', true],
  ['', false],
])(
  'a text is written otherwise in JSON where it has a quote, a backslash or a control character: %j',
  (text, isNeeded) => {
    expect(needsEscapes(text)).toBe(isNeeded)
  },
)
