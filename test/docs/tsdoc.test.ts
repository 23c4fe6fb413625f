import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readDocument } from './documents.ts'
import { runSnippet } from './run-snippet.ts'

/** The code blocks after `@example` in the comments of a source. */
function examplesOf(path: string): string[] {
  const { text } = readDocument(path)
  return [...text.matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)].map(([, code]) =>
    code!.replaceAll(/^ \* ?/gm, ''),
  )
}

describe('the example of compileSchema', () => {
  const [code] = examplesOf('src/schema/compile.ts')

  test('shows a record as a list of entries, confessed, and turned back', async () => {
    const { values, claims } = await runSnippet(code!, ['compiled.schema', 'compiled.changes'])
    expect(values.get('compiled.schema')).toMatchObject({
      properties: { scores: { type: 'ARRAY', items: { properties: { key: {}, value: {} } } } },
    })
    expect(values.get('compiled.changes')).toContainEqual(
      expect.objectContaining({ at: '/properties/scores', code: 'record-to-entries', effect: 'encoded' }),
    )
    expect(claims).toMatchObject([{ claimed: { scores: { ada: 10 } } }])
    expect(claims[0]!.actual).toEqual(claims[0]!.claimed)
  })
})

describe('the example of ToolfitError', () => {
  const [code] = examplesOf('src/core/errors.ts')

  test('prints the code and the place that its comment names', async () => {
    const { printed } = await runSnippet(code!)
    expect(printed).toEqual(['schema-impossible '])
    expect(code).toContain("// schema-impossible, ''")
  })
})

describe('the example of normaliseRequired', () => {
  const [code] = examplesOf('src/schema/read/normalise-required.ts')

  test('returns what the comment below it says', async () => {
    const [call, comment] = code!.trimEnd().split('\n').slice(-2)
    const { claims } = await runSnippet(code!.replace(`${call}\n${comment}`, `${call} ${comment}`))
    expect(claims).toHaveLength(1)
    expect(claims[0]!.actual).toEqual(claims[0]!.claimed)
    expect(claims[0]!.claimed).toMatchObject({ required: ['city'] })
  })
})

describe('the examples of compileTools and compileToolsAsync', () => {
  const [code, asyncCode] = examplesOf('src/tools/compile-tools.ts')

  test('show a fitted name and a record, and the call that comes back', async () => {
    const { values } = await runSnippet(code!, ['compiled.tools', 'compiled.changes'])
    expect(values.get('compiled.tools')).toMatchObject([{ functionDeclarations: [{ name: 'notes_add' }] }])
    expect(code).toContain("[{ functionDeclarations: [{ name: 'notes_add', … }] }]")
    expect(values.get('compiled.changes')).toMatchObject([
      { tool: 'notes/add', code: 'name-fitted' },
      { tool: 'notes/add', at: '/properties/tags', code: 'record-to-entries' },
      { implicit: true },
    ])
    await expectClaims(code!, 1)
  })

  test('await a promised schema', async () => {
    await expectClaims(asyncCode!, 1)
  })
})

describe('the examples of compileResponse and compileResponseAsync', () => {
  const [code, asyncCode] = examplesOf('src/tools/compile-response.ts')

  test('return what their comments say', async () => {
    await expectClaims(code!, 3)
    await expectClaims(asyncCode!, 1)
  })
})

describe('the examples of createEmulator and startEmulator', () => {
  test('return what their comments say', async () => {
    await expectClaims(examplesOf('src/emulator/app.ts')[0]!, 1)
    await expectClaims(examplesOf('src/emulator/node.ts')[0]!, 1)
  })
})

async function expectClaims(code: string, count: number): Promise<void> {
  const { claims } = await runSnippet(code)
  expect(claims).toHaveLength(count)
  for (const { line, claimed, actual } of claims) expect(actual, line).toEqual(claimed)
}

test('no example of the public surface is left unchecked', () => {
  const found = ['src/schema', 'src/emulator', 'src'].flatMap((folder) => {
    const { text } = readDocument(`${folder}/index.ts`)
    return [...text.matchAll(/from '(.+?)'/g)].map(([, file]) => posix.join(folder, file!))
  })
  const withExamples = [...new Set(found)].filter((path) => examplesOf(path).length > 0)
  expect(withExamples.toSorted()).toEqual([
    'src/core/errors.ts',
    'src/emulator/app.ts',
    'src/schema/compile.ts',
    'src/schema/read/normalise-required.ts',
    'src/tools/compile-response.ts',
    'src/tools/compile-tools.ts',
  ])
})
