import { describe, expect, test } from 'vitest'
import { changeExamples } from './change-examples.ts'
import { readDocument, readDocuments } from './documents.ts'
import { encodingExamples } from './encoding-examples.ts'
import { compileChangeExample, compileExample } from './render-examples.ts'

describe('docs/changes.md', () => {
  test('explains every code of change-code.ts, and no other', () => {
    const { text } = readDocument('src/schema/change-code.ts')
    const codes = [...text.matchAll(/\| '([a-z-]+)'/g)].map(([, code]) => code!)
    const explained = [...readDocument('docs/changes.md').text.matchAll(/^### `(.+)`$/gm)].map(([, code]) => code!)
    expect(explained.toSorted()).toEqual(codes.toSorted())
  })

  test.each(Object.entries(changeExamples))('has an example that draws %s', (code, example) => {
    expect(compileChangeExample(example).changes.map((change) => change.code)).toContain(code)
  })
})

describe('docs/encodings.md', () => {
  const { text } = readDocument('docs/encodings.md')

  test.each(Object.entries(encodingExamples))('shows %s, and its values come back as they were', (name, example) => {
    expect(text).toContain(`<!-- show: encoding ${name} -->`)
    const compiled = compileExample(example)
    for (const value of example.values) {
      expect(compiled.check(value)).toEqual([])
      expect(compiled.decode(compiled.encode(value))).toEqual(value)
    }
  })
})

describe('docs/reference', () => {
  test('names every option', () => {
    const options = readDocument('src/schema/options.ts').text.split('export interface Settings')[0]!
    const names = [...options.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name!)
    const page = readDocument('docs/reference/options.md').text
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('names every door of the package', () => {
    const { exports } = JSON.parse(readDocument('package.json').text) as { exports: Record<string, unknown> }
    const doors = Object.keys(exports).filter((door) => door !== './package.json')
    const page = readDocument('docs/reference/doors.md').text
    expect(doors.filter((door) => !page.includes(`\`toolfit${door.slice(1)}\``))).toEqual([])
  })
})

describe('the documents for users', () => {
  const pages = readDocuments().filter(({ path }) => !/^(docs\/decisions\/|CONTRIBUTING)/.test(path))

  test('cite no document that users do not have', () => {
    const citing = pages.filter(({ text }) => /\b(SPEC|DESIGN|STYLE)(\.md)?\b|\bfacts\/|shared\/(?!\S*\.ts)/.test(text))
    expect(citing.map(({ path }) => path)).toEqual([])
  })

  test('README.md has at most 1,500 words', () => {
    expect(
      readDocument('README.md')
        .text.split(/\s+/)
        .filter((word) => word !== '').length,
    ).toBeLessThanOrEqual(1500)
  })
})
