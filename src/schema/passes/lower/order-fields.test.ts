import { describe, expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { dropUndeclaredNames, orderFields } from './order-fields.ts'

describe('orderFields', () => {
  test('declares the properties in the wanted order', () => {
    const { tree, changes } = runPass(orderFields, {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
      propertyOrdering: ['c', 'a'],
    })
    expect(tree).toEqual({
      kind: 'object',
      fields: { 'c?': { kind: 'string' }, 'a?': { kind: 'string' }, 'b?': { kind: 'string' } },
    })
    expect(changes).toEqual([' propertyOrdering: order-by-position, rewritten'])
  })

  test('leaves the order to a dialect with a keyword for it', () => {
    expect(
      runPass(
        orderFields,
        { type: 'object', properties: { a: { type: 'string' } }, propertyOrdering: ['a'] },
        { supports: ['propertyOrdering'] },
      ).isSame,
    ).toBe(true)
  })
})

describe('dropUndeclaredNames', () => {
  test('drops required names that no property has', () => {
    const { tree, changes } = runPass(dropUndeclaredNames, {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a', 'ghost'],
    })
    expect(tree).toEqual({ kind: 'object', fields: { a: { kind: 'string' } } })
    expect(changes).toEqual([' required: required-name-undeclared, dropped'])
  })

  test('drops names of an order that no property has', () => {
    const { tree, changes } = runPass(dropUndeclaredNames, {
      type: 'object',
      properties: { a: { type: 'string' } },
      propertyOrdering: ['a', 'ghost'],
    })
    expect(tree).toEqual({ kind: 'object', fields: { 'a?': { kind: 'string' } }, ordering: ['a'] })
    expect(changes).toEqual([' propertyOrdering: ordering-name-undeclared, dropped'])
  })

  test('leaves declared names', () => {
    expect(
      runPass(dropUndeclaredNames, {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        propertyOrdering: ['a'],
      }).isSame,
    ).toBe(true)
  })
})
