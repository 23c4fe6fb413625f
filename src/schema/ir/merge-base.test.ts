import { expect, test } from 'vitest'
import { compileSchema } from '../compile.ts'
import { joinTexts } from './merge-base.ts'

test('puts a full stop between two texts, unless the first has an end of its own', () => {
  expect(joinTexts('A link', 'Format: uri.')).toBe('A link. Format: uri.')
  expect(joinTexts('A link (optional)\n', 'Format: uri.')).toBe('A link (optional). Format: uri.')
  expect(joinTexts('A link.', 'Format: uri.')).toBe('A link. Format: uri.')
  expect(joinTexts('一个链接。', 'Format: uri.')).toBe('一个链接。 Format: uri.')
})

test('says nothing twice', () => {
  expect(joinTexts('A link. Format: uri.', 'Format: uri.')).toBe('A link. Format: uri.')
})

const definitions = { $defs: { user: { type: 'string', description: 'A user.' } } }

/** The description that one property has for Gemini. */
function describedAs(property: object): unknown {
  const { schema } = compileSchema(
    { type: 'object', properties: { owner: property }, ...definitions },
    { to: 'gemini' },
  )
  return (schema['properties'] as Record<string, Record<string, unknown>>)['owner']!['description']
}

test('prefers the description at the place of use to that of the definition', () => {
  expect(describedAs({ $ref: '#/$defs/user' })).toBe('A user.')
  expect(describedAs({ $ref: '#/$defs/user', description: 'Who owns it.' })).toBe('Who owns it.')
  expect(describedAs({ allOf: [{ $ref: '#/$defs/user' }], description: 'Who owns it.' })).toBe('Who owns it.')
  expect(describedAs({ anyOf: [{ $ref: '#/$defs/user' }, { type: 'null' }], description: 'Who owns it.' })).toBe(
    'Who owns it.',
  )
})

test('reports the description that is not sent', () => {
  const { changes } = compileSchema(
    { type: 'object', properties: { owner: { $ref: '#/$defs/user', description: 'Who.' } }, ...definitions },
    { to: 'gemini' },
  )
  expect(changes).toContainEqual({
    at: '/$defs/user',
    keyword: 'description',
    code: 'annotation-dropped',
    effect: 'dropped',
    enforced: false,
    note: 'Another description is closer to where this schema is used, and is sent instead.',
  })
})

test('keeps both texts where a branch has one of its own', () => {
  const branch = { type: 'string', description: 'A name or an id' }
  expect(describedAs({ anyOf: [branch, { type: 'null' }], description: 'Who owns it' })).toBe(
    'Who owns it. A name or an id',
  )
})

test('reports the type that a list of values implies, also in a dialect that does not move it into the branches', () => {
  const { changes } = compileSchema({ type: 'object', anyOf: [{ const: {} }] }, { to: 'gemini-json' })
  expect(changes[0]).toMatchObject({ at: '', keyword: 'type', code: 'enum-filtered' })
})
