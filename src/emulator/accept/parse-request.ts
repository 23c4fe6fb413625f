import { present } from '../../core/json.ts'
import type { GenerateContentRequest } from '../api/message.ts'
import { JsonReader, type JsonValue, unbudgeted } from './json/json-reader.ts'
import { parseJsonText } from './json/json-syntax.ts'
import { protoRegistry } from './proto/proto-registry.ts'
import { protoRejection } from './proto/proto-rules.ts'
import { transcodeMembers } from './proto/transcode.ts'
import { createHolder, rejectionsOf, type Transcoder } from './proto/transcoder.ts'
import type { CheckOptions } from './rule/rule.ts'
import type { Rejection } from './rules.ts'

/** What a request is for. */
type RequestType = 'GenerateContentRequest' | 'CountTokensRequest'

/** A request in its canonical form, with the project that Cloud Code's envelope names. One to count has its contents in other fields too. */
type RequestMessage = GenerateContentRequest & { readonly project?: string }

export type ParsedRequest =
  | { readonly message: RequestMessage; readonly rejections?: undefined }
  | { readonly rejections: readonly Rejection[]; readonly message?: undefined }

/**
 * Parses the JSON of a request and transcodes it to the proto message. Total: it takes any text. A rejection with the rule
 * `json-syntax` stands alone.
 *
 * For Cloud Code the message is the inner request, with `model` and `project` of the envelope.
 */
export function parseRequest(text: string, type: RequestType, context: CheckOptions): ParsedRequest {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text
  // Measured on another Google API (Sheets, 2026-10-04): no body is an empty message, and a byte-order mark is skipped.
  if (body === '') return transcodeRequest({}, type, context)
  const { outcome, firstPass } = parseJsonText(body)
  // The transcoder runs along with the parser: its errors before an early end of the text come first.
  if (firstPass !== undefined) {
    const parsed = transcodeRequest(firstPass, type, context)
    if (parsed.rejections !== undefined) return parsed
  }
  return 'value' in outcome ? transcodeRequest(outcome.value, type, context) : { rejections: [outcome.rejection] }
}

function transcodeRequest(
  value: JsonValue,
  type: RequestType,
  { endpoint, strict = true }: CheckOptions,
): ParsedRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { rejections: [protoRejection('root-not-message', { at: '' })] }
  const transcoder: Transcoder = { reader: new JsonReader(strict), strict, rejections: [] }
  const root = protoRegistry(endpoint, strict).message(endpoint === 'cloud-code' ? `CloudCode.${type}` : type)
  const target: Record<string, unknown> = {}
  const rejections = rejectionsOf(transcoder, () => {
    transcodeMembers(transcoder, root, createHolder(target, '', unbudgeted), value)
  })
  if (rejections.length > 0) return { rejections }
  return { message: endpoint === 'cloud-code' ? unwrap(target) : target }
}

function unwrap({ request, model, project }: Record<string, unknown>): object {
  return { ...(request as object | undefined), ...present({ model, project }) }
}
