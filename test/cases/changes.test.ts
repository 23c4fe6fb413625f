import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { valueAt } from '../../src/core/pointer.ts'
import type { Change, ChangeCode, CompiledSchema, CompileOptions } from '../../src/schema/index.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { compileTools } from '../../src/tools/compile-tools.ts'
import { accepts } from '../acceptance/index.ts'
import { fitted, reportedChanges } from './fitted.ts'

interface Case {
  readonly code: ChangeCode
  readonly source: unknown
  /** One line of `reportedChanges`, without the code: where and what, then how. */
  readonly says: readonly [where: string, how: string]
  /** Compiled for Gemini, unless `to` says otherwise. */
  readonly options?: Partial<CompileOptions>
}

const string = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const doubling = {
  $ref: '#/$defs/a',
  $defs: {
    a: object({ x: { $ref: '#/$defs/b' }, y: { $ref: '#/$defs/b' } }),
    b: object({ x: { $ref: '#/$defs/c' }, y: { $ref: '#/$defs/c' } }),
    c: object({ x: { $ref: '#/$defs/d' }, y: { $ref: '#/$defs/d' } }),
    d: object({ x: { $ref: '#/$defs/e' }, y: { $ref: '#/$defs/e' } }),
    e: object({ x: { $ref: '#/$defs/f' }, y: { $ref: '#/$defs/f' } }),
    f: object({ x: string, y: string }),
  },
}

