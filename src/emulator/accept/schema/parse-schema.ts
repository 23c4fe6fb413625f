import type { Endpoint } from '../../api/endpoint.ts'
import type { Schema } from '../../api/message.ts'
import { asJson, JsonReader, type JsonValue } from '../json/json-reader.ts'
import { listForSingular, scalarForMessage } from '../proto/parse-errors.ts'
import { protoRegistry } from '../proto/proto-registry.ts'
import { transcodeMembers } from '../proto/transcode.ts'
import { createHolder, rejectionsOf, type Transcoder } from '../proto/transcoder.ts'
import type { Rejection } from '../rule/rejection.ts'
import type { SchemaPath } from './schema-location.ts'
import type { SchemaMessage } from './schema-message.ts'
import { toSchemaMessage } from './to-schema-message.ts'

export interface ParsedSchema {
  /** Absent when the field is unset (null), and when parsing failed. */
  readonly message?: SchemaMessage
  readonly rejections: readonly Rejection[]
}

/**
 * Transcodes any JavaScript value as the JSON of a Schema message, which stands alone and not in a request.
 * Nesting beyond the budget stops the JSON parser itself, so it is reported alone.
 */
export function parseSchema(schema: unknown, endpoint: Endpoint, path: SchemaPath, strict: boolean): ParsedSchema {
  const transcoder: Transcoder = { reader: new JsonReader(strict), strict, rejections: [] }
  let canonical: Schema | undefined
  const rejections = rejectionsOf(transcoder, () => {
    canonical = transcodeRoot(transcoder, asJson(schema) ?? null, endpoint, path)
  })
  if (canonical === undefined || rejections.length > 0) return { rejections }
  return { message: toSchemaMessage(canonical, endpoint, strict), rejections }
}

function transcodeRoot(
  transcoder: Transcoder,
  value: JsonValue,
  endpoint: Endpoint,
  path: SchemaPath,
): Schema | undefined {
  if (value === null) return undefined
  const type = protoRegistry(endpoint, transcoder.strict).message('Schema')
  if (Array.isArray(value)) transcoder.rejections.push(listForSingular(path.spelling, path.holder))
  else if (typeof value !== 'object') transcoder.rejections.push(scalarForMessage(path.parse, type.fullName, value))
  else {
    const target: Record<string, unknown> = {}
    transcodeMembers(transcoder, type, createHolder(target, path.parse, 0), value)
    return target
  }
  return undefined
}
