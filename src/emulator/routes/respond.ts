import { parseRequest } from '../accept/parse-request.ts'
import type { Delivery } from '../api/delivery.ts'
import { type Failure, failure, notFoundPage, type Page } from '../api/envelope.ts'
import type { GenerateContentRequest } from '../api/message.ts'
import type { Model } from '../api/model.ts'
import type { Chunk, FaultCall } from '../faults/fault.ts'
import { type FaultCounter, parseFaults } from '../faults/fault-call.ts'
import { checkCredentials, readCredentials } from './credentials.ts'
import { count, type GenerateContext, generate, type ModelRequest, type Refused } from './generate.ts'
import { checkModelsQuery, getModel, idOf, listModels } from './models.ts'
import { decodeText, readBody } from './read-body.ts'
import { type Form, renderChunks, renderFailure, renderJson, renderPage } from './render.ts'
import { checkModelName, checkQuery, modelNotFound, readQuery, refusal } from './request-errors.ts'
import type { Draft } from './request-log.ts'
import { matchRoute, type Profile, type Route, rpcName } from './route.ts'

/** The options and the state of an emulator, as its routes need them. */
export interface EmulatorContext extends GenerateContext {
  readonly models: readonly Model[]
  findModel(id: string): Model | undefined
  readonly profile: Profile
  readonly apiKeys: readonly string[] | undefined
  readonly maxBodyBytes: number
  readonly chunkDelayMs: number
  readonly faults: FaultCounter
}

/** The outcome of a request, before it is written. */
type Outcome =
  | Refused
  | { readonly page: Page }
  | { readonly body: object }
  | { readonly asked: ModelRequest; readonly chunks: readonly Chunk[]; readonly faults: readonly FaultCall[] }

const faultHeader = 'x-toolfit-fault'

/** Answers a request, with its faults. What becomes known about the request is noted in the draft. */
export async function respond(draft: Draft, context: EmulatorContext): Promise<Delivery> {
  const { request, url } = draft
  const route = matchRoute(request.method, url.pathname, context.profile)
  if (route !== undefined) draft.endpoint = route.endpoint
  const form = formOf(route, url.searchParams)
  const calls = parseFaults(request.headers.get(faultHeader) ?? '')
  if (typeof calls === 'string') return fail(draft, form, failure('INVALID_ARGUMENT', `${faultHeader}: ${calls}`))
  const faults = context.faults.take(calls)
  const outcome = await decide(draft, route, faults, context)
  const { delivery, applied } = write(draft, outcome, form, faults, context)
  return applied.reduce((current, { fault, settings }) => fault.deliver?.(current, settings) ?? current, delivery)
}

function formOf(route: Route | undefined, query: URLSearchParams): Form {
  const { isSse, compact, olderErrors } = readQuery(query)
  const isStream = route?.isStream === true
  const form = !isStream ? 'json' : isSse ? 'sse' : 'array'
  return { compact, olderErrors, endpoint: route?.endpoint ?? 'ai-studio', form }
}

function fail(draft: Draft, form: Form, problem: Failure): Delivery {
  draft.error = problem.message
  return renderFailure(problem, form)
}

/** The delivery, and the faults that apply to it. */
function write(draft: Draft, outcome: Outcome, form: Form, faults: readonly FaultCall[], context: EmulatorContext) {
  if ('page' in outcome) return { delivery: renderPage(outcome.page), applied: faults }
  if ('body' in outcome) return { delivery: renderJson(outcome.body, form), applied: faults }
  if ('failure' in outcome) {
    if (outcome.rejections !== undefined) draft.rejections = outcome.rejections
    return { delivery: fail(draft, form, outcome.failure), applied: faults }
  }
  const { asked, chunks } = outcome
  const scripted = context.faults.take(outcome.faults)
  const applied = [...faults, ...scripted]
  const refused = refuse(scripted, asked.model)
  if (refused !== undefined) return { delivery: fail(draft, form, refused), applied }
  const faultContext = { endpoint: form.endpoint, model: asked.model, request: asked.message }
  const rewritten = applied.reduce(
    (current, { fault, settings }) => fault.rewrite?.(current, settings, faultContext) ?? current,
    chunks,
  )
  return { delivery: renderChunks(rewritten, form, context.chunkDelayMs), applied }
}

function refuse(faults: readonly FaultCall[], model: Model | undefined): Failure | undefined {
  const call = faults.find(({ fault }) => fault.refuse !== undefined)
  return call?.fault.refuse?.(call.settings, model)
}

/** The stages in Google's order: each hides the ones after it. */
async function decide(
  draft: Draft,
  route: Route | undefined,
  faults: readonly FaultCall[],
  context: EmulatorContext,
): Promise<Outcome> {
  if (route === undefined) return { page: notFoundPage(draft.url.pathname) }
  if (route.kind === 'list-models' || route.kind === 'get-model') return answerModels(draft, route, faults, context)
  const read = await readMessage(draft, route, context)
  if (!('message' in read)) return read
  const unknown = checkQuery(draft.url.searchParams, [])
  if (unknown !== undefined) return { failure: unknown }
  const unknownCaller = checkCaller(draft, route, context)
  if (unknownCaller !== undefined) return { failure: unknownCaller }
  const { message } = read
  const resource = route.resource ?? message.model ?? ''
  const id = idOf(resource)
  draft.model = id
  const model = resource.startsWith('tunedModels/') ? undefined : context.findModel(id)
  const refused = refuse(faults, model) ?? checkModelName(route, id)
  if (refused !== undefined) return { failure: refused }
  if (model === undefined) return { failure: modelNotFound(route, resource) }
  if (route.kind === 'count') return count(message)
  const asked = { route, message, model }
  const generated = await generate(asked, context)
  return 'chunks' in generated ? { asked, ...generated } : generated
}

/** Stages 1 and 2, which come before the credentials are checked. */
async function readMessage(
  draft: Draft,
  route: Route,
  context: EmulatorContext,
): Promise<{ readonly message: GenerateContentRequest } | Refused | { readonly page: Page }> {
  const body = await readBody(draft.request, context.maxBodyBytes)
  if ('page' in body) return body
  const decoded = decodeText(body.bytes)
  if ('failure' in decoded) return decoded
  draft.text = decoded.text
  const type = route.kind === 'count' ? 'CountTokensRequest' : 'GenerateContentRequest'
  const { endpoint } = route
  const parsed = parseRequest(decoded.text, type, { endpoint, strict: context.checks.strict })
  if (parsed.rejections !== undefined) return { failure: refusal(parsed.rejections), rejections: parsed.rejections }
  return { message: parsed.message }
}

function checkCaller({ request, url }: Draft, route: Route, { apiKeys }: EmulatorContext): Failure | undefined {
  const { endpoint, takesKeys } = route
  const credentials = readCredentials(request.headers, url.searchParams)
  return checkCredentials(credentials, { endpoint, takesKeys, method: () => rpcName(route) }, apiKeys)
}

function answerModels(draft: Draft, route: Route, faults: readonly FaultCall[], context: EmulatorContext): Outcome {
  const { searchParams } = draft.url
  const problem =
    checkModelsQuery(route, searchParams) ?? checkCaller(draft, route, context) ?? refuse(faults, undefined)
  if (problem !== undefined) return { failure: problem }
  if (route.kind === 'list-models') return listModels(route, searchParams, context.models)
  draft.model = idOf(route.resource ?? '')
  return getModel(route, context.findModel)
}
