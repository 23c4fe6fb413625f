import { describe, expect, test } from 'vitest'
import { checkSchemas } from './check-schemas.ts'

const most = 30_000
const check = (schema: object) =>
  checkSchemas([{ param: 'tools[0].function.parameters', owner: "function 'x'", schema }], most)
const refused = (code: string) => expect.objectContaining({ wire: expect.objectContaining({ code }) })

/** Definitions of which each names the next one twice. */
function bomb(levels: number, make: (next: object) => object): object {
  const $defs: Record<string, object> = { [`d${levels}`]: { type: 'string' } }
  for (let level = 0; level < levels; level++) $defs[`d${level}`] = make({ $ref: `#/$defs/d${level + 1}` })
  return { type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs }
}

describe('a schema that grows when its references are followed (J1)', () => {
  test.each([20, 30, 1_000])('beyond every measure is refused: %i levels (J1)', async (levels) => {
    await expect(check(bomb(levels, (next) => ({ properties: { a: next, b: next } })))).rejects.toThrow(
      refused('schema_too_complex'),
    )
    await expect(check(bomb(levels, (next) => ({ anyOf: [next, { items: next }] })))).rejects.toThrow(
      refused('schema_too_complex'),
    )
  })

  test('a little is taken (J1)', async () => {
    await expect(check(bomb(8, (next) => ({ properties: { a: next, b: next } })))).resolves.toBeDefined()
  })

  /** An object with as many nodes as wanted: itself, `type`, `properties`, and two for each property. */
  const ofNodes = (nodes: number) => {
    const names = Array.from({ length: (nodes - 3) / 2 }, (_, index) => [`p${index}`, { type: 'string' }])
    return { type: 'object', properties: Object.fromEntries(names) }
  }
  const inRequest = (count: number, nodes: number) =>
    Array.from({ length: count }, (_, index) => ({ param: `tools[${index}]`, owner: 'o', schema: ofNodes(nodes) }))

  test('a large one is taken up to the limit, which the refusal names (J1, X147)', async () => {
    await expect(check(ofNodes(most - 1))).resolves.toBe(most - 1)
    await expect(check(ofNodes(most + 1))).rejects.toThrow(/more than 30000 nodes.*\. Leave out/)
  })

  test('texts in lists count a quarter, and numbers a half: enums are long (J7)', async () => {
    const names = (count: number) => ({ enum: Array.from({ length: count }, (_, index) => `v${index}`) })
    await expect(check(names(100_000))).resolves.toBe(25_003)
    await expect(check(names(600_000))).rejects.toThrow(refused('schema_too_complex'))
    await expect(check({ enum: Array.from({ length: 50_000 }, (_, index) => index) })).resolves.toBe(25_003)
  })

  test('definitions count as they are written, used or not (J1, X149)', async () => {
    const $defs = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`d${index}`, { type: 'string' }]))
    await expect(check({ $ref: '#/$defs/d0', $defs })).rejects.toThrow(refused('schema_too_complex'))
  })

  test('patterns for names times names have a limit in steps (J6, X148)', async () => {
    const schema = (count: number) => ({
      properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, {}])),
      patternProperties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`^x${index}`, {}])),
    })
    await expect(check(schema(100))).resolves.toBeDefined()
    await expect(check(schema(1_000))).rejects.toThrow(/patternProperties .*\(more than 4000000 steps/)
  })

  test('all schemas of a request together may have as many as one (J1, X147)', async () => {
    await expect(checkSchemas(inRequest(2, most / 2 - 1), most)).resolves.toBe(2 * (most / 2 - 1))
    await expect(checkSchemas(inRequest(2, most - 1), most)).rejects.toThrow(
      /'tools\[1\]'.* more than \d+ nodes.*\. Send fewer/,
    )
    await expect(checkSchemas(inRequest(1, 1_003), most, most - 1_000)).rejects.toThrow(refused('schema_too_complex'))
  })
})

describe('references (J2)', () => {
  test.each([
    ['to the root', { $ref: '#' }],
    ['round and round', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    ['to an anchor', { $ref: '#here', $defs: { a: { $anchor: 'here' } } }],
    ['to another place', { $ref: 'https://example.com/a.json' }],
    ['with escapes', { $ref: '#/$defs/a~1b%20c', $defs: { 'a/b c': {} } }],
    ['with a stray percent sign', { $ref: '#/$defs/100%', $defs: { '100%': {} } }],
    ['from data', { default: { $ref: '#/nowhere' }, enum: [{ $ref: '#/nowhere' }] }],
    ['that are names', { properties: { $ref: { type: 'string' } } }],
    ['from a schema with an address of its own', { $defs: {}, items: { $id: 'https://x/y', $ref: '#/nowhere' } }],
  ])('%s are taken (J2)', async (_, schema) => {
    await expect(check(schema)).resolves.toBeDefined()
  })

  test('a chain of 1,900 is followed without overflow (J2)', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 1_900 }, (_, level) => [
        `d${level}`,
        level === 1_899 ? {} : { $ref: `#/$defs/d${level + 1}` },
      ]),
    )
    await expect(check({ $ref: '#/$defs/d0', $defs })).resolves.toBeDefined()
  })

  test.each(['#/$defs/nowhere', '#/definitions/x', '#/properties/__proto__', '#/$defs/constructor'])(
    'to nothing are refused: %s (J2)',
    async ($ref) => {
      const schema = { type: 'object', properties: { a: { type: 'array', items: { $ref } } }, $defs: {} }
      await expect(check(schema)).rejects.toThrow(refused('invalid_function_parameters'))
    },
  )

  test('a reference of more than 1,000 characters is refused (J2, X149)', async () => {
    const name = 'a'.repeat(980)
    await expect(check({ $ref: `#/$defs/${name}`, $defs: { [name]: { type: 'string' } } })).resolves.toBeDefined()
    const long = 'a/'.repeat(600)
    await expect(check({ $ref: `#/$defs/${long}` })).rejects.toThrow(/a \$ref in it has more than 1000 characters/)
  })

  test('a number that no double holds is refused (J10)', async () => {
    await expect(check({ type: 'number', maximum: Number.POSITIVE_INFINITY })).rejects.toThrow(
      refused('invalid_function_parameters'),
    )
  })
})

