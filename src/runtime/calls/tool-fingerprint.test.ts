import { expect, test } from 'vitest'
import { z } from 'zod'
import { jsonSchema } from '../../tools/json-schema.ts'
import { tool } from '../../tools/tool.ts'
import { detectToolDrift, fingerprintTools } from './tool-fingerprint.ts'

const schema = { type: 'object', properties: { path: { type: 'string' }, mode: { type: 'string' } } } as const
const reordered = { properties: { mode: { type: 'string' }, path: { type: 'string' } }, type: 'object' } as const
const read = (description: string, inputSchema: object = schema) =>
  tool({ description, inputSchema: jsonSchema(inputSchema) })

test('a fingerprint is the same for the same words and schema, in whatever order', async () => {
  const [one, other] = [
    await fingerprintTools({ read: read('a') }),
    await fingerprintTools({ read: read('a', reordered) }),
  ]
  expect(one).toEqual({ read: expect.stringMatching(/^[\w-]{43}$/) })
  expect(other).toEqual(one)
})

test('words, schema and title count; a schema of Zod counts as its JSON Schema', async () => {
  const tools = {
    base: read('a'),
    words: read('b'),
    schema: read('a', { type: 'object' }),
    titled: tool({ title: 'T', description: 'a', inputSchema: jsonSchema(schema) }),
    zod: tool({ description: 'a', inputSchema: z.object({ path: z.string() }) }),
  }
  expect(new Set(Object.values(await fingerprintTools(tools))).size).toBe(5)
})

test('drift names what was added, removed and changed, inherited names too', () => {
  const baseline = { kept: '1', gone: '2', changed: '3' }
  expect(detectToolDrift({ kept: '1', changed: '4', constructor: '5' } as never, baseline)).toEqual({
    added: ['constructor'],
    removed: ['gone'],
    changed: ['changed'],
  })
})

test('a schema without end has no fingerprint', async () => {
  const circular: Record<string, unknown> = { type: 'object' }
  circular['properties'] = { self: circular }
  await expect(fingerprintTools({ read: read('a', circular) })).rejects.toMatchObject({ code: 'schema-too-deep' })
})
