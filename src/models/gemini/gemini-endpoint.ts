import { ToolfitError } from '../../core/errors.ts'
import { asFields, type JsonObject, present, showValue } from '../../core/json.ts'

/** The endpoints that serve Gemini, each with its own rules. */
export type GeminiProfile = 'ai-studio' | 'vertex' | 'cloud-code'

/** Settings that the URL and the envelope of a request depend on. */
export interface EndpointSettings {
  /** The URL of the API, with or without its version. Default: that of the profile. */
  readonly baseURL?: string | undefined
  /** Vertex and Cloud Code. */
  readonly project?: string | undefined
  /** Vertex: `global`, `us-central1` … Default `global`. */
  readonly location?: string | undefined
}

/** An endpoint, as data. */
export interface GeminiEndpoint {
  /** The provider's name in the AI SDK. */
  readonly provider: string
  /** Keys in `providerOptions` that hold data of this endpoint. Endpoints refuse each other's signatures. */
  readonly keys: readonly string[]
  /** Variables of the environment that may hold its key. */
  readonly keyVariables: readonly string[]
  /** URLs that it fetches itself. */
  readonly urls: readonly RegExp[]
  url(modelId: string, verb: 'generateContent' | 'streamGenerateContent', settings: EndpointSettings): string
  /** Puts the request into the endpoint's envelope. */
  wrap(body: JsonObject, modelId: string, settings: EndpointSettings): JsonObject
}

const endpoints: Readonly<Record<GeminiProfile, GeminiEndpoint>> = {
  'ai-studio': {
    provider: 'google.generative-ai',
    keys: ['google'],
    keyVariables: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    urls: [
      /^https:\/\/generativelanguage\.googleapis\.com\/v1beta\/files\/.*$/,
      /^https:\/\/(?:www\.)?youtube\.com\/watch\?v=[\w-]+(?:&[\w=&.-]*)?$/,
      /^https:\/\/youtu\.be\/[\w-]+(?:\?[\w=&.-]*)?$/,
    ],
    url: (modelId, verb, { baseURL }) =>
      `${base(baseURL, 'https://generativelanguage.googleapis.com', 'v1beta')}/${resource(modelId, 'models/')}:${verb}`,
    wrap: (body) => body,
  },
  vertex: {
    provider: 'google.vertex',
    keys: ['vertex', 'googleVertex'],
    keyVariables: [],
    urls: [/^https?:\/\/.*$/, /^gs:\/\/.*$/],
    url(modelId, verb, settings) {
      const { project, location = 'global', baseURL } = settings
      const host = `https://${location === 'global' ? '' : `${location}-`}aiplatform.googleapis.com`
      // Without a project, it is express mode, which takes a key.
      const place =
        project === undefined
          ? ''
          : `projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}/`
      return `${base(baseURL, host, 'v1')}/${resource(modelId, `${place}publishers/google/models/`)}:${verb}`
    },
    wrap: (body) => body,
  },
  'cloud-code': {
    provider: 'google.cloud-code',
    keys: ['cloudCode'],
    keyVariables: [],
    urls: [],
    url: (_modelId, verb, { baseURL }) =>
      `${base(baseURL, 'https://cloudcode-pa.googleapis.com', 'v1internal')}:${verb}`,
    wrap: (body, modelId, { project }) => present({ model: modelId.replace(/^models\//, ''), project, request: body }),
  },
}

export function endpointFor(profile: GeminiProfile): GeminiEndpoint {
  if (Object.hasOwn(endpoints, profile)) return endpoints[profile]
  const known = Object.keys(endpoints)
  const message = `There is no profile ${showValue(profile)}. There are: ${known.join(', ')}.`
  throw new ToolfitError('option-invalid', message, { option: 'profile', known })
}

/** Where an endpoint lists its models: beside the models themselves. */
export function listUrl(profile: GeminiProfile, settings: EndpointSettings): string {
  return endpointFor(profile)
    .url('any', 'generateContent', settings)
    .replace(/\/any:generateContent$/, '')
}

/** A base URL with its version: Google's clients leave it out, those of the AI SDK write it. */
function base(given: string | undefined, host: string, version: string): string {
  const url = (given ?? host).replace(/\/+$/, '')
  return /\/v\d\w*$/.test(url) ? url : `${url}/${version}`
}

/** The path of a model. A name with a slash is a path already: `tunedModels/mine`, `projects/p/locations/l/…`. */
const plainId = /^[\w.-]+$/

function resource(modelId: string, prefix: string): string {
  if (plainId.test(modelId)) return `${prefix}${modelId}`
  const path = modelId.includes('/') ? modelId : `${prefix}${modelId}`
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Refuses ids that would change the path of the URL: in a gateway they come from clients. */
export function checkModelId(modelId: string): void {
  const isPath = typeof modelId === 'string' && modelId.split('/').every((segment) => !/^\.{0,2}$/.test(segment))
  if (isPath && modelId.length <= 500) return
  throw new ToolfitError('option-invalid', `${showValue(modelId)} is not the id of a model.`, { option: 'modelId' })
}

/** `google.google_search` of the AI SDK → `{ googleSearch: args }`. Undefined for a tool that is not Google's. */
export function ownTool(id: string, args: unknown): JsonObject | undefined {
  const name = /^google\.([a-z_]+)$/.exec(id)?.[1]
  if (name === undefined) return undefined
  const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return { [key]: asFields(args) as JsonObject }
}
