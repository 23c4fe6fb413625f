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

test('no example of the public surface is left unchecked', () => {
  const doors = readDocument('src/schema/index.ts').text + readDocument('src/index.ts').text
  const files = [...doors.matchAll(/from '\.\.?\/(.+?)'/g)].map(([, file]) => file!)
  const found = new Set(files.map((file) => (file.startsWith('core/') ? `src/${file}` : `src/schema/${file}`)))
  const withExamples = [...found].filter((path) => examplesOf(path).length > 0)
  expect(withExamples.toSorted()).toEqual([
    'src/core/errors.ts',
    'src/schema/compile.ts',
    'src/schema/read/normalise-required.ts',
  ])
})
