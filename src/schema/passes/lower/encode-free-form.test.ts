import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { encodeFreeForm } from './encode-free-form.ts'

test('sends any value as JSON text', () => {
  const { tree, changes } = runPass(encodeFreeForm, { type: 'object', properties: { v: {} } })
  expect(tree).toEqual({
    kind: 'object',
    fields: { 'v?': { kind: 'string', says: ['Any JSON value, as JSON text.'], encoding: 'json-text' } },
  })
  expect(changes).toEqual(['/properties/v type: free-form-to-json-text, encoded'])
})

test('leaves any value to a dialect with free form', () => {
  expect(runPass(encodeFreeForm, { type: 'object', properties: { v: {} } }, { supports: ['freeForm'] }).isSame).toBe(
    true,
  )
})
