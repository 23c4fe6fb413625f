import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { compileTools, compileToolsAsync } from './compile-tools.ts'
import type { CompileToolsOptions } from './compiled-tools.ts'

const citySchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const city = { type: 'OBJECT', properties: { city: { type: 'STRING' } }, required: ['city'] }

describe('no parameters', () => {
  test.each<[string, unknown]>([
    ['no schema', undefined],
    ['an object without properties', { type: 'object', properties: {} }],
    ['an empty Zod object', z.object({})],
    ['a closed one', { type: 'object', additionalProperties: false }],
    ['the empty schema', {}],
    ['one behind a reference', { $ref: '#/$defs/none', $defs: { none: { type: 'object' } } }],
  ])('%s: no parameters key, and missing arguments are an empty object', (_what, inputSchema) => {
    const compiled = compileTools({ ping: { description: 'Pings.', inputSchema } }, { to: 'gemini' })
    expect(compiled.tools).toEqual([{ functionDeclarations: [{ name: 'ping', description: 'Pings.' }] }])
    for (const args of [undefined, null, '', {}]) {
      expect(compiled.receiveCall({ name: 'ping', args })).toEqual({ toolName: 'ping', input: {}, issues: [] })
    }
    expect(compiled.encodeCall({ toolName: 'ping', input: undefined })).toEqual({ name: 'ping', args: {} })
  })

  test.each<[string, unknown]>([
    ['any further properties', { type: 'object', additionalProperties: true }],
    ['typed ones', { type: 'object', properties: {}, additionalProperties: { type: 'string' } }],
    ['an optional one', { type: 'object', properties: { a: { type: 'boolean' } } }],
    ['an optional empty object', { type: 'object', properties: { value: { type: 'object', properties: {} } } }],
    ['a required name without a property', { type: 'object', required: ['a'] }],
  ])('%s are parameters', (_what, inputSchema) => {
    const { entries } = compileTools({ ping: { inputSchema } }, { to: 'gemini' })
    expect(entries[0]!.declaration).toHaveProperty('parameters')
  })

  test('omitting the schema is reported, with its title and description', () => {
    const inputSchema = { type: 'object', properties: {}, title: 'PingArguments' }
    const { changes } = compileTools({ ping: { inputSchema } }, { to: 'gemini' })
    expect(changes.map(({ tool, keyword, code, effect }) => [tool, keyword, code, effect])).toEqual(
      expect.arrayContaining([
        ['ping', 'parameters', 'parameters-omitted', 'rewritten'],
        ['ping', 'title', expect.any(String), 'dropped'],
      ]),
    )
    expect(changes.map(({ code }) => code)).not.toContain('empty-object-placeholder')
  })

  test('the own defaults of the source are applied all the same', () => {
    const inputSchema = z.object({}).transform(() => ({ at: 'now' }))
    const compiled = compileTools({ ping: { inputSchema } }, { to: 'gemini' })
    expect(compiled.receiveCall({ name: 'ping', args: undefined }).input).toEqual({ at: 'now' })
  })

  test('a schema that OpenAI gave is sent to OpenAI as it is', () => {
    const tool = { type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } }
    expect(compileTools([tool], { to: 'openai' }).tools).toEqual([tool])
    expect(compileTools([{ name: 'ping' }], { to: 'openai' }).tools).toEqual([
      { type: 'function', function: { name: 'ping' } },
    ])
  })
})

describe('missing arguments', () => {
  test('of a tool without a schema are an empty object; what is no object is an issue', async () => {
    const compiled = compileTools([{ name: 'ping' }], { to: 'gemini' })
    expect(compiled.receiveCall({ name: 'ping', args: { a: 1 } })).toEqual({
      toolName: 'ping',
      input: { a: 1 },
      issues: [],
    })
    expect((await compiled.receiveCallAsync({ name: 'ping', args: 'please' })).issues).toMatchObject([
      { level: 'error', keyword: 'type' },
    ])
  })

  test('count as none for every tool: providers leave an empty object out', () => {
    const compiled = compileTools(
      { look: { inputSchema: z.object({ deep: z.boolean().default(true) }) } },
      { to: 'gemini' },
    )
    expect(compiled.receiveCall({ name: 'look', args: undefined })).toEqual({
      toolName: 'look',
      input: { deep: true },
      issues: [],
    })
  })

  test('of a property that is required are an issue that says so', () => {
    const compiled = compileTools({ weather: { inputSchema: citySchema } }, { to: 'gemini' })
    expect(compiled.receiveCall({ name: 'weather', args: null }).issues).toMatchObject([{ keyword: 'required' }])
  })
})

