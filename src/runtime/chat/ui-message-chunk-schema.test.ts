import { expect, test } from 'vitest'
import { openSchema } from '../output/parse-answer.ts'
import { uiMessageChunkSchema } from './ui-message-chunk-schema.ts'

const isChunk = async (value: unknown) =>
  (await (await openSchema(uiMessageChunkSchema)).parse(value)).issues === undefined

test.each([
  { type: 'start', messageId: 'm' },
  { type: 'text-delta', id: '1', delta: 'a', later: 'field' },
  { type: 'tool-input-available', toolCallId: '1', toolName: 'a', input: { b: 1 }, dynamic: true },
  { type: 'tool-output-available', toolCallId: '1', output: null },
  { type: 'data-place', id: '1', data: { city: 'Rome' }, transient: true },
  { type: 'finish', finishReason: 'stop', messageMetadata: { a: 1 } },
])('%j is a chunk', async (chunk) => {
  expect(await isChunk(chunk)).toBe(true)
})

test.each([
  { type: 'text-delta', id: '1' },
  { type: 'text-start', id: 1 },
  { type: 'tool-input-start', toolCallId: '1' },
  { type: 'data' },
  { type: 'unknown' },
  'text',
])('%j is none', async (value) => {
  expect(await isChunk(value)).toBe(false)
})
