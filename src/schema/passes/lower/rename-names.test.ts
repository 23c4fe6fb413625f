import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { renameNames } from './rename-names.ts'

test('gives the empty name another one that is free', () => {
  const { tree, changes } = runPass(renameNames, {
    type: 'object',
    properties: { '': { type: 'string' }, _: { type: 'number' } },
    required: [''],
  })
  expect(tree).toEqual({
    kind: 'object',
    fields: { __: { kind: 'string' }, '_?': { kind: 'number', integer: false } },
    renamed: { __: '' },
  })
  expect(changes).toEqual([' properties: property-renamed, encoded'])
})

test('replaces characters that the dialect does not accept', () => {
  const { tree, changes } = runPass(
    renameNames,
    { type: 'object', properties: { 'a b': { type: 'string' }, a_b: { type: 'number' } } },
    { names: /^[a-z_]+$/ },
  )
  expect(tree).toEqual({
    kind: 'object',
    fields: { 'a_b_?': { kind: 'string' }, 'a_b?': { kind: 'number', integer: false } },
    renamed: { a_b_: 'a b' },
  })
  expect(changes).toEqual([' properties: property-renamed, encoded'])
})

test('leaves names that the dialect accepts', () => {
  expect(
    runPass(renameNames, { type: 'object', properties: { $ref: { type: 'string' }, 'a b': { type: 'string' } } })
      .isSame,
  ).toBe(true)
})

test('keeps names within 64 characters, however many are alike', () => {
  const names = Array.from({ length: 200 }, (_, index) => `${'x'.repeat(70)} ${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  const { tree } = runPass(renameNames, { type: 'object', properties }, { names: /^[a-zA-Z0-9_.-]{1,64}$/ })
  const wire = Object.keys((tree as { renamed: object }).renamed)
  expect(new Set(wire).size).toBe(200)
  expect(wire.filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))).toEqual([])
})
