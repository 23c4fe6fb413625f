import { describe, expect, test } from 'vitest'
import { type BrowserGuardOptions, createBrowserGuard, isJsonType, readOrigins } from './browser-guard.ts'

const check = (headers: Record<string, string>, options: BrowserGuardOptions = {}) => {
  const request = new Request('http://localhost:8788/', { method: 'POST' })
  // A `Request` of a test may not set `host`; that of a server has it.
  const shown = { headers: new Headers(headers), url: request.url } as Request
  return createBrowserGuard(options).checkSender(shown)?.code
}

const internal = { allowHosts: ['Toolfit.internal', '[fd00::1]'], cors: ['https://app.example'] }

describe('the guard of a server without keys', () => {
  test.each<[what: string, headers: Record<string, string>, options?: BrowserGuardOptions]>([
    ['no browser', {}],
    ['localhost', { host: 'localhost:8788' }],
    ['localhost without a port', { host: 'localhost' }],
    ['localhost in upper case, with its dot', { host: 'LOCALHOST.:8788' }],
    ['127.0.0.1', { host: '127.0.0.1:8788' }],
    ['another loopback address', { host: '127.9.9.9' }],
    ['IPv6', { host: '[::1]:8788' }],
    ['a page on this machine', { host: 'localhost:8788', origin: 'http://localhost:3000' }],
    ['a page on this machine by address', { host: 'localhost:8788', origin: 'https://127.0.0.1' }],
    ['a page on this machine over IPv6', { host: '[::1]:8788', origin: 'http://[::1]:3000' }],
    ['a link that was followed', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a script of the same site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
    ['an allowed name', { host: 'toolfit.INTERNAL:80' }, internal],
    ['an allowed address', { host: '[fd00:0::1]:8788' }, internal],
    ['a page of an allowed name', { host: 'toolfit.internal', origin: 'https://toolfit.internal' }, internal],
    ['an allowed origin', { host: 'localhost', origin: 'https://app.example' }, internal],
    ['any name', { host: 'anything.example' }, { allowHosts: ['*'] }],
    ['any origin', { origin: 'https://anything.example' }, { cors: ['*'] }],
    ['any origin that sends none', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, { cors: ['*'] }],
    ['an address, where addresses are taken', { host: '192.168.1.5:8788' }, { takesAddresses: true }],
  ])('accepts %s', (_what, headers, options) => {
    expect(check(headers, options)).toBeUndefined()
  })

  test.each<[what: string, host: string, options?: BrowserGuardOptions]>([
    ['a rebound name', 'evil.example:8788'],
    ['a name that begins with localhost', 'localhost.evil.example'],
    ['a name that ends with localhost', 'evil-localhost'],
    ['a name below localhost', 'evil.localhost'],
    ['a name that begins with the address', '127.0.0.1.evil.example'],
    ['a name that has the address in it', '127-0-0-1.nip.example'],
    ['a user in front', 'localhost@evil.example'],
    ['a path behind', 'localhost/evil.example'],
    ['a fragment behind', 'evil.example#localhost'],
    ['two hosts', 'localhost, evil.example'],
    ['no host', ''],
    ['a blank', 'localhost evil.example'],
    ['every address', '0.0.0.0:8788'],
    ['an address of the network', '192.168.1.5:8788'],
    ['an address of IPv6', '[fd00::2]:8788'],
    ['two dots', 'localhost..'],
    ['a port that is none', 'localhost:evil'],
    ['an international name', 'l\u00f6calhost'],
    ['a very long name', `${'a'.repeat(300)}.localhost`],
    ['another name than the allowed one', 'x.toolfit.internal', internal],
    ['a name, where addresses are taken', 'evil.example', { takesAddresses: true }],
  ])('refuses the host %s', (_what, host, options) => {
    expect(check({ host }, options)).toBe('host_not_allowed')
  })

  test.each<[what: string, headers: Record<string, string>, options?: BrowserGuardOptions]>([
    ['a page of the web', { origin: 'https://evil.example' }],
    ['a sandboxed frame or a file', { origin: 'null' }],
    ['nothing', { origin: '' }],
    ['a name that begins with localhost', { origin: 'http://localhost.evil.example' }],
    ['a user in front', { origin: 'http://localhost@evil.example' }],
    ['a path', { origin: 'http://localhost/evil' }],
    ['two origins', { origin: 'http://localhost, https://evil.example' }],
    ['another scheme', { origin: 'ftp://localhost' }],
    ['an extension', { origin: 'chrome-extension://abcdefghijklmnop' }],
    ['every address', { origin: 'http://0.0.0.0:8788' }],
    ['the network', { origin: 'http://192.168.1.5' }],
    ['an image or a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a frame that fetches', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['below an allowed origin', { origin: 'https://x.app.example' }, internal],
    ['an allowed origin over http', { origin: 'http://app.example' }, internal],
    ['another port of an allowed name', { host: 'toolfit.internal', origin: 'http://toolfit.internal:1' }, internal],
  ])('refuses the origin %s', (_what, headers, options) => {
    expect(check(headers, options)).toBe('origin_not_allowed')
  })

  test('says what was refused and how to allow it, and quotes no more than it must', () => {
    const request = new Request('http://evil.example/', { headers: { origin: 'https://evil.example' } })
    expect(createBrowserGuard({}).checkSender(request)).toEqual({
      status: 403,
      code: 'host_not_allowed',
      message:
        'The Host "evil.example" is not allowed. This server asks for no key, so it only accepts the names of this machine (localhost, 127.0.0.1, [::1]): a web page could reach it under a name of its own. Allow the name with --allow-host (allowHosts), or set keys.',
    })
    const long = new Request('http://localhost/', { headers: { origin: `https://${'x'.repeat(5_000)}` } })
    expect(createBrowserGuard({}).checkSender(long)!.message.length).toBeLessThan(400)
  })

  test.each(['http://toolfit', 'toolfit:8788', 'a b', '', '*.example', '[::1]:1'])(
    'allowHosts cannot hold %j',
    (host) => {
      expect(() => createBrowserGuard({ allowHosts: [host] })).toThrow(
        expect.objectContaining({ code: 'option-invalid', evidence: { option: 'allowHosts' } }),
      )
    },
  )
})

describe('isJsonType', () => {
  test.each(['application/json', 'APPLICATION/JSON; charset=utf-8', ' application/vnd.api+json '])('%j is', (type) => {
    expect(isJsonType(type)).toBe(true)
  })

  test.each([
    '',
    'text/plain',
    'text/plain; application/json',
    'text/plain;x=application/json',
    'application/json, text/plain',
    'text/plain, application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/jsonp',
    'text/json',
    'application /json',
    'json',
  ])('%j is not', (type) => {
    expect(isJsonType(type)).toBe(false)
  })
})

describe('readOrigins', () => {
  test('takes what browsers send', () => {
    const origins = ['*', 'null', 'https://app.example', 'http://localhost:5173', 'chrome-extension://abcdef']
    expect(readOrigins(origins)).toEqual(origins)
    expect(readOrigins(undefined)).toEqual([])
  })

  test.each(['app.example', 'https://app.example/', 'https://App.example', 'https://a.example https://b.example', ''])(
    'refuses %j, which no page would match',
    (origin) => {
      const error = expect.objectContaining({ code: 'option-invalid', evidence: { option: 'cors' } })
      expect(() => readOrigins([origin])).toThrow(error)
      expect(() => createBrowserGuard({ cors: [origin] })).toThrow(error)
    },
  )
})
