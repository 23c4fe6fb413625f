import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  answerJson,
  http,
  type ServedGateway,
  type SocketUpstream,
  say,
  serveBefore,
  startUpstream,
  streamHead,
  until,
} from '../gateway/socket-upstream.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

type Answer = Parameters<typeof startUpstream>[0]

async function start(
  answer: Answer,
  options: Parameters<typeof serveBefore>[1] = {},
): Promise<{ upstream: SocketUpstream; gateway: ServedGateway; faults: unknown[] }> {
  const upstream = await startUpstream(answer)
  open.push(upstream)
  const faults: unknown[] = []
  const gateway = await serveBefore(upstream.url, { onFault: (error) => faults.push(error), ...options })
  open.push(gateway)
  return { upstream, gateway, faults }
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const ways = [
  ['whole', false],
  ['streamed', true],
] as const

describe.each(ways)('an upstream that is hostile, %s', (_, stream) => {
  const expectFailure = async (answer: Answer, options: Parameters<typeof serveBefore>[1] = {}) => {
    const { gateway, upstream, faults } = await start(answer, options)
    const response = await gateway.post({ stream })
    const { error } = (await response.json()) as { error: { type: string; message: string } }
    expect([response.status, error.type]).toEqual([502, 'server_error'])
    await until(() => upstream.requests.every(({ closed }) => closed()))
    expect(upstream.requests.map(({ closed }) => closed())).toEqual([true])
    expect(faults).toEqual([])
    return { response, error }
  }

  test('headers without end are a 502, and the connection is closed (X51)', async () => {
    let sent = 0
    await expectFailure((socket) => {
      const more = () => {
        if (socket.destroyed || sent > 50_000_000) return
        const lines = `x-${sent}: ${'a'.repeat(1_000)}\r\n`.repeat(16)
        sent += lines.length
        socket.write(lines, () => setImmediate(more))
      }
      socket.write(head)
      more()
    })
    expect(sent).toBeLessThan(10_000_000)
  })

  test('a status line without end is a 504 when the time for a head is over (X51)', async () => {
    const { gateway, upstream } = await start((socket) => void socket.write(`HTTP/1.1 200 ${'a'.repeat(2_000_000)}`), {
      headerTimeoutMs: 300,
    })
    expect((await gateway.post({ stream })).status).toBe(504)
    await until(() => upstream.requests[0]!.closed())
    expect(upstream.requests[0]!.closed()).toBe(true)
  })

  test.each([
    ['what is no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['a length and chunks', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${head}content-length: 5\r\ncontent-length: 6\r\n\r\nhello!`],
    ['a chunk that is none', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['a NUL in a header', `${head}x: a\u0000b\r\n\r\n{}`],
    ['a status of 999', 'HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\nxxxx'],
  ])('%s is a 502 (X52)', async (_name, bytes) => {
    await expectFailure((socket) => void socket.end(Buffer.from(bytes, 'latin1')))
  })

  test('a bomb of gzip is a 502 at the limit of an answer, whatever it inflates to (X53)', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(300_000)
    const rss = process.memoryUsage().rss
    await expectFailure((socket) => {
      const type = stream ? 'text/event-stream' : 'application/json'
      const lines = [`content-type: ${type}`, 'content-encoding: gzip', 'connection: close']
      socket.end(http('200 OK', lines, bomb))
    })
    expect(process.memoryUsage().rss - rss).toBeLessThan(700 * 1024 * 1024)
  })

  test('gzip that is none, or is cut, is a 502 (X53)', async () => {
    for (const bytes of [Buffer.from(answerJson()), gzipSync(answerJson()).subarray(0, 30)]) {
      const lines = ['content-type: application/json', 'content-encoding: gzip', 'connection: close']
      await expectFailure((socket) => void socket.end(http('200 OK', lines, bytes)))
    }
  })

  test('answers of 1xx without end do not keep a request for ever (X54)', async () => {
    const { gateway, upstream } = await start(
      (socket) => {
        const more = () => {
          if (!socket.destroyed) socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n', () => setTimeout(more, 5))
        }
        more()
      },
      { headerTimeoutMs: 300 },
    )
    const response = await gateway.post({ stream })
    expect(response.status).toBe(504)
    await until(() => upstream.requests[0]!.closed())
    expect(upstream.requests[0]!.closed()).toBe(true)
  })

  test.each([
    ['far in the future', '99999999999'],
    ['below zero', '-5'],
    ['no number', 'never'],
    ['a date of the year 9999', 'Fri, 31 Dec 9999 23:59:59 GMT'],
    ['with a line of its own', '1\tx'],
  ])('a wait that is %s is not waited for here (X55)', async (_name, wait) => {
    const body = JSON.stringify({ error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } })
    const answer: Answer = (socket) => void socket.write(http('429 Too Many Requests', [`retry-after: ${wait}`], body))
    const { gateway, upstream } = await start(answer, { maxRetries: 2, longestDelayMs: 50 })
    const response = await gateway.post({ stream })
    expect(response.status).toBe(429)
    expect(upstream.requests.length).toBeLessThanOrEqual(3)
    expect(response.headers.get('retry-after') ?? '0').toMatch(/^\d+$/)
    for (const [name, day] of [
      ['retry-after', 86_400],
      ['retry-after-ms', 86_400_000],
    ] as const)
      expect(Number(response.headers.get(name) ?? 0)).toBeLessThanOrEqual(day)
  })
})

describe('an upstream that says what is not so', () => {
  test('a stream whose first events are [DONE], comments and other fields is read as what it says (X56)', async () => {
    const { gateway } = await start((socket) => {
      socket.write(streamHead)
      socket.write(': x\n\nevent: error\nid: 7\nretry: 1\n\n')
      socket.end(say('a', { finishReason: 'STOP' }))
    })
    const text = await (await gateway.post({ stream: true })).text()
    expect(text).toMatch(/"content":"a"/)
    expect(text).not.toMatch(/^(id|event|retry):/m)
    expect(text.match(/data: \[DONE\]/g)).toHaveLength(1)
  })

  test('events inside a text of the model are text (X56)', async () => {
    const evil = 'x\n\ndata: {"error":{"message":"evil"}}\n\ndata: [DONE]\n\n'
    const { gateway } = await start((socket) => void socket.end(streamHead + say(evil, { finishReason: 'STOP' })))
    const text = await (await gateway.post({ stream: true })).text()
    const events = text.split('\n\n').filter((event) => event !== '')
    expect(events.at(-1)).toBe('data: [DONE]')
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace(/^data: /, '')))
    expect(chunks.filter(({ error }) => error !== undefined)).toEqual([])
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(evil)
  })

  test('an answer behind the answer is nobody’s: the next request does not get it (X57)', async () => {
    const { gateway, upstream } = await start((socket, { index }) => {
      const lines = ['content-type: application/json']
      const evil = index === 0 ? http('200 OK', lines, answerJson('evil')) : Buffer.alloc(0)
      socket.write(Buffer.concat([http('200 OK', lines, answerJson(`right ${index}`)), evil]))
    })
    const texts: string[] = []
    for (let count = 0; count < 4; count++) texts.push(await (await gateway.post()).text())
    expect(texts.join()).not.toContain('evil')
    expect(texts.filter((text) => text.includes('right'))).toHaveLength(4)
    expect(upstream.requests.length).toBeGreaterThanOrEqual(4)
  })

  test('headers of the upstream, its cookies and its encodings are not handed on (X58)', async () => {
    const { gateway } = await start((socket) => {
      const lines = [
        'content-type: application/json; evil=1',
        'set-cookie: a=b; Domain=.example.com',
        'access-control-allow-origin: *',
        'location: https://evil.example',
        'x-request-id: evil',
        'strict-transport-security: max-age=1',
        'content-security-policy: evil',
      ]
      socket.write(http('200 OK', lines, answerJson()))
    })
    const { headers, status } = await gateway.post()
    expect(status).toBe(200)
    expect(JSON.stringify([...headers])).not.toMatch(/evil|cookie|access-control|location|security/)
  })

  test('calls of tools that nobody declared come to the client as they are, and nothing is run here (X59)', async () => {
    const parts = ['rm', '__proto__', 'constructor', ''].map((name) => ({
      functionCall: { name, args: { path: '/' } },
    }))
    const body = JSON.stringify({ candidates: [{ content: { parts }, finishReason: 'STOP' }] })
    const { gateway } = await start(
      (socket) => void socket.write(http('200 OK', ['content-type: application/json'], body)),
    )
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    const response = await gateway.post({ tools })
    expect([200, 502]).toContain(response.status)
    const text = await response.text()
    expect(text).not.toMatch(/"stack"|TypeError/)
  })
})
