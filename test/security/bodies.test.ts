import { deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { startGateway, textOf } from '../gateway/ask-gateway.ts'
import { chat, closeGuarded, raw, serveGuarded } from './guarded-gateway.ts'

afterEach(closeGuarded)

describe('encodings of bodies', () => {
  const ask = async (bytes: Uint8Array, encoding: string) => {
    const gateway = await serveGuarded()
    const lines = [`content-encoding: ${encoding}`, `content-length: ${bytes.length}`, 'connection: close']
    const answers = await gateway.ask(Buffer.concat([Buffer.from(raw(lines)), bytes]))
    return { status: answers[0]!.status, asked: gateway.emulator.requests.length, count: answers.length }
  }
  const spaces = Buffer.alloc(30 * 1024 * 1024, ' ')

  test.each([
    ['gzip in gzip', gzipSync(gzipSync(chat)), 'gzip', 400],
    ['gzip in gzip, as the header says', gzipSync(gzipSync(chat)), 'gzip, gzip', 415],
    ['gzip that is none', Buffer.from(chat), 'gzip', 400],
    ['gzip that is cut', gzipSync(chat).subarray(0, -9), 'gzip', 400],
    ['gzip with rubbish behind it', Buffer.concat([gzipSync(chat), Buffer.from('rubbish')]), 'gzip', 400],
    ['a bomb of deflate', deflateSync(spaces), 'deflate', 413],
    ['a bomb of gzip in gzip', gzipSync(gzipSync(spaces)), 'gzip', 400],
    ['br', Buffer.from(chat), 'br', 415],
    ['zstd', Buffer.from(chat), 'zstd', 415],
    ['an encoding that is none', Buffer.from(chat), '__proto__', 415],
  ])('%s is refused, and Gemini is not asked (X21)', async (_, bytes, encoding, status) => {
    expect(await ask(bytes, encoding)).toEqual({ status, asked: 0, count: 1 })
  })

  test.each([
    ['UTF-16', Buffer.from(`\ufeff${chat}`, 'utf16le')],
    ['UTF-7', Buffer.from(chat.replace('"', '+ACI-'))],
    ['overlong UTF-8', Buffer.concat([Buffer.from([0xc0, 0xbb]), Buffer.from(chat)])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['NULs before it', Buffer.from(`\u0000\u0000${chat}`)],
  ])('a body in %s is no JSON: 400 (X22)', async (_, body) => {
    const gateway = await serveGuarded()
    const head = Buffer.from(raw([`content-length: ${body.length}`, 'connection: close']))
    const [answer] = await gateway.ask(Buffer.concat([head, body]))
    expect(answer!.status).toBe(400)
    expect(JSON.parse(answer!.text)).toMatchObject({ error: { code: 'invalid_json' } })
    expect(gateway.emulator.requests).toHaveLength(0)
  })
})

describe('JSON that parsers read in different ways', () => {
  test('of a member that comes twice the last one counts, for checks and for Gemini alike (X23)', async () => {
    const started = startGateway()
    const messages = (text: string) => `[{"role":"user","content":"${text}"}]`
    const body = `{"model":"gemini-3-flash-preview","n":1,"n":1e9,"messages":${messages('a')}}`
    expect((await started.post(body)).status).toBe(400)
    const twice = `{"model":"../x","model":"gemini-3-flash-preview","messages":${messages('a')},"messages":${messages('b')}}`
    expect((await started.post(twice)).status).toBe(200)
    expect(started.emulator.requests).toHaveLength(1)
    expect(JSON.stringify(started.sent().contents)).toBe('[{"role":"user","parts":[{"text":"b"}]}]')
  })

  test.each([
    "{'model':1}",
    '{model:1}',
    '{"a":1,}',
    '{"a":01}',
    '/**/{}',
    '{"a":Infinity}',
    '{"a":+1}',
    '{"a":"\t"}',
    '{}{}',
  ])('%s is no JSON, whatever other parsers say: 400 (X24)', async (body) => {
    const started = startGateway()
    const response = await started.post(body)
    expect([response.status, started.emulator.requests.length]).toEqual([400, 0])
  })
})

test('a report repeats the path of a change, whose names are the client’s, up to half a megabyte, and says so (X165)', async () => {
  const rule = { type: 'number', multipleOf: 3, exclusiveMinimum: 1 }
  const properties = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, rule]))
  const parameters = { type: 'object', properties: { ['n'.repeat(100_000)]: { type: 'object', properties } } }
  const tools = [{ type: 'function', function: { name: 'look', parameters } }]
  const response = await startGateway().post({ ...(JSON.parse(chat) as object), tools }, { 'x-toolfit-report': '1' })
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(text.length).toBeLessThan(1_000_000)
  expect(JSON.parse(text)).toMatchObject({ toolfit: { is_cut: true } })
})

