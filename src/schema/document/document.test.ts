import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../core/json.ts'
import { openDocument, resolveDynamic } from './document.ts'

describe('references by pointer', () => {
  const root = {
    $defs: { 'a b': { type: 'string' }, 'c/d~e%': { type: 'number' }, yes: true },
    properties: { list: { items: { type: 'boolean' } } },
    allOf: [{ title: 'first' }],
    'x-parts': { deep: [{ type: 'null' }] },
  } as const
  const document = openDocument(root)

  test.each([
    ['#', root, ''],
    ['', root, ''],
    ['#/$defs/a b', root.$defs['a b'], '/$defs/a b'],
    ['#/$defs/a%20b', root.$defs['a b'], '/$defs/a b'],
    ['#/$defs/c~1d~0e%25', root.$defs['c/d~e%'], '/$defs/c~1d~0e%'],
    ['#/$defs/yes', true, '/$defs/yes'],
    ['#/properties/list/items', root.properties.list.items, '/properties/list/items'],
    ['#/allOf/0', root.allOf[0], '/allOf/0'],
    ['#/x-parts/deep/0', root['x-parts'].deep[0], '/x-parts/deep/0'],
  ])('%s leads to its target', (ref, schema, pointer) => {
    const found = document.resolve(root, ref)
    expect(found?.schema).toBe(schema)
    expect(found?.pointer).toBe(pointer)
  })

  test.each([
    '#/$defs/none',
    '#/allOf/1',
    '#/allOf/length',
    '#/__proto__',
    '#/constructor',
    '#/$defs/yes/no',
    '#/allOf',
    '#none',
    'other.json',
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2020-12/schema',
    '#/%E0%A4%A',
  ])('%s leads nowhere', (ref) => {
    expect(document.resolve(root, ref)).toBeUndefined()
  })

  test('a property may be called __proto__', () => {
    const odd = JSON.parse('{"$defs":{"__proto__":{"type":"string"}}}') as JsonObject
    expect(openDocument(odd).resolve(odd, '#/$defs/__proto__')?.schema).toEqual({ type: 'string' })
  })
})

describe('references by URI', () => {
  const inner = { $ref: '#/$defs/x' }
  const root = {
    $id: 'https://example.com/schemas/root.json',
    $defs: {
      x: { title: 'outer x' },
      part: {
        $id: 'parts/part.json',
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { inner },
        $defs: { x: { title: 'inner x' } },
        definitions: { named: { $id: '#named', title: 'named' } },
      },
      here: { $anchor: 'here', title: 'here' },
      urn: { $id: 'urn:example:thing', $defs: { y: { title: 'y' } } },
    },
    enum: [{ $id: 'https://example.com/not-a-schema.json' }],
    'x-unknown': { $id: 'https://example.com/neither.json' },
  }
  const document = openDocument(root)
  const title = (from: JsonObject, ref: string) =>
    (document.resolve(from, ref)?.schema as JsonObject | undefined)?.title

  test.each([
    ['root.json#/$defs/x', 'outer x'],
    ['/schemas/root.json#/$defs/x', 'outer x'],
    ['#here', 'here'],
    ['parts/part.json#/$defs/x', 'inner x'],
    ['./a/../parts/part.json#named', 'named'],
    ['https://example.com/schemas/parts/part.json#/definitions/named', 'named'],
    ['urn:example:thing#/$defs/y', 'y'],
  ])('%s in the root leads to %s', (ref, expected) => {
    expect(title(root, ref)).toBe(expected)
  })

  test('a reference in an embedded resource is relative to that resource', () => {
    expect(title(inner, '#/$defs/x')).toBe('inner x')
    expect(document.resolve(inner, '#/$defs/x')?.pointer).toBe('/$defs/part/$defs/x')
    expect(title(inner, '../root.json#/$defs/x')).toBe('outer x')
    expect(title(inner, '#named')).toBe('named')
  })

  test('an id counts only where a schema stands', () => {
    expect(document.resolve(root, 'https://example.com/not-a-schema.json')).toBeUndefined()
    expect(document.resolve(root, 'https://example.com/neither.json')).toBeUndefined()
  })

  test('a synthetic schema resolves relative to the root, the source subschemas in it to their own place', () => {
    const synthetic = { anyOf: [inner] }
    expect(title(synthetic, '#/$defs/x')).toBe('outer x')
    expect(title(synthetic.anyOf[0]!, '#/$defs/x')).toBe('inner x')
    expect(document.pointerOf(synthetic)).toBeUndefined()
    expect(document.pointerOf(inner)).toBe('/$defs/part/properties/inner')
  })

  test('an embedded resource may be of another draft', () => {
    expect(document.draftAt(inner)).toBe('7')
    expect(document.draftAt(root)).toBe('2020-12')
  })
})

