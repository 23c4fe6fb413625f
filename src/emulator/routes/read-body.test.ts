import { describe, expect, test } from 'vitest'
import { decodeText, readBody } from './read-body.ts'

const post = (body: Uint8Array<ArrayBuffer> | ReadableStream, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
const bytes = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const packed = streamOf([bytes(text)]).pipeThrough(
    new CompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>,
  )
  return new Uint8Array(await new Response(packed as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
}

describe('readBody', () => {
  test('joins what arrives in pieces', async () => {
    expect(await readBody(post(streamOf([bytes('ab'), bytes('cd')])), 4)).toEqual({ bytes: bytes('abcd') })
    expect(await readBody(new Request('http://localhost/', { method: 'POST' }), 4)).toEqual({ bytes: new Uint8Array() })
  })

  test('stops at the limit, announced or not', async () => {
    expect(await readBody(post(bytes('abcde')), 4)).toMatchObject({ page: { code: 413 } })
    expect(await readBody(post(streamOf([bytes('abc'), bytes('de')])), 4)).toMatchObject({ page: { code: 413 } })
  })

  test('does not wait for a body that never ends', async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(bytes('x'.repeat(1_000))) })
    expect(await readBody(post(endless), 10_000)).toMatchObject({ page: { code: 413 } })
  })

  test('decompresses gzip, and counts what comes out', async () => {
    const packed = await gzip('x'.repeat(5_000))
    expect(packed.length).toBeLessThan(100)
    const headers = { 'content-encoding': 'gzip' }
    expect(await readBody(post(packed, headers), 5_000)).toEqual({ bytes: bytes('x'.repeat(5_000)) })
    expect(await readBody(post(packed, headers), 4_999)).toMatchObject({ page: { code: 413 } })
  })

  test('answers what is not the encoding that it claims to be with 400', async () => {
    expect(await readBody(post(bytes('{}'), { 'content-encoding': 'gzip' }), 100)).toMatchObject({
      page: { code: 400 },
    })
  })
})

const utf8 = (text: string) => [...new TextEncoder().encode(text)]

test('decodes UTF-8, and leaves a byte order mark to the parser', () => {
  expect(decodeText(new Uint8Array(utf8('{"a":"☃"}')))).toEqual({ text: '{"a":"☃"}' })
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x7b]))).toEqual({ text: '\ufeff{' })
})

test.each([
  ['a byte that begins nothing', [...utf8('{"a":"'), 0xff, ...utf8('bc"}')], '\ufffdbc"}'],
  ['a character that is cut by the end', [...utf8('{"a":"☃'), 0xe2, 0x98], '\ufffd'],
])('shows the place of %s', (_what, body, context) => {
  expect(decodeText(new Uint8Array(body))).toEqual({
    failure: {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: `Invalid JSON payload received. Encountered non UTF-8 code points.\n${context}\n^`,
    },
  })
})
