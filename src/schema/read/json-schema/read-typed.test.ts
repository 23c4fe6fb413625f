import { expect, test } from 'vitest'
import { readForPass } from '../../../../test/schema/run-pass.ts'
import type { ObjectNode } from '../../ir/node.ts'

function readObject(properties: readonly string[], patterns: readonly string[]): ObjectNode {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
    patternProperties: Object.fromEntries(patterns.map((pattern) => [pattern, { minLength: 1 }])),
  }
  return readForPass(schema).forest.root as ObjectNode
}

/** The names to which a pattern applies. */
function matchedNames({ fields }: ObjectNode): string[] {
  return fields.filter(({ value }) => value.kind === 'all').map(({ name }) => name)
}

test('patternProperties apply to the properties whose names match', () => {
  expect(matchedNames(readObject(['a', 'b', 'ab'], ['^a', '^(?!a)b']))).toEqual(['a', 'b', 'ab'])
  expect(matchedNames(readObject(['a', 'b', 'ab'], ['a$']))).toEqual(['a'])
})

test('^a*a*a*a*$ is matched against a name of 5,000 characters, on which RegExp runs away', () => {
  const [matching, other] = ['a'.repeat(5000), `${'a'.repeat(5000)}!`]
  expect(matchedNames(readObject([matching, other], ['^a*a*a*a*$']))).toEqual([matching])
})

test('a pattern with a back reference applies to no name', () => {
  expect(matchedNames(readObject(['aa'], ['^(a)\\1$']))).toEqual([])
})

test('1,000 patterns for 1,000 names share the steps of one schema', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `${'a'.repeat(50)}${index}!`)
  const patterns = Array.from({ length: 1000 }, (_, index) => `^a*a*a*${index}$`)
  expect(matchedNames(readObject(names, patterns))).toEqual([])
})
