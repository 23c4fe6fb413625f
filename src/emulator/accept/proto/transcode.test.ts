import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, endpoints } from '../../api/endpoint.ts'
import { parseRequest } from '../parse-request.ts'
import { type Field, type MessageType, protoRegistry } from './proto-registry.ts'

type Spelling = 'jsonName' | 'protoName'

/** A message, and the two spellings of its JSON. */
interface Written {
  readonly jsonName: Record<string, unknown>
  readonly protoName: Record<string, unknown>
}

/** A value of a field under both spellings. */
type Both = Readonly<Record<Spelling, unknown>>

const same = (value: unknown): Both => ({ jsonName: value, protoName: value })

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string(),
  bytes: fc.constantFrom('', 'QUJD', 'QQ==', '-_8'),
  bool: fc.boolean(),
  int32: fc.oneof(fc.integer(), fc.integer().map(String)),
  int64: fc.oneof(fc.maxSafeInteger(), fc.maxSafeInteger().map(String)),
  float: fc.float({ noNaN: true, noDefaultInfinity: true }),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  value: fc.jsonValue({ maxDepth: 3 }),
  struct: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })),
  'null-value': fc.constantFrom(null, 'NULL_VALUE'),
  duration: fc.constantFrom('1s', '2.5s'),
  timestamp: fc.constant('2026-01-01T00:00:00Z'),
}

function arbitraryValue(field: Field, depth: number): fc.Arbitrary<Both> {
  switch (field.kind) {
    case 'message':
      return arbitraryMessage(field.type, depth - 1)
    case 'map':
      return fc.dictionary(fc.string(), arbitraryValue(field.value, depth), { maxKeys: 3 }).map((entries) => ({
        jsonName: mapValues(entries, 'jsonName'),
        protoName: mapValues(entries, 'protoName'),
      }))
    case 'enum': {
      const names = [...field.type.numbers.keys()]
      return fc.constantFrom(...names, ...names.map((name) => name.toLowerCase()), ...field.type.names.keys()).map(same)
    }
    default:
      return (scalars[field.kind] as fc.Arbitrary<unknown>).map(same)
  }
}

function mapValues(entries: Record<string, Both>, spelling: Spelling): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, value[spelling]]))
}

function arbitraryField(field: Field, depth: number): fc.Arbitrary<Both> {
  const one = arbitraryValue(field, depth)
  if (!field.isRepeated) return one
  const list = fc.array(one, { maxLength: 2 }).map((all) => ({
    jsonName: all.map(({ jsonName }) => jsonName),
    protoName: all.map(({ protoName }) => protoName),
  }))
  // A list that stands for one value of a repeated Value would be read as its elements.
  return field.kind === 'value' ? list : fc.oneof(list, one)
}

/** Messages that the tables allow: at most one field of a oneof, and one of two fields with the same canonical name. */
function arbitraryMessage(type: MessageType, depth: number): fc.Arbitrary<Written> {
  const fields = [...new Set(type.fields.values())].filter(
    ({ kind }) => depth > 0 || (kind !== 'message' && kind !== 'map'),
  )
  if (fields.length === 0) return fc.constant({ jsonName: {}, protoName: {} })
  return fc.uniqueArray(fc.constantFrom(...fields), { maxLength: 4, selector: groupOf }).chain((chosen) =>
    fc.tuple(...chosen.map((field) => arbitraryField(field, depth))).map((values) => ({
      jsonName: Object.fromEntries(chosen.map((field, index) => [field.jsonName, values[index]?.jsonName])),
      protoName: Object.fromEntries(chosen.map((field, index) => [field.protoName, values[index]?.protoName])),
    })),
  )
}

function groupOf({ oneof, canonicalName }: Field): string {
  return oneof === undefined ? canonicalName : `oneof ${oneof}`
}