describe('older drafts', () => {
  test('draft 4 has `id`, and an `id` elsewhere is a word like any other', () => {
    const schema = { id: 'http://x.test/root', definitions: { a: { id: 'a.json', title: 'a' } } }
    const draft4 = openDocument({ $schema: 'http://json-schema.org/draft-04/schema#', ...schema })
    expect(draft4.resolve({}, 'a.json')?.pointer).toBe('/definitions/a')
    expect(openDocument(schema).resolve(schema, 'a.json')).toBeUndefined()
  })

  test('an $id beside a $ref does not change the base before 2019-09', () => {
    const from = { $id: 'http://other.test/', $ref: '#/definitions/a' }
    const schema = { properties: { from }, definitions: { a: { title: 'a' } } }
    expect(openDocument(schema, { draft: '7' }).resolve(from, '#/definitions/a')?.pointer).toBe('/definitions/a')
    expect(openDocument(schema, { draft: '2019-09' }).resolve(from, '#/definitions/a')).toBeUndefined()
  })
})

describe('hostile documents', () => {
  test('100,000 levels are indexed without recursion', () => {
    let schema: JsonObject = { $anchor: 'bottom' }
    for (let i = 0; i < 100_000; i++) schema = { not: schema }
    expect(openDocument(schema).resolve(schema, '#bottom')?.schema).toEqual({ $anchor: 'bottom' })
  })

  test('a JavaScript object that contains itself is indexed once', () => {
    const schema: Record<string, unknown> = { $defs: { a: { $anchor: 'a' } } }
    schema.properties = { self: schema }
    const document = openDocument(schema as unknown as JsonObject)
    expect(document.resolve(schema as unknown as JsonObject, '#a')?.pointer).toBe('/$defs/a')
  })

  test('an object that stands in two places keeps the first', () => {
    const shared = { type: 'string' }
    const document = openDocument({ properties: { a: shared, b: shared } })
    expect(document.pointerOf(shared)).toBe('/properties/a')
  })
})

test('an id below the root that is only a label does not break references from the root', () => {
  const b = { type: 'string' }
  const inner = { $ref: '#/definitions/a/definitions/b' }
  const document = openDocument({
    $schema: 'http://json-schema.org/draft-04/schema#',
    definitions: { a: { id: 'a', properties: { inner }, definitions: { b } } },
  })
  expect(document.resolve(inner, inner.$ref)).toEqual({ schema: b, pointer: '/definitions/a/definitions/b' })
  expect(document.resolve(inner, '#/definitions/b')).toEqual({ schema: b, pointer: '/definitions/a/definitions/b' })
})

describe('dynamic references', () => {
  const inner = { $id: 'inner', $recursiveAnchor: true, $dynamicAnchor: 'T', items: { $dynamicRef: '#T' } }
  const pointerOf = (root: JsonObject, keyword: '$dynamicRef' | '$recursiveRef', ref: string) => {
    const found = resolveDynamic(openDocument(root), inner.items, keyword, ref)
    return found && [found.pointer, found.isCertain]
  }

  test('lead to the anchor of the root, which is the outermost on every path', () => {
    const $defs = { inner, text: { $dynamicAnchor: 'T', type: 'string' } }
    expect(pointerOf({ $defs }, '$dynamicRef', '#T')).toEqual(['/$defs/text', true])
    expect(pointerOf({ $defs, $recursiveAnchor: true }, '$recursiveRef', '#')).toEqual(['', true])
  })

  test('depend on the path if the root has no such anchor', () => {
    expect(pointerOf({ $defs: { inner } }, '$dynamicRef', '#T')).toEqual(['/$defs/inner', false])
    expect(pointerOf({ $defs: { inner } }, '$recursiveRef', '#')).toEqual(['/$defs/inner', false])
  })

  test('are plain ones if their first target has no anchor', () => {
    const $defs = { inner: { ...inner, $dynamicAnchor: 'U', $recursiveAnchor: false } }
    expect(pointerOf({ $defs }, '$dynamicRef', '#')).toEqual(['/$defs/inner', true])
    expect(pointerOf({ $defs }, '$dynamicRef', '#T')).toBeUndefined()
  })
})
