import { describe, expect, test } from 'vitest'
import { readJson } from './read-json.ts'

const limits = { maxBodyBytes: 1_000, maxJsonDepth: 10, maxJsonValues: 100 }
const wide = { ...limits, maxBodyBytes: 10_000_000 }

function post(body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }): Request {
  return new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
}

const read = (body: BodyInit, headers?: Record<string, string>) => readJson(post(body, headers), limits)

const bytesOf = (text: string) => new TextEncoder().encode(text)

async function compress(bytes: Uint8Array<ArrayBuffer>, format: CompressionFormat): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const refused = (statusCode: number, code?: string) =>
  expect.objectContaining({ wire: expect.objectContaining({ statusCode, ...(code === undefined ? {} : { code }) }) })

describe('readJson', () => {
  test('reads JSON, also with a mark in front and without a type', async () => {
    expect(await read('{"a":[1,"ü"]}')).toEqual({ a: [1, 'ü'] })
    expect(await read('\ufeff{"a":1}')).toEqual({ a: 1 })
    expect(await read(bytesOf('[1]'), {})).toEqual([1])
    expect(await read('[1]', { 'content-type': 'application/json; charset=utf-8' })).toEqual([1])
  })

  test.each(['gzip', 'deflate'] as const)('reads JSON that is compressed: %s', async (format) => {
    expect(await read(await compress(bytesOf('{"a":1}'), format), { 'content-encoding': format })).toEqual({ a: 1 })
  })

  test.each(['', '{', '{"a":1}x', 'not json', '{"a":1,}'])('refuses %j, and does not quote it (B1)', async (body) => {
    await expect(read(body)).rejects.toEqual(refused(400, 'invalid_json'))
    await expect(read(body)).rejects.not.toThrow(/not json|"a"/)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses a body that says it is %s (B1)',
    async (type) => {
      await expect(read('{}', { 'content-type': type })).rejects.toEqual(refused(415))
    },
  )

  test('refuses bytes that are no UTF-8 (B11)', async () => {
    await expect(read(Uint8Array.of(0x22, 0xff, 0x22))).rejects.toEqual(refused(400, 'invalid_json'))
  })

  test('counts bytes before they are kept, decompressed, and stops where there is no room (L7)', async () => {
    const counted = async (body: BodyInit, headers?: Record<string, string>, room = 1_000_000) => {
      let bytes = 0
      const take = (more: number) => {
        if (bytes + more > room) throw new Error('full')
        bytes += more
      }
      await readJson(post(body, headers), wide, { take })
      return bytes
    }
    const text = JSON.stringify('x'.repeat(50_000))
    const zipped = await compress(bytesOf(text), 'gzip')
    expect(await counted(text)).toBe(50_002)
    expect(await counted(bytesOf(text), { 'content-length': '50002' })).toBe(50_002)
    expect(await counted(zipped, { 'content-encoding': 'gzip' })).toBe(50_002)
    const large = JSON.stringify('x'.repeat(3_000_000))
    await expect(counted(bytesOf(large), { 'content-length': '3000002' })).rejects.toThrow('full')
    await expect(counted(zipped, { 'content-encoding': 'gzip' }, 40_000)).rejects.toThrow()
  })

  test('refuses a body in very many small pieces, compressed or not, and reads it in fewer or larger ones (X215)', async () => {
    const inPieces = (bytes: Uint8Array<ArrayBuffer>, size: number, headers?: Record<string, string>) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.subarray(at, at + size))
          controller.close()
        },
      })
      return readJson(post(body, headers), { ...wide, maxJsonValues: 1_000_000 })
    }
    const noise = Array.from({ length: 20_000 }, (_, index) => String.fromCharCode(0x100 + ((index * 7_919) % 40_000)))
    const text = bytesOf(JSON.stringify(noise.join('')))
    const zipped = await compress(text, 'gzip')
    expect(Math.min(text.length, zipped.length)).toBeGreaterThan(12_000)
    await expect(inPieces(text, 1)).rejects.toEqual(refused(400, 'body_in_pieces'))
    await expect(inPieces(zipped, 1, { 'content-encoding': 'gzip' })).rejects.toEqual(refused(400, 'body_in_pieces'))
    await expect(inPieces(text.subarray(0, 9_000), 1)).rejects.toEqual(refused(400, 'invalid_json'))
    expect(await inPieces(text, 32)).toBe(noise.join(''))
    expect(await inPieces(zipped, 32, { 'content-encoding': 'gzip' })).toBe(noise.join(''))
  })

  test('reads a large body of any characters, in pieces (L7)', async () => {
    // Characters of one to four bytes, so that pieces end inside of them, and a mark that is a character.
    const text = '\ufeffé語😀a'.repeat(200_000)
    expect(await readJson(post(JSON.stringify(text)), wide)).toBe(text)
    const broken = bytesOf(JSON.stringify(text))
    broken[2_000_000] = 0xff
    await expect(readJson(post(broken), wide)).rejects.toEqual(refused(400, 'invalid_json'))
  })

  test('takes as many characters outside of strings as its values may have, and no more (L7, X146)', async () => {
    const spaces = (count: number) => `1${' '.repeat(count - 1)}`
    expect(await readJson(post(spaces(3_200)), wide)).toBe(1)
    await expect(readJson(post(spaces(3_201)), wide)).rejects.toThrow(
      /more than 3200 characters outside of its strings/,
    )
  })

  test('refuses a body above the limit, said in advance or not (B12)', async () => {
    const long = JSON.stringify('x'.repeat(1_000))
    await expect(read(long)).rejects.toEqual(refused(413))
    await expect(read(bytesOf('1'), { 'content-length': '1001' })).rejects.toEqual(refused(413))
    expect(await read(JSON.stringify('x'.repeat(998)))).toHaveLength(998)
  })

  test('stops reading at the limit, and leaves the connection to be closed (B12)', async () => {
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

  test('counts what a compressed body becomes, and stops there (B12)', async () => {
    const bomb = await compress(new Uint8Array(10_000_000), 'gzip')
    expect(bomb.length).toBeLessThan(20_000)
    const request = post(bomb, { 'content-encoding': 'gzip' })
    await expect(readJson(request, { ...limits, maxBodyBytes: 1_000_000 })).rejects.toEqual(refused(413))
  })

  test('refuses what is not compressed as it says, and encodings that nobody here can undo', async () => {
    await expect(read(bytesOf('{}'), { 'content-encoding': 'gzip' })).rejects.toEqual(refused(400))
    await expect(read(bytesOf('{}'), { 'content-encoding': 'br' })).rejects.toEqual(refused(415))
    await expect(read(bytesOf('{}'), { 'content-encoding': 'gzip, gzip' })).rejects.toEqual(refused(415))
  })

  test('refuses a body that is nested too deep (J3)', async () => {
    expect(await read(`${'['.repeat(10)}${']'.repeat(10)}`)).toHaveLength(1)
    await expect(read(`${'['.repeat(11)}${']'.repeat(11)}`)).rejects.toEqual(refused(400, 'json_too_complex'))
    await expect(read(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`)).rejects.toEqual(refused(400, 'json_too_complex'))
  })

  test.each(['{},', '[],', '0,', '"",', '{"a":1},', '[[]],'])(
    'refuses a body with too many values: %s',
    async (item) => {
      await expect(read(`[${item.repeat(101)}0]`)).rejects.toEqual(refused(400, 'json_too_complex'))
    },
  )

  test('an object of more than 20,000 members is refused, and named (X150)', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, index) => `"m${index}":1`).join()
    const readWide = (count: number) =>
      readJson(post(`{"metadata":{${members(count)}}}`), { ...limits, maxJsonValues: 90_000, maxBodyBytes: 1e6 })
    await expect(readWide(20_000)).resolves.toBeTypeOf('object')
    await expect(readWide(20_001)).rejects.toMatchObject({
      wire: { code: 'json_too_complex', message: expect.stringContaining('20000 members') },
    })
  })

  test('counts the values of a body, and not the commas and brackets in its strings', async () => {
    expect(await read(JSON.stringify(Array.from({ length: 98 }, () => 0)))).toHaveLength(98)
    expect(await read(JSON.stringify(['[{,"\\'.repeat(100)]))).toHaveLength(1)
  })

  test('keeps names that mean something to JavaScript as data (J4)', async () => {
    const value = (await read('{"__proto__":{"polluted":true},"constructor":1}')) as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test.each([
    '{"tools":[1],"a":[2]}',
    '{"a":{"tools":1},"tools" : {"b":[",}"]} }',
    '{"tools":1,"tools":2}',
    '{"tools":1,"to\\u006fls":2}',
    '{"to\\u006fls":1,"tools":2,"__proto__":3}',
    '["tools",1]',
    'null',
  ])('reads the same where a member is parsed by itself: %s', async (body) => {
    expect(await readJson(post(body), limits, { parser: { name: 'tools', parse: JSON.parse } })).toEqual(
      JSON.parse(body),
    )
  })

  test.each([
    '{"tools":}',
    '{"tools":1 2}',
    '{"tools":[1]]}',
    '["tools":1]',
    '{"tools":[1}',
    '{"tools":1,}',
    '{"tools"::1}',
  ])('refuses what is not JSON around a member that is parsed by itself, or in it: %s', async (body) => {
    const reading = readJson(post(body), limits, { parser: { name: 'tools', parse: JSON.parse } })
    await expect(reading).rejects.toEqual(refused(400, 'invalid_json'))
  })

  test('reads files in base64 as they are, wherever they stand', async () => {
    const long = 'iVBORw0KGgo='.repeat(6_000)
    const bodies = [
      long,
      [long, { a: [`data:image/png;base64,${long}`, null, 1], b: `${long}ä`, [long]: long }],
      { tools: [{ a: 1, text: long }], messages: [long, 'ü', `${long}x`, `${long}\n"`] },
      { messages: [long], tools: [] },
    ]
    for (const body of bodies) {
      expect(await readJson(post(JSON.stringify(body)), wide)).toEqual(body)
      expect(await readJson(post(`\ufeff${JSON.stringify(body, null, 2)}`), wide)).toEqual(body)
    }
    const twice = await readJson(post(`{"a":"${long}","__proto__":"${long}","a":1}`), wide)
    expect(Object.entries(twice as object)).toEqual([
      ['a', 1],
      ['__proto__', long],
    ])
    for (const broken of [`["${long}]`, `["${long}\n"]`, `["${long}"`, `{"${long}"}`, `"${long}" "${long}"`]) {
      await expect(readJson(post(broken), wide)).rejects.toEqual(refused(400, 'invalid_json'))
    }
  })

  test('a mark of the order of bytes is no white space, wherever it stands (B1)', async () => {
    const padding = ' '.repeat(1_100)
    for (const body of [
      `{"messages":[{}]\ufeff,"n":1${padding}}`,
      `{"tools":[{}]\ufeff${padding}}`,
      `{"n":1\ufeff${padding}}`,
    ]) {
      await expect(readJson(post(body), wide)).rejects.toEqual(refused(400))
    }
  })
})
