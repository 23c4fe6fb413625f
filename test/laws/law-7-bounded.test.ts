import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countJsonNodes } from '../../src/core/json.ts'
import type { DialectId } from '../../src/schema/index.ts'
import { compileSchema, ToolfitError } from '../../src/schema/index.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { holds } from './holds.ts'
import { hostileSchemas } from './hostile-schemas.ts'
import { hostileValues } from './hostile-values.ts'

/** Far more than any case needs: a guard against a hang, not a measurement. */
const guard = 30_000

beforeEach(() => {
  vi.stubGlobal('fetch', () => {
    throw new Error('The compiler must not fetch.')
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

/** Runs; an error of Toolfit's own, with a code, is as good an end as any. */
function refusing<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (ToolfitError.isInstance(error) && typeof error.code === 'string') return undefined
    throw error
  }
}

describe('Law 7, Bounded', () => {
  test('an output is at most 10,000 values, or four times the input', () => {
    holds((source) => {
      const output = compileOrRefuse(source, { to: 'gemini' })?.schema
      const size = countJsonNodes(output)
      return size <= Math.max(10_000, 4 * countJsonNodes(source)) ? undefined : { what: `${size} values` }
    })
  })

  describe.each(['gemini', 'json-schema', 'openai'] as const)('%s', (to: DialectId) => {
    test.each(Object.keys(hostileSchemas))('%s ends well', { timeout: guard }, (name) => {
      const source = hostileSchemas[name]!()
      for (const root of ['any', 'object'] as const) {
        const compiled = refusing(() => compileSchema(source, { to, root }))
        if (compiled === undefined) continue
        if (to === 'gemini')
          expect(countJsonNodes(compiled.schema)).toBeLessThanOrEqual(Math.max(10_000, 4 * countJsonNodes(source)))
        expect(Array.isArray(compiled.changes)).toBe(true)
        for (const value of [
          { a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', b: { a: 1 } },
          'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
          ['x'],
          5,
          null,
        ]) {
          const wire = refusing(() => compiled.encode(value))
          refusing(() => compiled.decode(wire))
          refusing(() => compiled.check(value))
          refusing(() => compiled.receive(wire))
        }
      }
    })
  })

  const open = {
    type: 'object',
    properties: {
      a: {},
      l: { type: 'array', items: {} },
      r: { $ref: '#' },
      u: { anyOf: [{ type: 'object' }, { enum: [1] }] },
    },
  }
  test.each(Object.keys(hostileValues))(
    'a value that is %s is refused with a code or taken',
    { timeout: guard },
    (name) => {
      for (const to of ['gemini', 'json-schema', 'openai'] as const) {
        const compiled = compileSchema(open, { to })
        for (const key of ['a', 'l', 'r', 'u']) {
          const value = { [key]: hostileValues[name]!() }
          refusing(() => compiled.encode(value))
          refusing(() => compiled.decode(value))
          refusing(() => compiled.check(value))
          refusing(() => compiled.parse(value))
          refusing(() => compiled.receive(value))
          refusing(() => compiled.receive({ [key]: '['.repeat(200_000) }))
        }
      }
    },
  )
})
