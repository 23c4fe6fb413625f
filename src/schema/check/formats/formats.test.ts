import { expect, test } from 'vitest'
import { isFormat } from './formats.ts'

test.each<[format: string, valid: string[], invalid: string[]]>([
  [
    'date-time',
    ['1963-06-19T08:30:06.283185Z', '1990-12-31t15:59:60-08:00'],
    ['1990-02-31T15:59:59Z', '1998-12-31T22:59:60Z', '2013-350T01:01:01'],
  ],
  ['date', ['2020-02-29'], ['2021-02-29', '1900-02-29', '2020-13-01', '2020-1-1', '১963-06-19']],
  ['time', ['08:30:06Z', '23:59:60+00:00', '00:29:60+00:30'], ['24:00:00Z', '08:30:06', '22:59:60Z', '08:30:06+24:00']],
  ['duration', ['P4DT12H30M5S', 'P4Y', 'PT0S', 'P2W'], ['P', 'PT', 'P1', 'P2D1Y', 'P1Y2W', '4D']],
  [
    'email',
    ['a.b+c@example.com', '"joe bloggs"@example.com', 'joe@[127.0.0.1]', 'joe@[IPv6:::1]'],
    ['a', '.a@b.c', 'a..b@c.d', 'a@', 'a@[1.2.3.300]'],
  ],
  ['idn-email', ['실례@실례.테스트'], ['2962']],
  [
    'hostname',
    ['www.example.com', 'a', 'xn--ihqwcrb4cv8a8dqg056pqjye'],
    ['-a', 'a-', 'a_b', '', 'a..b', 'a'.repeat(64), 'xn--X'],
  ],
  ['idn-hostname', ['실례.테스트', 'l·l', 'α͵β', 'ア・'], ['〮실례', 'a·l', 'α͵', '-é', '・']],
  ['ipv4', ['192.168.0.1'], ['256.1.1.1', '1.2.3', '01.2.3.4', '1.2.3.4.5', '1.2.3.٤']],
  [
    'ipv6',
    ['::1', '::', '1:2:3:4:5:6:7:8', '::ffff:192.168.0.1', '1::8'],
    ['1:2:3', '1::2::3', '12345::', '::1.2.3.300', ':1:2:3:4:5:6:7:8', 'fe80::1%eth0'],
  ],
  [
    'uri',
    ['http://a.b/?c=d#e', 'urn:oasis:names', 'tel:+1-816-555-1212', 'http://[::1]:80/'],
    ['//a.b', '/abc', 'http:// a', 'a b', 'http://a\\b', 'http://[::1', 'http://a/%zz'],
  ],
  ['uri-reference', ['/abc', '#frag', '', '?q'], ['\\\\a', '#a\\b', '1:2']],
  ['iri', ['http://ƒøø.ßår/?∂éœ=πîx#πîüx'], ['/abc', 'http://a b']],
  ['iri-reference', ['//ƒøø.ßår/', 'âππ'], ['#ƒräg\\mênt']],
  [
    'uuid',
    ['2EB8AA08-AA98-11EA-B4AA-73B441D16380'],
    ['2eb8aa08-aa98-11ea-b4aa-73b441d1638', '2eb8aa08aa9811eab4aa73b441d16380'],
  ],
  ['uri-template', ['http://a/{term:1}/{?x,y*}', 'plain'], ['http://a/{term', '}', '{}', 'a b']],
  ['json-pointer', ['', '/foo/bar~0/baz~1/%a', '/'], ['foo', '/~2', '/~', '#/a']],
  ['relative-json-pointer', ['1', '0/foo', '2#', '0-1/a'], ['/foo', '-1/a', '01/a', '0##']],
  ['regex', ['([abc])+\\s+$'], ['^(abc]', '\\a']],
])('%s', (format, valid, invalid) => {
  expect(valid.filter((text) => isFormat(format, text) !== true)).toEqual([])
  expect(invalid.filter((text) => isFormat(format, text) !== false)).toEqual([])
})

test('an unknown format restricts nothing', () => {
  expect(isFormat('colour', 'red')).toBeUndefined()
})

test.each([
  'email',
  'uri',
  'hostname',
  'idn-hostname',
  'uri-template',
  'duration',
  'iri',
  'ipv6',
  'date-time',
  'idn-email',
])('%s does not hang on long texts', { timeout: 30_000 }, (format) => {
  for (const unit of ['a', 'a.', 'a@', '1', 'é', ':', '%41', '{a}', 'P1Y'])
    isFormat(format, `${unit.repeat(50_000)}\u0000`)
})
