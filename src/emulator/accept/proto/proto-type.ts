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

export type ScalarKind = 'string' | 'bytes' | 'bool' | 'int32' | 'int64' | 'float' | 'double'

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
