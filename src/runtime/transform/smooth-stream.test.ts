import { describe, expect, test } from 'vitest'
import type { TextStreamPart } from '../result/stream-part.ts'
import { type SmoothStreamOptions, smoothStream } from './smooth-stream.ts'

const text = (...deltas: string[]): TextStreamPart[] =>
  deltas.map((delta) => ({ type: 'text-delta', id: '1', text: delta }))

async function smooth(parts: readonly TextStreamPart[], options: SmoothStreamOptions = {}) {
  const pauses: (number | null)[] = []
  const delay = async (ms: number | null) => void pauses.push(ms)
  const source = new ReadableStream<TextStreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  const transform = smoothStream({ ...options, _internal: { delay } })({ tools: {}, stopStream() {} })
  const out: TextStreamPart[] = []
  for await (const part of source.pipeThrough(transform)) out.push(part)
  return { out, pauses, texts: out.map((part) => ('text' in part ? part.text : part.type)) }
}

const end: TextStreamPart = { type: 'text-end', id: '1' }

describe('smoothStream', () => {
  test('sends whole words, pauses after each, and sends the rest before any other part', async () => {
    const { texts, pauses } = await smooth([...text('Hel', 'lo, my na', 'me is'), end])
    expect(texts).toEqual(['Hello, ', 'my ', 'name ', 'is', 'text-end'])
    expect(pauses).toEqual([10, 10, 10])
  })

  test('sends lines, what an expression finds, what a function returns, or the segments of a language', async () => {
    const parts = [...text('one\ntwo_thr', 'ee'), end]
    expect((await smooth(parts, { chunking: 'line' })).texts).toEqual(['one\n', 'two_three', 'text-end'])
    expect((await smooth(parts, { chunking: /_/ })).texts).toEqual(['one\ntwo_', 'three', 'text-end'])
    const byTwo = (buffer: string) => (buffer.length < 2 ? null : buffer.slice(0, 2))
    expect((await smooth([...text('abc'), end], { chunking: byTwo })).texts).toEqual(['ab', 'c', 'text-end'])
    const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })
    expect((await smooth([...text('こんにちは世界'), end], { chunking: segmenter })).texts).toEqual([
      'こんにちは',
      '世界',
      'text-end',
    ])
  })

  test('keeps white space with the word after it, and reads a long text without a space once', async () => {
    const long = 'a'.repeat(200_000)
    const { texts } = await smooth([...text('\n one two ', long), end])
    expect(texts).toEqual(['\n one ', 'two ', long, 'text-end'])
  })

  test('keeps blocks and kinds apart, and metadata on the text that it came with', async () => {
    const { out } = await smooth([
      { type: 'reasoning-delta', id: 'r', text: 'hm' },
      { type: 'text-delta', id: '1', text: 'a' },
      { type: 'text-delta', id: '2', text: 'b', providerMetadata: { p: { n: 1 } } },
      { type: 'text-delta', id: '2', text: '', providerMetadata: { p: { n: 2 } } },
      end,
    ])
    expect(out).toEqual([
      { type: 'reasoning-delta', id: 'r', text: 'hm' },
      { type: 'text-delta', id: '1', text: 'a' },
      { type: 'text-delta', id: '2', text: 'b', providerMetadata: { p: { n: 1 } } },
      { type: 'text-delta', id: '2', text: '', providerMetadata: { p: { n: 2 } } },
      end,
    ])
  })

  test('refuses pieces that would lose text or never end', async () => {
    const expectError = (chunking: SmoothStreamOptions['chunking']) => expect(smooth(text('abc'), { chunking })).rejects
    await expectError(() => '').toThrow('Chunking function must return a non-empty string.')
    await expectError(() => 'x').toThrow('which is not a prefix of buffer "abc"')
    await expectError(/x*/).toThrow('Chunking RegExp must not match an empty string.')
  })

  test('refuses a kind of piece that does not exist', () => {
    expect(() => smoothStream({ chunking: 'letter' as 'word' })).toThrow('Chunking must be "word", "line", a RegExp')
  })

  test('leaves the position of a global expression alone', async () => {
    const chunking = /\s/g
    chunking.lastIndex = 7
    expect((await smooth([...text('a b c'), end], { chunking })).texts).toEqual(['a ', 'b ', 'c', 'text-end'])
    expect(chunking.lastIndex).toBe(7)
  })
})
