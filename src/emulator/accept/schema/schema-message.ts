/** The values of the proto enum `Type`. `UNRECOGNIZED` stands for a number that it does not declare. */
export type TypeName =
  | 'TYPE_UNSPECIFIED'
  | 'STRING'
  | 'NUMBER'
  | 'INTEGER'
  | 'BOOLEAN'
  | 'ARRAY'
  | 'OBJECT'
  | 'NULL'
  | 'UNRECOGNIZED'

export interface MapEntry {
  readonly key: string
  readonly value: SchemaMessage
}

/** A Schema after transcoding: what a rule can still see. Members are named as the proto names them. */
export interface SchemaMessage {
  type: TypeName
  format: string
  ref: string
  readonly enum: string[]
  readonly required: string[]
  readonly property_ordering: string[]
  items: SchemaMessage | undefined
  /** Undefined where it is unset or not looked into; `invalid` where it is neither a boolean nor a schema. */
  additional_properties: SchemaMessage | boolean | 'invalid' | undefined
  readonly any_of: SchemaMessage[]
  readonly all_of: SchemaMessage[]
  readonly one_of: SchemaMessage[]
  readonly properties: MapEntry[]
  readonly defs: MapEntry[]
  /** Proto names of all fields that are set. A proto3 field that holds its default (`''`, `false`, `0`, `[]`) is not. */
  readonly set: Set<string>
}

export function emptySchemaMessage(): SchemaMessage {
  return {
    type: 'TYPE_UNSPECIFIED',
    format: '',
    ref: '',
    enum: [],
    required: [],
    property_ordering: [],
    items: undefined,
    additional_properties: undefined,
    any_of: [],
    all_of: [],
    one_of: [],
    properties: [],
    defs: [],
    set: new Set(),
  }
}

/** A step from a schema to one below it. */
export type Step =
  | { readonly field: 'properties' | 'defs'; readonly key: string }
  | { readonly field: 'items' | 'additional_properties' }
  | { readonly field: 'any_of' | 'all_of' | 'one_of'; readonly index: number }

/** Visits the schemas directly below a schema, in the order of the proto's fields, until a visit returns true. */
export function someChild(message: SchemaMessage, visit: (child: SchemaMessage, step: Step) => boolean): boolean {
  if (message.items !== undefined && visit(message.items, { field: 'items' })) return true
  for (const field of maps) {
    for (const { key, value } of message[field]) if (visit(value, { field, key })) return true
  }
  const additional = message.additional_properties
  if (typeof additional === 'object' && visit(additional, { field: 'additional_properties' })) return true
  for (const field of lists) {
    const branches = message[field]
    for (let index = 0; index < branches.length; index++) {
      if (visit(branches[index] as SchemaMessage, { field, index })) return true
    }
  }
  return false
}

const maps = ['properties', 'defs'] as const
const lists = ['any_of', 'all_of', 'one_of'] as const
