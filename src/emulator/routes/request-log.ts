import type { Endpoint } from '../accept/endpoint.ts'
import type { Rejection } from '../accept/rejection.ts'

/** A request that was answered. */
export interface RecordedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names. Keys and tokens are not in it. */
  readonly headers: Readonly<Record<string, string>>
  /** What was sent, parsed; the text where it is no JSON. */
  readonly body: unknown
  /** Which endpoint the path belongs to, where it leads anywhere. */
  readonly endpoint?: Endpoint
  /** Without `models/`. */
  readonly model?: string
  /** The HTTP status of the answer. */
  readonly status: number
  /** `error.message` of the answer. */
  readonly error?: string
  /** Why the request was refused, rule by rule. */
  readonly rejections: readonly Rejection[]
  /** What went wrong in the emulator itself, if anything did: please report it. */
  readonly crash?: unknown
}

/** What is known of a request while it is being answered. */
export interface Draft {
  readonly request: Request
  readonly url: URL
  text?: string
  endpoint?: Endpoint
  model?: string
  error?: string
  rejections?: readonly Rejection[]
  crash?: unknown
}

/** The last requests: so many, and not more text of bodies than this. */
const logLimits = { records: 1_000, characters: 16_000_000 }

const redacted = '[redacted]'
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-goog-api-key'])
const secretParameters = new Set(['key', '$key', 'access_token', 'oauth_token'])

export interface RequestLog {
  readonly records: readonly RecordedRequest[]
  add(draft: Draft, status: number): RecordedRequest
  clear(): void
}

export function createRequestLog(): RequestLog {
  const records: RecordedRequest[] = []
  const sizes: number[] = []
  let characters = 0
  return {
    records,
    add(draft, status) {
      const record = recordOf(draft, status)
      records.push(record)
      sizes.push(draft.text?.length ?? 0)
      characters += draft.text?.length ?? 0
      while (records.length > logLimits.records || (characters > logLimits.characters && records.length > 1)) {
        records.shift()
        characters -= sizes.shift() ?? 0
      }
      return record
    },
    clear() {
      records.length = 0
      sizes.length = 0
      characters = 0
    },
  }
}

function recordOf({ request, url, text, ...draft }: Draft, status: number): RecordedRequest {
  const { endpoint, model, error, rejections = [], crash } = draft
  // The request itself holds streams and signals: a thousand of them would be a load.
  const { method, headers } = request
  return {
    method,
    path: url.pathname,
    // Most requests are never looked at: what costs something is made when it is.
    get query() {
      return withoutSecrets(url.searchParams, secretParameters)
    },
    get headers() {
      return withoutSecrets(headers, secretHeaders)
    },
    get body() {
      return parseBody(text)
    },
    status,
    rejections,
    ...(endpoint !== undefined && { endpoint }),
    ...(model !== undefined && { model }),
    ...(error !== undefined && { error }),
    ...(crash !== undefined && { crash }),
  }
}

function withoutSecrets(entries: Headers | URLSearchParams, secrets: ReadonlySet<string>): Record<string, string> {
  const result: Record<string, string> = {}
  entries.forEach((value, name) => {
    result[name] = secrets.has(name) ? redacted : value
  })
  return result
}

function parseBody(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
