import { expect, test } from 'vitest'
import { acceptedEverywhere } from '../acceptance/accepted-everywhere.ts'
import { findRejection } from './accepted.ts'
import { arbitrarySlips } from './arbitrary-slips.ts'
import { holds } from './holds.ts'

test('Law 1, Accepted: every endpoint takes the output, as a response schema and as parameters', () => {
  holds('accepted', (source) => findRejection(source, 'gemini'))
})

test('Law 1, Accepted: also where something else stands in the place of a schema or of names', () => {
  holds('accepted', (source) => findRejection(source, 'gemini'), arbitrarySlips)
})

test('the judge refuses what no endpoint takes', () => {
  expect(acceptedEverywhere({ type: 'OBJECT', properties: { a: { const: 1 } } }, 'parameters')).not.toEqual([])
})
