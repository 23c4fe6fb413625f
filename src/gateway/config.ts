import { readOrigins } from '../core/browser-guard.ts'
import { ToolfitError } from '../core/errors.ts'
import type { Transport } from '../core/http.ts'
import { showValue } from '../core/json.ts'
import type { GeminiProfile } from '../models/gemini/gemini-endpoint.ts'
import { type FetchFunction, fetchTransport } from '../models/http/fetch-transport.ts'
import type { TransportSettings } from '../models/http/model-call.ts'
import { type HeaderSource, readKey } from '../models/http/request-headers.ts'
import type { ClientKey } from './access/client-keys.ts'
import {
  createResourceAccess,
  type ProjectResource,
  projectResources,
  type ResourceAccess,
} from './access/project-resources.ts'
import type { GatewayEvent } from './observe/log.ts'
import type { RequestRecord } from './observe/request-record.ts'
import type { RateLimitStore, RateLimits } from './stores/rate-limit-store.ts'
import type { SignatureStore } from './stores/signature-store.ts'

/** How a gateway works. A key, headers in place of one, or a `fetch` that adds it is required; everything else has a default. */
export interface GatewayConfig {
  /** Keys of Gemini. With several, one that is out of quota pauses while the others are used. */
  readonly apiKey?: string | readonly string[] | undefined
  /** Headers of every call to Gemini, in place of a key: for access tokens, which expire. */
  readonly headers?: HeaderSource | undefined
  /** AI Studio (the default), Vertex AI, or Cloud Code. */
  readonly profile?: GeminiProfile | undefined
  /** Another address of Gemini. Default: that of the profile. */
  readonly baseURL?: string | undefined
  /** The Google Cloud project: for Vertex AI with a token, and for Cloud Code. */
  readonly project?: string | undefined
  /** The location of Vertex AI, such as `europe-west4`. Default `global`. */
  readonly location?: string | undefined
  /** How Gemini is reached. Default: the global one. */
  readonly fetch?: FetchFunction | undefined
  /** `fetch` or `baseURL` is an emulator: `/healthz` and `/readyz` say so. Default false. */
  readonly offline?: boolean | undefined

  /**
   * Keys that clients must send, as they are or as `sha256:<hex>`. Without the option no key is needed, and only requests for loopback
   * names and `allowHosts` are served. An empty list is an error. A key may have limits of its own:
   * `{ key, requestsPerMinute: 60 }`.
   */
  readonly clientKeys?: readonly (string | ClientKey)[] | undefined
  /**
   * What each client may use; more is a 429. Without client keys there is one client, and only limits that are set here count. False: no
   * limits, except those of a key.
   */
  readonly rateLimits?: RateLimits | false | undefined
  /** Counts what clients use, for several gateways. Default: in memory. While it fails, each gateway counts for itself. */
  readonly rateLimitStore?: RateLimitStore | undefined
  /**
   * Serve clients of other machines without client keys: needed by `serveGateway` to listen beyond loopback. Requests for an IP address
   * are then served too. Default false.
   */
  readonly open?: boolean | undefined
  /**
   * Names under which a gateway without client keys is reached, besides `localhost`, 127.0.0.0/8 and `::1`: `['toolfit.internal']`, or
   * `['*']` for any. Requests for other names are a 403, so that no web page can reach the gateway under a name of its own.
   */
  readonly allowHosts?: readonly string[] | undefined
  /** Origins whose pages may send requests, or `*`. Default: none. Without client keys, pages of this machine may send them too. */
  readonly cors?: readonly string[] | undefined
  /**
   * Resources of the project at Google that clients may name: `files` of the Files API, objects in Cloud `storage`, and `caches` of content.
   * Gemini reads them with the permissions of the gateway's key. Default none: naming one is a 403.
   */
  readonly allowResources?: readonly ProjectResource[] | undefined
  /** Aliases: names that clients use, and the models that answer, such as `{ 'gpt-5.2': 'gemini-3-flash-preview' }`. */
  readonly models?: Readonly<Record<string, string>> | undefined
  /**
   * Refuse, in OpenAI's words, what would otherwise be repaired or ignored: broken histories, parameters without an equivalent, tools
   * that cannot be declared. Default false.
   */
  readonly strict?: boolean | undefined
  /** A prompt that Gemini blocks is an answer that ends with `content_filter` (the default), or an error of status 400. */
  readonly blocked?: 'answer' | 'error' | undefined
  /**
   * `keep`: the model is also asked for properties of tools that their server sets (`readOnly`), and for those of answers that only the
   * client sends (`writeOnly`). By default they are left out.
   */
  readonly access?: 'keep' | undefined
  /** The store of thought signatures. Default: in memory, bounded. */
  readonly signatures?: SignatureStore | undefined

