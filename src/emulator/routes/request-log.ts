import { parseJson, setOwn } from '../../core/json.ts'
import type { Rejection } from '../accept/rules.ts'
import type { Endpoint } from '../api/endpoint.ts'
import type { GenerateContentRequest } from '../api/message.ts'

/** The body of a request: all fields may be missing. */
export type RecordedBody = GenerateContentRequest & { readonly request?: GenerateContentRequest }

/** A request that was answered. */
export interface RecordedRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Lower-case names. Keys and tokens are not in it. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body as it was sent. A body that is not JSON is its text, whatever the type says; Cloud Code wraps it in `request`. */
  readonly body: RecordedBody
  /** The endpoint of the path, if it is served. */
  readonly endpoint?: Endpoint
  /** Without `models/`. */
  readonly model?: string
  /** The HTTP status of the answer. */
  readonly status: number
  /** `error.message` of the answer. */
  readonly error?: string
  /** Why the request was refused, rule by rule. */
  readonly rejections: readonly Rejection[]
  /** An error of the emulator itself: please report it. */
  readonly crash?: unknown
}

/** What is known about a request while it is being answered. */
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

/** The number of requests in the log, and the length of their bodies and errors together. */
const logLimits = { records: 1_000, characters: 16_000_000 }

const redacted = '[redacted]'
const secretHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-goog-api-key'])
const secretParameters = new Set(['key', '$key', 'access_token', 'oauth_token'])

export interface RequestLog {
  readonly records: readonly RecordedRequest[]
  add(draft: Draft, status: number): () => RecordedRequest
  clear(): void
}

export function createRequestLog(): RequestLog {
  const entries: { readonly record: () => RecordedRequest; readonly characters: number }[] = []
  let characters = 0
  return {
    get records() {
      return entries.map(({ record }) => record())
    },
    add(draft, status) {
      const entry = {
        record: recordLater(draft, status),
        characters: (draft.text ?? '').length + (draft.error ?? '').length,
      }
      entries.push(entry)
      characters += entry.characters
      while (entries.length > logLimits.records || (characters > logLimits.characters && entries.length > 1)) {
        characters -= entries.shift()!.characters
      }
      return entry.record
    },
    clear() {
      entries.length = 0
      characters = 0
    },
  }
}

/** Makes the record when it is first read, because most are never read. It does not hold the request, with its streams and signals. */
function recordLater({ request, url, text, ...draft }: Draft, status: number): () => RecordedRequest {
  const { method, headers } = request
  let record: RecordedRequest | undefined
  return () => {
    record ??= {
      method,
      path: url.pathname,
      query: withoutSecrets(url.searchParams, secretParameters),
      headers: withoutSecrets(headers, secretHeaders),
      body: parseBody(text) as RecordedBody,
      status,
      rejections: [],
      ...draft,
    }
    return record
  }
}

function withoutSecrets(entries: Headers | URLSearchParams, secrets: ReadonlySet<string>): Record<string, string> {
  const result: Record<string, string> = {}
  entries.forEach((value, name) => {
    setOwn(result, name, secrets.has(name) ? redacted : value)
  })
  return result
}

function parseBody(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  const value = parseJson(text)
  return value === undefined ? text : value
}
