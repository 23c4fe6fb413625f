import { expect, test } from 'vitest'
import { numbersOf, parseField, readProtoTables } from './proto-text.ts'

test('messages and enums are read over line ends, and a message that comes twice has the fields of both', () => {
  const { messages, enums } = readProtoTables(`
message Part { string text in data;
  bool thought }
message Empty {}
enum Type { TYPE_UNSPECIFIED; STRING }
message Part { bytes thought_signature }
`)
  expect([...messages]).toEqual([
    ['Part', ['string text in data', 'bool thought', 'bytes thought_signature']],
    ['Empty', []],
  ])
  expect([...enums]).toEqual([['Type', ['TYPE_UNSPECIFIED', 'STRING']]])
})

test.each([
  ['repeated Content contents', { label: 'repeated', typeName: 'Content', protoName: 'contents' }],
  ['map<string, Schema> properties', { valueTypeName: 'Schema', typeName: '', protoName: 'properties' }],
  ['string text in data', { typeName: 'string', protoName: 'text', oneof: 'data' }],
  ['google.protobuf.Value a_b as _aB', { typeName: 'google.protobuf.Value', protoName: 'a_b', jsonName: '_aB' }],
])('%s is a field', (line, parts) => {
  expect(parseField(line)).toEqual(expect.objectContaining(parts))
})

test('a line that is no field is an error', () => {
  expect(() => parseField('contents')).toThrow('Not a line of a proto message: contents')
})

test('values of an enum count on from the last number', () => {
  expect([...numbersOf(['A', 'B', 'C=5', 'D'])]).toEqual([
    ['A', 0],
    ['B', 1],
    ['C', 5],
    ['D', 6],
  ])
})
