import { describe, expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../api/endpoint.ts'
import { protoOverlays } from './proto-overlay.ts'
import { numbersOf, parseField, protoRegistry, readProtoTables } from './proto-registry.ts'
import { publishedProto } from './proto-tables.ts'

function tablesOf(endpoint: Endpoint, strict: boolean) {
  return [publishedProto, ...protoOverlays(endpoint, strict).map(({ types }) => types)].map(readProtoTables)
}

const variants = endpoints.flatMap((endpoint) => [true, false].map((strict) => ({ endpoint, strict })))

describe('the types of an endpoint', () => {
  test.each(variants)('are all declared: $endpoint, strict $strict', ({ endpoint, strict }) => {
    const registry = protoRegistry(endpoint, strict)
    for (const { messages } of tablesOf(endpoint, strict)) {
      for (const name of messages.keys()) expect(registry.message(name).fields.size).toBeGreaterThanOrEqual(0)
    }
  })
  test.each(variants)('lack only what another table has: $endpoint, strict $strict', ({ endpoint, strict }) => {
    const overlays = protoOverlays(endpoint, strict)
    for (const path of overlays.flatMap(({ without }) => without)) {
      const [, message = '', field = ''] = /^(.*)\.(\w+)$/.exec(path) ?? []
      const lines = tablesOf(endpoint, strict).flatMap(({ messages }) => messages.get(message) ?? [])
      expect(lines.filter((line) => line.split(' ').includes(field))).not.toEqual([])
      expect(protoRegistry(endpoint, strict).message(message).fields.has(field)).toBe(false)
    }
  })
  test('are made once', () => {
    expect(protoRegistry('vertex', true).message('Content')).toBe(protoRegistry('vertex', true).message('Content'))
  })
  test('are named in full', () => {
    const names = endpoints.map((endpoint) => protoRegistry(endpoint, true).message('Content').fullName)
    expect(names).toEqual([
      'google.ai.generativelanguage.v1beta.Content',
      'google.cloud.aiplatform.v1.Content',
      'google.cloud.aiplatform.master.Content',
    ])
    expect(protoRegistry('vertex', true).message('google.type.LatLng').fullName).toBe('google.type.LatLng')
  })
  test('are asked for by name, and a name that nothing has is an error of the caller', () => {
    expect(() => protoRegistry('vertex', true).message('Contents')).toThrow('No proto message is called Contents')
  })
})

describe('a field', () => {
  const { fields } = protoRegistry('ai-studio', true).message('GenerationConfig')
  test('is found under its JSON name and under its proto name', () => {
    expect(fields.get('maxOutputTokens')).toBe(fields.get('max_output_tokens'))
    expect(fields.get('max_output_tokens')).toMatchObject({ kind: 'int32', hasPresence: true, isRepeated: false })
  })
  test('may have a JSON name of its own', () => {
    expect(fields.get('responseJsonSchema')?.protoName).toBe('response_json_schema_ordered')
    expect(fields.get('_responseJsonSchema')?.protoName).toBe('response_json_schema')
    expect(fields.get('_responseJsonSchema')?.canonicalName).toBe('responseJsonSchema')
    const onVertex = protoRegistry('vertex', true).message('GenerationConfig').fields
    expect(onVertex.get('responseJsonSchema')?.protoName).toBe('response_json_schema')
    expect(onVertex.has('_responseJsonSchema')).toBe(false)
  })
  test('of an overlay takes the place of a published one', () => {
    expect(fields.get('topK')?.kind).toBe('int32')
    expect(protoRegistry('vertex', true).message('GenerationConfig').fields.get('topK')?.kind).toBe('float')
  })
})

test.each([
  ['ToolConfig', 'includeServerSideToolInvocations', 'ai-studio'],
  ['Part', 'toolCall', 'ai-studio'],
  ['Part', 'partMetadata', 'ai-studio'],
  ['Part', 'mediaResolution', 'ai-studio, vertex, cloud-code'],
  ['Tool', 'fileSearch', 'ai-studio'],
  ['Tool', 'enterpriseWebSearch', 'vertex, cloud-code'],
  ['FunctionCallingConfig', 'streamFunctionCallArguments', 'vertex, cloud-code'],
  ['FunctionDeclaration', 'parametersJsonSchema', 'ai-studio, vertex'],
  ['GenerationConfig', 'responseFormat', 'vertex, cloud-code'],
  ['GenerateContentRequest', 'labels', 'ai-studio, vertex, cloud-code'],
  ['GenerateContentRequest', 'sessionId', 'cloud-code'],
  ['Schema', 'additionalProperties', 'vertex, cloud-code'],
])('%s.%s is known to %s', (message, field, known) => {
  const having = endpoints.filter((endpoint) => protoRegistry(endpoint, true).message(message).fields.has(field))
  expect(having.join(', ')).toBe(known)
})

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
