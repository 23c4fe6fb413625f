import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject, type Json, type JsonObject, ownValue, setOwn } from '../../core/json.ts'
import { requiredNames } from '../document/keyword-values.ts'
import { schemaKeywords } from '../document/schema-keywords.ts'

/** Deeper schemas are refused: no provider parses them, and the recursion needs a limit. */
const deepest = 1_000

/**
 * Moves `required: true` from properties to the list of their parent, as JSON Schema requires, and removes `required: false`.
 * Existing entries stay, in order; nested objects, items and branches are treated in the same way. A root without any hint at its
 * type becomes an object. Nothing else changes, and the input is never mutated.
 *
 * @throws ToolfitError `schema-too-deep` beyond 1,000 levels, also for a schema that contains itself.
 *
 * @example
 * ```ts
 * import { normaliseRequired } from 'toolfit/schema'
 *
 * normaliseRequired({ type: 'object', properties: { city: { type: 'string', required: true } } })
 * // { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
 * ```
 */
export function normaliseRequired<T>(schema: T): T {
  if (!isPlainObject(schema)) return schema
  const normalised = normalise(schema as JsonObject, 0)
  return (hasNoTypeHint(normalised) ? { type: 'object', ...normalised } : normalised) as T
}

function normalise(schema: JsonObject, depth: number): JsonObject {
  if (depth > deepest) {
    const message = `The schema nests deeper than ${deepest} levels, or contains itself. Use $ref for recursion.`
    throw new ToolfitError('schema-too-deep', message, { limit: deepest })
  }
  const result: Record<string, Json> = {}
  let changed = false
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword]!
    if (keyword === 'required' && typeof value === 'boolean') {
      changed = true
      continue
    }
    const inner = normaliseKeyword(keyword, value, depth)
    if (inner !== value) changed = true
    setOwn(result, keyword, inner)
  }
  const required = requiredNames(schema)
  const listed = ownValue(schema, 'required')
  const known = Array.isArray(listed) ? listed.length : 0
  if (required.length > known) {
    changed = true
    result['required'] = required
  }
  return changed ? result : schema
}

function normaliseKeyword(keyword: string, value: Json, depth: number): Json {
  const kind = schemaKeywords.get(keyword)
  if (Array.isArray(value)) {
    if (kind !== 'list' && kind !== 'either') return value
    const items = value.map((item: Json) => normaliseAny(item, depth))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlainObject(value) || kind === undefined || kind === 'list') return value as Json
  if (kind !== 'map') return normaliseAny(value as JsonObject, depth)
  const result: Record<string, Json> = {}
  let changed = false
  for (const name of Object.keys(value)) {
    const inner = normaliseAny(value[name] as Json, depth)
    if (inner !== value[name]) changed = true
    setOwn(result, name, inner)
  }
  return changed ? result : (value as JsonObject)
}

function normaliseAny(value: Json, depth: number): Json {
  return isPlainObject(value) ? normalise(value as JsonObject, depth + 1) : value
}

function hasNoTypeHint(schema: JsonObject): boolean {
  const telling = ['type', '$ref', '$dynamicRef', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if']
  return !telling.some((keyword) => Object.hasOwn(schema, keyword))
}
