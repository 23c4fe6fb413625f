import { getOrInsert } from '../../../core/collections.ts'
import { type Endpoint, endpointProfiles } from '../../api/endpoint.ts'
import { type ProtoOverlay, protoOverlays } from './proto-overlay.ts'
import { publishedProto } from './proto-tables.ts'

const registries = new Map<string, ProtoRegistry>()

/** The message types of an endpoint. Each type is made when it is first needed. */
export function protoRegistry(endpoint: Endpoint, strict: boolean): ProtoRegistry {
  const create = () => new ProtoRegistry(endpointProfiles[endpoint].protoPackage, protoOverlays(endpoint, strict))
  return getOrInsert(registries, `${endpoint} ${strict}`, create)
}

/** How parse errors name the kinds. */
export const scalarTypeNames = {
  string: 'TYPE_STRING',
  bytes: 'TYPE_BYTES',
  bool: 'TYPE_BOOL',
  int32: 'TYPE_INT32',
  int64: 'TYPE_INT64',
  float: 'TYPE_FLOAT',
  double: 'TYPE_DOUBLE',
} as const

export type ScalarKind = keyof typeof scalarTypeNames

const wellKnownKinds: ReadonlyMap<string, WellKnownKind> = new Map([
  ['google.protobuf.Value', 'value'],
  ['google.protobuf.Struct', 'struct'],
  ['google.protobuf.Duration', 'duration'],
  ['google.protobuf.Timestamp', 'timestamp'],
  ['google.protobuf.NullValue', 'null-value'],
])

/** Messages that JSON usually writes as a string, but may write out. */
const writtenOut = `
message google.protobuf.Duration { int64 seconds; int32 nanos }
message google.protobuf.Timestamp { int64 seconds; int32 nanos }
`

export class ProtoRegistry {
  readonly #protoPackage: string
  readonly #overlays: readonly ProtoOverlay[]
  readonly #tables: readonly ProtoTables[]
  readonly #messages = new Map<string, MessageType>()
  readonly #enums = new Map<string, EnumType | undefined>()

  constructor(protoPackage: string, overlays: readonly ProtoOverlay[]) {
    this.#protoPackage = protoPackage
    this.#overlays = overlays
    this.#tables = [writtenOut, publishedProto, ...overlays.map(({ types }) => types)].map(readProtoTables)
  }

  /** `name` is a name of the package, `Content`, or a full name, `google.type.LatLng`. */
  message(name: string): MessageType {
    const known = this.#messages.get(name)
    if (known !== undefined) return known
    const fields = new Map<string, Field>()
    const message: MessageType = { fullName: this.#fullName(name), fields, hasOwnBudget: name === 'Schema' }
    // Stored before its fields are read, because messages contain each other.
    this.#messages.set(name, message)
    for (const line of this.#linesOf(name)) {
      const field = this.#field(line, message.fullName)
      fields.set(field.protoName, field)
      fields.set(field.jsonName, field)
    }
    return message
  }

  /** The lines of a message. A line of an overlay replaces the one with the same name. */
  #linesOf(name: string): Iterable<string> {
    const lines = new Map<string, string>()
    for (const table of this.#tables) {
      for (const line of table.messages.get(name) ?? []) lines.set(parseField(line).protoName, line)
    }
    if (lines.size === 0 && !this.#declares(name)) throw new Error(`No proto message is called ${name}`)
    for (const { without } of this.#overlays) {
      for (const path of without) if (path.startsWith(`${name}.`)) lines.delete(path.slice(name.length + 1))
    }
    return lines.values()
  }

  #declares(name: string): boolean {
    return this.#tables.some(({ messages }) => messages.has(name))
  }

  #enum(name: string): EnumType | undefined {
    return getOrInsert(this.#enums, name, () => {
      const values = this.#tables.findLast(({ enums }) => enums.has(name))?.enums.get(name)
      if (values === undefined) return undefined
      const numbers = numbersOf(values)
      const names = new Map([...numbers].map(([value, number]) => [number, value]))
      return { fullName: this.#fullName(name), numbers, names }
    })
  }

  #field(line: string, holder: string): Field {
    const { label, typeName, valueTypeName, protoName, jsonName = camelCase(protoName), oneof } = parseField(line)
    const basics = {
      protoName,
      jsonName,
      canonicalName: jsonName.replace(/^_/, ''),
      isRepeated: label === 'repeated',
      hasPresence: label === 'optional' || oneof !== undefined,
      oneof,
    }
    if (valueTypeName === undefined) return this.#typed(basics, typeName)
    // To the parser a map is a list of entry messages, each with a key and a value.
    const names = { protoName: 'value', jsonName: 'value', canonicalName: 'value' }
    const value = this.#typed({ ...basics, ...names, hasPresence: true }, valueTypeName)
    const entryName = `${holder}.${upperCamelCase(protoName)}Entry`
    return { ...basics, kind: 'map', type: undefined, entryName, value }
  }

  #typed(basics: FieldBasics, typeName: string): Field {
    const none = { entryName: undefined, value: undefined }
    if (Object.hasOwn(scalarTypeNames, typeName))
      return { ...basics, kind: typeName as ScalarKind, type: undefined, ...none }
    const wellKnown = wellKnownKinds.get(typeName)
    if (wellKnown === 'duration' || wellKnown === 'timestamp') {
      return { ...basics, kind: wellKnown, type: this.message(typeName), ...none }
    }
    if (wellKnown !== undefined) return { ...basics, kind: wellKnown, type: undefined, ...none }
    const type = this.#enum(typeName)
    return type === undefined
      ? { ...basics, kind: 'message', type: this.message(typeName), ...none }
      : { ...basics, kind: 'enum', type, ...none }
  }

  #fullName(name: string): string {
    return name.startsWith('google.') ? name : `${this.#protoPackage}.${name}`
  }
}