describe('large sets of tools', () => {
  const tools = (count: number, schema: (index: number) => object) =>
    Array.from({ length: count }, (_, index) => ({ param: 'tools', owner: 'o', schema: schema(index) }))
  const properties = (count: number, property: (index: number) => object) => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, property(index)])),
  })

  test('with many optional parameters, as generators write them, are taken', async () => {
    const optional = { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'A title' }
    await expect(
      checkSchemas(
        tools(128, () => properties(40, () => optional)),
        50_000,
      ),
    ).resolves.toBeDefined()
  })

  test('may have as many nodes as their text allows, and at most five times the limit', async () => {
    const described = (length: number) => (index: number) => ({
      type: 'string',
      description: `${index}`.padEnd(length),
    })
    const ofText = (count: number, length: number) => tools(count, () => properties(100, described(length)))
    await expect(checkSchemas(ofText(150, 30), 30_000)).resolves.toBeDefined()
    await expect(checkSchemas(ofText(150, 5), 30_000)).rejects.toThrow(refused('schema_too_complex'))
    await expect(checkSchemas(ofText(510, 200), 30_000)).rejects.toThrow(/more than 150000 nodes/)
  })

  test('may have more branches where their text allows it', async () => {
    const branches = (length: number) => () =>
      properties(20, () => ({ anyOf: [{ type: 'string', description: 'x'.repeat(length) }, { type: 'number' }] }))
    await expect(checkSchemas(tools(90, branches(400)), 50_000)).resolves.toBeDefined()
    await expect(checkSchemas(tools(90, branches(40)), 50_000)).rejects.toThrow(/more than 8000 nodes below/)
  })

  test('do not hide nested branches behind null', async () => {
    let schema: object = properties(2_000, () => ({}))
    for (let level = 0; level < 4; level++) schema = { allOf: [{ anyOf: [{ allOf: [schema] }, { type: 'null' }] }] }
    await expect(check(schema)).rejects.toThrow(/more than 10000 copies/)
  })
})

test('counts properties once for each allOf and the like that is nested around them, in all schemas (X150)', async () => {
  const wrap = (levels: number, count: number) => {
    let schema: object = {
      properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}])),
    }
    for (let level = 0; level < levels; level++) schema = { [level % 2 ? 'anyOf' : 'allOf']: [schema] }
    return { param: 'tools', owner: "function 'look'", schema }
  }
  const refused = expect.objectContaining({ wire: expect.objectContaining({ code: 'schema_too_complex' }) })
  await expect(checkSchemas([wrap(1, 2_000), wrap(5, 2_000)], 30_000)).resolves.toBeDefined()
  await expect(checkSchemas([wrap(5, 3_000)], 30_000)).rejects.toThrow(refused)
  await expect(checkSchemas([wrap(5, 2_500), wrap(2, 1)], 30_000)).rejects.toThrow(refused)
})

test('counts what is below anyOf, allOf, if and dependentSchemas, in all schemas (X181)', async () => {
  const branches = (count: number, keyword: string) => {
    const each = Array.from({ length: count }, (_, index) => ({ const: index }))
    const inner = keyword === 'anyOf' ? { anyOf: each } : { dependentSchemas: Object.fromEntries(each.entries()) }
    return { param: 'tools', owner: "function 'look'", schema: { properties: { a: inner } } }
  }
  const refused = expect.objectContaining({
    wire: expect.objectContaining({
      code: 'schema_too_complex',
      message: expect.stringContaining('8000 nodes below'),
    }),
  })
  await expect(checkSchemas([branches(3_900, 'anyOf')], 30_000)).resolves.toBeDefined()
  await expect(checkSchemas([branches(4_100, 'anyOf')], 30_000)).rejects.toThrow(refused)
  await expect(checkSchemas([branches(1_400, 'dependentSchemas')], 30_000)).rejects.toThrow(refused)
  await expect(checkSchemas([branches(2_000, 'anyOf'), branches(1_000, 'dependentSchemas')], 30_000)).rejects.toThrow(
    refused,
  )
  const references = (count: number) => {
    const items = Array.from({ length: count }, (_, at) => [`p${at}`, { $ref: '#/$defs/a' }])
    return {
      param: 'tools',
      owner: "function 'look'",
      schema: { properties: Object.fromEntries(items), $defs: { a: {} } },
    }
  }
  await expect(checkSchemas([references(1_900)], 30_000)).resolves.toBeDefined()
  await expect(checkSchemas([references(2_100)], 30_000)).rejects.toThrow(refused)
})

