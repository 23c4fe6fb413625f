import type { WireError } from './wire-error.ts'

/** JSON as every version of `ai` takes it from a model: with mutable arrays, and without undefined. */
export type ReplyJson = null | boolean | number | string | ReplyJson[] | { [key: string]: ReplyJson }

/** Data of providers that comes with an answer, by the provider's name. It goes back as `providerOptions`. */
export type ProviderMetadata = Record<string, Record<string, ReplyJson>>

/** Why a model stopped: by the AI SDK's list, and as the provider said it. */
export interface FinishReason {
  readonly unified: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'
  readonly raw: string | undefined
}

/** Token counts. Undefined where the provider sent none. */
export interface Usage {
  readonly inputTokens: {
    readonly total: number | undefined
    readonly noCache: number | undefined
    readonly cacheRead: number | undefined
    readonly cacheWrite: number | undefined
  }
  readonly outputTokens: {
    readonly total: number | undefined
    readonly text: number | undefined
    readonly reasoning: number | undefined
  }
  readonly raw?: { [key: string]: ReplyJson }
}

export interface ReplyMetadata {
  readonly id?: string
  readonly timestamp?: Date
  readonly modelId?: string
}

/** A part of an answer: the content of the AI SDK's models. `input` of a call is JSON text, in the wire's shape. */
export type ReplyContent =
  | { readonly type: 'text'; readonly text: string; readonly providerMetadata?: ProviderMetadata }
  | { readonly type: 'reasoning'; readonly text: string; readonly providerMetadata?: ProviderMetadata }
  | ReplyToolCall
  | ReplyToolResult
  | ReplySource
  | ReplyFile

/** A file that the model created, as base64. */
export interface ReplyFile {
  readonly type: 'file'
  readonly mediaType: string
  readonly data: string
  readonly providerMetadata?: ProviderMetadata
}

export interface ReplyToolCall {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: string
  readonly providerExecuted?: boolean
  readonly providerMetadata?: ProviderMetadata
}

/** The result of a tool that the provider ran itself. */
export interface ReplyToolResult {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly result: NonNullable<ReplyJson>
  readonly isError?: boolean
  readonly providerMetadata?: ProviderMetadata
}

export interface ReplySource {
  readonly type: 'source'
  readonly sourceType: 'url'
  readonly id: string
  readonly url: string
  readonly title?: string
}

/** A whole answer. */
export interface ModelReply {
  readonly content: readonly ReplyContent[]
  readonly finishReason: FinishReason
  readonly usage: Usage
  readonly response: ReplyMetadata
  readonly providerMetadata?: ProviderMetadata
}

/** An answer, or the provider's error. */
export type DecodedReply = { readonly reply: ModelReply } | { readonly error: WireError }

/** A piece of an answer that streams: the stream parts of the AI SDK's models. */
export type ReplyEvent =
  | { readonly type: 'response-metadata'; readonly id?: string; readonly timestamp?: Date; readonly modelId?: string }
  | { readonly type: 'text-start' | 'text-end'; readonly id: string; readonly providerMetadata?: ProviderMetadata }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'reasoning-start' | 'reasoning-end'
      readonly id: string
      readonly providerMetadata?: ProviderMetadata
    }
  | { readonly type: 'reasoning-delta'; readonly id: string; readonly delta: string }
  | {
      readonly type: 'tool-input-start'
      readonly id: string
      readonly toolName: string
      readonly providerExecuted?: boolean
    }
  | { readonly type: 'tool-input-delta'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-input-end'; readonly id: string }
  | ReplyToolCall
  | ReplyToolResult
  | ReplySource
  | ReplyFile
  | {
      readonly type: 'finish'
      readonly finishReason: FinishReason
      readonly usage: Usage
      readonly providerMetadata?: ProviderMetadata
    }
  | { readonly type: 'error'; readonly error: WireError }

/** Turns the data of server-sent events into events of an answer. `end` is called once, when the stream is over. */
export interface StreamDecoder {
  push(data: string): ReplyEvent[]
  end(): ReplyEvent[]
}

/** A count of tokens; undefined where it cannot be one. */
export function asCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined
}

/** The sum of two counts; undefined where both are. */
export function addCounts(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

/** The usage where the provider sent none. */
export const unknownUsage: Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}
