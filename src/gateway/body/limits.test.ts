import { describe, expect, test } from 'vitest'
import { putHeldTexts } from '../../core/held-texts.ts'
import { readJsonBody } from './limits.ts'

/** The whole of a body, with what was held back in its place. */
async function readWhole(request: Request, within: { maxBodyBytes: number; maxJsonDepth: number }): Promise<unknown> {
  const { value, held } = await readJsonBody(request, within)
  if (held.size === 0) return value
  const pieces = putHeldTexts([JSON.stringify(value)], held)
  return JSON.parse(
    pieces.map((piece) => (typeof piece === 'string' ? piece : new TextDecoder().decode(piece))).join(''),
  )
}

const limits = { maxBodyBytes: 1_000, maxJsonDepth: 10 }

function post(body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }): Request {
  return new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

const read = (body: BodyInit, headers?: Record<string, string>) => readWhole(post(body, headers), limits)

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function compress(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const refused = (statusCode: number, code?: string) =>
  expect.objectContaining({ wire: expect.objectContaining({ statusCode, ...(code === undefined ? {} : { code }) }) })

describe('readJsonBody', () => {
  test('reads JSON, also with a mark in front and without a type', async () => {
    expect(await read('{"a":[1,"ü"]}')).toEqual({ a: [1, 'ü'] })
    expect(await read('\ufeff{"a":1}')).toEqual({ a: 1 })
    expect(await read(bytesOf('[1]'), {})).toEqual([1])
    expect(await read('[1]', { 'content-type': 'application/json; charset=utf-8' })).toEqual([1])
  })

  test.each(['gzip', 'deflate'] as const)('reads JSON that is compressed: %s', async (format) => {
    expect(await read(await compress(bytesOf('{"a":1}'), format), { 'content-encoding': format })).toEqual({ a: 1 })
  })

  test.each(['', '{', '{"a":1}x', 'not json', '{"a":1,}'])('B1: refuses %j, and does not quote it', async (body) => {
    await expect(read(body)).rejects.toEqual(refused(400, 'invalid_json'))
    await expect(read(body)).rejects.not.toThrow(/not json|"a"/)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'B1: refuses a body that says it is %s',
    async (type) => {
      await expect(read('{}', { 'content-type': type })).rejects.toEqual(refused(415))
    },
  )

  test('B11: refuses bytes that are no UTF-8', async () => {
    await expect(read(Uint8Array.of(0x22, 0xff, 0x22))).rejects.toEqual(refused(400, 'invalid_json'))
  })

  test('B12: refuses a body above the limit, said in advance or not', async () => {
    const long = JSON.stringify('x'.repeat(1_000))
    await expect(read(long)).rejects.toEqual(refused(413))
    await expect(read(bytesOf('1'), { 'content-length': '1001' })).rejects.toEqual(refused(413))
    expect(await read(JSON.stringify('x'.repeat(998)))).toHaveLength(998)
  })

  test('B12: stops reading at the limit, and leaves the connection to be closed', async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent++
          controller.enqueue(new Uint8Array(100))
        },
      },
      { highWaterMark: 0 },
    )
    await expect(read(endless)).rejects.toMatchObject({ headers: { connection: 'close' } })
    expect(sent).toBeLessThan(30)
  })

  test('B12: counts what a compressed body becomes, and stops there', async () => {
    const bomb = await compress(new Uint8Array(10_000_000), 'gzip')
    expect(bomb.length).toBeLessThan(20_000)
    const request = post(bomb, { 'content-encoding': 'gzip' })
    await expect(readWhole(request, { ...limits, maxBodyBytes: 1_000_000 })).rejects.toEqual(refused(413))
  })

  test('refuses what is not compressed as it says, and encodings that nobody here can undo', async () => {
    await expect(read(bytesOf('{}'), { 'content-encoding': 'gzip' })).rejects.toEqual(refused(400))
    await expect(read(bytesOf('{}'), { 'content-encoding': 'br' })).rejects.toEqual(refused(415))
    await expect(read(bytesOf('{}'), { 'content-encoding': 'gzip, gzip' })).rejects.toEqual(refused(415))
  })

  test('J3: refuses a body that is nested too deep', async () => {
    expect(await read(`${'['.repeat(10)}${']'.repeat(10)}`)).toHaveLength(1)
    await expect(read(`${'['.repeat(11)}${']'.repeat(11)}`)).rejects.toEqual(refused(400, 'json_too_complex'))
    await expect(read(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`)).rejects.toEqual(refused(400, 'json_too_complex'))
  })

  test('J4: keeps names that mean something to JavaScript as data', async () => {
    const value = (await read('{"__proto__":{"polluted":true},"constructor":1}')) as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('reads files in base64 as they are, wherever they stand', async () => {
    const long = 'iVBORw0KGgo='.repeat(6_000)
    const wide = { maxBodyBytes: 10_000_000, maxJsonDepth: 10 }
    const bodies = [
      long,
      [long, { a: [`data:image/png;base64,${long}`, null, 1], b: `${long}ä`, [long]: long }],
      { tools: [{ a: 1, text: long }], messages: [long, 'ü', `${long}x`, `${long}\n"`] },
      { messages: [long], tools: [] },
    ]
    for (const body of bodies) {
      expect(await readWhole(post(JSON.stringify(body)), wide)).toEqual(body)
      expect(await readWhole(post(`\ufeff${JSON.stringify(body, null, 2)}`), wide)).toEqual(body)
    }
    const twice = await readWhole(post(`{"a":"${long}","__proto__":"${long}","a":1}`), wide)
    expect(Object.entries(twice as object)).toEqual([
      ['a', 1],
      ['__proto__', long],
    ])
    for (const broken of [`["${long}]`, `["${long}\n"]`, `["${long}"`, `{"${long}"}`, `"${long}" "${long}"`]) {
      await expect(readWhole(post(broken), wide)).rejects.toEqual(refused(400, 'invalid_json'))
    }
  })

  test('B1: a mark of the order of bytes is no white space, wherever it stands', async () => {
    const padding = ' '.repeat(1_100)
    for (const body of [
      `{"messages":[{}]\ufeff,"n":1${padding}}`,
      `{"tools":[{}]\ufeff${padding}}`,
      `{"n":1\ufeff${padding}}`,
    ]) {
      await expect(readWhole(post(body), { maxBodyBytes: 10_000, maxJsonDepth: 10 })).rejects.toEqual(refused(400))
    }
  })

  test('holds files of data URLs back, in the pieces that they came in', async () => {
    const long = 'iVBORw0KGgo='.repeat(6_000)
    const wide = { maxBodyBytes: 10_000_000, maxJsonDepth: 10 }
    const url = `data:image/png;base64,${long}`
    const content = [
      { type: 'image_url', image_url: { detail: 'low', url } },
      { type: 'image_url', image_url: url },
      { type: 'file', file: { file_data: `data:application/pdf;name=a.pdf;base64,${long}x` } },
      { type: 'image_url', image_url: { url: `data:image/*;base64,${long}` } },
      { type: 'text', text: url },
    ]
    const body = {
      model: url,
      messages: [
        { role: 'user', content },
        { role: 'assistant', tool_calls: [{ id: url, function: { name: url, arguments: { url } } }] },
      ],
      functions: [{ name: 'a', parameters: { default: { url }, properties: { image_url: { url, 'a"url': url } } } }],
      tools: [],
    }
    const bytes = bytesOf(JSON.stringify(body))
    const cuts = [0, 3, 40, 41, 70_000, 100_000, 150_000, bytes.length]
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        cuts.forEach((cut, index) => void (index > 0 && controller.enqueue(bytes.slice(cuts[index - 1], cut))))
        controller.close()
      },
    })
    const { value, held } = await readJsonBody(post(stream), wide)
    const read = value as typeof body
    expect([...held.keys()].map((words) => words.slice(36))).toEqual(['/1/', '/2/', '/3/', '/9/', '/10/'])
    expect(read.messages[0]!.content![1]!.image_url).toMatch(/^data:image\/png;base64,[\da-f-]{36}\/2\/$/)
    expect(read.messages[0]!.content!.slice(3)).toEqual(content.slice(3))
    expect([read.model, read.messages[1]]).toEqual([url, body.messages[1]])
    expect(await readWhole(post(bytes), wide)).toEqual(body)
    const [first] = held.values()
    expect(first!.length).toBeGreaterThan(1)
    expect(first!.map((piece) => new TextDecoder().decode(piece)).join('')).toBe(long)
  })
})
