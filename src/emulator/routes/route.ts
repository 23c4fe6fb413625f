import { decodePercent } from '../../core/parse-url.ts'
import type { Endpoint } from '../api/endpoint.ts'

/** A route, with what its path says. */
export interface Route {
  readonly kind: 'generate' | 'count' | 'list-models' | 'get-model'
  readonly endpoint: Endpoint
  /** `v1beta`, `v1internal` … */
  readonly version: string
  /** The path takes API keys: AI Studio, and Vertex in express mode. */
  readonly takesKeys: boolean
  /**
   * `models/gemini-3-flash-preview`, `tunedModels/mine`, `projects/p/locations/l/publishers/google/models/m`. Cloud Code names the model in
   * the body.
   */
  readonly resource: string | undefined
  readonly isStream: boolean
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
  const kind =
    action === undefined ? kindOfList(resource) : action === 'countTokens' ? ('count' as const) : ('generate' as const)
  return { kind, endpoint, version, takesKeys, resource, isStream: action === 'streamGenerateContent' }
}

function kindOfList(resource = 'models'): 'list-models' | 'get-model' {
  return /(^|\/)models$/.test(resource) ? 'list-models' : 'get-model'
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