const cases: readonly Case[] = [
  {
    code: 'keyword-absorbed',
    source: { allOf: [{ type: 'string' }, { type: 'boolean' }], nullable: true },
    says: ['/allOf/1 type', 'dropped'],
  },
  { code: 'type-mapped', source: { type: 'float' }, says: [' type', 'rewritten'] },
  { code: 'type-unknown', source: { type: 'frobnicate' }, says: [' type', 'dropped, not enforced'] },
  { code: 'type-inferred', source: { minLength: 2 }, says: [' type', 'narrowed, not enforced'] },
  { code: 'type-not-json', source: z.object({ a: z.symbol() }), says: ['/properties/a refine', 'dropped'] },
  {
    code: 'required-flag-moved',
    source: object({ a: { type: 'string', required: true } }),
    says: ['/properties/a required', 'rewritten'],
  },
  {
    code: 'required-flag-dropped',
    source: object({ a: { type: 'string', required: false } }),
    says: ['/properties/a required', 'dropped'],
  },
  {
    code: 'keyword-malformed',
    source: { type: 'string', minLength: 'long' },
    says: [' minLength', 'dropped, not enforced'],
  },
  {
    code: 'keyword-misspelt',
    source: { type: 'string', maxlength: 5 },
    says: [' maxlength', 'dropped, not enforced'],
  },
  {
    code: 'read-as-meant',
    source: { type: 'integer', enum: ['1', '2'] },
    says: [' enum', 'rewritten'],
  },
  {
    code: 'not-a-schema',
    source: object({ a: 'string' }),
    says: [' properties', 'dropped, not enforced'],
  },
  {
    code: 'keyword-cannot-bind',
    source: { type: 'string', exclusiveMinimum: 0 },
    says: [' exclusiveMinimum', 'dropped'],
  },
  { code: 'refine-not-expressible', source: z.string().refine((text) => text !== 'x'), says: [' refine', 'dropped'] },
  { code: 'ref-unresolved', source: { $ref: '#/$defs/Nothing' }, says: [' $ref', 'dropped, not enforced'] },
  { code: 'ref-to-itself', source: { $ref: '#' }, says: [' $ref', 'dropped'] },
  { code: 'ref-inlined', source: { $ref: '#/$defs/A', $defs: { A: string } }, says: [' $ref', 'rewritten'] },
  { code: 'definitions-inlined', source: { $ref: '#/$defs/A', $defs: { A: string } }, says: [' $defs', 'rewritten'] },
  { code: 'definitions-unreachable', source: { type: 'string', $defs: { A: string } }, says: [' $defs', 'dropped'] },
  { code: 'all-of-merged', source: { allOf: [string, { minLength: 1 }] }, says: [' allOf', 'rewritten'] },
  {
    code: 'any-of-distributed',
    source: object(
      { a: string },
      { anyOf: [{ required: ['a'] }, { properties: { b: string, c: string }, required: ['b'] }] },
    ),
    says: [' properties', 'rewritten'],
  },
  { code: 'any-of-simplified', source: { anyOf: [string] }, says: [' anyOf', 'rewritten'] },
  { code: 'one-of-disjoint', source: { oneOf: [string, { type: 'number' }] }, says: [' oneOf', 'rewritten'] },
  { code: 'const-to-enum', source: { const: 'a' }, says: [' const', 'rewritten'] },
  { code: 'enum-filtered', source: { type: 'string', enum: ['a', 1] }, says: [' enum', 'rewritten'] },
  { code: 'null-to-nullable', source: { type: ['string', 'null'] }, says: [' type', 'rewritten'] },
  { code: 'types-to-any-of', source: { type: ['string', 'number'] }, says: [' type', 'rewritten'] },
  {
    code: 'bound-made-inclusive',
    source: { type: 'integer', exclusiveMinimum: 0 },
    says: [' exclusiveMinimum', 'rewritten'],
  },
  { code: 'bound-restated', source: { type: 'integer', multipleOf: 1 }, says: [' multipleOf', 'rewritten'] },
  {
    code: 'condition-applied',
    source: object(
      { a: { enum: ['x'] }, b: string },
      { required: ['a'], if: { properties: { a: { const: 'x' } } }, then: { required: ['b'] } },
    ),
    says: [' then', 'rewritten'],
  },
  {
    code: 'negation-applied',
    source: object({ a: string, b: string }, { not: { required: ['b'] } }),
    says: [' not', 'rewritten'],
  },
  {
    code: 'keys-enumerated',
    source: { type: 'object', additionalProperties: string, propertyNames: { enum: ['a'] } },
    says: [' propertyNames', 'rewritten'],
  },
  {
    code: 'closed-object-implied',
    source: object({ a: string }, { additionalProperties: false }),
    says: [' additionalProperties', 'rewritten'],
  },
  {
    code: 'impossible-part-removed',
    source: { anyOf: [string, { type: 'number' }, false] },
    says: [' anyOf', 'rewritten'],
  },
  {
    code: 'examples-to-example',
    source: { type: 'string', examples: ['a', 'b'] },
    says: [' examples', 'rewritten, not enforced'],
  },
  {
    code: 'annotation-moved',
    source: { title: 'T', anyOf: [string, { type: 'number' }] },
    says: [' title', 'rewritten'],
  },
  { code: 'free-form-to-json-text', source: {}, says: [' type', 'encoded'] },
  { code: 'recursion-to-json-text', source: object({ a: { $ref: '#' } }), says: ['/properties/a $ref', 'encoded'] },
  {
    code: 'depth-to-json-text',
    source: object({ a: object({ b: string }) }),
    says: ['/properties/a properties', 'encoded'],
    options: { limits: { depth: 1 } },
  },
  { code: 'union-to-json-text', source: { anyOf: [string, { type: 'object' }] }, says: [' anyOf', 'encoded'] },
  {
    code: 'union-tagged',
    source: { anyOf: [{ type: 'array', prefixItems: [string], items: false }, object({ item_0: string })] },
    says: [' anyOf', 'encoded'],
  },
  {
    code: 'record-to-entries',
    source: { type: 'object', additionalProperties: string },
    says: [' additionalProperties', 'encoded'],
  },
  {
    code: 'extras-to-entries',
    source: object({ a: string }, { additionalProperties: string }),
    says: [' additionalProperties', 'encoded'],
  },
  {
    code: 'extras-to-text',
    source: object({ a: string }, { additionalProperties: true }),
    says: [' additionalProperties', 'encoded'],
  },
  {
    code: 'tuple-to-object',
    source: { type: 'array', prefixItems: [string], items: false },
    says: [' prefixItems', 'encoded'],
  },
  { code: 'enum-to-strings', source: { enum: [1, 5] }, says: [' enum', 'encoded'] },
  { code: 'enum-to-type', source: { enum: [1, 2] }, says: [' enum', 'rewritten'] },
  {
    code: 'empty-object-placeholder',
    source: { type: 'object', additionalProperties: false },
    says: [' additionalProperties', 'encoded'],
  },
  { code: 'root-wrapped', source: string, says: [' type', 'encoded'], options: { root: 'object' } },
  { code: 'property-renamed', source: object({ '': string }), says: [' properties', 'encoded'] },
  { code: 'native-encoded', source: z.date(), says: [' type', 'encoded'] },
  { code: 'constraint-described', source: { type: 'number', multipleOf: 5 }, says: [' multipleOf', 'described'] },
  {
    code: 'pattern-not-run',
    source: { type: 'string', pattern: '^(a+)\\1$' },
    says: [' pattern', 'described, not enforced'],
  },
  {
    code: 'format-described',
    source: { type: 'string', format: 'email' },
    says: [' format', 'described, not enforced'],
  },
  {
    code: 'one-of-widened',
    source: { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    says: [' oneOf', 'described'],
  },
  {
    code: 'composition-stripped',
    source: { anyOf: [string, { type: 'number' }] },
    says: [' anyOf', 'described'],
    options: { composition: 'strip' },
  },
  {
    code: 'open-object-closed',
    source: object({ a: object({ b: string }, { additionalProperties: true }) }, { additionalProperties: true }),
    says: ['/properties/a additionalProperties', 'narrowed, not enforced'],
  },
  {
    code: 'null-root-closed',
    source: object({ a: string }, { type: ['object', 'null'] }),
    says: [' type', 'narrowed, not enforced'],
    options: { root: 'object' },
  },
  {
    code: 'open-tuple-closed',
    source: { type: 'array', prefixItems: [string] },
    says: [' prefixItems', 'narrowed, not enforced'],
  },
  {
    code: 'field-omitted',
    source: object({ a: string, b: { type: 'string', readOnly: true } }),
    says: ['/properties/b readOnly', 'narrowed, not enforced'],
    options: { access: 'request' },
  },
  {
    code: 'annotation-dropped',
    source: { type: 'string', readOnly: true },
    says: [' readOnly', 'dropped, not enforced'],
  },
  { code: 'metadata-dropped', source: { type: 'string', $comment: 'x' }, says: [' $comment', 'dropped, not enforced'] },
  {
    code: 'required-name-undeclared',
    source: object({ a: string }, { required: ['b'] }),
    says: [' required', 'encoded'],
  },
  {
    code: 'ordering-name-undeclared',
    source: object({ a: string }, { propertyOrdering: ['a', 'b'] }),
    says: [' propertyOrdering', 'dropped, not enforced'],
  },
  {
    code: 'order-by-position',
    source: object({ a: string, b: string }, { propertyOrdering: ['b', 'a'] }),
    says: [' propertyOrdering', 'rewritten, not enforced'],
    options: { to: 'openai-strict' },
  },
  {
    code: 'optional-to-null',
    source: object({ a: string }),
    says: [' properties', 'encoded'],
    options: { to: 'openai-strict' },
  },
  {
    code: 'optional-to-null',
    source: object({ a: { type: ['string', 'null'] } }),
    says: [' properties', 'narrowed, not enforced'],
    options: { to: 'openai-strict' },
  },
  {
    code: 'property-renamed',
    source: object({ 'a b': string }),
    says: [' properties', 'encoded'],
    options: { to: 'anthropic' },
  },
  {
    code: 'annotation-described',
    source: { type: 'string', default: 'a' },
    says: [' default', 'described, not enforced'],
    options: { to: 'gemini-json' },
  },
  {
    code: 'cut-to-free-form',
    source: { type: 'array', items: { $ref: '#' }, minItems: 1 },
    says: ['/items $ref', 'described'],
    options: { to: 'gemini-json' },
  },
  {
    code: 'required-loop-opened',
    source: object({ a: { $ref: '#' } }, { required: ['a'] }),
    says: [' required', 'described'],
    options: { to: 'gemini-json' },
  },
  {
    code: 'enum-too-long',
    source: object({ a: { enum: ['x', 'y', 'z'] } }, { required: ['a'] }),
    says: ['/properties/a enum', 'described'],
    options: { to: 'openai-strict', limits: { enumValues: 2 } },
  },
]

/** What is reported of a tool itself, beside its schema. */
const toolCases: readonly (readonly [code: ChangeCode, tool: object, says: string])[] = [
  ['name-fitted', { name: 'a/b' }, 'name: name-fitted, encoded'],
  ['strict-mode-changed', { name: 'a', strict: true }, 'strict: strict-mode-changed, dropped'],
  ['parameters-omitted', { name: 'a', parameters: object({}) }, 'parameters: parameters-omitted, rewritten'],
]

/** Codes with a test of their own below. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['dynamic-ref-resolved', 'size-to-json-text', 'keyword-reworded'],
  // With the choice: `src/schema/choice.test.ts`.
  'dialect-chosen',
])

/** Compiles a case; the endpoints of its dialect have to take what comes out. */
function compileCase({ source, options = {} }: Pick<Case, 'source' | 'options'>): CompiledSchema {
  const { to = 'gemini', ...others } = options
  if (to === 'gemini') return fitted(source, others)
  const compiled = compileSchema(source, { to, ...others })
  expect(accepts[to]!(compiled.schema, 'response'), 'refused by an endpoint').toEqual([])
  return compiled
}

/** Changes whose keyword the source does not have there. A `type` that is missing is reported by that name. */
function misplaced(source: unknown, changes: readonly Change[]): Change[] {
  return changes.filter(({ at, keyword, implicit }) => {
    const holder = valueAt(source, at)
    return (
      implicit !== true &&
      keyword !== 'type' &&
      (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, keyword))
    )
  })
}