describe('names', () => {
  const tools = { 'notes/add': { inputSchema: citySchema }, notes_add: { inputSchema: citySchema } }

  test('a fitted name is reported, and calls come back to the own name', () => {
    const compiled = compileTools(tools, { to: 'gemini' })
    const [odd, legal] = compiled.entries
    expect([odd!.toolName, legal!.toolName, legal!.wireName]).toEqual(['notes/add', 'notes_add', 'notes_add'])
    expect(odd!.wireName).toMatch(/^notes_add_[0-9a-f]{8}$/)
    expect(compiled.changes.filter(({ keyword }) => keyword === 'name')).toEqual([
      {
        tool: 'notes/add',
        at: '',
        keyword: 'name',
        code: 'name-fitted',
        effect: 'encoded',
        enforced: true,
        note: `Sent as "${odd!.wireName}": the provider does not accept the name.`,
      },
    ])
    const input = { city: 'Graz' }
    for (const toolName of ['notes/add', 'notes_add']) {
      expect(compiled.receiveCall(compiled.encodeCall({ toolName, input }))).toEqual({ toolName, input, issues: [] })
    }
  })

  test('json-schema takes any name', () => {
    expect(compileTools(tools, { to: 'json-schema' }).entries.map(({ wireName }) => wireName)).toEqual(
      Object.keys(tools),
    )
  })

  test('the error for a call to an unknown tool lists the known tools', () => {
    const compiled = compileTools(tools, { to: 'json-schema' })
    const error = expect.objectContaining({
      code: 'tool-unknown',
      message: 'There is no tool "toString". Known tools: notes/add, notes_add.',
      evidence: { name: 'toString', known: ['notes/add', 'notes_add'] },
    })
    expect(() => compiled.receiveCall({ name: 'toString', args: {} })).toThrow(error)
    expect(() => compiled.encodeCall({ toolName: 'toString', input: {} })).toThrow(error)
    expect(() => compileTools([], { to: 'gemini' }).receiveCall({ name: 'x', args: {} })).toThrow('There are no tools.')
  })

  test('of thousands of tools the message names some, the evidence all', () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ name: `tool ${index}` }))
    const compiled = compileTools(many, { to: 'gemini' })
    expect(compiled.entries.at(-1)!.wireName).toBe('tool_4999')
    const call = () => compiled.receiveCall({ name: 'x', args: {} })
    expect(call).toThrow(', tool_19, and 4980 more.')
  })
})

describe('onError', () => {
  const impossible = { type: 'string', minLength: 5, maxLength: 2 }
  const tools = {
    good: { inputSchema: citySchema },
    bad: { inputSchema: { type: 'object', properties: { a: impossible }, required: ['a'] } },
    worse: 5,
    alsoGood: { inputSchema: citySchema },
  }

  test('throws the first failure with its own code, its cause and the name of the tool', () => {
    expect(() => compileTools(tools, { to: 'gemini' })).toThrow(
      expect.objectContaining({
        code: 'schema-impossible',
        message: expect.stringMatching(/^Tool 1 \("bad"\): /),
        evidence: expect.objectContaining({ tool: 'bad', index: 1 }),
        cause: expect.objectContaining({ code: 'schema-impossible' }),
      }),
    )
  })

  test('skip leaves bad tools out and lists them', () => {
    const compiled = compileTools(tools, { to: 'gemini', onError: 'skip' })
    expect(compiled.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'good', parameters: city },
          { name: 'alsoGood', parameters: city },
        ],
      },
    ])
    expect(compiled.failures.map(({ tool, index, error }) => [tool, index, error.code])).toEqual([
      ['bad', 1, 'schema-impossible'],
      ['worse', 2, 'tool-unreadable'],
    ])
    expect(compileTools(tools, { to: 'gemini', onError: 'skip' })).toBe(compiled)
  })

  test('a set of bad tools only sends nothing', () => {
    const compiled = compileTools([5], { to: 'gemini', onError: 'skip' })
    expect([compiled.tools, compiled.entries, compiled.failures.length]).toEqual([undefined, [], 1])
  })

  test.each<[string, object | undefined]>([
    ['dialect-unknown', { to: 'nobody' }],
    ['dialect-unknown', undefined],
    ['option-invalid', { to: 'gemini', onError: 'ignore' }],
    ['option-invalid', { to: 'gemini', limits: { depth: -1 } }],
  ])('%s is thrown in any case', (code, options) => {
    for (const set of [tools, []]) {
      const skipping = options === undefined ? options : { onError: 'skip', ...options }
      expect(() => compileTools(set, skipping as CompileToolsOptions)).toThrow(expect.objectContaining({ code }))
    }
  })
})

