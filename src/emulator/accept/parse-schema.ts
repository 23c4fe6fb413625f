import { type Endpoint, endpointProfiles } from './endpoint.ts'
import { asJson, JsonReader, type JsonValue, ReadingStopped } from './json-reader.ts'
import * as errors from './parse-errors.ts'
import { isDefault, type JsonScalar, readScalar, readType, type ScalarKind, scalarTypeNames } from './proto-scalars.ts'
import type { Rejection } from './rejection.ts'
import { type FieldNamed, type SchemaField, schemaFields } from './schema-fields.ts'
import type { SchemaPath } from './schema-location.ts'
import { emptySchemaMessage, type SchemaMessage } from './schema-message.ts'

export interface ParsedSchema {
  /** Absent when the field is unset (null), and when parsing failed. */
  readonly message?: SchemaMessage
  readonly rejections: readonly Rejection[]
}

/**
 * Transcodes the JSON of a Schema message as Google's front end does (the C++ `google::protobuf::util::converter`).
 * Errors are in document order. Nesting beyond the budget stops the JSON parser itself, so it is reported alone.
 */
export function parseSchema(schema: unknown, endpoint: Endpoint, path: SchemaPath, strict: boolean): ParsedSchema {
  const parser: Parser = {
    reader: new JsonReader(strict),
    fields: schemaFields(endpoint, strict),
    protoPackage: endpointProfiles[endpoint].protoPackage,
    strict,
    rejections: [],
  }
  try {
    const message = parseRoot(parser, asJson(schema) ?? null, path)
    return message === undefined || parser.rejections.length > 0
      ? { rejections: parser.rejections }
      : { message, rejections: [] }
  } catch (error) {
    if (error instanceof ReadingStopped) return { rejections: [error.rejection] }
    throw error
  }
}

interface Parser {
  readonly reader: JsonReader
  readonly fields: ReadonlyMap<string, SchemaField>
  readonly protoPackage: string
  readonly strict: boolean
  readonly rejections: Rejection[]
}

/** A field of a schema: the message that is being filled, its location, and the field's name as the client spells it. */
interface Slot {
  readonly parser: Parser
  readonly message: SchemaMessage
  readonly at: string
  readonly name: string
  readonly depth: number
}

function parseRoot(parser: Parser, value: JsonValue, path: SchemaPath): SchemaMessage | undefined {
  if (value === null) return undefined
  if (!Array.isArray(value)) return parseMessage(parser, value, path.parse, 0)
  parser.rejections.push(errors.listForSingular(path.spelling, path.holder))
  return undefined
}

/** Parses a value that can only be one Schema message. `depth` is that of its inside. */
function parseMessage(parser: Parser, value: JsonValue, at: string, depth: number): SchemaMessage | undefined {
  if (typeof value !== 'object' || value === null) {
    parser.rejections.push(errors.scalarForMessage(at, `${parser.protoPackage}.Schema`, value))
    return undefined
  }
  const message = emptySchemaMessage()
  for (const [name, member] of parser.reader.members(value)) {
    parseField({ parser, message, at, name, depth }, member)
  }
  return message
}

function parseField(slot: Slot, value: JsonValue): void {
  const { parser, message, at, name } = slot
  const field = parser.fields.get(name)
  if (field === undefined) {
    refuse(slot, value, name === '' ? errors.fieldWithoutName(at) : errors.unknownField(name, at))
  } else if (field.kind === 'value') {
    parser.reader.skip(value, slot.depth, name)
    message.set.add(field.proto)
  } else if (field.kind === 'bool-or-schema') {
    message.additional_properties = parseAdditional(slot, value)
    message.set.add(field.proto)
  } else if (value !== null) {
    parseTypedField(slot, field, value)
  }
}

function parseTypedField(
  slot: Slot,
  field: Exclude<SchemaField, { kind: 'value' | 'bool-or-schema' }>,
  value: JsonScalar | object,
): void {
  switch (field.kind) {
    case 'schema':
      parseItems(slot, value)
      break
    case 'schema-map':
      parseMap(slot, field.proto, value)
      break
    case 'repeated-string':
      parseStrings(slot, field.proto, value)
      break
    case 'repeated-schema':
      parseBranches(slot, field.proto, value)
      break
    default:
      parseSingular(slot, field, value)
  }
}

/**
 * The parser takes any JSON here, so it reports nothing. What the serving side makes of it is not recorded: a strict judge
 * reads the object as a Schema, and one that would not parse as such is invalid.
 */
function parseAdditional(slot: Slot, value: JsonValue): SchemaMessage['additional_properties'] {
  const { parser, at, name, depth } = slot
  if (typeof value === 'boolean') return value
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || !parser.strict) {
    parser.reader.skip(value, depth, name)
    return isObject ? undefined : 'invalid'
  }
  const trial: Parser = { ...parser, rejections: [] }
  const inside = parser.reader.enter(value, depth, parser.reader.nesting.mapValue, name)
  const schema = parseMessage(trial, value, `${at}.additional_properties`, inside)
  return trial.rejections.length === 0 ? schema : 'invalid'
}

/** Reports an error about a whole value. What is inside it draws no further errors. */
function refuse({ parser, depth, name }: Slot, value: JsonValue, rejection: Rejection): void {
  parser.rejections.push(rejection)
  parser.reader.skip(value, depth, name)
}

function parseSingular(
  slot: Slot,
  field: { readonly kind: ScalarKind | 'type'; readonly proto: string },
  value: JsonScalar | object,
): void {
  const { at, name } = slot
  if (Array.isArray(value)) refuse(slot, value, errors.listForSingular(name, at))
  else if (typeof value === 'object') refuse(slot, value, errors.objectForScalar(at, field.proto))
  else if (field.kind === 'type') parseType(slot, value)
  else parseScalar(slot, field.kind, field.proto, value)
}

