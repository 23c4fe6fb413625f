import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dynamicTool, inputSchemaOf, tool, toolIdOf } from './tool.ts'

const inputSchema = z.object({ city: z.string() })

describe('tool() (C1)', () => {
  test('returns the object that it was given, with its own execute and every field', () => {
    const definition = { inputSchema, execute: () => 1, providerOptions: { anthropic: { a: 1 } }, custom: 'kept' }
    const before = { ...definition }
    const made = tool(definition)
    expect(made).toBe(definition)
    expect({ ...made }).toEqual(before)
    expect(made.execute).toBe(before.execute)
    expect(Object.keys(made)).toEqual(Object.keys(before))
  })

  test('keeps an id', () => {
    const made = tool({ id: 'weather', inputSchema, execute: () => 1 })
    expect(toolIdOf(made)).toBe('weather')
    expect(Object.keys(made)).toContain('id')
  })

  test('makes an id where there is none, which stays, differs from others and is not enumerable', () => {
    const [one, other] = [tool({ inputSchema, execute: () => 1 }), tool({ inputSchema, execute: () => 1 })]
    expect(toolIdOf(one)).toMatch(/^tool-\d+$/)
    expect(toolIdOf(tool(one))).toBe(toolIdOf(one))
    expect(toolIdOf(one)).not.toBe(toolIdOf(other))
    expect((one as { id?: string }).id).toBe(toolIdOf(one))
    expect(JSON.parse(JSON.stringify(one))).not.toHaveProperty('id')
  })

  test('accepts frozen objects, whose id is stored beside them', () => {
    const frozen = Object.freeze({ inputSchema, execute: () => 1 })
    const made = tool(frozen)
    expect(made).toBe(frozen)
    expect(toolIdOf(made)).toMatch(/^tool-\d+$/)
    expect(toolIdOf(made)).toBe(toolIdOf(frozen))
  })

  test('takes parameters for inputSchema, and shows them under both names', () => {
    const made = tool({ parameters: inputSchema, execute: () => 1 })
    expect(made.inputSchema).toBe(inputSchema)
    expect(inputSchemaOf(made)).toBe(inputSchema)
    expect(Object.keys(made)).toEqual(['parameters', 'execute'])
    expect(inputSchemaOf(tool(Object.freeze({ parameters: inputSchema, execute: () => 1 })))).toBe(inputSchema)
  })

  test('leaves this to execute', () => {
    const counter = tool({
      inputSchema,
      metadata: { count: 2 },
      execute(this: { metadata: { count: number } }) {
        return this.metadata.count
      },
    })
    expect(counter.execute({ city: '' }, { toolCallId: 'c', messages: [] })).toBe(2)
  })

  test.each([undefined, null, 'weather'])('refuses %j with an error that says what to write', (given) => {
    expect(() => tool(given as never)).toThrow(
      expect.objectContaining({ code: 'tool-unreadable', message: expect.stringContaining('inputSchema') }),
    )
  })
})

test('a tool of others has an id as well', () => {
  const foreign = { inputSchema, execute: () => 1 }
  expect(toolIdOf(foreign)).toBe(toolIdOf(foreign))
  expect(Object.getOwnPropertyNames(foreign)).toEqual(['inputSchema', 'execute'])
})

describe('dynamicTool() (C2)', () => {
  const inputSchema = z.unknown()

  test('is what it was given, with the type dynamic', () => {
    const definition = { description: 'Echo.', inputSchema, execute: (input: unknown) => input, title: 'Echo' }
    const made = dynamicTool(definition)
    expect({ ...made }).toEqual({ ...definition, type: 'dynamic' })
    expect(made.execute).toBe(definition.execute)
    expect(definition).not.toHaveProperty('type')
  })

  test('needs no description', () => {
    expect(dynamicTool({ inputSchema, execute: () => 1 }).type).toBe('dynamic')
  })

  test('has an id of its own', () => {
    const definition = { inputSchema, execute: () => 1 }
    expect(toolIdOf(dynamicTool(definition))).not.toBe(toolIdOf(dynamicTool(definition)))
  })

  test('takes the older name of the schema', () => {
    expect(dynamicTool({ parameters: inputSchema, execute: () => 1 } as never).inputSchema).toBe(inputSchema)
  })

  test('without a schema is an error that says what to pass', () => {
    expect(() => dynamicTool({ execute: () => 1 } as never)).toThrow(
      expect.objectContaining({ code: 'tool-unreadable', message: expect.stringContaining('z.unknown()') }),
    )
  })
})
