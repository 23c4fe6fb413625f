import type { JsonObject } from '../../core/json.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { type Failure, failure } from '../api/envelope.ts'

/** The credentials of a caller. */
export interface Credentials {
  /** `x-goog-api-key`, or `?key=`. */
  readonly key?: string | undefined
  /** `Authorization: Bearer`, or `?access_token=`. */
  readonly token?: string | undefined
}

/** The called method, as Google's errors name it. */
export interface Door {
  readonly endpoint: Endpoint
  /** Vertex without a project takes API keys: express mode. */
  readonly takesKeys: boolean
  /** `google.ai.generativelanguage.v1beta.GenerativeService.GenerateContent`, for errors only. */
  readonly method: () => string
}

const services: Readonly<Record<Endpoint, string>> = {
  'ai-studio': 'generativelanguage.googleapis.com',
  vertex: 'aiplatform.googleapis.com',
  'cloud-code': 'cloudcode-pa.googleapis.com',
}

const expected =
  'Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.'

export function readCredentials(headers: Headers, query: URLSearchParams): Credentials {
  const bearer = /^bearer\s+(.*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  return {
    key: headers.get('x-goog-api-key') || query.get('key') || query.get('$key') || undefined,
    token: bearer?.trim() || query.get('access_token') || undefined,
  }
}

/**
 * Why a caller is refused. Without `accepted`, every key and token is valid.
 * Recorded answers: a missing identity is a 403 on AI Studio and a 401 elsewhere; a wrong key is a 400.
 */
export function checkCredentials(
  { key, token }: Credentials,
  door: Door,
  accepted: readonly string[] | undefined,
): Failure | undefined {
  const isRight = (credential: string) => accepted === undefined || accepted.includes(credential)
  // Google checks the token first.
  if (token !== undefined) {
    if (isRight(token)) return undefined
    const message = `Request had invalid authentication credentials. ${expected}`
    return unauthenticated(message, 'ACCESS_TOKEN_TYPE_UNSUPPORTED', door)
  }
  if (key === undefined) {
    if (door.endpoint === 'ai-studio') return failure('PERMISSION_DENIED', unregistered)
    const message = `Request is missing required authentication credential. ${expected}`
    return unauthenticated(message, 'CREDENTIALS_MISSING', door)
  }
  if (!door.takesKeys) return unauthenticated(keysNotSupported, 'CREDENTIALS_MISSING', door)
  return isRight(key) ? undefined : keyInvalid(door)
}

const unregistered =
  "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API."
const keysNotSupported =
  'API keys are not supported by this API. Expected OAuth2 access token or other authentication credentials that assert a principal. See https://cloud.google.com/docs/authentication'

function unauthenticated(message: string, reason: string, { endpoint, method }: Door): Failure {
  const metadata = { method: method(), service: services[endpoint] }
  return failure('UNAUTHENTICATED', message, [errorInfo(reason, metadata)])
}

function keyInvalid({ endpoint }: Door): Failure {
  const message = 'API key not valid. Please pass a valid API key.'
  return failure('INVALID_ARGUMENT', message, [
    errorInfo('API_KEY_INVALID', { service: services[endpoint] }),
    { '@type': 'type.googleapis.com/google.rpc.LocalizedMessage', locale: 'en-US', message },
  ])
}

function errorInfo(reason: string, metadata: JsonObject): JsonObject {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com', metadata }
}
