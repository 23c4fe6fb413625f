import { type Fields, isPlainObject, type Json, type JsonObject, setOwn } from '../../../core/json.ts'
import { isSaid } from '../../../wire/openai-chat/wrong-field.ts'

/** Keys whose members are named by the client. */
const openKeys: ReadonlySet<string> = new Set(['labels'])

/** Settings that clients also write without `google` around them. OpenAI has no parameter of these names. */
const bareNames: ReadonlySet<string> = new Set(['safetySettings', 'cachedContent', 'thinkingConfig'])

/** Whether this is a setting of Google's at the top of a request, or in `extra_body`. */
export function isGoogleSetting(name: string): boolean {
  return bareNames.has(camelCase(name))
}

/**
 * Google's own settings of a request, in either spelling. Google's compatible endpoint takes them in `google`, also inside of
 * `extra_body`; other gateways take some of them bare, beside it or around it. The innermost wins.
 */
export function googleOptions(body: Fields): Record<string, Json> {
  const extra = isPlainObject(body['extra_body']) ? body['extra_body'] : {}
  const google = body['google'] ?? extra['google']
  return {
    ...bareSettings(body),
    ...bareSettings(extra),
    ...(isPlainObject(google) ? (camelCased(google) as JsonObject) : {}),
  }
}

function bareSettings(fields: Fields): Record<string, Json> {
  const settings: Record<string, Json> = {}
  for (const name of Object.keys(fields)) {
    if (isGoogleSetting(name) && isSaid(fields[name])) settings[camelCase(name)] = camelCased(fields[name])
  }
  return settings
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
  if (!key.includes('_')) return key
  return key.replace(/(?<=[a-z\d])_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
