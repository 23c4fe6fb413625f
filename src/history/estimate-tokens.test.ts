import { expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

const text = (content: string) => estimateTokens({ role: 'user', content }) - 3

test('is near what tokenizers count', () => {
  // Counted with Gemini's tokenizer: 43, 17, 22. Japanese is the one that is far over.
  expectWithin(text('The quick brown fox jumps over the lazy dog, and runs away. '.repeat(3)), 36, 52)
  expectWithin(text('{"id":123456,"name":"Ada","tags":[]}'), 15, 24)
  expectWithin(text('今日はとても暑いですね。明日は雨が降るでしょう。'.repeat(2)), 22, 36)
})

test('files count by the piece, and opaque data not at all', () => {
  const image = { type: 'image' as const, image: 'A'.repeat(1_000_000) }
  expect(estimateTokens({ role: 'user', content: [image] })).toBe(262)
  const signed = {
    type: 'text' as const,
    text: 'Hi.',
    providerOptions: { google: { thoughtSignature: 'A'.repeat(5000) } },
  }
  expect(estimateTokens({ role: 'user', content: [signed] })).toBeLessThan(12)
})

test('values of any depth, and such as contain themselves, are counted', () => {
  let deep: unknown = 'x'
  for (let level = 0; level < 100_000; level++) deep = [deep]
  const loop: Record<string, unknown> = {}
  loop['self'] = loop
  const part = (input: unknown) => ({ type: 'tool-call' as const, toolCallId: 'a', toolName: 'b', input })
  expect(estimateTokens({ role: 'assistant', content: [part(deep), part(loop)] })).toBeGreaterThan(0)
})

function expectWithin(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least)
  expect(value).toBeLessThanOrEqual(most)
}

test('data of tools is counted whole, though it calls itself a file', () => {
  const value = { type: 'file', content: 'word '.repeat(10_000) }
  const part = { type: 'tool-result', toolCallId: 'a', toolName: 'b', output: { type: 'json', value } } as const
  expect(estimateTokens({ role: 'tool', content: [part] })).toBeGreaterThan(9_000)
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'b', input: { type: 'word '.repeat(10_000) } } as const
  expect(estimateTokens({ role: 'assistant', content: [call] })).toBeGreaterThan(9_000)
  const image = { type: 'image-data', data: 'A'.repeat(100_000), mediaType: 'image/png' } as const
  const seen = { ...part, output: { type: 'content', value: [image] } } as const
  expect(estimateTokens({ role: 'tool', content: [seen] })).toBeLessThan(300)
})
