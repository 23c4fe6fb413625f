import { afterEach, describe, expect, test } from 'vitest'
import { chat, clientKey, closeGuarded, raw, serveGuarded } from './guarded-gateway.ts'

afterEach(closeGuarded)

/** What a proxy in front took for a body, and the gateway must not take for a request. */
const smuggled = `GET /metrics HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${clientKey}\r\n\r\n`

const te = 'transfer-encoding: chunked'

describe('two ways to say where a body ends', () => {
  test.each([
    ['both, a length first', ['content-length: 4', te], `0\r\n\r\n${smuggled}`],
    ['both, chunks first', [te, 'content-length: 4'], `0\r\n\r\n${smuggled}`],
    ['both, in capitals', ['Content-Length: 4', 'TRANSFER-ENCODING: Chunked'], `0\r\n\r\n${smuggled}`],
    ['chunks twice', [te, te], `0\r\n\r\n${smuggled}`],
    ['chunks twice in a list', ['transfer-encoding: chunked, chunked'], `0\r\n\r\n${smuggled}`],
    ['chunks before gzip', ['transfer-encoding: chunked, gzip'], `0\r\n\r\n${smuggled}`],
    ['gzip before chunks', ['transfer-encoding: gzip, chunked'], `0\r\n\r\n${smuggled}`],
    ['identity', ['transfer-encoding: identity', 'content-length: 3'], `abc${smuggled}`],
    ['a comma first', ['transfer-encoding: ,chunked', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['quotes', ['transfer-encoding: "chunked"', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a vertical tab', ['transfer-encoding:\u000bchunked', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a NUL', ['transfer-encoding: chunked\u0000', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a space in the name', ['transfer encoding: chunked', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a tab before the colon', ['transfer-encoding\t: chunked', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a folded coding', ['transfer-encoding:\r\n chunked', 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a folded length', ['content-length: 1\r\n 0'], smuggled],
    ['a bare line feed between headers', [`x: y\n${te}`, 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['a bare carriage return between headers', [`x: y\r${te}`, 'content-length: 3'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['content-length: 3', 'content-length: 4'], smuggled],
    ['one length twice', ['content-length: 3', 'content-length: 3'], smuggled],
    ['lengths in a list', ['content-length: 3, 3'], smuggled],
    ['a length below zero', ['content-length: -1'], smuggled],
    ['a length with a plus', ['content-length: +3'], smuggled],
    ['a length in hexadecimal', ['content-length: 0x3'], smuggled],
    ['a length with an underscore', ['content-length: 1_0'], smuggled],
    ['a length in Arabic digits', ['content-length: ٣'], smuggled],
    ['a length that overflows', ['content-length: 18446744073709551617'], smuggled],
    ['a length with a point', ['content-length: 3.0'], smuggled],
    ['no length', ['content-length:'], smuggled],
    ['a header without a name', [': x', 'content-length: 0'], smuggled],
    ['a header without a colon', ['x', 'content-length: 0'], smuggled],
  ])('%s: one 400, and what follows is not served (X14)', async (_, lines, body) => {
    const gateway = await serveGuarded()
    const answers = await gateway.ask(Buffer.from(raw(lines, body), 'utf8'))
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0]!.text).not.toContain('# HELP')
    expect(gateway.emulator.requests).toHaveLength(0)
  })
})

describe('chunks that servers read in different ways', () => {
  const first = `${chat.length.toString(16)}\r\n${chat}\r\n`
  test.each([
    ['a size that is none', `zz\r\n${chat}\r\n0\r\n\r\n`],
    ['a size with a sign', `+${first}0\r\n\r\n`],
    ['a size below zero', `-1\r\n${chat}\r\n0\r\n\r\n`],
    ['a size with 0x', `0x${first}0\r\n\r\n`],
    ['a size of 17 digits', `10000000000000005\r\n${chat}\r\n0\r\n\r\n`],
    ['a size that ends in a line feed', `${chat.length.toString(16)}\n${chat}\r\n0\r\n\r\n`],
    ['a chunk that is longer than its size', `5\r\n${chat}\r\n0\r\n\r\n`],
    ['a chunk without its line break', `${chat.length.toString(16)}\r\n${chat}0\r\n\r\n`],
    ['a line feed in an extension', `${chat.length.toString(16)};a\nb\r\n${chat}\r\n0\r\n\r\n`],
    ['a space before a size', ` ${first}0\r\n\r\n`],
    ['an end of two line feeds', `${first}0\n\n`],
    ['a trailer that is no header', `${first}0\r\nx\r\n\r\n`],
    ['a folded trailer', `${first}0\r\nx: a\r\n b\r\n\r\n`],
  ])('%s: a 400, nothing of it is asked of Gemini, and what follows is not served (X15)', async (_, body) => {
    const gateway = await serveGuarded()
    const answers = await gateway.ask(raw([te], body + smuggled))
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('an extension of 64 kB is a 413, and the connection is closed (X16)', async () => {
    const gateway = await serveGuarded()
    const body = `${chat.length.toString(16)};${'x'.repeat(65_536)}\r\n${chat}\r\n0\r\n\r\n`
    const answers = await gateway.ask(raw([te], body))
    expect(answers.map(({ status }) => status)).toEqual([413])
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('a chunk of sixteen exabytes is a body that does not come: 408 (X16)', async () => {
    const gateway = await serveGuarded({ slowBodyMs: 100 })
    const answers = await gateway.ask(raw([te], `ffffffffffffffff\r\n${chat}`))
    expect(answers.map(({ status }) => status)).toEqual([408])
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('trailers do not become headers: a key that comes behind the body opens nothing (X17)', async () => {
    const gateway = await serveGuarded()
    const lines = [te, 'trailer: authorization', 'connection: close']
    const trailed = raw(lines, `${first}0\r\nauthorization: Bearer ${clientKey}\r\n\r\n`)
    const [answer] = await gateway.ask(trailed.replace(`authorization: Bearer ${clientKey}\r\n`, ''))
    expect(answer!.status).toBe(401)
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('chunks as they should be, with an extension and a trailer, are a body (X15)', async () => {
    const gateway = await serveGuarded()
    const body = `5;a=b\r\n${chat.slice(0, 5)}\r\n${(chat.length - 5).toString(16)}\r\n${chat.slice(5)}\r\n0\r\nx: y\r\n\r\n`
    const answers = await gateway.ask(raw([te, 'connection: close'], body))
    expect(answers.map(({ status }) => status)).toEqual([200])
  })
})

describe('requests inside requests', () => {
  test('a request in the body of another is a body (X18)', async () => {
    const gateway = await serveGuarded()
    const answers = await gateway.ask(raw([`content-length: ${smuggled.length}`, 'connection: close'], smuggled))
    expect(answers.map(({ status }) => status)).toEqual([400])
    expect(answers[0]!.text).not.toContain('# HELP')
  })

  test.each(['GET', 'HEAD', 'OPTIONS', 'DELETE'])(
    'a request in the body of a %s is not served (X18)',
    async (method) => {
      const gateway = await serveGuarded()
      const answers = await gateway.ask(
        raw([`content-length: ${smuggled.length}`, 'connection: close'], smuggled, `${method} /healthz HTTP/1.1`),
      )
      expect(answers).toHaveLength(1)
      expect(answers[0]!.text).not.toContain('# HELP')
    },
  )

  test('what follows a body that was refused unread is not served (X18)', async () => {
    const gateway = await serveGuarded({ maxBodyBytes: 100 })
    const body = 'x'.repeat(50_000)
    const answers = await gateway.ask(raw([`content-length: ${body.length}`], body + smuggled))
    expect(answers.map(({ status }) => status)).toEqual([413])
  })

  test('200 pipelined requests are answered in their order, each for itself (X19)', async () => {
    const gateway = await serveGuarded()
    const one = (index: number) => {
      const body = index % 3 === 0 ? '{' : chat.replace('Hello.', `number ${index}`)
      const isLast = index === 199
      return raw([`content-length: ${body.length}`, ...(isLast ? ['connection: close'] : [])], body)
    }
    const answers = await gateway.ask(Array.from({ length: 200 }, (_, index) => one(index)).join(''))
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 200 }, (_, index) => (index % 3 === 0 ? 400 : 200)),
    )
    expect(answers[100]!.text).toContain('number 100')
  })
})
