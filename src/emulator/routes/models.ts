import type { JsonObject } from '../../core/json.ts'
import { type Failure, failure } from '../api/envelope.ts'
import type { Model } from '../api/model.ts'
import { badRequest, checkQuery, modelNotFound } from './request-errors.ts'
import type { Route } from './route.ts'

type Answer = { readonly body: JsonObject } | { readonly failure: Failure }

/** AI Studio's defaults: 50 models a page, 1,000 at most. */
const defaultPageSize = 50
const maximalPageSize = 1_000

const listFields = ['pageSize', 'page_size', 'pageToken', 'page_token', 'filter', 'view']

/** The transcoder's errors, which come before the credentials are checked. */
export function checkModelsQuery({ kind }: Route, query: URLSearchParams): Failure | undefined {
  const unknown = checkQuery(query, kind === 'list-models' ? listFields : ['view'])
  if (unknown !== undefined || kind === 'get-model') return unknown
  const size = pageSizeOf(query)
  if (/^(-?\d{1,9})?$/.test(size)) return undefined
  const description = `Invalid value at 'page_size' (TYPE_INT32), ${JSON.stringify(size)}`
  return badRequest(description, [{ field: 'page_size', description }])
}

function pageSizeOf(query: URLSearchParams): string {
  return query.get('pageSize') ?? query.get('page_size') ?? ''
}

export function listModels(route: Route, query: URLSearchParams, models: readonly Model[]): Answer {
  const size = Number(pageSizeOf(query))
  const start = readPageToken(query.get('pageToken') ?? query.get('page_token'), models.length)
  if (size < 0 || start === undefined) {
    return { failure: failure('INVALID_ARGUMENT', 'Request contains an invalid argument.') }
  }
  const end = start + (size === 0 ? defaultPageSize : Math.min(size, maximalPageSize))
  const page = models.slice(start, end).map((model) => describe(route, model))
  const next = end < models.length && { nextPageToken: btoa(`models:${end}`) }
  return { body: { [route.endpoint === 'vertex' ? 'publisherModels' : 'models']: page, ...next } }
}

export function getModel(route: Route, find: (id: string) => Model | undefined): Answer {
  const { resource = '' } = route
  const isTuned = resource.startsWith('tunedModels/')
  const model = isTuned ? undefined : find(idOf(resource))
  if (model !== undefined) return { body: describe(route, model) }
  if (route.endpoint === 'ai-studio' && !isTuned) {
    const message = `Model is not found: ${resource} for api version ${route.version}`
    return { failure: failure('NOT_FOUND', message) }
  }
  return { failure: modelNotFound(route, resource) }
}

/** The id of a model: `x` for `models/x` and for `publishers/google/models/x`. */
export function idOf(resource: string): string {
  return resource.slice(resource.lastIndexOf('/') + 1)
}

function describe({ endpoint }: Route, model: Model): JsonObject {
  const description = `${model.displayName} as Toolfit's emulator plays it: the rules are Gemini's, the answers are made by rules and not by a language model.`
  if (endpoint === 'vertex') {
    return { name: `publishers/google/models/${model.id}`, versionId: 'default', launchStage: 'GA', description }
  }
  return {
    name: `models/${model.id}`,
    version: '001',
    displayName: model.displayName,
    description,
    inputTokenLimit: model.inputTokenLimit,
    outputTokenLimit: model.outputTokenLimit,
    supportedGenerationMethods: ['generateContent', 'countTokens'],
    ...(model.generation !== '3.6' && { temperature: 1, topP: 0.95, topK: 64, maxTemperature: 2 }),
    ...(model.supports.has('thinking') && { thinking: true }),
  }
}

/** The start of the page; undefined for an unknown token. */
function readPageToken(token: string | null, count: number): number | undefined {
  if (token === null || token === '') return 0
  return Array.from({ length: count }, (_, index) => index).find((index) => btoa(`models:${index}`) === token)
}
