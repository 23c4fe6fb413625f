import { expect, test } from 'vitest'
import * as bridge from '../../src/bridges/ai-sdk/index.ts'
import { readDocument } from '../docs/documents.ts'
import { runSnippet } from '../docs/run-snippet.ts'

test('the example of fitModel gives the call in the tool’s own shape', async () => {
  const { text } = readDocument('src/bridges/ai-sdk/fit-model.ts')
  const [, code] = /@example\n \* ```ts\n([\s\S]*?) \* ```/.exec(text)!
  const { claims } = await runSnippet(code!.replaceAll(/^ \* ?/gm, ''), [], { 'toolfit/ai-sdk': bridge })
  expect(claims).toHaveLength(1)
  expect(claims[0]!.actual).toBe(claims[0]!.claimed)
})