describe('the smallest schema for each code', () => {
  test.each(cases)('$code', (each) => {
    const compiled = compileCase(each)
    const [where, how] = each.says
    expect(reportedChanges(compiled)).toContain(`${where}: ${each.code}, ${how}`)
    for (const change of compiled.changes) expect(change.note).toMatch(/^\S.*\.$/)
  })

  test.each(toolCases)('%s, of a tool', (_, tool, says) => {
    const { changes } = compileTools([tool], { to: 'gemini' })
    expect(changes.map(({ keyword, code, effect }) => `${keyword}: ${code}, ${effect}`)).toContain(says)
  })

  test('every code of the list has a case', () => {
    const text = readFileSync(new URL('../../src/schema/change-code.ts', import.meta.url), 'utf8')
    const codes = [...text.matchAll(/\| '([a-z-]+)'/g)].map((match) => match[1]!)
    expect(codes.length).toBeGreaterThan(50)
    const covered = new Set<string>([
      ...cases.map(({ code }) => code),
      ...toolCases.map(([code]) => code),
      ...elsewhere,
    ])
    expect(codes.filter((code) => !covered.has(code))).toEqual([])
    expect([...covered].filter((code) => !codes.includes(code))).toEqual([])
  })
})

describe('what every list of changes holds to', () => {
  test('entries are unique by place, keyword and effect', () => {
    for (const each of cases) {
      const keys = compileCase(each).changes.map(({ at, keyword, effect }) => `${at} ${keyword} ${effect}`)
      expect(keys).toEqual([...new Set(keys)])
    }
  })

  test('the open default is reported once, at the root', () => {
    const compiled = fitted(object({ a: object({ b: string }), c: { type: 'array', items: object({ d: string }) } }))
    expect(compiled.changes).toMatchObject([
      {
        at: '',
        keyword: 'additionalProperties',
        code: 'open-object-closed',
        effect: 'narrowed',
        enforced: false,
        implicit: true,
      },
    ])
    expect(compiled.check({ a: { b: 'x', more: 1 }, more: 2 })).toEqual([])
  })

  test('it is not reported where every object says what else it holds', () => {
    expect(
      fitted(object({ a: string }, { additionalProperties: false })).changes.some((change) => change.implicit),
    ).toBe(false)
    expect(fitted(string).changes).toEqual([])
  })

  test('a change covers what lies under it when that became text', () => {
    const inner = object({ n: { type: 'number', multipleOf: 5 }, t: { type: 'array', prefixItems: [string] } })
    const compiled = fitted(object({ a: inner }), { limits: { depth: 1 } })
    expect(reportedChanges(compiled)).toEqual(['/properties/a properties: depth-to-json-text, encoded'])
    expect(compiled.check({ a: { n: 7 } })).toMatchObject([{ keyword: 'multipleOf' }])
  })

  test('a $dynamicRef is followed, reported under its own name', () => {
    const compiled = fitted({ $dynamicAnchor: 'node', type: 'object', properties: { next: { $dynamicRef: '#node' } } })
    const keywords = compiled.changes
      .filter((change) => change.at === '/properties/next')
      .map((change) => change.keyword)
    expect(new Set(keywords)).toEqual(new Set(['$dynamicRef']))
    expect(compiled.changes.map((change) => change.code)).toContain('dynamic-ref-resolved')
  })

  test('what is too large is cut where it can be', () => {
    const compiled = fitted(doubling, { limits: { nodes: 100 } })
    expect(compiled.changes).toContainEqual(
      expect.objectContaining({ code: 'size-to-json-text', effect: 'encoded', enforced: true }),
    )
    expect(misplaced(doubling, compiled.changes)).toEqual([])
  })

  test('every change names a keyword that stands at its place', () => {
    for (const each of cases) {
      if (each.source instanceof z.ZodType) continue
      expect(misplaced(each.source, compileCase(each).changes)).toEqual([])
    }
  })

  test('pointers are escaped', () => {
    const compiled = fitted(object({ 'a/b~c': { type: 'number', multipleOf: 5 } }))
    expect(reportedChanges(compiled)).toEqual(['/properties/a~1b~0c multipleOf: constraint-described, described'])
  })

  test('examples of a union are reported once, as dropped', () => {
    expect(reportedChanges(fitted({ anyOf: [string, { type: 'number' }], examples: [1] }))).toEqual([
      ' examples: annotation-dropped, dropped, not enforced',
    ])
  })

  test('items that nothing can fill are reported', () => {
    expect(fitted({ type: 'array', items: { not: {} } }).changes.map((change) => change.code)).toContain(
      'impossible-part-removed',
    )
  })

  test('a pattern that check does not run is reported as not enforced', () => {
    for (const pattern of ['^(a+)\\1$', '^((a{1000}){1000}){1000}$', '[', '(?<n']) {
      expect(fitted({ type: 'string', pattern }).changes, pattern).toMatchObject([
        { at: '', keyword: 'pattern', enforced: false },
      ])
    }
    for (const pattern of ['^a+$', '^(a+)+$', '^(?!a)']) {
      expect(fitted({ type: 'string', pattern }).changes, pattern).toEqual([])
    }
  })

  test('the same source gives the same bytes', () => {
    const build = () => object({ b: { enum: [1, 'x'] }, a: { oneOf: [string, { type: 'number' }] } })
    const [one, two] = [compileSchema(build(), { to: 'gemini' }), compileSchema(build(), { to: 'gemini' })]
    expect(JSON.stringify(one.schema)).toBe(JSON.stringify(two.schema))
    expect(JSON.stringify(one.changes)).toBe(JSON.stringify(two.changes))
  })
})

test("keyword-reworded: the `json-schema` dialect says older keywords with today's words", () => {
  const { changes } = compileSchema({ type: 'string', nullable: true }, { to: 'json-schema' })
  expect(changes).toMatchObject([{ at: '', keyword: 'nullable', code: 'keyword-reworded', effect: 'rewritten' }])
})

test('an object that stands in several places of a source is reported in each, and so is what it holds', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }
  const outer = { type: 'object', properties: { inner }, additionalProperties: false }
  const source = { type: 'object', properties: { one: outer, two: outer }, additionalProperties: false }
  const { changes } = compileSchema(source, { to: 'gemini' })
  expect(changes.map(({ at }) => at).sort()).toEqual([
    '',
    '/properties/one',
    '/properties/one/properties/inner',
    '/properties/two',
    '/properties/two/properties/inner',
  ])
})