  /** Bodies above it, decompressed, are a 413. Default 20 MB: more is refused by Google. */
  readonly maxBodyBytes?: number | undefined
  /**
   * Bytes of the bodies of all requests in progress, decompressed. Beyond it, requests are a 503 with `retry-after`. A client with a key
   * may have half of it, or one body of `maxBodyBytes`. Default 256 MB; `serveGateway` takes a sixteenth of the heap that Node allows.
   */
  readonly maxBodiesBytes?: number | undefined
  /** Deeper JSON is a 400. Default 200. */
  readonly maxJsonDepth?: number | undefined
  /** JSON with more values is a 400: reading it takes too long. Default 200,000. */
  readonly maxJsonValues?: number | undefined
  /**
   * Schemas of tools and of the response format that have more nodes together, with their references written out, are a 400. Schemas with
   * much text may have one for each 12 characters, up to five times as many. Default 26,000: the 318 tools of the largest MCP server that
   * we know have 107,000, and 1.5 million characters.
   */
  readonly maxSchemaNodes?: number | undefined
  /** Time until Gemini answers. Default 60,000 for streams, and 300,000 for complete answers. */
  readonly headerTimeoutMs?: number | undefined
  /** Time between two events of a stream; from the head of any other answer to its end. Default 90,000. */
  readonly idleTimeoutMs?: number | undefined
  /** Tries after the first one, all before the first byte of the answer. Default 2; other keys are tried besides. */
  readonly maxRetries?: number | undefined
  /** The longest wait before another try. Default 2,000. A longer wait that Gemini asks for is passed on to the client. */
  readonly longestDelayMs?: number | undefined
  /** When a model that keeps failing is not asked for a while, and requests for it are a 503. False: always ask. */
  readonly breaker?: BreakerOptions | false | undefined
  /** How long a stream may be silent before a comment keeps it alive. Default 15,000. */
  readonly keepAliveMs?: number | undefined

  /** Called at the end of every answer: for logs. The record has neither keys nor prompts. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined
  /** Called for events that belong to no single request: for logs. They have neither keys nor prompts. */
  readonly onEvent?: ((event: GatewayEvent) => void) | undefined
  /** Called with errors that became a 500: our own, or of a function that was passed in, such as `headers`. Clients do not see them. */
  readonly onFault?: ((error: unknown) => void) | undefined
  /** The time, in milliseconds. Default: the clock. */
  readonly now?: (() => number) | undefined
}

/**
 * When a model's circuit opens, so that it is not asked, and for how long. A client's own calls open it for this client; calls that fail
 * too often whichever client is left out open it for everybody.
 */
export interface BreakerOptions {
  /** The share of failed calls, above 0 and up to 1, at which the circuit opens. A retry is a part of its call. Default 0.5. */
  readonly failureRatio?: number | undefined
  /** The time over which calls are counted. Default 10,000. */
  readonly windowMs?: number | undefined
  /** With fewer calls in the window the circuit stays closed. Default 20. */
  readonly minCalls?: number | undefined
  /** How long the circuit stays open. Then one call probes. Default 5,000. */
  readonly openMs?: number | undefined
}

const defaults = {
  maxBodyBytes: 20 * 1024 * 1024,
  maxBodiesBytes: 256 * 1024 * 1024,
  maxJsonDepth: 200,
  maxJsonValues: 200_000,
  maxSchemaNodes: 26_000,
  idleTimeoutMs: 90_000,
  maxRetries: 2,
  longestDelayMs: 2_000,
  keepAliveMs: 15_000,
}

type Numbers = Readonly<typeof defaults>

/** What a platform knows a faster way for. */
export interface PlatformSettings extends TransportSettings {
  /** Decodes UTF-8, and throws where it is none. Default: the `TextDecoder`. */
  readonly decodeText?: ((bytes: Uint8Array) => string) | undefined
  /** Numbers the turns of the event loop. Default: a timer for each request. */
  readonly turnNow?: (() => number) | undefined
}

interface FilledIn extends Numbers, Pick<PlatformSettings, 'decodeText' | 'turnNow'> {
  readonly transport: Transport
  readonly apiKeys: readonly string[]
  readonly profile: GeminiProfile
  readonly models: ReadonlyMap<string, string>
  readonly strict: boolean
  readonly blocked: 'answer' | 'error'
  readonly cors: readonly string[]
  /** Undefined: no key is needed. */
  readonly clientKeys: readonly (string | ClientKey)[] | undefined
  readonly offline: boolean
  readonly open: boolean
  readonly allowHosts: readonly string[]
  readonly resources: ResourceAccess
  /** Undefined: depends on whether the answer streams. */
  readonly headerTimeoutMs: number | undefined
  readonly breaker: BreakerOptions | false
  readonly now: () => number
}

/** The configuration with its defaults. */
export type ResolvedConfig = Omit<GatewayConfig, 'apiKey' | 'fetch' | 'allowResources' | keyof FilledIn> & FilledIn

/**
 * Fills in the defaults.
 *
 * @throws ToolfitError `api-key-missing` where nothing says how Gemini is paid; `option-invalid` for a value that cannot be.
 */
