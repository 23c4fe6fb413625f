import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { chat, clientKey, closeGuarded, raw, serveGuarded } from './guarded-gateway.ts'

afterEach(closeGuarded)

const bearer = `authorization: Bearer ${clientKey}`
const framed = (body: string | Buffer, more: readonly string[] = []) => [
  `content-length: ${Buffer.byteLength(body)}`,
  ...more,
]
const last = raw(framed(chat, ['connection: close']), chat)

describe('a connection after a refusal', () => {
  test.each([
    ['a body that is no JSON', raw(framed('{"a":'), '{"a":'), 400],
    ['a list', raw(framed('[]'), '[]'), 400],
    ['a path that is not there', raw(framed('{}'), '{}', 'POST /nowhere HTTP/1.1'), 404],
    ['a method that is not allowed', raw([], '', 'GET /v1/chat/completions HTTP/1.1'), 405],
    ['a preflight', raw([], '', 'OPTIONS /v1/chat/completions HTTP/1.1'), 204],
    ['another type', raw(framed('x'), 'x').replace('application/json', 'text/plain'), 415],
  ])('of %s goes on, or is closed: the next request is itself (X195)', async (_, first, status) => {
    const gateway = await serveGuarded()
    const statuses = (await gateway.ask(first + last)).map((answer) => answer.status)
    // A body that was not read may not be taken for a request: then the connection is closed.
    expect([[status, 200], [status]]).toContainEqual(statuses)
    expect(gateway.emulator.requests.length).toBe(statuses.length - 1)
  })

  test('of a key: a request behind it with a body that was not read is not served (X195)', async () => {
    const gateway = await serveGuarded({ keepAliveTimeoutMs: 200 })
    const wrong = raw(framed(last), last).replace(bearer, 'authorization: Bearer no')
    expect((await gateway.ask(wrong)).map(({ status }) => status)).toEqual([401])
    expect(gateway.emulator.requests).toHaveLength(0)
  })
})

describe('HTTP/1.0', () => {
  test('has a connection for one request, also with keep-alive, and a key for each (X196)', async () => {
    const gateway = await serveGuarded()
    const first = raw(framed(chat, ['connection: keep-alive']), chat, 'POST /v1/chat/completions HTTP/1.0')
    const second = raw(framed(chat, ['connection: close']), chat).replace(`${bearer}\r\n`, '')
    const statuses = (await gateway.ask(first + second)).map(({ status }) => status)
    expect([[200], [200, 401]]).toContainEqual(statuses)
    expect(gateway.emulator.requests).toHaveLength(1)
  })

  test('with chunks, which it does not have: nothing behind them is served (X196)', async () => {
    const gateway = await serveGuarded()
    const body = `${chat.length.toString(16)}\r\n${chat}\r\n0\r\n\r\n`
    const text = raw(['transfer-encoding: chunked', 'connection: close'], body, 'POST /v1/chat/completions HTTP/1.0')
    const answers = await gateway.ask(text + last)
    expect(answers.length).toBeLessThanOrEqual(1)
    expect(gateway.emulator.requests.length).toBeLessThanOrEqual(1)
  })
})

describe('expectations', () => {
  test.each([
    ['two that differ', ['expect: 200-maybe', 'expect: 100-continue']],
    ['one in capitals', ['EXPECT: 100-CONTINUE']],
    ['one with a parameter', ['expect: 100-continue;a=b']],
  ])('%s: one whole answer for each request (X185)', async (_, lines) => {
    const gateway = await serveGuarded()
    const one = raw(framed(chat, lines), chat)
    const answers = await gateway.ask(one + raw(framed(chat, [...lines, 'connection: close']), chat))
    for (const { status, text } of answers) {
      expect([200, 417]).toContain(status)
      expect(() => JSON.parse(text)).not.toThrow()
    }
  })
})

