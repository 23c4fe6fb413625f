import { expect, test } from 'vitest'
import { readAnswer } from './read-answer.ts'

const encode = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

test('a long answer is the JSON that it is, read with pauses (X272)', async () => {
  const answer = {
    keys: Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])),
    text: 'é"\n'.repeat(1_000_000),
  }
  let pauses = 0
  const pause = async () => {
    pauses++
  }
  expect(await readAnswer(encode(answer), pause)).toEqual(answer)
  // At least one for each 2 MB that are decoded, 256 kB that are measured and 20,000 values that are parsed.
  expect(pauses).toBeGreaterThan(30)
})

test('keeps every byte order mark but the first', async () => {
  const text = '\ufeff'.repeat(3_000_000)
  expect(await readAnswer(encode(`\ufeff${JSON.stringify(text)}`), async () => undefined)).toBe(text)
})

test.each([
  ['[1,', SyntaxError],
  [`[${'0,'.repeat(1_000_000)}0]`, 'The answer has more than 1000000 values. Ask the model for less.'],
  ['['.repeat(3_000), 'The answer nests deeper than 2000 levels. Ask the model for less nested arguments.'],
])('%.10s… is refused (X226)', async (text, reason) => {
  await expect(readAnswer(encode(text), async () => undefined)).rejects.toThrow(reason)
})