export function resolveConfig(config: GatewayConfig & PlatformSettings): ResolvedConfig {
  const { apiKey = [], profile = 'ai-studio', headers, models = {}, strict = false, blocked = 'answer' } = config
  const { fetch, transport = fetchTransport(), ...rest } = config
  refuseMisspeltAccess(config)
  const apiKeys = (typeof apiKey === 'string' ? [apiKey] : apiKey).flatMap((key) => readKey(key) ?? [])
  if (apiKeys.length === 0 && headers === undefined && fetch === undefined) {
    const message =
      'A gateway needs a key of Gemini: createGateway({ apiKey }). Without one, pass a fetch: `toolfit serve` passes an emulator.'
    throw new ToolfitError('api-key-missing', message, { option: 'apiKey' })
  }
  if (blocked !== 'answer' && blocked !== 'error') throw invalid('blocked', blocked, "'answer' or 'error'")
  if (rest.access !== undefined && rest.access !== 'keep') throw invalid('access', rest.access, "'keep'")
  return {
    ...rest,
    transport: fetch === undefined ? transport : fetchTransport(fetch),
    ...readNumbers(config),
    headerTimeoutMs: positive('headerTimeoutMs', config.headerTimeoutMs),
    breaker: readBreaker(config.breaker),
    apiKeys: [...new Set(apiKeys)],
    profile,
    models: new Map(Object.entries(models)),
    strict,
    blocked,
    cors: readOrigins(config.cors),
    clientKeys: readClientKeys(config),
    rateLimits: readRateLimits(config.rateLimits),
    offline: config.offline ?? false,
    open: config.open ?? false,
    allowHosts: config.allowHosts ?? [],
    resources: createResourceAccess(readResources(config.allowResources), config.baseURL),
    now: config.now ?? Date.now,
  }
}

const accessOptions = ['apiKey', 'clientKeys', 'allowHosts', 'allowResources']

/** `clientKey`, ignored, would let every client in where the platform listens on all addresses. */
function refuseMisspeltAccess(config: object): void {
  const name = Object.keys(config).find((each) => /key|allow|auth/i.test(each) && !accessOptions.includes(each))
  if (name === undefined) return
  const message = `A gateway has no option ${showValue(name)}. Those about access are: ${accessOptions.join(', ')}.`
  throw new ToolfitError('option-invalid', message, { option: name, known: accessOptions })
}

/** An empty list would open the gateway to everybody, and is rather a variable that was not set. */
function readClientKeys({ clientKeys, open }: GatewayConfig): GatewayConfig['clientKeys'] {
  if (clientKeys === undefined) return undefined
  if (!Array.isArray(clientKeys) || clientKeys.length === 0) {
    const message = 'clientKeys must be a list of at least one key. Leave the option out if no key is needed.'
    throw new ToolfitError('option-invalid', message, { option: 'clientKeys' })
  }
  if (open === true) {
    const message = 'open serves everybody, and clientKeys only those who have a key. Set one of them.'
    throw new ToolfitError('option-invalid', message, { option: 'open' })
  }
  clientKeys.forEach((key: string | ClientKey, index) => {
    if (typeof key === 'object' && key !== null) checkLimits(`clientKeys[${index}]`, key)
  })
  return clientKeys
}

function readRateLimits(limits: GatewayConfig['rateLimits']): GatewayConfig['rateLimits'] {
  if (limits !== false && limits !== undefined) checkLimits('rateLimits', limits)
  return limits
}

function checkLimits(option: string, limits: RateLimits): void {
  for (const name of ['requestsPerMinute', 'tokensPerMinute', 'concurrentRequests'] as const) {
    const limit = limits[name]
    if (limit === undefined || limit === Number.POSITIVE_INFINITY || (Number.isInteger(limit) && limit > 0)) continue
    throw invalid(`${option}.${name}`, limit, 'a positive whole number, or Infinity for no limit')
  }
}

function readResources(allowed: readonly ProjectResource[] = []): readonly ProjectResource[] {
  const unknown = allowed.find((kind) => !projectResources.includes(kind))
  if (unknown !== undefined) throw invalid('allowResources', unknown, `a list of ${projectResources.join(', ')}`)
  return allowed
}

function readNumbers(config: GatewayConfig): Numbers {
  const entries = Object.entries(defaults).map(([name, value]) => {
    const given = config[name as keyof Numbers]
    return [name, name === 'maxRetries' && given === 0 ? 0 : (positive(name, given) ?? value)]
  })
  return Object.fromEntries(entries) as Numbers
}

function readBreaker(breaker: GatewayConfig['breaker']): BreakerOptions | false {
  if (breaker === false || breaker === undefined) return breaker ?? {}
  for (const name of ['failureRatio', 'windowMs', 'minCalls', 'openMs'] as const) {
    positive(`breaker.${name}`, breaker[name])
  }
  const { failureRatio = 0 } = breaker
  if (failureRatio > 1) throw invalid('breaker.failureRatio', failureRatio, 'a share of at most 1')
  return breaker
}

function positive(option: string, given: number | undefined): number | undefined {
  if (given === undefined || (typeof given === 'number' && given > 0)) return given
  throw invalid(option, given, 'a positive number')
}

function invalid(option: string, given: unknown, wanted: string): ToolfitError {
  const message = `${option} must be ${wanted}, and is ${showValue(given)}.`
  return new ToolfitError('option-invalid', message, { option, given: showValue(given) })
}
