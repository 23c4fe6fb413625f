import { expect, test } from 'vitest'
import { decodePercent, parseUrl } from './parse-url.ts'

test('a URL is parsed, relative to a base where one is given', () => {
  expect(parseUrl('https://a.example/x')?.href).toBe('https://a.example/x')
  expect(parseUrl('/b', 'https://a.example/x')?.href).toBe('https://a.example/b')
})

test('a text that is no URL is undefined', () => {
  expect(parseUrl('/b')).toBeUndefined()
  expect(parseUrl('https://')).toBeUndefined()
})

// Node 20's `URL.canParse` fails after about 4,000 calls.
test('a letter of Latin-1 parses at every call, the 10,000th too', () => {
  const isParsed = Array.from({ length: 10_000 }, () => parseUrl('https://a.example/café') !== undefined)
  expect(isParsed).not.toContain(false)
})

test('percent escapes are decoded, and a text with a stray percent sign stands for itself', () => {
  expect(decodePercent('a%2Fb%C3%A9')).toBe('a/bé')
  expect(decodePercent('100% %41')).toBe('100% %41')
})