function parseType({ parser, message, at }: Slot, value: JsonScalar): void {
  const type = readType(value, parser.strict)
  if (type === undefined) {
    parser.rejections.push(errors.enumValueUnknown(`${at}.type`, `${parser.protoPackage}.Type`, value))
    return
  }
  message.type = type
  if (type !== 'TYPE_UNSPECIFIED') message.set.add('type')
}

function parseScalar({ parser, message, at }: Slot, kind: ScalarKind, proto: string, value: JsonScalar): void {
  const read = readScalar(kind, value)
  if (read === undefined) {
    parser.rejections.push(errors.scalarInvalid(`${at}.${proto}`, scalarTypeNames[kind], value))
    return
  }
  // A field may come twice, under both of its names: the last one counts.
  if (isDefault(kind, read)) message.set.delete(proto)
  else message.set.add(proto)
  if (proto === 'format' || proto === 'ref') message[proto] = String(read)
}

function parseItems(slot: Slot, value: JsonScalar | object): void {
  const { parser, message, at, name, depth } = slot
  if (Array.isArray(value)) {
    refuse(slot, value, errors.listForSingular(name, at))
    return
  }
  const inside = parser.reader.enter(value, depth, parser.reader.nesting.level, name)
  message.items = parseMessage(parser, value, `${at}.items`, inside)
  message.set.add('items')
}

function parseMap(slot: Slot, proto: FieldNamed<'schema-map'>, value: JsonScalar | object): void {
  const { parser, message, at, name, depth } = slot
  if (Array.isArray(value)) {
    refuse(slot, value, errors.listForMap(at, name))
    return
  }
  if (typeof value !== 'object') {
    // To the parser a map is a list of entry messages.
    const entry = `${parser.protoPackage}.Schema.${proto === 'defs' ? 'DefsEntry' : 'PropertiesEntry'}`
    parser.rejections.push(errors.scalarForMessage(`${at}.${proto}`, entry, value))
    return
  }
  const inside = parser.reader.enter(value, depth, parser.reader.nesting.level, name)
  let position = 0
  for (const [key, member] of parser.reader.members(value)) {
    const entry = { parser, message, at: `${at}.${proto}[${position++}].value`, name: key, depth: inside }
    const schema = parseMapValue(entry, member)
    if (schema !== undefined) message[proto].push({ key, value: schema })
    message.set.add(proto)
  }
}

function parseMapValue(entry: Slot, value: JsonValue): SchemaMessage | undefined {
  const { parser, at, name, depth } = entry
  if (value === null) return emptySchemaMessage()
  if (Array.isArray(value)) {
    refuse(entry, value, errors.listInMap(at, name))
    return undefined
  }
  return parseMessage(parser, value, at, parser.reader.enter(value, depth, parser.reader.nesting.mapValue, name))
}

function parseStrings(slot: Slot, proto: FieldNamed<'repeated-string'>, value: JsonScalar | object): void {
  const { parser, at, name, depth } = slot
  // A lone value stands for a list of one, and its location has no index.
  if (!Array.isArray(value)) {
    parseString(slot, proto, value, `${at}.${proto}`)
    return
  }
  const inside = parser.reader.enter(value, depth, parser.reader.nesting.level, name)
  for (const [index, element] of parser.reader.elements(value)) {
    parseString({ ...slot, name: '', depth: inside }, proto, element, `${at}.${proto}[${index}]`)
  }
}

function parseString(slot: Slot, proto: FieldNamed<'repeated-string'>, value: JsonValue, at: string): void {
  const { parser, message } = slot
  if (typeof value === 'string') {
    message[proto].push(value)
    message.set.add(proto)
  } else if (Array.isArray(value)) {
    refuse(slot, value, errors.fieldWithoutName(at))
  } else if (typeof value === 'object' && value !== null) {
    refuse(slot, value, errors.objectForScalar(slot.at, proto))
  } else if (value !== null || refusesNullElements(parser)) {
    parser.rejections.push(errors.scalarInvalid(at, scalarTypeNames.string, value))
  }
}

function parseBranches(slot: Slot, proto: FieldNamed<'repeated-schema'>, value: JsonScalar | object): void {
  const { parser, at, name, depth } = slot
  if (!Array.isArray(value)) {
    parseBranch(slot, proto, value, `${at}.${proto}`)
    return
  }
  const inside = parser.reader.enter(value, depth, parser.reader.nesting.level, name)
  for (const [index, element] of parser.reader.elements(value)) {
    parseBranch({ ...slot, name: '', depth: inside }, proto, element, `${at}.${proto}[${index}]`)
  }
}

function parseBranch(slot: Slot, proto: FieldNamed<'repeated-schema'>, value: JsonValue, at: string): void {
  const { parser, message, name, depth } = slot
  if (Array.isArray(value)) {
    refuse(slot, value, errors.fieldWithoutName(at))
    return
  }
  if (value === null && !refusesNullElements(parser)) return
  const inside = parser.reader.enter(value, depth, parser.reader.nesting.level, name)
  const branch = parseMessage(parser, value, at, inside)
  if (branch === undefined) return
  message[proto].push(branch)
  message.set.add(proto)
}

/** null unsets a field; what it does in a list is not recorded. Proto-JSON forbids it there, and a strict judge goes by that. */
function refusesNullElements(parser: Parser): boolean {
  return parser.strict
}
