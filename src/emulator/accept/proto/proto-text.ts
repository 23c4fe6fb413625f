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