describe('compileToolsAsync', () => {
  const promised = Promise.resolve(citySchema)

  test('awaits schemas, lazy ones too, and the set itself', async () => {
    const tools = Promise.resolve({ a: { inputSchema: promised }, b: { inputSchema: async () => citySchema } })
    const compiled = await compileToolsAsync(tools, { to: 'gemini' })
    expect(compiled.tools).toEqual([
      {
        functionDeclarations: [
          { name: 'a', parameters: city },
          { name: 'b', parameters: city },
        ],
      },
    ])
    expect(await compiled.receiveCallAsync({ name: 'b', args: { city: 'Graz' } })).toEqual({
      toolName: 'b',
      input: { city: 'Graz' },
      issues: [],
    })
  })

  test('the sync function says that it is needed', () => {
    const inputSchema = Promise.resolve(citySchema)
    expect(() => compileTools({ a: { inputSchema } }, { to: 'gemini' })).toThrow(
      expect.objectContaining({ code: 'schema-async', evidence: { tool: 'a', index: 0 } }),
    )
  })

  test('fails by the same policy', async () => {
    const tools = { a: { inputSchema: Promise.reject(new Error('offline')) }, b: { inputSchema: promised } }
    await expect(compileToolsAsync(tools, { to: 'gemini' })).rejects.toThrow('Tool 0 ("a"): offline')
    const { entries, failures } = await compileToolsAsync(tools, { to: 'gemini', onError: 'skip' })
    expect([entries.map(({ toolName }) => toolName), failures.map(({ tool }) => tool)]).toEqual([['b'], ['a']])
  })

  test('checks that are asynchronous run in receiveCallAsync', async () => {
    const inputSchema = z.object({ id: z.string().refine(async (id) => id.startsWith('x')) })
    const compiled = compileTools({ find: { inputSchema } }, { to: 'gemini' })
    const call = { name: 'find', args: { id: 'y' } }
    expect(() => compiled.receiveCall(call)).toThrow(expect.objectContaining({ code: 'schema-async' }))
    expect((await compiled.receiveCallAsync(call)).issues).toHaveLength(1)
  })
})

