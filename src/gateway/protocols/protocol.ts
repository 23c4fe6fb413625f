import type { BodyReader, HttpAnswer } from '../../core/http.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Client } from '../access/client-keys.ts'
import type { ClientShare } from '../access/rate-limits.ts'
import type { GatewayDependencies } from '../dependencies.ts'
import type { RequestDraft } from '../observe/request-record.ts'
import type { RefusedRequest } from '../refused-request.ts'

/** An API that clients speak: its routes, and its words for errors. */
export interface Protocol {
  readonly routes: readonly ProtocolRoute[]
  /** What a client is told of an error. Texts of our own programs are not part of it: a client cannot use them. */
  refusalOf(error: unknown): RefusedRequest
  /** The body of an answer that refuses a request. */
  encodeRefusal(refusal: RefusedRequest): JsonObject
}

export interface ProtocolRoute {
  readonly method: 'GET' | 'POST'
  /** As hono's routers read it. */
  readonly path: string
  /** For records and metrics, where the path has parts of the client's own. Default: the path. */
  readonly name?: string
  readonly handle: (call: ProtocolCall, gateway: GatewayDependencies) => Promise<HttpAnswer>
}

/** One request of a client. */
export interface ProtocolCall {
  readonly request: Request
  /** Undefined where the request's own stream is read. */
  readonly readBody: BodyReader | undefined
  readonly client: Client
  readonly record: RequestDraft
  /** Undefined for a client without limits. */
  readonly share: ClientShare | undefined
  /** A part of the path, by its name in the route. */
  param(name: string): string
}
