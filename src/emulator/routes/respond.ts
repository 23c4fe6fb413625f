import type { Delivery } from '../api/delivery.ts'
import { type Failure, failure } from '../api/envelope.ts'
import { notFoundPage, type Page } from '../api/envelope-page.ts'
import type { GenerateContentRequest } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import type { Chunk, FaultCall } from '../faults/fault.ts'
import { type FaultCounter, parseFaults } from '../faults/fault-call.ts'
import { checkCredentials, readCredentials } from './credentials.ts'
import { decodeText } from './decode-text.ts'
import { count, generate, type Kitchen, type Order, type Refused } from './generate.ts'
import { checkModelsQuery, getModel, idOf, listModels } from './models.ts'
import { checkQuery, readQuery } from './query.ts'
import { readBody } from './read-body.ts'
import { type Form, renderChunks, renderFailure, renderJson, renderPage } from './render.ts'
import { checkModelName, modelNotFound, refusal } from './request-errors.ts'
import type { Draft } from './request-log.ts'
import { type CountRoute, type GenerateRoute, matchRoute, type Profile, type Route, rpcName } from './route.ts'

/** An emulator, as its routes see it. */
export interface House extends Kitchen {
  readonly profile: Profile
  readonly apiKeys: readonly string[] | undefined
  readonly maxBodyBytes: number
  readonly chunkDelayMs: number
  readonly faults: FaultCounter
}

/** What a request came to, before it is written. */
type Outcome =
  | Refused
  | { readonly page: Page }
  | { readonly body: object }
  | { readonly order: Order; readonly chunks: readonly Chunk[]; readonly faults: readonly FaultCall[] }

const faultHeader = 'x-toolfit-fault'

/** Answers a request, with what is to go wrong on the way. What becomes known of it is noted in the draft. */
export async function respond(draft: Draft, house: House): Promise<Delivery> {
  const { request, url } = draft
  const route = matchRoute(request.method, url.pathname, house.profile)
  if (route !== undefined) draft.endpoint = route.endpoint
  const form = formOf(route, url.searchParams)
  const asked = parseFaults(request.headers.get(faultHeader) ?? '')
  if (typeof asked === 'string') return fail(draft, form, failure('INVALID_ARGUMENT', `${faultHeader}: ${asked}`))
  const faults = house.faults.take(asked)
  const outcome = await decide(draft, route, faults, house)
  const { delivery, applied } = write(draft, outcome, form, faults, house)
  return applied.reduce((current, { fault, settings }) => fault.deliver?.(current, settings) ?? current, delivery)
}

function formOf(route: Route | undefined, query: URLSearchParams): Form {
  const { isSse, compact, olderErrors } = readQuery(query)
  const isStream = route?.kind === 'generate' && route.isStream
  const form = !isStream ? 'json' : isSse ? 'sse' : 'array'
  return { compact, olderErrors, endpoint: route?.endpoint ?? 'ai-studio', form }
}

function fail(draft: Draft, form: Form, problem: Failure): Delivery {
  draft.error = problem.message
  return renderFailure(problem, form)
}

/** The delivery, and the faults that act on it. */
function write(draft: Draft, outcome: Outcome, form: Form, faults: readonly FaultCall[], house: House) {
  if ('page' in outcome) return { delivery: renderPage(outcome.page), applied: faults }
  if ('body' in outcome) return { delivery: renderJson(outcome.body, form), applied: faults }
  if ('failure' in outcome) {
    if (outcome.rejections !== undefined) draft.rejections = outcome.rejections
    return { delivery: fail(draft, form, outcome.failure), applied: faults }
  }
  const { order, chunks } = outcome
  const scripted = house.faults.take(outcome.faults)
  const applied = [...faults, ...scripted]
  const refused = refuse(scripted, order.model)
  if (refused !== undefined) return { delivery: fail(draft, form, refused), applied }
  const context = {
    endpoint: form.endpoint,
    model: order.model,
    request: order.message,
    isStream: order.route.isStream,
  }
  const rewritten = applied.reduce(
    (current, { fault, settings }) => fault.rewrite?.(current, settings, context) ?? current,
    chunks,
  )
  return { delivery: renderChunks(rewritten, form, house.chunkDelayMs), applied }
}

function refuse(faults: readonly FaultCall[], model: Model | undefined): Failure | undefined {
  const call = faults.find(({ fault }) => fault.refuse !== undefined)
  return call?.fault.refuse?.(call.settings, model)
}

/** The stages in Google's order: each hides those behind it. */
async function decide(
  draft: Draft,
  route: Route | undefined,
  faults: readonly FaultCall[],
  house: House,
): Promise<Outcome> {
  if (route === undefined) return { page: notFoundPage(draft.url.pathname) }
  if (route.kind === 'list-models' || route.kind === 'get-model') return look(draft, route, faults, house)
  const read = await readMessage(draft, route, house)
  if (!('message' in read)) return read
  const unknown = checkQuery(draft.url.searchParams, [])
  if (unknown !== undefined) return { failure: unknown }
  const stranger = knock(draft, route, house)
  if (stranger !== undefined) return { failure: stranger }
  const { message } = read
  const resource = route.resource ?? message.model ?? ''
  const id = idOf(resource)
  draft.model = id
  const model = resource.startsWith('tunedModels/') ? undefined : house.stages.findModel(id)
  const refused = refuse(faults, model) ?? checkModelName(route, id)
  if (refused !== undefined) return { failure: refused }
  if (model === undefined) return { failure: modelNotFound(route, resource) }
  if (route.kind === 'count') return count(message, house.stages)
  const order = { route, message, model }
  const generated = await generate(order, house)
  return 'chunks' in generated ? { order, ...generated } : generated
}

/** Stages 1 and 2: they come before anybody asks who is calling. */
async function readMessage(
  draft: Draft,
  route: GenerateRoute | CountRoute,
  house: House,
): Promise<{ readonly message: GenerateContentRequest } | Refused | { readonly page: Page }> {
  const body = await readBody(draft.request, house.maxBodyBytes)
  if ('page' in body) return body
  const decoded = decodeText(body.bytes)
  if ('failure' in decoded) return decoded
  draft.text = decoded.text
  const type = route.kind === 'count' ? 'CountTokensRequest' : 'GenerateContentRequest'
  const context = { endpoint: route.endpoint, strict: house.judgement.strict }
  const parsed = house.stages.parseRequest(decoded.text, type, context)
  if (parsed.rejections !== undefined) return { failure: refusal(parsed.rejections), rejections: parsed.rejections }
  return { message: parsed.message as GenerateContentRequest }
}

function knock({ request, url }: Draft, route: Route, { apiKeys }: House): Failure | undefined {
  const { endpoint, takesKeys } = route
  const credentials = readCredentials(request.headers, url.searchParams)
  return checkCredentials(credentials, { endpoint, takesKeys, method: () => rpcName(route) }, apiKeys)
}

function look(
  draft: Draft,
  route: Extract<Route, { kind: 'list-models' | 'get-model' }>,
  faults: readonly FaultCall[],
  house: House,
): Outcome {
  const { searchParams } = draft.url
  const problem = checkModelsQuery(route, searchParams) ?? knock(draft, route, house) ?? refuse(faults, undefined)
  if (problem !== undefined) return { failure: problem }
  if (route.kind === 'list-models') return listModels(route, searchParams, house.stages.models)
  draft.model = idOf(route.resource)
  return getModel(route, house.stages.findModel)
}
