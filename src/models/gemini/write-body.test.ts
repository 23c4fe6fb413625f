import { describe, expect, test } from 'vitest'
import { freezeJson } from '../../core/frozen-json.ts'
import type { JsonObject } from '../../core/json.ts'
import { createToolCodec } from '../tool-codec.ts'
import { writeBody } from './write-body.ts'

const none = createToolCodec(undefined, { to: 'gemini', issuer: 'google' })
const base64 = (length: number) => 'iVBORw0KGgo+/A=='.repeat(Math.ceil(length / 16)).slice(0, length)

function bodyOf(...datas: string[]): JsonObject {
  const parts = datas.map((data) => ({ inlineData: { mimeType: 'image/png', data } }))
  return { contents: [{ role: 'user', parts: [{ text: 'ä "quoted"\n' }, ...parts] }], generationConfig: { seed: 1 } }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const textOf = (piece: string | Uint8Array) => (typeof piece === 'string' ? piece : utf8.decode(piece))

function read(body: ReturnType<typeof writeBody>): unknown {
  const pieces = typeof body === 'string' || body instanceof Uint8Array ? [body] : body
  return JSON.parse(pieces.map(textOf).join(''))
}

describe('the JSON of a request', () => {
  test('is a text where it has no large file', () => {
    const body = bodyOf(base64(1_000))
    expect(writeBody(body, none)).toBe(JSON.stringify(body))
  })

  test('has large files as they are, wherever they stand', () => {
    for (const length of [65_536, 65_537, 65_538, 65_539, 200_000]) {
      const body = bodyOf(base64(length), 'small', base64(70_001))
      const written = writeBody(body, none)
      expect(written).toBeInstanceOf(Uint8Array)
      expect(read(written)).toEqual(body)
    }
  })

  test.each(['"', '\\', '\n', '\0', '\x1f', 'ä', '\ud800'])('is not broken by a file with %j in it', (character) => {
    for (const at of [0, 1, 2, 3, 40_000, 69_998, 69_999]) {
      const data = base64(70_000)
      const body = bodyOf(data.slice(0, at) + character + data.slice(at + 1))
      expect(read(writeBody(body, none))).toEqual(JSON.parse(JSON.stringify(body)))
    }
  })

  test('has what was held back in its places, whatever else is in it', () => {
    const held = new Map([['words/0/', [new TextEncoder().encode('AAAA'), new TextEncoder().encode('BBBB')]]])
    const written = writeBody(bodyOf('words/0/', 'small', base64(70_000)), none, { held })
    expect(written).toBeInstanceOf(Array)
    expect(read(written)).toEqual(bodyOf('AAAABBBB', 'small', base64(70_000)))
  })

  test('writes calls and responses that it knows, and parts of other kinds, as JSON does', () => {
    const tools = [{ type: 'function', name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }] as const
    const codec = createToolCodec(tools, { to: 'gemini', issuer: 'google' })
    const functionCall = freezeJson({ id: 'a', name: 'look', args: { 'ä"': [1] } })
    const parts = [
      { functionCall },
      { functionCall, thoughtSignature: 'c2ln' },
      { functionCall, thought: true },
      { functionResponse: freezeJson({ name: 'look', response: { output: '\n' } }) },
      { text: 'x' },
      {},
    ]
    const body = { contents: [{ role: 'model', parts }], toolConfig: undefined as never, tools: codec.tools! }
    expect(writeBody(body, codec)).toBe(JSON.stringify(body))
    expect(writeBody(body, codec)).toBe(JSON.stringify(body))
    const pieces = writeBody(body, codec, { takesPieces: true })
    expect(pieces).toHaveLength(3)
    expect(read(pieces)).toEqual(JSON.parse(JSON.stringify(body)))
  })

  test('takes the text of its tools from where it was written once', () => {
    const tools = [{ type: 'function', name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }] as const
    const codec = createToolCodec(tools, { to: 'gemini', issuer: 'google' })
    const body = { ...bodyOf(base64(70_000)), tools: codec.tools! }
    expect(read(writeBody(body, codec))).toEqual(body)
    const others = { ...body, tools: [...(codec.tools as JsonObject[]), { googleSearch: {} }] }
    expect(read(writeBody(others, codec))).toEqual(others)
  })
})
