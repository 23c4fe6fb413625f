import * as google2 from 'ai-sdk-google-2'
import * as google3 from 'ai-sdk-google-3'
import * as google4 from 'ai-sdk-google-4'
import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { expect, test } from 'vitest'
import { readDocuments } from '../test/docs/documents.ts'
import { runSnippet } from '../test/docs/run-snippet.ts'

/** `ai`, and the provider that goes with it. */
const versions: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  5: { ai: ai5, '@ai-sdk/google': google2 },
  6: { ai: ai6, '@ai-sdk/google': google3 },
  7: { ai: ai7, '@ai-sdk/google': google4 },
}

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
  const { claims } = await runSnippet(example.code, [], versions[example.version]!)
  expect(claims.length).toBeGreaterThan(0)
  for (const { line, claimed, actual } of claims) expect(actual, line).toEqual(claimed)
})

test('no code block with ai is left out', () => {
  const blocks = readDocuments().flatMap(({ text }) => text.match(/^import .* from 'ai'$/gm) ?? [])
  expect(blocks).toHaveLength(new Set(examples.map(({ path, name }) => `${path} ${name}`)).size)
})
