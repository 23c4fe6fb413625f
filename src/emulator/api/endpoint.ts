/** The three places that take a Gemini request, each with its own proto package and its own habits. */
export type Endpoint = 'ai-studio' | 'vertex' | 'cloud-code'

export const endpoints: readonly Endpoint[] = ['ai-studio', 'vertex', 'cloud-code']

interface EndpointProfile {
  /** Where the `Schema` and `Type` that parse errors name are declared. */
  readonly protoPackage: string
  /** Cloud Code wraps the request: `{ model, project, request: {…} }`. */
  readonly prefix: string
}

export const endpointProfiles: Readonly<Record<Endpoint, EndpointProfile>> = {
  'ai-studio': { protoPackage: 'google.ai.generativelanguage.v1beta', prefix: '' },
  vertex: { protoPackage: 'google.cloud.aiplatform.v1', prefix: '' },
  'cloud-code': { protoPackage: 'google.cloud.aiplatform.master', prefix: 'request.' },
}
