import { type JsonObject, present } from '../../core/json.ts'
import { jsonRules } from '../accept/json/json-rules.ts'
import { errorMessage } from '../accept/rule/rule.ts'
import type { Rejection, RuleId } from '../accept/rules.ts'
import { type Failure, failure } from '../api/envelope.ts'
import type { Route } from './route.ts'

/** The endpoint's error for a model that it does not have. */
export function modelNotFound(route: Route, resource: string): Failure {
  switch (route.endpoint) {
    case 'ai-studio': {
      const method = route.kind === 'count' ? 'countTokens' : 'generateContent'
      return failure(
        'NOT_FOUND',
        `${resource} is not found for API version ${route.version}, or is not supported for ${method}. Call ModelService.ListModels to see the list of available models and their supported methods.`,
      )
    }
    case 'vertex':
      return failure('NOT_FOUND', `Publisher Model \`${resource}\` not found.`)
    case 'cloud-code':
      return failure('NOT_FOUND', 'Requested entity was not found.')
  }
}

/** The error for a text that cannot be the name of a model: an API key, blanks, … */
export function checkModelName(route: Route, id: string): Failure | undefined {
  if (route.endpoint !== 'ai-studio' || /^[a-zA-Z0-9][a-zA-Z0-9._-]*$/.test(id)) return undefined
  const type = route.kind === 'count' ? 'CountTokensRequest' : 'GenerateContentRequest'
  return failure('INVALID_ARGUMENT', `* ${type}.model: unexpected model name format\n`)
}

/** Rules about the body as a whole: there is no field yet that could be violated. */
const aboutBody: ReadonlySet<RuleId> = new Set(jsonRules.map(({ id }) => id))

/** The error that Google makes of the rejections of one stage. Those of the transcoder are repeated as `fieldViolations`. */
export function refusal(rejections: readonly Rejection[]): Failure {
  const message = errorMessage(rejections)
  const violations = rejections.filter(({ stage, rule }) => stage === 'parse' && !aboutBody.has(rule))
  if (violations.length === 0) return failure('INVALID_ARGUMENT', message)
  return badRequest(
    message,
    violations.map(({ field, message: description }) => present({ field, description })),
  )
}

/** An error about fields, with `BadRequest` in its details. */
export function badRequest(message: string, fieldViolations: readonly JsonObject[]): Failure {
  const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }]
  return { ...failure('INVALID_ARGUMENT', message, details), reason: 'invalid' }
}

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

export function readQuery(query: URLSearchParams): QueryOptions {
  const get = (name: string) => query.get(name) ?? query.get(`$${name}`)
  return {
    isSse: get('alt') === 'sse',
    compact: get('prettyPrint') === 'false' || get('prettyPrint') === '0',
    olderErrors: query.get('$.xgafv') === '1',
  }
}

/** The transcoder's error for a query parameter that is not a field of the request. */
export function checkQuery(query: URLSearchParams, fields: readonly string[]): Failure | undefined {
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
