import type { ProviderMetadata } from '../../src/wire/model-reply.ts'
import type { RequestWarning } from '../../src/wire/model-request.ts'

/** What a model says in one call, in no version's words. `scriptedModel` says it as v2, v3 or v4. */
export interface ScriptStep {
  readonly content?: readonly ScriptPart[]
  /** Left out: `tool-calls` if there is a call for us to run, else `stop`. */
  readonly finishReason?: ScriptFinishReason
  readonly rawFinishReason?: string
  /** Left out: 3 tokens in, 10 out. `{}` is a model that does not count. */
  readonly usage?: ScriptUsage
  readonly warnings?: readonly RequestWarning[]
  readonly response?: ScriptResponse
  readonly request?: { readonly body?: unknown }
  readonly providerMetadata?: ProviderMetadata
  /** Parts in v3 words that a stream has instead of `content`, for orders that content cannot say: blocks that overlap. */
  readonly stream?: readonly ScriptStreamPart[]
  readonly fault?: ScriptFault
}

/** Words that a version does not know become `other`. */
export type ScriptFinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'other'
  | 'unknown'
  | 'interrupted'

export interface ScriptUsage {
  readonly input?: number
  readonly output?: number
  readonly reasoning?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly raw?: ProviderMetadata[string]
}

export interface ScriptResponse {
  readonly id?: string
  readonly timestamp?: Date
  readonly modelId?: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** A part that a version cannot say is left out of what a model of that version says. */
export type ScriptPart =
  | ScriptText
  | ScriptToolCall
  | ScriptToolResult
  | ScriptFile
  | ScriptSource
  | { readonly type: 'custom'; readonly kind: `${string}.${string}`; readonly providerMetadata?: ProviderMetadata }
  | {
      readonly type: 'tool-approval-request'
      readonly approvalId: string
      readonly toolCallId: string
      readonly providerMetadata?: ProviderMetadata
    }
  /** Seen by streams alone. */
  | { readonly type: 'ping' }
  | { readonly type: 'raw'; readonly rawValue: unknown }

/** Two types, because TypeScript narrows a union by one literal of a member at a time. */
export type ScriptText = (ScriptBlock & { readonly type: 'text' }) | (ScriptBlock & { readonly type: 'reasoning' })

interface ScriptBlock {
  /** An iterable is streamed item by item; a string at once. It is read anew by each call. */
  readonly text: Iterable<string>
  /** Left out: the place in the content, so that it is the same in every step, as with many providers. */
  readonly id?: string
  readonly providerMetadata?: ProviderMetadata
  /** Which part of a stream has the metadata; `delta` is an empty one at the end, as Anthropic sends signatures. `end` if left out. */
  readonly metadataOn?: 'start' | 'delta' | 'end'
}

export interface ScriptToolCall {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  /** JSON text, or what a model says instead. */
  readonly input: string
  /** How a stream says it first: left out, in one piece; `false`, not at all. */
  readonly deltas?: readonly string[] | false
  readonly providerExecuted?: boolean
  readonly dynamic?: boolean
  readonly providerMetadata?: ProviderMetadata
}

/** The result of a tool that the provider ran. */
export interface ScriptToolResult {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly result: unknown
  readonly isError?: boolean
  readonly preliminary?: boolean
  readonly dynamic?: boolean
  readonly providerMetadata?: ProviderMetadata
}

export type ScriptFile = (ScriptData & { readonly type: 'file' }) | (ScriptData & { readonly type: 'reasoning-file' })

interface ScriptData {
  readonly mediaType: string
  /** Base64 or bytes; a URL of v4 models alone. */
  readonly data: string | Uint8Array | URL
  readonly providerMetadata?: ProviderMetadata
}

export type ScriptSource =
  | {
      readonly type: 'source'
      readonly sourceType: 'url'
      readonly id: string
      readonly url: string
      readonly title?: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'source'
      readonly sourceType: 'document'
      readonly id: string
      readonly mediaType: string
      readonly title: string
      readonly filename?: string
      readonly providerMetadata?: ProviderMetadata
    }

/** A part of a stream as it is. */
export type ScriptStreamPart = { readonly type: string; readonly [key: string]: unknown }

/**
 * What goes wrong. `after` counts the parts of a stream that come before it (`stream-start` apart); left out, all but the finish.
 * `doGenerate`, which has no parts, rejects or hangs whatever `after` says.
 */
export type ScriptFault =
  /** The call itself is refused. */
  | { readonly type: 'throw'; readonly error: unknown }
  /** An error as a part; the stream goes on behind it. */
  | { readonly type: 'error-part'; readonly error: unknown; readonly after?: number }
  /** The stream breaks: reading it rejects. */
  | { readonly type: 'break'; readonly error: unknown; readonly after?: number }
  /** The stream ends as if it were whole, but without a finish. */
  | { readonly type: 'cut'; readonly after?: number }
  /** Nothing more comes until the call is aborted. */
  | { readonly type: 'hang'; readonly after?: number }
