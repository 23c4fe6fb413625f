import { isPlainObject, type Json, type JsonObject, setOwn } from '../../core/json.ts'

type Fields = Readonly<Record<string, unknown>>

/** Keys whose members are the caller's own words. */
const openKeys: ReadonlySet<string> = new Set(['labels'])

/**
 * Google's own settings of a request, as Google's compatible endpoint takes them: `google`, also inside of `extra_body`, in either
 * spelling; and `safety_settings` at the top, where other gateways take them.
 */
export function googleOptions(body: Fields): Record<string, Json> {
  const extra = isPlainObject(body['extra_body']) ? body['extra_body'] : {}
  const google = body['google'] ?? extra['google']
  const options: Record<string, Json> = isPlainObject(google) ? (camelCased(google) as Record<string, Json>) : {}
  const safety = body['safety_settings'] ?? body['safetySettings']
  if (Array.isArray(safety) && options['safetySettings'] === undefined) options['safetySettings'] = camelCased(safety)
  return options
}

function camelCased(value: unknown): Json {
  if (Array.isArray(value)) return value.map(camelCased)
  if (!isPlainObject(value)) return value as Json
  const copy: Record<string, Json> = {}
  for (const [key, member] of Object.entries(value)) {
    setOwn(copy, camelCase(key), openKeys.has(key) ? (member as Json) : camelCased(member))
  }
  return copy as JsonObject
}

function camelCase(key: string): string {
  return key.replace(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
