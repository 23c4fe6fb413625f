import { setOwn } from '../../src/core/json.ts'
import { joinPointer } from '../../src/core/pointer.ts'
import { childSchemas, isSchemaObject } from '../../src/emulator/accept/schema/json-schema-document.ts'

/**
 * What Gemini heeds in `parametersJsonSchema` and `responseJsonSchema`. "While the full JSON Schema may be sent, not all
 * features are supported. Specifically, only the following properties are supported": comment of `response_json_schema` in
 * google/cloud/aiplatform/v1beta1/content.proto and google/ai/generativelanguage/v1beta/content.proto, rendered at
 * https://pub.dev/documentation/google_cloud_aiplatform_v1beta1/latest/aiplatform/GenerationConfig/responseJsonSchema.html
 * What is not in the list is ignored, not refused (https://ai.google.dev/gemini-api/docs/structured-output).
 */
export const heededKeywords: ReadonlySet<string> = new Set([
  '$id',
  '$defs',
  '$ref',
  '$anchor',
  'type',
  'format',
  'title',
  'description',
  'enum',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'anyOf',
  // Read as if it were `anyOf`.
  'oneOf',
  'properties',
  'additionalProperties',
  'required',
  'propertyOrdering',
  // Not in the list. References into it were seen to resolve, so it holds schemas that are heeded.
  'definitions',
])

/** The formats of strings that https://ai.google.dev/gemini-api/docs/structured-output names under JSON Schema support. */
export const heededFormats: ReadonlySet<string> = new Set(['date-time', 'date', 'time'])

/** A keyword that Gemini does not heed, and the schema that it stands in. */
export interface IgnoredKeyword {
  /** JSON Pointer of the schema. */
  readonly at: string
  readonly keyword: string
}

/**
 * Every keyword in a JSON Schema that Gemini ignores. Nothing is said about what lies below an ignored keyword.
 *
 * @example
 * ```ts
 * ignoredKeywords({ type: 'object', properties: { pattern: { type: 'string', pattern: '^a' } } })
 * // [{ at: '/properties/pattern', keyword: 'pattern' }]
 * ```
 */
export function ignoredKeywords(schema: unknown): IgnoredKeyword[] {
  const ignored: IgnoredKeyword[] = []
  readHeeded(schema, (at, keyword) => ignored.push({ at, keyword }))
  return ignored
}

/**
 * The schema that Gemini reads: a copy without the keywords that it ignores. Names of properties are data and stay.
 * A schema that contains itself, or that `checkJsonSchema` finds too large, is not for this function.
 *
 * @example
 * ```ts
 * heededSchema({ type: 'string', pattern: '^a', description: 'd' }) // { type: 'string', description: 'd' }
 * ```
 */
export function heededSchema(schema: unknown): unknown {
  return readHeeded(schema, () => {})
}

/** A schema that is yet to be copied into the place that was made for it. */
interface Pending {
  readonly source: unknown
  readonly at: string
  place(copy: unknown): void
}

/** Without recursion, so that no depth is too deep. */
function readHeeded(root: unknown, ignore: (at: string, keyword: string) => void): unknown {
  let result: unknown
  const pending: Pending[] = [{ source: root, at: '', place: (copy) => (result = copy) }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { source, at, place } = next
    place(isSchemaObject(source) ? copyHeeded(source, at, pending, ignore) : source)
  }
  return result
}

function copyHeeded(
  source: Readonly<Record<string, unknown>>,
  at: string,
  pending: Pending[],
  ignore: (at: string, keyword: string) => void,
): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(source)) {
    if (!isHeeded(keyword, value)) ignore(at, keyword)
    else if (Array.isArray(value)) setOwn<unknown>(copy, keyword, [...value])
    else if (isSchemaObject(value)) setOwn<unknown>(copy, keyword, copyMap(value))
    else setOwn(copy, keyword, value)
  }
  const children = [...childSchemas(source)].filter(({ keyword }) => Object.hasOwn(copy, keyword))
  // The last one in is the first one out: ignored keywords are listed as they are written.
  for (const { tokens, schema } of children.reverse()) {
    const holder = tokens.length === 1 ? copy : (copy[tokens[0] as string] as Record<string, unknown>)
    const key = tokens[tokens.length - 1] as string
    pending.push({
      source: schema,
      at: tokens.reduce((pointer, token) => joinPointer(pointer, token), at),
      place: (child) => setOwn<unknown>(holder, key, child),
    })
  }
  return copy
}

function copyMap(map: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(map)) setOwn<unknown>(copy, key, value)
  return copy
}

function isHeeded(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'format':
      return typeof value === 'string' && heededFormats.has(value)
    case 'enum':
      return Array.isArray(value) && value.every((member) => typeof member === 'string' || typeof member === 'number')
    case 'type':
      return typeof value === 'string' || isNullableType(value)
    default:
      return heededKeywords.has(keyword)
  }
}

/** Only "a type or null" is documented as a list of types. Others are accepted, but are not known to bind. */
function isNullableType(value: unknown): boolean {
  return Array.isArray(value) && value.filter((name) => name !== 'null').length <= 1
}