describe('a body', () => {
  const ask = async (body: string | Buffer, lines: readonly string[] = []) => {
    const gateway = await serveGuarded()
    const head = Buffer.from(raw(framed(body, [...lines, 'connection: close'])))
    const [answer] = await gateway.ask(Buffer.concat([head, Buffer.from(body)]))
    return { answer: answer!, requests: gateway.emulator.requests }
  }

  test('may begin with one byte order mark, and has none elsewhere (X197)', async () => {
    expect((await ask(`\ufeff${chat}`)).answer.status).toBe(200)
    expect((await ask(`\ufeff\ufeff${chat}`)).answer.status).toBe(400)
    expect((await ask(chat.replace('{', '{\ufeff'))).answer.status).toBe(400)
    expect((await ask(`${chat}\ufeff`)).answer.status).toBe(400)
  })

  test.each([
    ['plainly', '"tools":TWO,"tools":ONE'],
    ['with an escape in the second', '"tools":TWO,"tool\\u0073":ONE'],
    ['with an escape in the first', '"\\u0074ools":TWO,"tools":ONE'],
    ['behind a value of its name', '"user":"tools","tools":TWO,"tools":ONE'],
    ['behind spaces', '"tools"            :TWO,"tools" : ONE'],
  ])('that has tools twice, %s: the last list is checked, declared and sent (X198)', async (_, members) => {
    const list = (name: string) =>
      JSON.stringify([{ type: 'function', function: { name, parameters: { type: 'object' } } }])
    const text = chat.replace('{', `{${members.replaceAll('TWO', list('first')).replaceAll('ONE', list('last'))},`)
    const { answer, requests } = await ask(text)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(requests[0]!.body)).toContain('"last"')
    expect(JSON.stringify(requests[0]!.body)).not.toContain('"first"')
  })

  test('in which brackets of two kinds close each other is a 400, also around the tools (X198)', async () => {
    for (const text of [
      '{"tools":[1},"model":"x"]',
      '{"tools":{"a":[1}]}',
      '["tools":[]]',
      '{"tools":[]}}',
      '{"tools":[],}',
    ])
      expect([text, (await ask(text)).answer.status]).toEqual([text, 400])
  })

  test('in gzip, behind which something follows, in two parts, or with a name of 60 kB: read once, or refused (X199)', async () => {
    const packed = gzipSync(chat)
    const named = Buffer.concat([
      packed.subarray(0, 3),
      Buffer.from([8]),
      packed.subarray(4, 10),
      Buffer.from(`${'n'.repeat(60_000)}\0`),
      packed.subarray(10),
    ])
    for (const [body, statuses] of [
      [Buffer.concat([packed, Buffer.from('rubbish')]), [400]],
      [Buffer.concat([gzipSync(chat.slice(0, 20)), gzipSync(chat.slice(20))]), [200, 400]],
      [named, [200, 400]],
      [Buffer.alloc(0), [400]],
    ] as const) {
      const { answer } = await ask(body, ['content-encoding: gzip'])
      expect(statuses).toContain(answer.status)
    }
  })

  test('with half characters in texts, names, ids and schemas reaches Gemini as UTF-8, or is a 400 (X193)', async () => {
    const half = '\\ud800'
    for (const text of [
      chat.replace('Hello.', half),
      chat.replace(
        '{',
        `{"tools":[{"type":"function","function":{"name":"a${half}","parameters":{"type":"object","properties":{"${half}":{"enum":["${half}"]}}}}}],`,
      ),
      chat.replace(
        '}]',
        `},{"role":"assistant","tool_calls":[{"id":"${half}","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"${half}","content":"${half}"}]`,
      ),
      chat.replace('{', `{"stop":["${half}"],"user":"${half}","metadata":{"${half}":"${half}"},`),
    ]) {
      const { answer } = await ask(text)
      expect([200, 400]).toContain(answer.status)
      expect(() => JSON.parse(answer.text)).not.toThrow()
    }
  })
})

describe('names of prototypes', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s is no key, no model and no tool that was not declared (X200)',
    async (name) => {
      const gateway = await serveGuarded()
      const asked = async (body: object, key = clientKey) => {
        const text = JSON.stringify({ ...JSON.parse(chat), ...body })
        const bytes = raw(framed(text, ['connection: close']), text).replace(clientKey, key)
        return (await gateway.ask(bytes))[0]!.status
      }
      expect(await asked({}, name)).toBe(401)
      expect(await asked({ model: name })).toBe(404)
      expect(await asked({ tool_choice: { type: 'function', function: { name } } })).toBe(400)
      expect(await asked({ response_format: { type: name } })).toBe(400)
      expect(await asked({ messages: [{ role: name, content: 'x' }] })).toBe(400)
      expect(await asked({ tools: [{ type: 'function', function: { name, parameters: { type: 'object' } } }] })).toBe(
        200,
      )
    },
  )
})
