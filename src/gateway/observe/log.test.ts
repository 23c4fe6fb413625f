import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'
import type { RequestRecord } from './request-record.ts'

const record: RequestRecord = {
  id: 'req-1',
  method: 'POST',
  route: '/v1/chat/completions',
  status: 200,
  outcome: 'ok',
  durationMs: 12.34567,
  client: 'client-1',
  model: 'gemini-3-flash-preview',
  stream: true,
  usage: { inputTokens: 10, cachedTokens: 0, outputTokens: 5, reasoningTokens: 2 },
}

function logging(secrets: readonly string[] = []) {
  const lines: string[] = []
  return { lines, log: createLog({ write: (line) => lines.push(line), secrets, now: () => 0 }) }
}

describe('createLog', () => {
  test('writes a request as one line of JSON', () => {
    const { lines, log } = logging()
    log.request(record)
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"request","id":"req-1","method":"POST",' +
        '"route":"/v1/chat/completions","status":200,"outcome":"ok","durationMs":12.346,"client":"client-1",' +
        '"model":"gemini-3-flash-preview","stream":true,' +
        '"usage":{"inputTokens":10,"cachedTokens":0,"outputTokens":5,"reasoningTokens":2}}',
    ])
  })

  test.each([
    [{ status: 200, outcome: 'ok' }, 'info'],
    [{ status: 400, outcome: 'failed' }, 'info'],
    [{ status: 200, outcome: 'failed' }, 'warn'],
    [{ status: 502, outcome: 'failed' }, 'error'],
  ] as const)('%j is of level %s', (fields, level) => {
    const { lines, log } = logging()
    log.request({ ...record, ...fields })
    expect(JSON.parse(lines[0]!)).toMatchObject({ level })
  })

  test('masks the keys of the gateway wherever they stand, whole and before anything is cut (S1)', () => {
    const { lines, log } = logging(['canary', 'canary-upstream'])
    log.request({ ...record, error: `${'x'.repeat(295)}canary-upstream`, ignored: ['canary', 'seed'] })
    log.event('store-failed', { reason: 'AUTH canary-upstream failed' })
    expect(lines.join()).not.toContain('canary')
    expect(JSON.parse(lines[0]!).ignored).toEqual(['[secret]', 'seed'])
    expect(JSON.parse(lines[1]!)).toMatchObject({ level: 'warn', reason: 'AUTH [secret] failed' })
  })

  test.each([
    ['in base64', 'Basic dXNlcjpjYW5hcnkvdXBzdHJlYW0='],
    ['in base64 for URLs, unaligned', 'eC1jYW5hcnkvdXBzdHJlYW0'],
    ['percent-encoded', 'GET /?q=canary%2Fupstream'],
    ['escaped in JSON', '{"key":"canary\\/upstream"}'],
  ])('masks the keys of the gateway %s (X227)', (_, reason) => {
    const { lines, log } = logging(['canary/upstream'])
    log.event('store-failed', { reason })
    log.request({ ...record, error: reason })
    for (const line of lines) expect(line).toContain('[secret]')
    expect(lines.join()).not.toMatch(/canary|jYW5hcn|FuYXJ5/)
  })

  test.each([
    'AIzaSyA1234567890abcdefghijklmnopqrstuv',
    'sk-proj-abcdefgh',
    'Authorization: Bearer abc.def',
    'redis://user:hunter2@cache:6379',
  ])('masks what looks like a key: %s (S3)', (text) => {
    const { lines, log } = logging()
    log.event('crashed', { reason: text })
    expect(lines[0]).toContain('[secret]')
    expect(lines[0]).not.toMatch(/SyA123|proj-abc|abc\.def|hunter2/)
  })

  test('a value with line breaks stays in its line, and a long one is cut', () => {
    const { lines, log } = logging()
    log.event('crashed', { reason: `one\ntwo\r\n{"event":"request"}${'x'.repeat(10_000)}` })
    expect(lines[0]).not.toMatch(/[\r\n]/)
    expect(lines[0]!.length).toBeLessThan(500)
  })
})
