import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { countJsonNodes } from '../../src/core/json.ts'
import type { CompiledSchema, DialectId } from '../../src/schema/index.ts'
import { compileSchema, dialects, ToolfitError } from '../../src/schema/index.ts'
import { isWhole } from '../test-level.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { holds } from './holds.ts'
import { hostileSchemas } from './hostile-schemas.ts'
import { hostileValues } from './hostile-values.ts'
import { withinTime } from './within-time.ts'

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

const values = [
  { a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', b: { a: 1 } },
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  ['x'],
  5,
  null,
]

function use(compiled: CompiledSchema, source: unknown, isLimited: boolean): void {
  const size = countJsonNodes(compiled.schema, 10_000_000)
  if (isLimited) expect(size).toBeLessThanOrEqual(Math.max(10_000, 4 * countJsonNodes(source, size)))
  expect(Array.isArray(compiled.changes)).toBe(true)
  for (const value of values) {
    const wire = refusing(() => compiled.encode(value))
    refusing(() => compiled.decode(wire))
    refusing(() => compiled.check(value))
    refusing(() => compiled.receive(wire))
  }
}

describe('Law 7, Bounded', () => {
  test('an output is at most 10,000 values, or four times the input', () => {
    holds('bounded', (source) => {
      const output = compileOrRefuse(source, { to: 'gemini' })?.schema
      const size = countJsonNodes(output)
      return size <= Math.max(10_000, 4 * countJsonNodes(source)) ? undefined : { what: `${size} values` }
    })
  })

  test.each([
    ['description', (text: string) => ({ type: 'string', description: text })],
    ['title', (text: string) => ({ type: 'string', title: text })],
    ['enum', (text: string) => ({ enum: [text, 'b'] })],
    ['const', (text: string) => ({ const: { a: text } })],
    ['pattern', (text: string) => ({ type: 'string', pattern: `^${text}$` })],
    ['default', (text: string) => ({ type: 'string', default: text })],
    ['examples', (text: string) => ({ type: 'string', examples: [text] })],
    ['a name', (text: string) => ({ type: 'object', properties: { [text]: { type: 'string' } }, required: [text] })],
    ['not', (text: string) => ({ type: 'string', not: { const: text } })],
  ])('a long text that many references name is not written out for each: %s (X205)', (_, make) => {
    const names = Array.from({ length: 2_000 }, (_each, index) => [`p${index}`, { $ref: '#/$defs/a' }])
    const source = { type: 'object', properties: Object.fromEntries(names), $defs: { a: make('x'.repeat(20_000)) } }
    for (const to of Object.keys(dialects) as DialectId[]) {
      const output = compileOrRefuse(source, { to })?.schema
      expect(JSON.stringify(output ?? null).length).toBeLessThan(5_000_000)
    }
  })

  // The dialects that differ most; `npm run test:all` tries all of them.
  const tried = isWhole ? (Object.keys(dialects) as DialectId[]) : (['gemini', 'openai-strict', 'json-schema'] as const)

  describe.each(tried)('%s', (to) => {
    const names = Object.keys(hostileSchemas)
    test.each(names)('%s ends well (X70)', (name) => {
      const source = hostileSchemas[name]!()
      // What a root does to a schema, it does in every dialect.
      const roots = to === 'gemini' ? (['any', 'object'] as const) : (['object'] as const)
      withinTime(() => {
        for (const root of roots) {
          const compiled = refusing(() => compileSchema(source, { to, root }))
          if (compiled !== undefined) use(compiled, source, to !== 'json-schema' && to !== 'openai')
        }
      })
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
  test.each(Object.keys(hostileValues))('a value that is %s is refused with a code or taken', (name) => {
    for (const to of ['gemini', 'json-schema', 'openai'] as const) {
      const compiled = compileSchema(open, { to })
      for (const key of ['a', 'l', 'r', 'u']) {
        const value = { [key]: hostileValues[name]!() }
        const text = { [key]: '['.repeat(200_000) }
        withinTime(() => {
          for (const method of ['encode', 'decode', 'check', 'parse', 'receive'] as const)
            refusing(() => compiled[method](value))
          refusing(() => compiled.receive(text))
        })
      }
    }
  })
})
