import { describe, expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { describeAnnotations, keepOneExample } from './describe-annotations.ts'

describe('describeAnnotations', () => {
  test('describes a default and the first example', () => {
    const { tree, changes } = runPass(describeAnnotations, { type: 'string', default: 'a', examples: ['b', 'c'] })
    expect(tree).toEqual({ kind: 'string', says: ['Default: "a".', 'Example: "b".'] })
    expect(changes).toEqual([' default: annotation-described, described', ' examples: annotation-described, described'])
  })

  test('drops a default that is too long for a sentence', () => {
    const { tree, changes } = runPass(describeAnnotations, { type: 'string', default: 'x'.repeat(300) })
    expect(tree).toEqual({ kind: 'string' })
    expect(changes).toEqual([' default: annotation-dropped, dropped'])
  })

  test('leaves a default and examples to a dialect that has them', () => {
    expect(
      runPass(
        describeAnnotations,
        { type: 'string', default: 'a', examples: ['b'] },
        { supports: ['defaults', 'examples'] },
      ).isSame,
    ).toBe(true)
  })
})

describe('keepOneExample', () => {
  test('keeps the first of several examples', () => {
    const { tree, changes } = runPass(
      keepOneExample,
      { type: 'string', examples: ['a', 'b'] },
      { supports: ['example'] },
    )
    expect(tree).toEqual({ kind: 'string', examples: ['a'] })
    expect(changes).toEqual([' examples: examples-to-example, rewritten'])
  })

  test('leaves the example of OpenAPI', () => {
    expect(runPass(keepOneExample, { type: 'string', example: 'a' }, { supports: ['example'] }).isSame).toBe(true)
  })
})
