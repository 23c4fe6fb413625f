import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureJson } from '../../wire/json-size.ts'
import { largestPiece, parseInPieces } from './parse-json.ts'

/** Parses a text, and counts the pauses. */
async function parse(text: string) {
  let pauses = 0
  const value = await parseInPieces(text, measureJson(text).values, () => {
    pauses++
    return undefined
  })
  return { value, pauses }
}

const padding = JSON.stringify(Array.from({ length: largestPiece + 1 }, (_, index) => index))

test('a text of few values is parsed at once', async () => {
  expect(await parse('{"a":[1,2,3]}')).toEqual({ value: { a: [1, 2, 3] }, pauses: 0 })
})

test('any JSON beside many values is what JSON.parse makes of it, and there are pauses', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.string(), async (left, right, key) => {
      const text = `[${JSON.stringify(left)}, ${padding} ,{${JSON.stringify(key)}:${JSON.stringify(right)},"many":${padding}}]`
      const { value, pauses } = await parse(text)
      expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(text)))
      expect(pauses).toBeGreaterThan(3)
    }),
    { numRuns: 40 },
  )
})

test('no piece has many more values than the largest that is parsed at once (X150)', async () => {
  const members = Array.from({ length: 90_000 }, (_, index) => `"m${index}":{"a":[${index}]}`)
  const { value, pauses } = await parse(`{"outer":{${members.join()}}}`)
  expect(Object.keys((value as { outer: object }).outer)).toHaveLength(90_000)
  expect(pauses).toBeGreaterThanOrEqual((90_000 * 3) / largestPiece)
})

test('of two members of one name the last one counts, and a key may be called __proto__', async () => {
  const { value } = await parse(`{"a":${padding},"__proto__":{"b":1},"c":${padding},"a":2}`)
  expect(Object.keys(value as object).toSorted()).toEqual(['__proto__', 'a', 'c'])
  expect((value as { a: unknown }).a).toBe(2)
})

test.each([
  ['a comma at the end', `[${padding},]`],
  ['a comma at the start', `[,${padding}]`],
  ['two commas', `[${padding},,${padding}]`],
  ['a comma in an object', `{"a":${padding},}`],
  ['a bracket of the other kind', `[${padding}}`],
  ['an inner bracket of the other kind', `{"a":${padding.slice(0, -1)}}}`],
  ['no key', `{${padding}}`],
  ['a key that is not a string', `{1:${padding}}`],
  ['two colons', `{"a"::${padding}}`],
  ['something after the end', `${padding} x`],
  ['a second value', `${padding}${padding}`],
  ['no end', `[${padding}`],
  ['words around a key', `{x"a":${padding}}`],
  ['a text that does not end', `[${padding},"x]`],
])('what JSON.parse refuses is refused: %s', async (_, text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError)
  await expect(parse(text)).rejects.toThrow(SyntaxError)
})

test('a long string is parsed in slices that cut no escape', async () => {
  for (const piece of ['\\n', '\\\\', '\\"', '\\u00e9', '\\ud83d\\ude00', 'aé語😀', 'ab\\u0041\\\\']) {
    for (const shift of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx']) {
      const text = `{"a":"${shift}${piece.repeat(Math.ceil(4_100_000 / piece.length))}","b":1}`
      const { value, pauses } = await parse(text)
      expect(JSON.stringify(value) === JSON.stringify(JSON.parse(text)), `${shift}${piece}`).toBe(true)
      expect(pauses).toBeGreaterThan(4)
    }
  }
})

test.each([
  ['a quote in it', `["${'x'.repeat(3_000_000)}"x"]`],
  ['a line break in it', `["${'x'.repeat(3_000_000)}\n"]`],
  ['an escape that does not exist', `["${'x'.repeat(3_000_000)}\\x"]`],
  ['an escape that is cut off', `["${'x'.repeat(3_000_000)}\\u12"]`],
])('a long string is refused with %s', async (_, text) => {
  await expect(parse(text)).rejects.toThrow(SyntaxError)
})

test('a string of more than 128 kB is what JSON.parse makes of it, wherever it stands', async () => {
  const long = 'x'.repeat(200_000)
  for (const inner of [long, `${long}é語😀`, `${long}\\n${long}`, `${long}\\u00e9\\\\`]) {
    for (const text of [
      `"${inner}"`,
      `{"a":[1,{"b":"${inner}","c":"${inner}"}],"${inner}":2}`,
      ` [ "${inner}" , [] ] `,
    ]) {
      expect(JSON.stringify((await parse(text)).value) === JSON.stringify(JSON.parse(text))).toBe(true)
    }
  }
  for (const inner of [`${long}"x`, `${long}\n`, `${long}\u0000`, `${long}\\x`, `${long}\\u12`]) {
    await expect(parse(`{"a":["${inner}"]}`)).rejects.toThrow(SyntaxError)
  }
})

test('what is nested deep is not searched once for each level around it', async () => {
  const around = 150
  const inner = Array.from({ length: 100_000 }, () => '"some text of thirty characters"').join()
  const flat = await parse(`[${inner}]`)
  const nested = await parse(`${'['.repeat(around)}${inner}${']'.repeat(around)}`)
  // One for each level, and those of the content.
  expect(nested.pauses).toBeLessThanOrEqual(flat.pauses + around)
  expect(JSON.stringify(nested.value)).toHaveLength(inner.length + 2 * around)
})