describe('the same set again', () => {
  const weather = { name: 'weather', description: 'Tells it.', inputSchema: citySchema }
  const time = { name: 'time', inputSchema: citySchema }

  test('is not compiled again, also when the list is written anew', () => {
    const compiled = compileTools([weather, time], { to: 'gemini' })
    expect(compileTools([weather, time], { to: 'gemini' })).toBe(compiled)
    expect(compileTools({ tools: [weather, time] }, { to: 'gemini' })).toBe(compiled)
  })

  test('other options, another order or another set are another compilation', () => {
    const compilations = [
      compileTools([weather, time], { to: 'gemini' }),
      compileTools([weather, time], { to: 'openai' }),
      compileTools([weather, time], { to: 'gemini', onError: 'skip' }),
      compileTools([weather, time], { to: 'gemini', formats: 'assert' }),
      compileTools([time, weather], { to: 'gemini' }),
      compileTools([weather], { to: 'gemini' }),
      compileTools({ weather, clock: time }, { to: 'gemini' }),
    ]
    expect(new Set(compilations).size).toBe(compilations.length)
  })

  test('a tool that is added, replaced or described anew is noticed', () => {
    const list: object[] = [weather]
    const names = () => compileTools(list, { to: 'gemini' }).entries.map(({ toolName }) => toolName)
    expect(names()).toEqual(['weather'])
    list.push(time)
    expect(names()).toEqual(['weather', 'time'])
    list[1] = { ...time, name: 'clock' }
    expect(names()).toEqual(['weather', 'clock'])
    const record: Record<string, { description?: string }> = { ping: { description: 'One.' } }
    expect(compileTools(record, { to: 'gemini' }).entries[0]!.description).toBe('One.')
    record['ping']!.description = 'Two.'
    expect(compileTools(record, { to: 'gemini' }).entries[0]!.description).toBe('Two.')
    record['ping'] = {}
    expect(compileTools(record, { to: 'gemini' }).entries[0]!.description).toBeUndefined()
    delete record['ping']
    expect(compileTools(record, { to: 'gemini' }).tools).toBeUndefined()
  })

  test('many sets that begin with the same tool are all right', () => {
    const sets = Array.from({ length: 20 }, (_, index) => [weather, { name: `other${index}` }])
    for (let round = 0; round < 2; round++) {
      for (const [index, set] of sets.entries()) {
        expect(compileTools(set, { to: 'gemini' }).entries[1]!.toolName).toBe(`other${index}`)
      }
    }
  })

  test('callers cannot change what others get', () => {
    for (const to of ['gemini', 'openai', 'anthropic'] as const) {
      const before = JSON.stringify(compileTools([weather], { to }).tools)
      const lists = compileTools([weather], { to }).tools as unknown as Record<string, unknown>[]
      const declaration = lists[0]!['functionDeclarations'] ?? lists[0]!['function'] ?? lists[0]
      // As @google/genai does, which replaces `parameters` in the tools that it is given.
      Object.assign([declaration].flat()[0] as object, { name: 'other', parameters: {} })
      lists.push({})
      expect(JSON.stringify(compileTools([weather], { to }).tools)).toBe(before)
    }
  })
})

test('changes are gathered when they are first read: sending the tools does not wait for them', () => {
  let looks = 0
  const inputSchema = {
    type: 'object',
    get properties() {
      looks++
      return { city: { type: 'string' } }
    },
    required: ['city'],
    additionalProperties: false,
  }
  const compiled = compileTools({ weather: { inputSchema } }, { to: 'gemini' })
  expect(compiled.tools).toEqual([{ functionDeclarations: [{ name: 'weather', parameters: city }] }])
  const before = looks
  expect(compiled.changes.map(({ tool, keyword }) => `${tool} ${keyword}`)).toEqual(['weather additionalProperties'])
  expect(looks).toBeGreaterThan(before)
  expect(compiled.changes).toBe(compiled.changes)
})

test('options of the schemas reach every schema', () => {
  const inputSchema = { type: 'object', properties: { id: { anyOf: [{ type: 'string' }, { type: 'integer' }] } } }
  const declared = (composition: 'keep' | 'strip') =>
    JSON.stringify(compileTools({ find: { inputSchema } }, { to: 'gemini', composition }).tools)
  expect(declared('keep')).toContain('anyOf')
  expect(declared('strip')).not.toContain('anyOf')
})

test('the functions of a compiled set work without this', () => {
  const { receiveCall, encodeCall, ...compiled } = compileTools(
    { scores: { inputSchema: z.object({ by: z.record(z.string(), z.number()) }) } },
    { to: 'gemini' },
  )
  expect(compiled.changes.map(({ tool, code }) => `${tool} ${code}`)).toContain('scores record-to-entries')
  const call = encodeCall({ toolName: 'scores', input: { by: { ada: 10 } } })
  expect(call).toEqual({ name: 'scores', args: { by: [{ key: 'ada', value: 10 }] } })
  expect(receiveCall(call).input).toEqual({ by: { ada: 10 } })
})
