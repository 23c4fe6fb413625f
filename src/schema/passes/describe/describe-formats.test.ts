import { expect, test } from 'vitest'
import { runPass } from '../../../../test/schema/run-pass.ts'
import { describeFormats } from './describe-formats.ts'

test('describes a format that the dialect does not accept', () => {
  const { tree, changes } = runPass(
    describeFormats,
    { type: 'string', format: 'email' },
    { stringFormats: ['date-time'] },
  )
  expect(tree).toEqual({ kind: 'string', says: ['Format: email.'] })
  expect(changes).toEqual([' format: format-described, described'])
})

test('drops a format beside listed values', () => {
  const { tree, changes } = runPass(describeFormats, { enum: ['a'], format: 'email' })
  expect(tree).toEqual({ kind: 'enum', keyword: 'enum', values: ['a'] })
  expect(changes).toEqual([' format: annotation-dropped, dropped'])
})

test('leaves a format that the dialect accepts', () => {
  expect(
    runPass(describeFormats, { type: 'string', format: 'date-time' }, { stringFormats: ['date-time'] }).isSame,
  ).toBe(true)
})
