import { fileURLToPath } from 'node:url'
import * as google2 from 'ai-sdk-google-2'
import * as google3 from 'ai-sdk-google-3'
import * as google4 from 'ai-sdk-google-4'
import * as ai5 from 'ai5'
import * as ai6 from 'ai6'
import * as ai7 from 'ai7'
import { expect, test } from 'vitest'
import { readBlocks } from '../test/docs/blocks.ts'
import { runSnippet } from '../test/docs/run-snippet.ts'
import { typeCheck } from '../test/docs/type-check.ts'

/** `ai`, and the provider that goes with it. */
const versions: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  5: { ai: ai5, '@ai-sdk/google': google2 },
  6: { ai: ai6, '@ai-sdk/google': google3 },
  7: { ai: ai7, '@ai-sdk/google': google4 },
}

/** Code blocks of the documents that import `ai`, each with the versions that it is for: `<!-- example with ai 6, 7: name -->`. */
const examples = readBlocks().flatMap((block) => {
  const [, numbers, name] = /^example with ai ([\d, ]+): (.+)$/.exec(block.comment) ?? []
  return numbers?.split(', ').map((version) => ({ ...block, name, version })) ?? []
})

test('the documents have examples with every version of ai', () => {
  expect([...new Set(examples.map(({ version }) => version))].sort()).toEqual(Object.keys(versions))
})

test.each(examples)('$path: the example "$name" runs on ai $version, and its comments are true', async (example) => {
  const { claims } = await runSnippet(example.code, [], versions[example.version]!)
  expect(claims.length).toBeGreaterThan(0)
  for (const { line, claimed, actual } of claims) expect(actual, line).toEqual(claimed)
})

test.each(Object.keys(versions))('the examples for ai %s pass tsc --strict', async (version) => {
  const declarations = (name: string) => fileURLToPath(new URL(`node_modules/${name}/dist/index.d.ts`, import.meta.url))
  const google = { 5: 'ai-sdk-google-2', 6: 'ai-sdk-google-3', 7: 'ai-sdk-google-4' }[version]!
  const packages = { ai: declarations(`ai${version}`), '@ai-sdk/google': declarations(google) }
  const blocks = examples.filter((example) => example.version === version)
  expect(await typeCheck(blocks, { packages })).toEqual([])
})

test('no code block with ai is left out', () => {
  const blocks = readBlocks().filter(({ code }) => /^import .* from 'ai'$/m.test(code))
  expect(blocks.filter(({ comment }) => !comment.startsWith('example with ai'))).toEqual([])
})
