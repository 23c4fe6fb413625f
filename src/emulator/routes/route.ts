import { decodePercent } from '../../core/parse-url.ts'
import type { Endpoint } from '../api/endpoint.ts'

/** A route, with what its path says. */
export type Route = GenerateRoute | CountRoute | ListModelsRoute | GetModelRoute

interface Place {
  readonly endpoint: Endpoint
  /** `v1beta`, `v1internal` … */
  readonly version: string
  /** The path takes API keys: AI Studio, and Vertex in express mode. */
  readonly takesKeys: boolean
}

/** The model of a path. Cloud Code names it in the body. */
interface OfModel extends Place {
  /** `models/gemini-3-flash-preview`, `tunedModels/mine`, `projects/p/locations/l/publishers/google/models/m`. */
  readonly resource: string | undefined
}

export interface GenerateRoute extends OfModel {
  readonly kind: 'generate'
  readonly isStream: boolean
}

export interface CountRoute extends OfModel {
  readonly kind: 'count'
}

export interface ListModelsRoute extends Place {
  readonly kind: 'list-models'
}

export interface GetModelRoute extends Place {
  readonly kind: 'get-model'
  readonly resource: string
}

/** `'any'`: the path says which endpoint is meant. */
export type Profile = Endpoint | 'any'

interface Pattern {
  readonly endpoint: Endpoint
  readonly method: 'GET' | 'POST'
  /** `version`, `resource` and `verb` are its named groups. */
  readonly path: RegExp
  readonly takesKeys: boolean
}

const verb = ':(?<verb>generateContent|streamGenerateContent|countTokens)'

/** Every path that is served. Model ids are not checked here: for an unknown one the API answers, not the front end. */
const patterns: readonly Pattern[] = [
  {
    endpoint: 'ai-studio',
    method: 'POST',
    path: new RegExp(`^/(?<version>v1beta|v1alpha|v1)/(?<resource>(?:models|tunedModels)/[^/:]+)${verb}$`),
    takesKeys: true,
  },
  {
    endpoint: 'ai-studio',
    method: 'GET',
    path: /^\/(?<version>v1beta|v1alpha|v1)\/(?<resource>models|(?:models|tunedModels)\/[^/:]+)$/,
    takesKeys: true,
  },
  {
    endpoint: 'vertex',
    method: 'POST',
    path: new RegExp(
      `^/(?<version>v1|v1beta1)/(?<resource>projects/[^/]+/locations/[^/]+/publishers/google/models/[^/:]+)${verb}$`,
    ),
    takesKeys: false,
  },
  {
    endpoint: 'vertex',
    method: 'POST',
    path: new RegExp(`^/(?<version>v1|v1beta1)/(?<resource>publishers/google/models/[^/:]+)${verb}$`),
    takesKeys: true,
  },
  {
    endpoint: 'vertex',
    method: 'GET',
    path: /^\/(?<version>v1|v1beta1)\/(?<resource>publishers\/google\/models(?:\/[^/:]+)?)$/,
    takesKeys: true,
  },
  { endpoint: 'cloud-code', method: 'POST', path: new RegExp(`^/(?<version>v1internal)${verb}$`), takesKeys: false },
]

/** The route of a request; undefined is the front end's own 404. A HEAD is a GET whose body is not sent. */
export function matchRoute(method: string, path: string, profile: Profile): Route | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method
  // Clients encode the colon of the verb, or a slash of the model.
  const decoded = decodePercent(path)
  for (const pattern of patterns) {
    if (pattern.method !== wanted || (profile !== 'any' && profile !== pattern.endpoint)) continue
    const groups = pattern.path.exec(decoded)?.groups
    if (groups !== undefined) return routeOf(pattern, groups)
  }
  return undefined
}

function routeOf({ endpoint, takesKeys }: Pattern, groups: Readonly<Record<string, string>>): Route {
  const { version = '', resource, verb: action } = groups
  const place = { endpoint, takesKeys, version }
  if (action === 'countTokens') return { ...place, kind: 'count', resource }
  if (action !== undefined) {
    return { ...place, kind: 'generate', resource, isStream: action === 'streamGenerateContent' }
  }
  if (resource === undefined || /(^|\/)models$/.test(resource)) return { ...place, kind: 'list-models' }
  return { ...place, kind: 'get-model', resource }
}

const protoPackages: Readonly<Record<Endpoint, (version: string) => string>> = {
  'ai-studio': (version) => `google.ai.generativelanguage.${version}`,
  vertex: (version) => `google.cloud.aiplatform.${version}`,
  'cloud-code': (version) => `google.internal.cloud.code.${version}`,
}

/** The RPC behind a route, as the details of an error name it. */
export function rpcName(route: Route): string {
  return `${protoPackages[route.endpoint](route.version)}.${rpcOf(route)}`
}

function rpcOf(route: Route): string {
  const isStudio = route.endpoint === 'ai-studio'
  switch (route.kind) {
    case 'generate': {
      const service = isStudio ? 'GenerativeService' : 'PredictionService'
      return `${service}.${route.isStream ? 'StreamGenerateContent' : 'GenerateContent'}`
    }
    case 'count':
      return `${isStudio ? 'GenerativeService' : 'PredictionService'}.CountTokens`
    case 'list-models':
      return isStudio ? 'ModelService.ListModels' : 'ModelGardenService.ListPublisherModels'
    case 'get-model':
      return isStudio ? 'ModelService.GetModel' : 'ModelGardenService.GetPublisherModel'
  }
}
