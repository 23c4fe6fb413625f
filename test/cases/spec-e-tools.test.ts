import { describe, expect, test } from 'vitest'
import { compileTools } from '../../src/index.ts'
import { acceptedEverywhere } from '../acceptance/accepted-everywhere.ts'

/** A registry as the document has it: flags on properties, and whatever else people write down beside them. */
const registry = `[
  {
    "type": "function",
    "function": {
      "name": "read_file",
      "description": "Reads a file.",
      "parameters": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": { "a": { "type": "string", "required": true }, "b": { "type": "number", "required": true } }
      },
      "category": "files"
    },
    "enabled": true
  },
  {
    "type": "function",
    "function": {
      "name": "list_files",
      "parameters": {
        "type": "object",
        "properties": {
          "options": {
            "type": "object",
            "required": true,
            "properties": { "path": { "type": "string", "required": true }, "depth": { "type": "integer" } }
          }
        }
      }
    }
  },
  {
    "type": "function",
    "function": { "name": "search", "parameters": { "properties": { "q": { "type": "string" } }, "required": ["q"] } }
  },
  { "type": "function", "function": { "name": "ping", "parameters": { "type": "object", "properties": {} }, "strict": false } }
]`

const geminiTools = [
  {
    functionDeclarations: [
      {
        name: 'read_file',
        description: 'Reads a file.',
        parameters: {
          type: 'OBJECT',
          properties: { a: { type: 'STRING' }, b: { type: 'NUMBER' } },
          required: ['a', 'b'],
        },
      },
      {
        name: 'list_files',
        parameters: {
          type: 'OBJECT',
          properties: {
            options: {
              type: 'OBJECT',
              properties: { path: { type: 'STRING' }, depth: { type: 'INTEGER' } },
              required: ['path'],
            },
          },
          required: ['options'],
        },
      },
      { name: 'search', parameters: { type: 'OBJECT', properties: { q: { type: 'STRING' } }, required: ['q'] } },
      { name: 'ping' },
    ],
  },
]

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
  return value
}

describe('the openai target (E4)', () => {
  test('returns the tools deep-equal and untouched, also after the same objects went to Gemini (E4)', () => {
    const tools = JSON.parse(registry) as object[]
    compileTools(tools, { to: 'gemini' }).changes.slice()
    const compiled = compileTools(tools, { to: 'openai' })
    expect(compiled.tools).toEqual(JSON.parse(registry))
    expect(JSON.stringify(compiled.tools)).toBe(JSON.stringify(JSON.parse(registry)))
    expect(compiled.changes).toEqual([])
    expect(tools).toEqual(JSON.parse(registry))
  })

  test('frozen tools work for every dialect, and are still frozen and equal (E4)', () => {
    const tools = deepFreeze(JSON.parse(registry) as object[])
    for (const to of ['gemini', 'openai', 'json-schema'] as const) compileTools(tools, { to }).changes.slice()
    expect(tools).toEqual(JSON.parse(registry))
  })

  test('calls are held to the flags all the same (E4)', () => {
    const compiled = compileTools(JSON.parse(registry) as object[], { to: 'openai' })
    const issuesOf = (args: unknown) => compiled.receiveCall({ name: 'read_file', args }).issues
    expect(issuesOf({ a: 'x', b: 1 })).toEqual([])
    expect(issuesOf({ a: 'x' })).toMatchObject([{ level: 'error', keyword: 'required' }])
  })

  test('a name that OpenAI refuses is the only thing that changes (E4)', () => {
    const tool = {
      type: 'function',
      function: { name: 'files.read', description: 'R.', parameters: { type: 'object' } },
    }
    const { tools, changes } = compileTools([tool], { to: 'openai' })
    expect(tools).toEqual([{ type: 'function', function: { ...tool.function, name: 'files_read' } }])
    expect(changes).toMatchObject([{ tool: 'files.read', code: 'name-fitted' }])
  })
})

describe('a registry as it is (E8)', () => {
  const specs = JSON.parse(registry) as { function: { name: string; parameters: object } }[]

  test('OpenAI functions (E8)', () => {
    expect(compileTools(specs, { to: 'gemini' }).tools).toEqual(geminiTools)
  })

  test('bare specs (E8)', () => {
    const bare = specs.map((spec) => spec.function)
    expect(compileTools(bare, { to: 'gemini' }).tools).toEqual(geminiTools)
  })

  test('both in one list (E8)', () => {
    const mixed = specs.map((spec, index) => (index % 2 === 0 ? spec : spec.function))
    expect(compileTools(mixed, { to: 'gemini' }).tools).toEqual(geminiTools)
  })

  test('every endpoint takes what comes out (E8)', () => {
    for (const { declaration } of compileTools(specs, { to: 'gemini' }).entries) {
      const { parameters } = declaration
      if (parameters !== undefined) expect(acceptedEverywhere(parameters as object, 'parameters')).toEqual([])
    }
  })

  test('moved flags are reported by tool (E8)', () => {
    const moved = compileTools(specs, { to: 'gemini' }).changes.filter(({ code }) => code === 'required-flag-moved')
    expect(moved.map(({ tool, at }) => `${tool} ${at}`)).toEqual([
      'read_file /properties/a',
      'read_file /properties/b',
      'list_files /properties/options',
      'list_files /properties/options/properties/path',
    ])
  })

  test('a property called __proto__ or a tool called so is data (E8)', () => {
    const tools = JSON.parse(
      '[{"name":"__proto__","parameters":{"type":"object","properties":{"__proto__":{"type":"string","required":true}}}}]',
    ) as object[]
    const compiled = compileTools(tools, { to: 'gemini' })
    expect(JSON.stringify(compiled.tools)).toBe(
      '[{"functionDeclarations":[{"name":"__proto__","parameters":{"type":"OBJECT","properties":{"__proto__":{"type":"STRING"}},"required":["__proto__"]}}]}]',
    )
    const args = JSON.parse('{"__proto__":"x"}') as unknown
    expect(compiled.receiveCall({ name: '__proto__', args })).toMatchObject({ toolName: '__proto__', issues: [] })
  })
})
