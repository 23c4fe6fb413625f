import { connect } from 'node:net'
import type { Chance } from './chance.ts'
import { type FuzzOptions, type FuzzReport, fuzz } from './fuzz.ts'
import { mutateBytes, mutateValue } from './mutate.ts'
import { type RawAnswer, readAnswers } from './raw-answers.ts'
import type { ValidRequest } from './valid-requests.ts'

/** A server on a port, requests that it answers, and what its answers have to look like. */
export interface SocketTarget {
  readonly url: string
  readonly requests: readonly ValidRequest[]
  readonly fields: readonly string[]
  readonly complaintAbout: (answer: RawAnswer) => string | undefined
}

/** Lines that servers read in different ways. */
const oddLines = [
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, identity',
  'transfer-encoding:\tchunked',
  'transfer-encoding : chunked',
  'content-length: 5',
  'content-length: -1',
  'content-length: 99999999999999999999',
  'x: a\r\n folded',
  'x: a\nx-evil: b',
  'connection: upgrade\r\nupgrade: websocket',
  'connection: keep-alive',
  'expect: 100-continue',
  'expect: 200-maybe',
  'host: other.example',
  'trailer: x',
  'content-encoding: gzip',
  'range: bytes=0-0',
  `x-long: ${'a'.repeat(20_000)}`,
  'x-null: a\u0000b',
]
const oddStarts = ['GET', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'PUT', 'post', '\r\nPOST', 'POST ']
const oddVersions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.9', 'HTTP/0.9', '']
const oddTargets = ['//x', '*', 'http://other.example/', '/%00', '/..%2f..', '/?a=%zz', ` ${'/a'.repeat(5_000)}`]

/** Sends mutated bytes over connections of their own, and looks at every answer that comes before the server closes them. */
export function fuzzSockets(target: SocketTarget, options: FuzzOptions): Promise<FuzzReport> {
  return fuzz({ parallel: 48, ...options }, async (chance) => {
    const bytes = mutatedBytes(chance, target)
    const input = JSON.stringify(bytes.toString('latin1'))
    const received = await exchange(target.url, bytes)
    if (received === undefined) return { status: 0, input, problem: 'no answer, and no end, within 10 s' }
    const answers = readAnswers(received)
    if (typeof answers === 'string') return { status: 0, input, problem: answers }
    const problem = answers.map(target.complaintAbout).find((complaint) => complaint !== undefined)
    return { status: answers[0]?.status ?? 0, input, problem }
  })
}

function mutatedBytes(chance: Chance, { requests, fields }: SocketTarget): Buffer {
  const { path, headers, body } = chance.pick(requests)
  const json = Buffer.from(JSON.stringify(chance.isLucky(0.5) ? mutateValue(body, chance, fields) : body))
  const isChunked = chance.isLucky(0.3)
  const framed = isChunked ? chunked(json, chance) : json
  const lines = [
    'host: localhost',
    ...Object.entries({ 'content-type': 'application/json', ...headers }).map(([name, value]) => `${name}: ${value}`),
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${json.length}`,
  ]
  for (let count = chance.isLucky(0.4) ? 1 + chance.below(2) : 0; count > 0; count--)
    lines.splice(chance.below(lines.length + 1), 0, chance.pick(oddLines))
  if (chance.isLucky(0.1)) lines.splice(chance.below(lines.length), 1)
  const start = [
    chance.isLucky(0.1) ? chance.pick(oddStarts) : 'POST',
    chance.isLucky(0.1) ? chance.pick(oddTargets) : path,
    chance.isLucky(0.05) ? chance.pick(oddVersions) : 'HTTP/1.1',
  ].join(' ')
  const head = Buffer.from([start, ...lines, '', ''].join(chance.isLucky(0.05) ? '\n' : '\r\n'), 'latin1')
  const shown = chance.isLucky(0.3) ? Buffer.from(mutateBytes(head, chance)) : head
  const whole = Buffer.concat([shown, framed])
  const sent = chance.isLucky(0.1) ? whole.subarray(0, chance.below(whole.length)) : whole
  return chance.isLucky(0.15) ? Buffer.concat([sent, sent]) : sent
}

/** A body in chunks, some of them wrong. */
function chunked(body: Buffer, chance: Chance): Buffer {
  const middle = chance.below(body.length)
  const odd = chance.isLucky(0.2) ? chance.pick([';a=b', `;${'x'.repeat(20_000)}`, ' ', 'g', '\n', '00000']) : ''
  const pieces = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0)
  const framed = pieces.map((piece) =>
    Buffer.concat([Buffer.from(`${piece.length.toString(16)}${odd}\r\n`), piece, Buffer.from('\r\n')]),
  )
  return Buffer.concat([
    ...framed,
    Buffer.from(chance.pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\nx: y\r\n\r\n', 'ffffffffffffffff\r\n', ''])),
  ])
}

/**
 * How long a server may be silent before our half of the connection is closed, which ends its requests: it waits for more. Long enough for
 * a machine that is busy: an answer that comes later is not counted, and those to whole requests take longest.
 */
const silenceMs = 2_000

/** Everything that the server sends until it closes the connection, or undefined where it does not. */
async function exchange(url: string, bytes: Buffer): Promise<Buffer | undefined> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const received: Buffer[] = []
  let isLate = false
  const silence = setTimeout(() => socket.end(), silenceMs)
  // A server that has refused a request may reset what still comes.
  socket.on('error', () => undefined)
  socket.on('data', (data: Buffer) => {
    received.push(data)
    silence.refresh()
  })
  const late = setTimeout(() => {
    isLate = true
    socket.destroy()
  }, 10_000)
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  clearTimeout(silence)
  clearTimeout(late)
  return isLate ? undefined : Buffer.concat(received)
}
