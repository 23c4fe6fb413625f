import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { dialects } from '../schema/dialects/index.ts'
import type { Io } from './core/command.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(`${tmpdir()}/toolfit-cli-`)
afterAll(() => rmSync(folder, { recursive: true }))

async function run(argv: string[], options: Partial<Io> & { input?: string } = {}) {
  const written = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text
    },
  })
  const exitCode = await runCommand(argv, {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: (async function* () {
      yield options.input ?? ''
    })(),
    env: {},
    cwd: folder,
    ...options,
  })
  return { exitCode, ...written }
}

const file = (name: string, content: unknown) => {
  writeFileSync(`${folder}/${name}`, typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

const parameters = {
  type: 'object',
  properties: { location: { type: 'string' }, units: { const: 'celsius' } },
  required: ['location'],
}
const weather = { type: 'function', function: { name: 'get_weather', description: 'Weather.', parameters } }
const converted = {
  type: 'OBJECT',
  properties: { location: { type: 'STRING' }, units: { type: 'STRING', enum: ['celsius'] } },
  required: ['location'],
}
const declared = { name: 'get_weather', description: 'Weather.', parameters: converted }

describe('toolfit', () => {
  test('shows its commands when asked, and as an error when nothing is asked', async () => {
    const asked = await run(['--help'])
    expect(asked).toMatchObject({ exitCode: 0, stderr: '' })
    for (const name of ['convert', 'check', 'dialects']) {
      expect(asked.stdout).toContain(name)
      expect(await run([name, '--help'])).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining(`toolfit ${name}`),
      })
      expect(await run(['help', name])).toEqual(await run([name, '--help']))
    }
    expect(await run([])).toEqual({ exitCode: 2, stdout: '', stderr: asked.stdout })
  })

  test('knows its version', async () => {
    expect(await run(['--version'])).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  test('names the command, flag or value that was probably meant, and ends with 2', async () => {
    expect(await run(['chek'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('"toolfit check"?'),
    })
    expect(await run(['check', '--explian'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--explain?'),
    })
    expect(await run(['convert', '-', '--to', 'gemni'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('gemini?'),
    })
    expect(await run(['check', '-', '--fail-on', 'narowed'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('narrowed?'),
    })
    expect(await run(['convert', '-'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Set --to') })
    for (const to of ['gemini,openai', 'gemini --to openai']) {
      expect(await run(['convert', '-', '--to', ...to.split(' ')])).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('--to takes one dialect here, got "gemini,openai". Convert once for each.'),
      })
    }
    expect(await run(['check', '-', '--to', ','])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('names no dialect'),
    })
    expect(await run(['check'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Which file?') })
    expect(await run(['check', 'a', 'b'])).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('One input') })
    expect(await run(['dialects', 'x'])).toMatchObject({ exitCode: 2 })
  })
})

describe('toolfit convert', () => {
  test('gives a schema for a schema: JSON on stdout, the summary on stderr', async () => {
    const { exitCode, stdout, stderr } = await run(['convert', file('schema.json', parameters), '--to', 'gemini'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual(converted)
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stderr).toBe('1 schema for gemini: 1 rewritten.\n')
  })

  test('gives what to send as tools for tools, from stdin too', async () => {
    const { stdout } = await run(['convert', '-', '--to', 'gemini'], { input: JSON.stringify([weather]) })
    expect(JSON.parse(stdout)).toEqual([{ functionDeclarations: [declared] }])
  })

  test('gives the keys of a request for a request, its response format included', async () => {
    const format = { type: 'json_schema', json_schema: { name: 'answer', schema: parameters } }
    const path = file('request.json', { model: 'm', messages: [], tools: [weather], response_format: format })
    const gemini = JSON.parse((await run(['convert', path, '--to', 'gemini'])).stdout)
    expect(gemini).toEqual({
      tools: [{ functionDeclarations: [declared] }],
      generationConfig: { responseMimeType: 'application/json', responseSchema: converted },
    })
    const openai = JSON.parse((await run(['convert', path, '--to', 'openai'])).stdout)
    expect(openai).toEqual({ tools: [weather], response_format: format })
  })

  test('reads UTF-16 with its mark, as Windows PowerShell writes it', async () => {
    writeFileSync(`${folder}/utf16.json`, `\ufeff${JSON.stringify(parameters)}`, 'utf16le')
    const { stdout } = await run(['convert', 'utf16.json', '--to', 'gemini'])
    expect(JSON.parse(stdout)).toEqual(converted)
  })

  test('gives an empty list for no tools', async () => {
    expect((await run(['convert', '-', '--to', 'gemini'], { input: '{"tools":[]}' })).stdout).toBe('[]\n')
  })

  test('is indented on a terminal, and where that is asked for', async () => {
    const { stdout } = await run(['convert', '-', '--to', 'gemini', '--pretty'], { input: '{"type":"string"}' })
    expect(stdout).toBe('{\n  "type": "STRING"\n}\n')
  })

  test('sends the good tools on without the bad one, and ends with 1', async () => {
    const impossible = { name: 'broken', parameters: { type: 'object', required: ['a'], properties: { a: false } } }
    const path = file('mixed.json', [impossible, weather])
    const { exitCode, stdout, stderr } = await run(['convert', path, '--to', 'gemini'])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toEqual([{ functionDeclarations: [declared] }])
    expect(stderr).toMatch(/failed broken: .*No value can satisfy/)
    const { parts } = JSON.parse((await run(['convert', path, '--to', 'gemini', '--json'])).stdout)
    expect(parts).toMatchObject([{ name: 'broken', error: { code: 'schema-impossible' } }, { name: 'get_weather' }])
  })

  test('loads a module, whose chatter does not get into the data', async () => {
    const path = file(
      'tools.mjs',
      `console.log('chatter'); export const add = { inputSchema: { type: 'object', properties: { n: { type: 'integer' } } } }`,
    )
    const { exitCode, stdout, stderr } = await run(['convert', path, '--to', 'openai'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)[0].function.name).toBe('add')
    expect(stderr).toContain('chatter')
  })
})

describe('input that cannot be read ends with 2, says where, and writes no data', () => {
  test.each([
    ['text that is no JSON', file('bad.json', '{\n  "a": 1,\n}'), 'bad.json:3:1 is not JSON'],
    ['JSON that is nothing of ours', file('other.json', { foo: 1 }), 'other.json holds an object with "foo"'],
    ['a file that is not there', 'none.json', 'there is no such file'],
    ['a module that is not there', 'none.mjs', 'there is no such file'],
    ['a folder', '.', 'it is a folder'],
    ['a module that throws', file('throws.mjs', '\nthrow new TypeError("no key")'), 'TypeError: no key'],
    ['a module that exports nothing of ours', file('empty.mjs', 'export const a = 1'), 'has no schema'],
  ])('%s', async (_, path, message) => {
    const { exitCode, stdout, stderr } = await run(['check', path])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('a module that never finishes loading', async () => {
    const path = file('waits.mjs', 'await new Promise(() => undefined)')
    const { exitCode, stderr } = await run(['check', path, '--timeout', '0.2'])
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('within 0.2 s') })
  })
})

describe('toolfit check', () => {
  const inner = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true }
  const openObject = { type: 'object', properties: { inner }, additionalProperties: true }
  const path = file('check.json', [weather, { name: 'open', inputSchema: openObject }])

  test('counts what became of the keywords, and ends with 0 whatever changed', async () => {
    const { exitCode, stdout } = await run(['check', path, '--to', 'gemini', '--json'])
    expect(exitCode).toBe(0)
    const { parts, findings } = JSON.parse(stdout)
    expect(findings).toBe(0)
    expect(parts[0]).toMatchObject({
      kind: 'tool',
      name: 'get_weather',
      results: [{ dialect: 'gemini', counts: { kept: 4, rewritten: 1, narrowed: 0 }, worst: 'rewritten' }],
    })
  })

  test('fails on the effect that is named and on worse ones', async () => {
    const exitCodes = async (...names: string[]) =>
      Promise.all(names.map(async (name) => (await run(['check', path, '--to', 'gemini', '--fail-on', name])).exitCode))
    expect(await exitCodes('never', 'dropped', 'narrowed', 'described', 'encoded', 'rewritten')).toEqual([
      0, 0, 1, 1, 1, 1,
    ])
  })

  test('fails on what means nothing with --fail-on unknown, alone or beside an effect', async () => {
    const slips = file('slips.json', {
      name: 'a',
      inputSchema: { type: 'object', properties: { a: { type: 'string', minlength: 1 } }, additionalProperties: false },
    })
    const custom = file('custom.json', {
      name: 'a',
      inputSchema: { type: 'object', properties: { a: { type: 'string', 'x-own': 1, unit: 'm' } } },
    })
    const exitCode = async (input: string, ...flags: string[]) =>
      (await run(['check', input, '--to', 'gemini,openai', ...flags])).exitCode
    expect(await exitCode(slips, '--fail-on', 'dropped')).toBe(0)
    expect(await exitCode(slips, '--fail-on', 'unknown')).toBe(1)
    expect(await exitCode(slips, '--fail-on', 'dropped,unknown')).toBe(1)
    expect(await exitCode(slips, '--fail-on', 'dropped', '--fail-on', 'unknown')).toBe(1)
    expect(await exitCode(custom, '--fail-on', 'dropped,unknown')).toBe(0)
    expect(await run(['check', slips, '--fail-on', ','])).toMatchObject({ exitCode: 2 })
    const { stdout } = await run(['check', slips, '--to', 'openai', '--fail-on', 'narrowed,unknown', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ failOn: 'narrowed,unknown', findings: 1 })
  })

  test('never counts the open default of JSON Schema', async () => {
    const closed = file('implicit.json', {
      name: 'a',
      inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    })
    expect((await run(['check', closed, '--to', 'gemini', '--fail-on', 'rewritten'])).exitCode).toBe(0)
  })

  test('a tool that cannot be compiled is always a finding', async () => {
    const broken = file('broken.json', {
      name: 'x',
      inputSchema: { type: 'object', required: ['a'], properties: { a: false } },
    })
    const { exitCode, stdout } = await run(['check', broken, '--to', 'gemini', '--fail-on', 'never'])
    expect(exitCode).toBe(1)
    expect(stdout).toContain('schema-impossible')
  })

  test('--explain shows why Gemini refuses the tools as they are, each reason once', async () => {
    const { stdout } = await run(['check', path, '--to', 'gemini', '--explain'])
    expect(stdout).toContain('Unconverted: Gemini answers 400 to 2 of 2')
    expect(stdout).toContain('│ Unknown name "const": Cannot find field.\n      get_weather\n')
  })

  test('says what the tools cost in tokens, and what can be done about them', async () => {
    const loose = file('loose.json', {
      name: 'x',
      inputSchema: { type: 'object', properties: { a: { type: 'array' } }, additionalProperties: false },
    })
    const { stdout } = await run(['check', loose, '--to', 'gemini'])
    expect(stdout).toMatch(/^loose\.json: 1 tool for gemini,\s+about \d+ tokens in every request$/m)
    expect(stdout).toContain(
      '  • Give the array `items`.\n      x /properties/a\n  Why: docs/guide/best-practices.md\n',
    )
    const { parts, advice } = JSON.parse((await run(['check', loose, '--to', 'gemini', '--json'])).stdout)
    expect(parts[0].results[0].tokens).toBeGreaterThan(20)
    expect(advice).toEqual([
      {
        advice: 'Give the array `items`.',
        page: 'docs/guide/best-practices.md',
        code: 'free-form-to-json-text',
        places: [{ part: 'x', at: '/properties/a', dialects: ['gemini'] }],
      },
    ])
  })

  test('checks every dialect that can lose something, where none is named', async () => {
    const { dialects: checked } = JSON.parse((await run(['check', path, '--json'])).stdout)
    expect(checked).toContain('gemini')
    expect(checked).not.toContain('openai')
    expect(checked).not.toContain('json-schema')
  })

  test('a response format in a dialect that takes tools only is no finding, and is said', async () => {
    const format = { type: 'json_schema', json_schema: { name: 'answer', schema: parameters } }
    const request = file('format.json', { messages: [], tools: [weather], response_format: format })
    const { exitCode, stdout } = await run(['check', request, '--to', 'gemini,anthropic'])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^– response_format \(anthropic\) .*writes tools only/m)
    expect((await run(['convert', request, '--to', 'anthropic'])).exitCode).toBe(1)
  })

  test('takes dialects with commas or repeated', async () => {
    const { dialects: checked } = JSON.parse(
      (await run(['check', path, '--json', '--to', 'gemini,openai', '--to', 'gemini'])).stdout,
    )
    expect(checked).toEqual(['gemini', 'openai'])
  })
})

describe('toolfit dialects', () => {
  test('names every dialect, for people and as JSON', async () => {
    const { stdout } = await run(['dialects'])
    const tables = JSON.parse((await run(['dialects', '--json'])).stdout)
    expect(tables.map(({ id }: { id: string }) => id)).toEqual([...Object.keys(dialects), 'gemini-auto'])
    expect(tables.at(-1)).toEqual({ id: 'gemini-auto', chooses: ['gemini', 'gemini-json'] })
    expect(stdout).toMatch(/^gemini-auto +gemini or gemini-json/m)
    for (const id of Object.keys(dialects)) expect(stdout).toContain(id)
    expect(stdout).toMatch(/^anyOf +✓/m)
  })

  test('fits into the width of the terminal, in blocks of columns', async () => {
    let stdout = ''
    const write = (text: string) => {
      stdout += text
    }
    await run(['dialects'], { stdout: { write, columns: 80 } })
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