describe('texts that would become structure', () => {
  const line = 'x\r\nx-evil: 1\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'
  const event = 'a\n\ndata: {"choices":[{"delta":{"content":"evil"}}]}\n\ndata: [DONE]\n\nevent: x\nid: 1\nretry: 0\n'

  test.each([
    ['the name of a parameter', { [line]: 1 }],
    ['a model', { model: line }],
    ['a role', { messages: [{ role: line, content: 'x' }] }],
    ['the name of a tool', { tools: [{ type: 'function', function: { name: line } }] }],
    ['a tool to choose', { tool_choice: { type: 'function', function: { name: line } } }],
    ['an id', { messages: [{ role: 'tool', tool_call_id: line, content: 'x' }] }],
    ['a user', { user: line }],
  ])('line breaks in %s are in no header of an answer (X25)', async (_, body) => {
    const started = startGateway()
    const response = await started.post({ ...(JSON.parse(chat) as object), ...body })
    expect([200, 400, 404]).toContain(response.status)
    expect(response.headers.has('x-evil')).toBe(false)
    for (const [, value] of response.headers) expect(value).toMatch(/^[\t\x20-\x7e]*$/)
  })

  test('events in a prompt, a tool or a text of the model are text, and end no event of ours (X26)', async () => {
    const started = startGateway()
    started.emulator.script([{ reply: event }])
    const tools = [{ type: 'function', function: { name: 'x', description: event } }]
    const { data, chunks } = await started.stream({ tools, messages: [{ role: 'user', content: event }] })
    expect(textOf(chunks)).toBe(event)
    expect(data.filter((text) => text === '[DONE]')).toHaveLength(1)
    expect(data.at(-1)).toBe('[DONE]')
    expect(chunks.filter(({ id }) => id === undefined)).toEqual([])
  })

  test('line breaks that only JavaScript knows do not end an event (X26)', async () => {
    const started = startGateway()
    const text = 'a\u2028b\u2029c\u0085d\u000be'
    started.emulator.script([{ reply: text }])
    const { chunks } = await started.stream({})
    expect(textOf(chunks)).toBe(text)
  })
})

/** Each would take hours, if a part of it were read again from each of its characters. */
describe('a text that is read once', () => {
  const { ask } = startGateway()
  const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
  const called = (id: string, message: object = {}) => {
    const call = { id, type: 'function', function: { name: 'look', arguments: '{}' } }
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call], ...message },
      { role: 'tool', tool_call_id: id, content: 'done' },
    ]
    return { tools, messages }
  }
  const thought = (signature: string) => ({ thinking_blocks: [{ type: 'thinking', thinking: '', signature }] })
  const image = (url: string) => ({
    messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
  })

  test.each([
    ['an id full of separators', called(`${'_ts_'.repeat(500_000)}!`)],
    ['an id full of letters', called(`${'a'.repeat(2_000_000)}_ts_!`)],
    ['a signature of padding', called('a', thought(`${'='.repeat(2_000_000)}x`))],
    ['a host of dots', image(`http://${'.'.repeat(2_000_000)}x/a.png`)],
  ])('%s is answered, or a 400 (X224)', async (_, body) => {
    expect([200, 400]).toContain((await ask(body)).status)
  })
})
