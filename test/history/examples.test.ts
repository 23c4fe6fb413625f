import { expect, test } from 'vitest'
import { readDocument } from '../docs/documents.ts'
import { runSnippet } from '../docs/run-snippet.ts'

test.each(['check', 'repair', 'prune', 'history-manager', 'estimate-tokens'])(
  'the example in the comments of src/history/%s.ts is true',
  async (name) => {
    const { text } = readDocument(`src/history/${name}.ts`)
    const [, example] = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(text)!
    const { claims } = await runSnippet(example!.replaceAll(/^ \* ?/gm, ''))
    expect(claims.length).toBeGreaterThan(0)
    for (const { line, claimed, actual } of claims) expect(actual, line).toEqual(claimed)
  },
)