describe('what grows with what a schema says', () => {
  const inTool = (schema: object) => [{ param: 'tools', owner: "function 'look'", schema }]
  const refused = (text: string) =>
    expect.objectContaining({
      wire: expect.objectContaining({ code: 'schema_too_complex', message: expect.stringContaining(text) }),
    })
  const list = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)

  test.each([
    ['a description', { type: 'string', description: 'x'.repeat(200_000) }],
    ['an enum', { enum: ['x'.repeat(200_000), 'b'] }],
    ['a default', { type: 'string', default: 'x'.repeat(200_000) }],
    ['a name', { type: 'object', properties: { ['x'.repeat(200_000)]: {} } }],
  ])('counts the characters of %s for each reference to it (X186)', async (_, target) => {
    const schema = (count: number) => ({
      properties: Object.fromEntries(list(count).map((name) => [name, { $ref: '#/$defs/a' }])),
      $defs: { a: target },
    })
    await expect(checkSchemas(inTool(schema(10)), 30_000)).resolves.toBeDefined()
    await expect(checkSchemas(inTool(schema(12)), 30_000)).rejects.toThrow(refused('add more than 2000000 characters'))
    await expect(checkSchemas([...inTool(schema(6)), ...inTool(schema(6))], 30_000)).rejects.toThrow(refused('2000000'))
  })

  test('a long text that nothing refers to counts for nothing (X186)', async () => {
    const schema = { description: 'x'.repeat(5_000_000), properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: {} } }
    await expect(checkSchemas(inTool(schema), 30_000)).resolves.toBeDefined()
  })

  test.each([
    ['required', (names: string[]) => ({ required: names })],
    ['dependentRequired', (names: string[]) => ({ dependentRequired: { a: names } })],
    ['propertyNames', (names: string[]) => ({ propertyNames: { enum: names } })],
  ])('counts names of %s that are not declared, because the model gets a property for each (X187)', async (_, make) => {
    await expect(checkSchemas(inTool(make(list(7_000))), 30_000)).resolves.toBeDefined()
    await expect(checkSchemas(inTool(make(list(7_500))), 30_000)).rejects.toThrow(refused('30000 nodes'))
  })

  test('required names that are declared count as texts (X187)', async () => {
    const properties = Object.fromEntries(list(14_000).map((name) => [name, true]))
    await expect(checkSchemas(inTool({ properties, required: list(14_000) }), 30_000)).resolves.toBe(17_503)
  })

  test('counts what takes longer than its nodes: anything, contains, words, distant references and conditions (X216)', async () => {
    const of = (count: number, make: (index: number) => object) =>
      checkSchemas(
        inTool({ properties: Object.fromEntries(list(count).map((name, index) => [name, make(index)])) }),
        30_000,
      )
    await expect(of(100, () => ({}))).resolves.toBe(202)
    await expect(of(100, () => ({ contains: { type: 'string' } }))).resolves.toBe(1_102)
    await expect(of(100, () => ({ type: 'string', format: 'uri', pattern: 'a' }))).resolves.toBe(602)
    const refusedBelow = refused('8000 nodes below')
    await expect(of(300, (index) => ({ $ref: `#a${index}` }))).resolves.toBeDefined()
    await expect(of(340, (index) => ({ $ref: `#a${index}` }))).rejects.toThrow(refusedBelow)
    await expect(of(1_100, (index) => ({ $id: `a${index}`, type: 'string' }))).rejects.toThrow(refusedBelow)
    const condition = { if: { const: 1 }, else: { const: 2 } }
    await expect(of(900, () => condition)).resolves.toBeDefined()
    await expect(of(1_100, () => condition)).rejects.toThrow(refusedBelow)
  })

  test('counts types and dynamic references as what they are: unions, and references (X181)', async () => {
    const properties = (count: number, schema: object) => ({
      properties: Object.fromEntries(list(count).map((name) => [name, schema])),
    })
    const types = { type: ['string', 'integer', 'boolean', 'null'] }
    await expect(checkSchemas(inTool(properties(600, types)), 30_000)).resolves.toBeDefined()
    await expect(checkSchemas(inTool(properties(700, types)), 30_000)).rejects.toThrow(refused('8000 nodes below'))
    await expect(checkSchemas(inTool(properties(5_000, { type: ['string', 'null'] })), 30_000)).resolves.toBeDefined()
    await expect(checkSchemas(inTool(properties(600, { $dynamicRef: '#n' })), 30_000)).rejects.toThrow(
      refused('8000 nodes'),
    )
  })
})
