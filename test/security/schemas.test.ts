import { afterEach, describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/index.ts'
import { chat, clientKey, closeGuarded, serveGuarded } from './guarded-gateway.ts'

afterEach(closeGuarded)

/** Before they were matched in a bounded number of steps, each of these took from seconds to hours. */
const name = `${'a'.repeat(2_000)}!`
const hostile: readonly (readonly [string, object])[] = [
  [
    'patterns for names beside a long name',
    { patternProperties: { '^a*a*a*a*$': { type: 'string' } }, properties: { [name]: {} } },
  ],
  [
    'nested stars beside a long name',
    { patternProperties: { '^(a*)*$': {}, '^(a|aa)+$': {} }, properties: { [name]: {} } },
  ],
  ['counts of counts', { properties: { x: { type: 'string', pattern: '^((a{1000}){1000}){1000}$' } } }],
  [
    'counts of counts for names',
    { patternProperties: { '^((a{1000}){1000}){1000}$': {} }, properties: { [name]: {} } },
  ],
  ['a pattern beside a long enum', { properties: { x: { pattern: '^(a+)+$', enum: [name, name.slice(1)] } } }],
  ['a pattern beside a long default', { properties: { x: { type: 'string', pattern: '(a*)*b', default: name } } }],
  ['a pattern beside a long const', { properties: { x: { pattern: '^(.*)*$', const: name } } }],
  [
    'a pattern that names must match',
    { propertyNames: { pattern: '^(a+)+$' }, properties: { [name]: {} }, required: [name] },
  ],
  ['look-around', { properties: { x: { type: 'string', pattern: '^(?=(a+)+$)(?!b)', default: name } } }],
  ['back references', { properties: { x: { type: 'string', pattern: '^(a+)\\1+$', default: name } } }],
  [
    'a pattern of 100 kB',
    { properties: { x: { type: 'string', pattern: `^${'(a|b)*'.repeat(15_000)}$`, default: 'a' } } },
  ],
  ['classes of everything', { properties: { x: { type: 'string', pattern: '[\\s\\S]*'.repeat(500), default: name } } }],
]

describe('patterns and texts of a client', () => {
  test.each(hostile)('%s: the request is answered, and so is a health check beside it (X154)', async (_, schema) => {
    const gateway = await serveGuarded()
    const parameters = { type: 'object', ...schema }
    const tools = [{ type: 'function', function: { name: 'look', parameters } }]
    const call = {
      id: 'a',
      type: 'function',
      function: { name: 'look', arguments: JSON.stringify({ x: name, [name]: name }) },
    }
    const body = {
      ...(JSON.parse(chat) as object),
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: 'x' },
      ],
      tools,
      tool_choice: 'required',
    }
    const headers = {
      authorization: `Bearer ${clientKey}`,
      'content-type': 'application/json',
      'x-toolfit-report': '1',
    }
    const asked = fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) })
    const health = await fetch(`${gateway.url}/healthz`)
    const response = await asked
    expect([200, 400]).toContain(response.status)
    expect((await response.text()).length).toBeLessThan(1_000_000)
    expect(health.status).toBe(200)
  })

  test.each(hostile)('%s: the emulator answers too (X97)', async (_, schema) => {
    const emulator = createEmulator()
    const parametersJsonSchema = { type: 'object', ...schema }
    const body = {
      contents: [{ role: 'user', parts: [{ text: `Call it with ${name}.` }] }],
      tools: [{ functionDeclarations: [{ name: 'look', description: 'Looks.', parametersJsonSchema }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    }
    const response = await emulator(
      new Request('http://localhost/v1beta/models/gemini-3-flash-preview:generateContent', {
        method: 'POST',
        headers: { 'x-goog-api-key': 'k', 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    expect([200, 400]).toContain(response.status)
    expect(emulator.requests.flatMap(({ crash }) => crash ?? [])).toEqual([])
  })
})
