import type { Json } from '../../../core/json.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import type { Schema } from '../../api/message.ts'
import { JsonReader, unbudgeted } from '../json/json-reader.ts'
import { protoRegistry } from '../proto/proto-registry.ts'
import type { MessageType } from '../proto/proto-type.ts'
import { transcodeMembers } from '../proto/transcode.ts'
import { createHolder, rejectionsOf, type Transcoder } from '../proto/transcoder.ts'
import { emptySchemaMessage, type MapEntry, type SchemaMessage } from './schema-message.ts'

/** What the rules see of a canonical Schema. */
export function toSchemaMessage(schema: Schema, endpoint: Endpoint, strict: boolean): SchemaMessage {
  return convert(schema, { strict, type: protoRegistry(endpoint, strict).message('Schema') })
}

interface Context {
  readonly strict: boolean
  readonly type: MessageType
}

function convert(schema: Schema, context: Context): SchemaMessage {
  const message = emptySchemaMessage()
  // Goes through the few fields that are set, and not through all that there are: this is where a judge spends its time.
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
      for (const branch of schema.anyOf ?? []) message.any_of.push(convert(branch, context))
      break
    case 'allOf':
      for (const branch of schema.allOf ?? []) message.all_of.push(convert(branch, context))
      break
    case 'oneOf':
      for (const branch of schema.oneOf ?? []) message.one_of.push(convert(branch, context))
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
 * The parser takes any JSON here, so it reports nothing. What the serving side makes of it is not recorded: a strict judge
 * reads the object as a Schema, and one that would not parse as such is invalid.
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
