export interface MessageType {
  /** `google.ai.generativelanguage.v1beta.Content` */
  readonly fullName: string
  /** Fields by every name that the parser takes: the JSON name and the proto name. */
  readonly fields: ReadonlyMap<string, Field>
  /** How deep a message of this type may nest is counted from the outermost one: see nesting-budget.ts. */
  readonly hasOwnBudget: boolean
}

export interface EnumType {
  readonly fullName: string
  readonly numbers: ReadonlyMap<string, number>
  readonly names: ReadonlyMap<number, string>
}

export type ScalarKind = 'string' | 'bytes' | 'bool' | 'int32' | 'int64' | 'float' | 'double'

/** Messages of google.protobuf that JSON writes in a way of their own. */
export type WellKnownKind = 'value' | 'struct' | 'null-value' | 'duration' | 'timestamp'

export interface FieldBasics {
  readonly protoName: string
  readonly jsonName: string
  /** The name in canonical messages. `_responseJsonSchema` is the older twin of `responseJsonSchema`, and says the same. */
  readonly canonicalName: string
  readonly isRepeated: boolean
  /** Whether a default value (`''`, `0`, `false`) counts as set: in a oneof, or declared `optional`. */
  readonly hasPresence: boolean
  readonly oneof: string | undefined
}

/** All have the same members, in the same order: engines read such objects several times faster. */
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
