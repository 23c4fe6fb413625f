import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { writeBody } from './write-body.ts'

const none = { tools: undefined, toolsJson: () => '' }
const same = (body: JsonObject) => body

const fileOf = (data: string) => ({ inlineData: { mimeType: 'image/png', data } })
const bodyOf = (...parts: readonly object[]) => ({ contents: [{ role: 'user', parts }] }) as unknown as JsonObject

function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
}

const long = 'iVBORw0KGgo='.repeat(2_000)

describe('writeBody', () => {
  test.each([
    ['a text', bodyOf({ text: 'Hello, "world" 😀.' })],
    ['a short file', bodyOf(fileOf('iVBORw0KGgo='))],
    ['a long file', bodyOf({ text: 'What is this? ü' }, fileOf(long))],
    ['several long files', bodyOf(fileOf(long), { text: '"' }, fileOf(`${long}AAAA`), fileOf(long))],
    ['a long file in a response', bodyOf({ functionResponse: { name: 'a', response: {}, parts: [fileOf(long)] } })],
    ['a response without files', bodyOf({ functionResponse: { name: 'a', response: { b: 1 } } })],
    ['fields around the contents', { ...bodyOf(fileOf(long)), generationConfig: { seed: 1 }, labels: { a: 'é' } }],
  ])('writes %s as JSON.stringify does', async (_, body) => {
    expect(textOf(await writeBody(body, none, same))).toBe(JSON.stringify(body))
  })

  test.each(['"', '\\', '\n', '\u0000', '\u001f', 'é', '😀', '\ud800', '","data":"'])(
    'writes a long file that is not base64 as JSON.stringify does: %j',
    async (odd) => {
      for (const data of [`${odd}${long}`, `${long}${odd}`, `${long}${odd}${long}`]) {
        const body = bodyOf(fileOf(data), { text: 'a' }, fileOf(long))
        expect(textOf(await writeBody(body, none, same))).toBe(JSON.stringify(body))
      }
    },
  )

  test('copies a file at most twice, however many are not base64', async () => {
    const files = Array.from({ length: 50 }, () => fileOf(`${long}é`))
    const { encode, encodeInto } = TextEncoder.prototype
    let copied = 0
    TextEncoder.prototype.encode = function (text = '') {
      copied += text.length
      return encode.call(this, text)
    }
    TextEncoder.prototype.encodeInto = function (text, place) {
      copied += text.length
      return encodeInto.call(this, text, place)
    }
    const body = bodyOf(...files)
    try {
      await writeBody(body, none, same)
    } finally {
      Object.assign(TextEncoder.prototype, { encode, encodeInto })
    }
    expect(copied).toBeLessThan(2.1 * JSON.stringify(body).length)
  })

  test('inserts the text of the compiled tools, beside files and inside of an envelope', async () => {
    const tools = [{ functionDeclarations: [{ name: 'a' }] }]
    const codec = { tools, toolsJson: () => JSON.stringify(tools) }
    const wrap = (request: JsonObject): JsonObject => ({ model: 'm', request })
    for (const parts of [[{ text: 'a' }], [fileOf(long), { text: 'ä' }, fileOf(long)]]) {
      const body = { ...bodyOf(...parts), tools, toolConfig: {} } as JsonObject
      expect(textOf(await writeBody(body, codec, wrap))).toBe(JSON.stringify(wrap(body)))
    }
  })

  test('writes a long request in pieces, with pauses and with what was lifted', async () => {
    const tools = [{ functionDeclarations: [{ name: 'a' }] }]
    const codec = { tools, toolsJson: () => JSON.stringify(tools) }
    const text = '"é\n'.repeat(1_000_000)
    const results = Array.from({ length: 50_000 }, (_, index) => ({ id: index, name: 'some name' }))
    const body = {
      ...bodyOf({ text }, fileOf(long), {
        functionResponse: { name: 'a', response: { results }, parts: [fileOf(long)] },
      }),
      systemInstruction: { parts: [{ text }] },
      tools,
    } as unknown as JsonObject
    let pauses = 0
    const written = await writeBody(body, codec, same, () => void pauses++)
    expect(textOf(written) === JSON.stringify(body)).toBe(true)
    expect(pauses).toBeGreaterThan(20)
  })

  test('writes tools that are not those of the compiled set', async () => {
    const body = { ...bodyOf({ text: 'a' }), tools: [{ googleSearch: {} }] }
    expect(await writeBody(body, { tools: [], toolsJson: () => 'wrong' }, same)).toBe(JSON.stringify(body))
  })

  test('copies the characters of a long file once, and does not pass it to JSON.stringify', async () => {
    const body = bodyOf(fileOf(long))
    const stringify = JSON.stringify
    const lengths: number[] = []
    JSON.stringify = ((value: unknown) => {
      const text = stringify(value)
      lengths.push(text.length)
      return text
    }) as typeof JSON.stringify
    try {
      expect(await writeBody(body, none, same)).toBeInstanceOf(Uint8Array)
    } finally {
      JSON.stringify = stringify
    }
    expect(lengths).toHaveLength(1)
    expect(lengths[0]).toBeLessThan(1_000)
  })
})
