import { isPlainObject, type Json } from '../../../core/json.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Schema } from '../../api/message.ts'
import { JsonReader, unbudgeted } from '../json/json-reader.ts'
import { protoRegistry } from '../proto/proto-registry.ts'
import { transcodeMembers } from '../proto/transcode.ts'
import { createHolder, rejectionsOf, type Transcoder } from '../proto/transcoder.ts'

/**
 * A canonical Schema as the rules read it: what stands in `additionalProperties` is a Schema too. The parser takes any JSON there. What the
 * serving side makes of it is not recorded: strict checks read an object as a Schema, and one that does not parse as a Schema is invalid.
 */
export function readSchema(schema: Schema, endpoint: Endpoint, strict: boolean): Schema {
  const read = (below: Schema) => readSchema(below, endpoint, strict)
  const copy: { -readonly [Key in keyof Schema]: Schema[Key] } = { ...schema }
  if (copy.items) copy.items = read(copy.items)
  for (const field of ['properties', 'defs'] as const) {
    const map = copy[field]
    if (map) copy[field] = Object.fromEntries(Object.entries(map).map(([key, below]) => [key, read(below)]))
  }
  for (const field of ['anyOf', 'allOf', 'oneOf'] as const) {
    const list = copy[field]
    if (list) copy[field] = list.map(read)
  }
  const additional = copy.additionalProperties
  if (isPlainObject(additional)) copy.additionalProperties = readAdditional(additional as Json, endpoint, strict)
  return copy
}

/** True for an object that is not looked into. */
function readAdditional(value: Json, endpoint: Endpoint, strict: boolean): Json {
  if (!strict) return true
  const trial: Transcoder = { reader: new JsonReader(strict), strict, rejections: [] }
  const target: Record<string, unknown> = {}
  // Its depth was counted when it was read as a Value.
  const rejections = rejectionsOf(trial, () => {
    const type = protoRegistry(endpoint, strict).message('Schema')
    transcodeMembers(trial, type, createHolder(target, '', unbudgeted), value as object)
  })
  return rejections.length === 0 ? (readSchema(target, endpoint, strict) as Json) : invalid
}

const invalid: Json = 'not a schema'

/** Whether `additionalProperties` is neither a boolean nor a schema. */
export function isInvalidAdditional(additional: Json | undefined): boolean {
  return additional !== undefined && typeof additional !== 'boolean' && !isPlainObject(additional)
}

/** A schema directly below another one. */
export interface InnerSchema {
  readonly schema: Schema
  /** As the validator prints it. Keys stand unquoted in brackets; some recorded paths quote them, by which rule is not known. */
  readonly step: string
  /** As the serving side prints it. Recorded paths go through properties only. */
  readonly dotted: string
}

/** The schemas directly below a schema, in the order of the proto's fields. */
export function childrenOf(message: Schema): InnerSchema[] {
  const { items, properties = {}, defs = {}, additionalProperties: additional } = message
  const children: InnerSchema[] = []
  const add = (schema: Schema, step: string, dotted = step) => children.push({ schema, step, dotted })
  if (items !== undefined) add(items, 'items')
  for (const [key, schema] of Object.entries(properties)) add(schema, `properties[${key}]`, key)
  for (const [key, schema] of Object.entries(defs)) add(schema, `defs[${key}]`, `defs.${key}`)
  if (isPlainObject(additional)) add(additional, 'additional_properties')
  for (const [field, list] of [
    ['any_of', message.anyOf],
    ['all_of', message.allOf],
    ['one_of', message.oneOf],
  ] as const) {
    for (const [index, schema] of (list ?? []).entries()) add(schema, `${field}[${index}]`)
  }
  return children
}

/** A composed schema takes its type from its branches, or from the schema that it refers to. */
export function isComposed({ anyOf, allOf, oneOf, ref }: Schema): boolean {
  return (anyOf ?? allOf ?? oneOf ?? ref) !== undefined
}

export function isUntyped({ type = 'TYPE_UNSPECIFIED' }: Schema): boolean {
  return type === 'TYPE_UNSPECIFIED'
}