/** The lowerCamelCase name that protoc gives a field in JSON. */
function camelCase(protoName: string): string {
  return protoName.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function upperCamelCase(protoName: string): string {
  const name = camelCase(protoName)
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** The types of a proto package: fields of messages and values of enums, as they are written, by the names of the types. */
export interface ProtoTables {
  readonly messages: ReadonlyMap<string, readonly string[]>
  readonly enums: ReadonlyMap<string, readonly string[]>
}

/** `optional Schema items`, `map<string, Schema> properties`, `string text in data`, `… as _responseJsonSchema` */
const fieldPattern = /^(?:(repeated|optional) )?(?:map<string, ([\w.]+)>|([\w.]+)) (\w+)(?: as (\w+))?(?: in (\w+))?$/

/**
 * Reads types in the words of a .proto file, without the numbers of fields:
 * `message Part { string text in data; bool thought }` (a oneof), `optional Schema items`, `map<string, Schema> properties`,
 * `google.protobuf.Value response_json_schema as _responseJsonSchema` (an unusual JSON name). The values of an enum stand in the
 * order of their numbers; `VALIDATED=5` where a number is not the next one. A type that comes twice has the fields of both.
 */
export function readProtoTables(text: string): ProtoTables {
  const messages = new Map<string, string[]>()
  const enums = new Map<string, string[]>()
  for (const [, keyword, name = '', body = ''] of text.matchAll(/(message|enum) ([\w.]+) \{([^}]*)\}/g)) {
    const items = body.split(';').map((item) => item.trim().replace(/\s+/g, ' '))
    const table = keyword === 'enum' ? enums : messages
    table.set(name, [...(table.get(name) ?? []), ...items.filter((item) => item !== '')])
  }
  return { messages, enums }
}

/** The parts of the line of a field. `valueTypeName` is that of a map. */
export function parseField(line: string) {
  const match = fieldPattern.exec(line)
  if (match === null) throw new Error(`Not a line of a proto message: ${line}`)
  const [, label, valueTypeName, typeName = '', protoName = '', jsonName, oneof] = match
  return { label, typeName, valueTypeName, protoName, jsonName, oneof }
}

/** The numbers of the values of an enum. */
export function numbersOf(values: readonly string[]): Map<string, number> {
  let next = 0
  return new Map(
    values.map((value) => {
      const [name = '', number = next] = value.split('=')
      next = Number(number) + 1
      return [name, Number(number)]
    }),
  )
}

export interface MessageType {
  /** `google.ai.generativelanguage.v1beta.Content` */
  readonly fullName: string
  /** Fields by every name that the parser takes: the JSON name and the proto name. */
  readonly fields: ReadonlyMap<string, Field>
  /** Whether the nesting budget starts at the outermost message of this type. */
  readonly hasOwnBudget: boolean
}

export interface EnumType {
  readonly fullName: string
  readonly numbers: ReadonlyMap<string, number>
  readonly names: ReadonlyMap<number, string>
}

/** Messages of google.protobuf with a JSON notation of their own. */
export type WellKnownKind = 'value' | 'struct' | 'null-value' | 'duration' | 'timestamp'

export interface FieldBasics {
  readonly protoName: string
  readonly jsonName: string
  /** The name in canonical messages. `_responseJsonSchema` is an older name of `responseJsonSchema`. */
  readonly canonicalName: string
  readonly isRepeated: boolean
  /** Whether a default value (`''`, `0`, `false`) counts as set: in a oneof, or declared `optional`. */
  readonly hasPresence: boolean
  readonly oneof: string | undefined
}

/** All fields have the same members in the same order, because engines read such objects faster. */
export type Field = FieldBasics &
  (
    | FieldKind<ScalarKind>
    | FieldKind<'value' | 'struct' | 'null-value'>
    /** Written as a string; the message itself is taken too. */
    | FieldKind<'duration' | 'timestamp', MessageType>
    | FieldKind<'enum', EnumType>
    | FieldKind<'message', MessageType>
    /** To the parser a map is a list of entry messages. */
    | FieldKind<'map', undefined, string, Field>
  )

interface FieldKind<Kind, Type = undefined, EntryName = undefined, Value = undefined> {
  readonly kind: Kind
  readonly type: Type
  readonly entryName: EntryName
  readonly value: Value
}

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { readonly kind: Kind }>
