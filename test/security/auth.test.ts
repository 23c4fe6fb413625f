import { afterEach, describe, expect, test } from 'vitest'
import { chat, clientKey, closeGuarded, request, serveGuarded } from './guarded-gateway.ts'

afterEach(closeGuarded)

describe('without the right key nobody is served', () => {
  const bearer = (key: string) => `authorization: Bearer ${key}`
  test.each([
    ['no header', null],
    ['an empty one', 'authorization:'],
    ['a scheme without a key', 'authorization: Bearer'],
    ['a scheme and a space', 'authorization: Bearer '],
    ['the key without a scheme', `authorization: ${clientKey}`],
    ['Basic', `authorization: Basic ${Buffer.from(`user:${clientKey}`).toString('base64')}`],
    ['Basic around the key', `authorization: Basic ${clientKey}`],
    ['Digest', `authorization: Digest username="${clientKey}"`],
    ['another scheme', `authorization: Token ${clientKey}`],
    ['a list of schemes', `authorization: Basic x, Bearer ${clientKey}`],
    ['the header of Google', `x-goog-api-key: ${clientKey}`],
    ['a cookie', `cookie: authorization=${clientKey}; api_key=${clientKey}`],
    ['the header of a proxy', `proxy-authorization: Bearer ${clientKey}`],
    ['a forwarded header', `x-forwarded-authorization: Bearer ${clientKey}`],
  ])('with %s: 401, and Gemini is not asked (X2)', async (_, authorization) => {
    const gateway = await serveGuarded()
    const [answer, ...more] = await gateway.ask(request({ authorization }))
    expect([answer?.status, more]).toEqual([401, []])
    expect(JSON.parse(answer!.text)).toMatchObject({ error: { code: 'invalid_api_key' } })
    expect(answer!.headers.get('www-authenticate')).toBe('Bearer')
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test.each(['key', 'api_key', 'api-key', 'access_token', 'token', 'authorization', 'Authorization'])(
    'a key in the query as %s opens nothing, and is not repeated (X3)',
    async (name) => {
      const gateway = await serveGuarded()
      const query = `?${name}=${clientKey}`
      for (const path of ['/v1/chat/completions', '/v1/models', '/metrics']) {
        const method = path.endsWith('completions') ? 'POST' : 'GET'
        const [answer] = await gateway.ask(
          request({ authorization: null, start: `${method} ${path}${query} HTTP/1.1` }),
        )
        expect(answer!.status).toBe(401)
        expect(answer!.text).not.toContain(clientKey)
      }
      expect(gateway.emulator.requests).toHaveLength(0)
    },
  )

  test.each([
    ['the right key first', [bearer(clientKey), bearer('wrong')]],
    ['the right key second', [bearer('wrong'), bearer(clientKey)]],
    ['the right key twice', [bearer(clientKey), bearer(clientKey)]],
    ['a name in capitals', [bearer('wrong'), `AUTHORIZATION: Bearer ${clientKey}`]],
  ])('two Authorization headers, %s, are one that is wrong: 401 (X4)', async (_, lines) => {
    const gateway = await serveGuarded()
    const [answer] = await gateway.ask(request({ authorization: null, lines }))
    expect(answer!.status).toBe(401)
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test.each([
    ['a part of it', clientKey.slice(0, -1)],
    ['its first letter', clientKey[0]!],
    ['more than it', `${clientKey}x`],
    ['it twice', clientKey + clientKey],
    ['it in capitals', clientKey.toUpperCase()],
    ['it with a Cyrillic letter', clientKey.replace('c', 'с')],
    [
      'it in wide letters',
      [...clientKey].map((letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)).join(''),
    ],
    ['it with a mark that has no width', `${clientKey}\u200b`],
    ['it with a soft hyphen', clientKey.replace('-', '\u00ad')],
    ['it percent-encoded', clientKey.replaceAll('-', '%2d')],
    ['it in quotes', `"${clientKey}"`],
    ['a wildcard', '*'],
    ['a list with it', `${clientKey},other`],
    ['it behind a tab', `\t${clientKey}\tx`],
    ['the name of a property', '__proto__'],
    ['something of 8 kB', 'x'.repeat(8_000)],
  ])('a key that is %s is another key: 401 (X5)', async (_, key) => {
    const gateway = await serveGuarded()
    const [answer] = await gateway.ask(Buffer.from(request({ authorization: bearer(key) })))
    expect(answer!.status).toBe(401)
    expect(gateway.emulator.requests).toHaveLength(0)
  })

  test('the scheme is read in any case, and spaces around the key are none of it (X5)', async () => {
    const gateway = await serveGuarded()
    for (const authorization of [`authorization: bearer ${clientKey}`, `Authorization:   BEARER ${clientKey}  `]) {
      expect((await gateway.ask(request({ authorization })))[0]!.status).toBe(200)
    }
  })

  test('every request of a connection has to show the key itself, and none is answered after a refusal (X6)', async () => {
    const gateway = await serveGuarded()
    const good = request({}).replace('connection: close\r\n', '')
    const bad = request({ authorization: null }).replace('connection: close\r\n', '')
    const answers = await gateway.ask(good + bad + good)
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    const later = await gateway.ask(bad + good)
    expect(later.map(({ status }) => status)).toEqual([401])
  })

  test('a key in the body, or a model that is called like one, opens nothing (X2)', async () => {
    const gateway = await serveGuarded()
    const body = JSON.stringify({ ...JSON.parse(chat), api_key: clientKey, user: clientKey, authorization: clientKey })
    expect((await gateway.ask(request({ authorization: null, body })))[0]!.status).toBe(401)
    expect(gateway.emulator.requests).toHaveLength(0)
  })
})
