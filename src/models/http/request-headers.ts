import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from './api-call-error.ts'

/** Headers that a model adds to every call: as they are, or created for each call (an access token that expires). */
export type HeaderSource =
  | Readonly<Record<string, string | undefined>>
  | (() => Readonly<Record<string, string | undefined>> | PromiseLike<Readonly<Record<string, string | undefined>>>)

/** The headers of a call, in lower case. Later ones win; undefined values are not sent. */
export function joinHeaders(
  ...all: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  const joined: Record<string, string> = {}
  for (const headers of all) {
    if (headers === undefined) continue
    for (const name of Object.keys(headers)) {
      const value = headers[name]
      if (value !== undefined) joined[name.toLowerCase()] = value
    }
  }
  return joined
}

/** A key without the spaces and line breaks around it; undefined where it is empty, as variables of an environment may be. */
export function readKey(apiKey: string | undefined): string | undefined {
  return apiKey?.trim() || undefined
}

/** The error for a call without a key, and without headers in its place. `LoadAPIKeyError.isInstance` of `ai` recognises it. */
export function missingKey(provider: string, variable?: string): ToolfitError {
  const set = variable === undefined ? '' : `, set ${variable}`
  const message = `${provider} needs a key. Pass { apiKey }${set}, or headers: () => ({ authorization: 'Bearer …' }).`
  return asAiSdkError(new ToolfitError('api-key-missing', message, { provider }), 'AI_LoadAPIKeyError')
}
