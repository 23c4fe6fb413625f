import type { Failure } from '../api/envelope.ts'
import { badRequest } from './request-errors.ts'

/** Parameters that every Google API takes, with and without the dollar. */
const systemParameters = new Set(
  'access_token alt callback fields key oauth_token prettyPrint quotaUser trace uploadType upload_protocol'.split(' '),
)

/** The caller's options for the form of the answer. */
export interface QueryOptions {
  readonly isSse: boolean
  readonly compact: boolean
  readonly olderErrors: boolean
}

const defaults: QueryOptions = { isSse: false, compact: false, olderErrors: false }

export function readQuery(query: URLSearchParams): QueryOptions {
  if (query.size === 0) return defaults
  const get = (name: string) => query.get(name) ?? query.get(`$${name}`)
  return {
    isSse: get('alt') === 'sse',
    compact: get('prettyPrint') === 'false' || get('prettyPrint') === '0',
    olderErrors: query.get('$.xgafv') === '1',
  }
}

/** The transcoder's error for a query parameter that is not a field of the request. */
export function checkQuery(query: URLSearchParams, fields: readonly string[]): Failure | undefined {
  if (query.size === 0) return undefined
  const unknown = [...new Set(query.keys())].filter((name) => {
    if (name === '$.xgafv' || systemParameters.has(name.replace(/^\$/, ''))) return false
    return !fields.includes(name)
  })
  if (unknown.length === 0) return undefined
  const lines = unknown.map(
    (name) =>
      `Invalid JSON payload received. Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`,
  )
  return badRequest(
    lines.join('\n'),
    lines.map((description) => ({ description })),
  )
}
