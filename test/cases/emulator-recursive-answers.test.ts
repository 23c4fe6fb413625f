import { describe, expect, test } from 'vitest'
import { createEmulator } from '../../src/emulator/app.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import { compileSchema } from '../../src/schema/index.ts'

const node = (next: object) => ({
  type: 'object',
  properties: { value: { type: 'integer' }, next },
  required: ['value', 'next'],
})

/** Recursive schemas that a finite value satisfies, although every field is required. */
const schemas = {
  'a tree': {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    required: ['name', 'children'],
  },
  'a list that ends with null': {
    type: 'object',
    properties: { head: { $ref: '#/$defs/Node' } },
    required: ['head'],
    $defs: { Node: node({ anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] }) },
  },
  'an expression': {
    type: 'object',
    properties: { expression: { $ref: '#/$defs/Expression' } },
    required: ['expression'],
    $defs: {
      Expression: {
        anyOf: [
          {
            type: 'object',
            properties: { op: { const: 'add' }, left: { $ref: '#/$defs/Expression' } },
            required: ['op', 'left'],
          },
          { type: 'object', properties: { number: { type: 'number' } }, required: ['number'] },
        ],
      },
    },
  },
  'two types that contain each other': {
    type: 'object',
    properties: { root: { $ref: '#/$defs/A' } },
    required: ['root'],
    $defs: {
      A: { type: 'object', properties: { b: { type: 'array', items: { $ref: '#/$defs/B' } } }, required: ['b'] },
      B: { type: 'object', properties: { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/A' }] } }, required: ['a'] },
    },
  },
  'records of itself': {
    type: 'object',
    properties: { parts: { type: 'object', additionalProperties: { $ref: '#' } } },
    required: ['parts'],
  },
}

describe.each(['gemini', 'gemini-json', 'vertex'] as const)('in the dialect %s', (dialect) => {
  const profile = dialect === 'vertex' ? 'vertex' : 'ai-studio'
  const emulator = createEmulator()
  const model = gemini('gemini-3-flash-preview', {
    profile,
    dialect,
    project: 'p',
    headers: profile === 'vertex' ? { authorization: 'Bearer any' } : { 'x-goog-api-key': 'any' },
    fetch: (url, init) => emulator(new Request(url, init)),
  })

  test.each(Object.entries(schemas))(
    'the client’s own schema takes the answer of the emulator: %s',
    async (_, schema) => {
      const { content } = await model.doGenerate({
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }],
        responseFormat: { type: 'json', schema },
      })
      const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      const { check, changes } = compileSchema(schema, { to: dialect })
      // The emulator does not read that a property is required where the schema cannot say it.
      const isOpened = changes.some(({ code }) => code === 'required-loop-opened')
      const issues = check(JSON.parse(text)).filter(({ keyword }) => !isOpened || !/required|anyOf/.test(keyword))
      expect(issues).toEqual([])
    },
  )
})
