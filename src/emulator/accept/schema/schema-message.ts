import type { Json } from '../../../core/json.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Schema, SchemaType } from '../../api/message.ts'
import { JsonReader, unbudgeted } from '../json/json-reader.ts'
import { protoRegistry } from '../proto/proto-registry.ts'
import type { MessageType } from '../proto/proto-type.ts'
import { transcodeMembers } from '../proto/transcode.ts'
import { createHolder, rejectionsOf, type Transcoder } from '../proto/transcoder.ts'

/** `UNRECOGNIZED` stands for a number that the enum does not declare. */
export type TypeName = SchemaType | 'UNRECOGNIZED'

export interface MapEntry {
  readonly key: string
  readonly value: SchemaMessage
}

/** A Schema after transcoding, as the rules read it. Members have their proto names. */
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

function emptySchemaMessage(): SchemaMessage {
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

/** A composed schema takes its type from its branches, or from the schema that it refers to. */
export function isComposed({ set }: SchemaMessage): boolean {
  return set.has('any_of') || set.has('all_of') || set.has('one_of') || set.has('ref')
}

/** Converts a canonical Schema. */
export function readSchemaMessage(schema: Schema, endpoint: Endpoint, strict: boolean): SchemaMessage {
  return convert(schema, { strict, type: protoRegistry(endpoint, strict).message('Schema') })
}

interface Context {
  readonly strict: boolean
  readonly type: MessageType
}

function convert(schema: Schema, context: Context): SchemaMessage {
  const message = emptySchemaMessage()
  // Goes through the few fields that are set, not through all fields: most of the time of a check is spent here.
  for (const name of Object.keys(schema) as (keyof Schema)[]) {
    message.set.add(context.type.fields.get(name)?.protoName ?? name)
    copyField(name, schema, message, context)
  }
  return message
}

function copyField(name: keyof Schema, schema: Schema, message: SchemaMessage, context: Context): void {
  switch (name) {
    case 'type':
      // A number that the enum does not declare has no name; the parser keeps it when it reads leniently.
      message.type = typeof schema.type === 'string' ? schema.type : 'UNRECOGNIZED'
      break
    case 'format':
    case 'ref':
      message[name] = schema[name] ?? ''
      break
    case 'enum':
    case 'required':
      copyList(schema[name], message[name])
      break
    case 'propertyOrdering':
      copyList(schema.propertyOrdering, message.property_ordering)
      break
    default:
      copyChildren(name, schema, message, context)
  }
}

const branchFields = { anyOf: 'any_of', allOf: 'all_of', oneOf: 'one_of' } as const

function copyChildren(name: keyof Schema, schema: Schema, message: SchemaMessage, context: Context): void {
  switch (name) {
    case 'items':
      if (schema.items !== undefined) message.items = convert(schema.items, context)
      break
    case 'properties':
    case 'defs':
      copyEntries(schema[name], message[name], context)
      break
    case 'anyOf':
    case 'allOf':
    case 'oneOf':
      for (const branch of schema[name] ?? []) message[branchFields[name]].push(convert(branch, context))
      break
    case 'additionalProperties':
      message.additional_properties = readAdditional(schema.additionalProperties ?? null, context)
      break
  }
}

function copyList(from: readonly string[] | undefined, to: string[]): void {
  // One by one: spreading a list of a million names overflows the stack.
  for (const text of from ?? []) to.push(text)
}

function copyEntries(map: Schema['properties'], entries: MapEntry[], context: Context): void {
  if (map === undefined) return
  for (const key of Object.keys(map)) entries.push({ key, value: convert(map[key] as Schema, context) })
}

/**
 * The parser takes any JSON here. What the serving side makes of it is not recorded: strict checks read the object as a Schema,
 * and an object that does not parse as a Schema is invalid.
 */
function readAdditional(value: Json, context: Context): SchemaMessage['additional_properties'] {
  const { strict, type } = context
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'invalid'
  if (!strict) return undefined
  const trial: Transcoder = { reader: new JsonReader(strict), strict, rejections: [] }
  const target: Record<string, unknown> = {}
  // Its depth was counted when it was read as a Value.
  const rejections = rejectionsOf(trial, () => {
    transcodeMembers(trial, type, createHolder(target, '', unbudgeted), value)
  })
  return rejections.length === 0 ? convert(target, context) : 'invalid'
}
