import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dynamicTool } from './dynamic-tool.ts'
import { toolIdOf } from './tool.ts'

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