const arbitraryRequest = fc
  .tuple(fc.constantFrom(...endpoints), fc.constantFrom('GenerateContentRequest', 'CountTokensRequest'))
  .chain(([endpoint, type]) => {
    const root = protoRegistry(endpoint, true).message(rootOf(endpoint, type))
    return arbitraryMessage(root, 6).map((body) => ({ endpoint, type: type as 'GenerateContentRequest', body }))
  })

function rootOf(endpoint: Endpoint, type: string): string {
  return endpoint === 'cloud-code' ? `CloudCode.${type}` : type
}

describe('every message that the tables describe', () => {
  test('is read, the same under both spellings of its names', () => {
    fc.assert(
      fc.property(arbitraryRequest, ({ endpoint, type, body }) => {
        const parsed = parseRequest(JSON.stringify(body.jsonName), type, { endpoint })
        expect(parsed.rejections).toBeUndefined()
        expect(parseRequest(JSON.stringify(body.protoName), type, { endpoint })).toEqual(parsed)
      }),
      { numRuns: 1_000 },
    )
  })
  test('stays the same when its canonical form is read again', () => {
    fc.assert(
      fc.property(arbitraryRequest, ({ endpoint, type, body }) => {
        const first = parseRequest(JSON.stringify(body.jsonName), type, { endpoint })
        const { project, model, ...request } = first.message ?? {}
        const again = endpoint === 'cloud-code' ? { request: { ...request, model } } : first.message
        const second = parseRequest(JSON.stringify(again), type, { endpoint })
        expect(second.rejections).toBeUndefined()
        expect(withoutProject(second.message)).toEqual(withoutProject(first.message))
      }),
      { numRuns: 1_000 },
    )
  })
})

function withoutProject(message: object | undefined): unknown {
  // -0 does not survive being written as JSON.
  return JSON.parse(JSON.stringify({ ...message, project: undefined }))
}

describe('any JSON in any place', () => {
  const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom('', 0, null, [], {}, [[]], { '': 1 }, 'x'))

  test('gets a message or errors, and each error says where it is', () => {
    fc.assert(
      fc.property(arbitraryRequest, fc.boolean(), fc.nat(), anything, ({ endpoint, type, body }, strict, at, value) => {
        const text = JSON.stringify(replaceAt(body.jsonName, at, value))
        const { rejections = [] } = parseRequest(text, type, { endpoint, strict })
        const root = protoRegistry(endpoint, strict).message(rootOf(endpoint, type))
        for (const { field, message } of rejections) {
          expect(message).not.toContain('undefined')
          if (field === undefined) continue
          expect(message).toContain(` at '${field}'`)
          expect(isPath(root, field)).toBe(true)
        }
      }),
      { numRuns: 3_000 },
    )
  })
})

/** Puts a value into the place of another, which is chosen by a number. */
function replaceAt(root: Record<string, unknown>, choice: number, value: unknown): unknown {
  const places: [Record<string, unknown>, string][] = []
  const collect = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, unknown>, key])
      collect((node as Record<string, unknown>)[key])
    }
  }
  const copy = structuredClone(root)
  collect(copy)
  const place = places[choice % (places.length + 1)]
  if (place === undefined) return value
  const [holder, key] = place
  holder[key] = value
  return copy
}

/** Whether a location leads through fields of the tables: `tools[0].function_declarations[0].name`. */
function isPath(root: MessageType, path: string): boolean {
  let type: MessageType | undefined = root
  let entry: Field | undefined
  for (const step of path.split('.')) {
    const [, name = '', index] = /^(\w+)(?:\[(\d+)\])?$/.exec(step) ?? []
    const field: Field | undefined = entry !== undefined && name === 'value' ? entry : type?.fields.get(name)
    if (field === undefined || field.protoName !== name) return false
    if (index !== undefined && !field.isRepeated && field.kind !== 'map') return false
    if (field.kind === 'struct' || field.kind === 'value') return true
    entry = field.kind === 'map' ? field.value : undefined
    type = field.kind === 'message' || field.kind === 'duration' || field.kind === 'timestamp' ? field.type : undefined
  }
  return true
}
