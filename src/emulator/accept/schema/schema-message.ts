import type { Json } from '../../../core/json.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Schema, SchemaType } from '../../api/message.ts'
import { JsonReader, unbudgeted } from '../json/json-reader.ts'
import { protoRegistry } from '../proto/proto-registry.ts'
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
  readonly type: TypeName
  readonly format: string
  readonly ref: string
  readonly enum: readonly string[]
  readonly required: readonly string[]
  readonly property_ordering: readonly string[]
  readonly items: SchemaMessage | undefined
  /** Undefined where it is unset or not looked into; `invalid` where it is neither a boolean nor a schema. */
  readonly additional_properties: SchemaMessage | boolean | 'invalid' | undefined
  readonly any_of: readonly SchemaMessage[]
  readonly all_of: readonly SchemaMessage[]
  readonly one_of: readonly SchemaMessage[]
  readonly properties: readonly MapEntry[]
  readonly defs: readonly MapEntry[]
  /** JSON names of all fields that are set. A proto3 field that holds its default (`''`, `false`, `0`, `[]`) is not. */
  readonly set: ReadonlySet<string>
}

/** Converts a canonical Schema. */
export function readSchemaMessage(schema: Schema, endpoint: Endpoint, strict: boolean): SchemaMessage {
  const read = (below: Schema) => readSchemaMessage(below, endpoint, strict)
  const readMap = (map: Schema['properties']) =>
    map === undefined ? none : Object.keys(map).map((key) => ({ key, value: read(map[key]!) }))
  const { type = 'TYPE_UNSPECIFIED', items, additionalProperties } = schema
  return {
    // A number that the enum does not declare has no name; the parser keeps it when it reads leniently.
    type: typeof type === 'string' ? type : 'UNRECOGNIZED',
    format: schema.format ?? '',
    ref: schema.ref ?? '',
    enum: schema.enum ?? none,
    required: schema.required ?? none,
    property_ordering: schema.propertyOrdering ?? none,
    items: items && read(items),
    additional_properties:
      additionalProperties === undefined ? undefined : readAdditional(additionalProperties, endpoint, strict),
    any_of: schema.anyOf?.map(read) ?? none,
    all_of: schema.allOf?.map(read) ?? none,
    one_of: schema.oneOf?.map(read) ?? none,
    properties: readMap(schema.properties),
    defs: readMap(schema.defs),
    set: new Set(Object.keys(schema)),
  }
}

const none: readonly never[] = []

/**
 * The parser takes any JSON here. What the serving side makes of it is not recorded: strict checks read the object as a Schema,
 * and an object that does not parse as a Schema is invalid.
 */
function readAdditional(value: Json, endpoint: Endpoint, strict: boolean): SchemaMessage['additional_properties'] {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'invalid'
  if (!strict) return undefined
  const trial: Transcoder = { reader: new JsonReader(strict), strict, rejections: [] }
  const target: Record<string, unknown> = {}
  // Its depth was counted when it was read as a Value.
  const rejections = rejectionsOf(trial, () => {
    const type = protoRegistry(endpoint, strict).message('Schema')
    transcodeMembers(trial, type, createHolder(target, '', unbudgeted), value)
  })
  return rejections.length === 0 ? readSchemaMessage(target, endpoint, strict) : 'invalid'
}

/** A step from a schema to one below it. */
export type Step =
  | { readonly field: 'properties' | 'defs'; readonly key: string }
  | { readonly field: 'items' | 'additional_properties' }
  | { readonly field: 'any_of' | 'all_of' | 'one_of'; readonly index: number }

/** The schemas directly below a schema, in the order of the proto's fields. */
export function childrenOf(message: SchemaMessage): readonly [child: SchemaMessage, step: Step][] {
  const children: [SchemaMessage, Step][] = []
  if (message.items !== undefined) children.push([message.items, { field: 'items' }])
  for (const field of maps) for (const { key, value } of message[field]) children.push([value, { field, key }])
  const additional = message.additional_properties
  if (typeof additional === 'object') children.push([additional, { field: 'additional_properties' }])
  for (const field of lists) {
    for (const [index, branch] of message[field].entries()) children.push([branch, { field, index }])
  }
  return children
}

const maps = ['properties', 'defs'] as const
const lists = ['any_of', 'all_of', 'one_of'] as const

/** A composed schema takes its type from its branches, or from the schema that it refers to. */
export function isComposed({ set }: SchemaMessage): boolean {
  return ['anyOf', 'allOf', 'oneOf', 'ref'].some((field) => set.has(field))
}
