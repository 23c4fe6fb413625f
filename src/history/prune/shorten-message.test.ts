import { expect, test } from 'vitest'
import type { AnyModelMessage, AnyToolResultOutput } from '../../core/message.ts'
import { shrinkResults } from './shorten-message.ts'

const message = (output: AnyToolResultOutput): AnyModelMessage => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: 'a',
      toolName: 'read',
      output,
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
  ],
})
const shrunk = (output: AnyToolResultOutput, limit = 100) => shrinkResults(message(output), limit).content[0]

test('a long text keeps its beginning and its end, says how long it was, and stays within the limit', () => {
  const value = `begin${'x'.repeat(1000)}end`
  expect(shrunk({ type: 'text', value })).toMatchObject({
    output: {
      type: 'text',
      value: expect.stringMatching(/^beginx+\n\[… shortened: 1008 characters before …\]\nx+end$/),
    },
    providerOptions: { toolfit: { shrunk: 1008 } },
  })
  const again = shrinkResults(shrinkResults(message({ type: 'text', value }), 100), 100)
  expect(again).toEqual(shrinkResults(message({ type: 'text', value }), 100))
})

test('a short one is the same object', () => {
  const short = message({ type: 'json', value: { a: 1 } })
  expect(shrinkResults(short, 100)).toBe(short)
})

test('JSON becomes text, errors stay errors, files count with their data', () => {
  const value = Array.from({ length: 100 }, (_, index) => index)
  expect(shrunk({ type: 'json', value })).toMatchObject({ output: { type: 'text' } })
  expect(shrunk({ type: 'error-json', value })).toMatchObject({ output: { type: 'error-text' } })
  const media = { type: 'media' as const, data: 'A'.repeat(5000), mediaType: 'image/png' }
  expect(shrunk({ type: 'content', value: [media] })).toMatchObject({
    output: { type: 'text', value: expect.stringContaining('shortened: 5025 characters') },
  })
})

test('no emoji is cut in half', () => {
  for (let limit = 80; limit < 90; limit++) {
    const part = shrunk({ type: 'text', value: '😀'.repeat(200) }, limit)
    const text = JSON.stringify(part)
    expect(text).not.toMatch(/\\ud[89a-f]/)
  }
})

test('a value that is too deep for JSON text is cut all the same', () => {
  let deep: unknown = 'x'.repeat(500)
  for (let level = 0; level < 20_000; level++) deep = [deep]
  expect(shrinkResults(message({ type: 'json', value: deep as never }), 100)).toBeDefined()
})

test('files in the objects of ai 7 count with their data too', () => {
  const data = 'A'.repeat(1000)
  for (const file of [{ type: 'data', data } as const, { type: 'data', data: new Uint8Array(1000) } as const]) {
    const entry = { type: 'file', data: file, mediaType: 'image/png' } as const
    expect(shrunk({ type: 'content', value: [entry] })).toMatchObject({ output: { type: 'text' } })
  }
})
