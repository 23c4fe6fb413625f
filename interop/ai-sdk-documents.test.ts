import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { expect, test } from 'vitest'
import { readDocuments } from '../test/docs/documents.ts'
import { runSnippet } from '../test/docs/run-snippet.ts'

const versions: Readonly<Record<string, object>> = { 5: ai5, 6: ai6, 7: ai7 }

/** Code blocks of the documents that import `ai`, each with the versions that it is for: `<!-- example with ai 6, 7: name -->`. */
const examples = readDocuments().flatMap(({ path, text }) =>
  [...text.matchAll(/<!-- example with ai ([\d, ]+): (.+?) -->\n```ts\n([\s\S]*?)```/g)].flatMap(
    ([, numbers, name, code]) => numbers!.split(', ').map((version) => ({ path, name, version, code: code! })),
  ),
)

test('the documents have examples with every version of ai', () => {
  expect([...new Set(examples.map(({ version }) => version))].sort()).toEqual(Object.keys(versions))
})

test.each(examples)('$path: the example "$name" runs on ai $version, and its comments are true', async (example) => {
  const { claims } = await runSnippet(example.code, [], { ai: versions[example.version]! })
  expect(claims.length).toBeGreaterThan(0)
  for (const { line, claimed, actual } of claims) expect(actual, line).toEqual(claimed)
})

test('no code block with ai is left out', () => {
  const blocks = readDocuments().flatMap(({ text }) => text.match(/^import .* from 'ai'$/gm) ?? [])
  expect(blocks).toHaveLength(new Set(examples.map(({ path, name }) => `${path} ${name}`)).size)
})
