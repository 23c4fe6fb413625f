import type { ModelMessage, SystemModelMessage } from '../../core/message.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type {
  ToolApprovalRequestOutput,
  ToolApprovalResponseOutput,
  ToolOutputDenied,
  TypedToolCall,
  TypedToolError,
  TypedToolResult,
} from './tool-parts.ts'

/** Why a model stopped. */
export type RunFinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/** A source that the model cites. */
export type Source =
  | {
      type: 'source'
      sourceType: 'url'
      id: string
      url: string
      title?: string
      providerMetadata?: ProviderMetadata
    }
  | {
      type: 'source'
      sourceType: 'document'
      id: string
      mediaType: string
      title: string
      filename?: string
      providerMetadata?: ProviderMetadata
    }

export interface TextOutput {
  type: 'text'
  text: string
  providerMetadata?: ProviderMetadata
}

export interface ReasoningOutput {
  type: 'reasoning'
  text: string
  providerMetadata?: ProviderMetadata
}

/** A part of a step's content: the model's text and calls, and the results of the calls. */
export type ContentPart<TOOLS extends ToolSet = ToolSet> =
  | TextOutput
  | ReasoningOutput
  | { type: 'file'; file: GeneratedFile; providerMetadata?: ProviderMetadata }
  | { type: 'reasoning-file'; file: GeneratedFile; providerMetadata?: ProviderMetadata }
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: ProviderMetadata }
  | Source
  | TypedToolCall<TOOLS>
  | TypedToolResult<TOOLS>
  | TypedToolError<TOOLS>
  | ToolApprovalRequestOutput<TOOLS>
  | ToolApprovalResponseOutput<TOOLS>
  | ToolOutputDenied

/** The request of a step. */
export interface RequestMetadata {
  readonly body?: unknown
}

/** The response of a step. */
export interface StepResponse {
  readonly id: string
  readonly timestamp: Date
  readonly modelId: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A message that a run adds to the conversation. */
export type ResponseMessage = Extract<ModelMessage, { role: 'assistant' | 'tool' }>

/** Instructions for the model, sent before the conversation. */
export type Instructions = string | SystemModelMessage | readonly SystemModelMessage[]

/** A file that a model made. */
export interface GeneratedFile {
  readonly base64: string
  readonly uint8Array: Uint8Array
  readonly mediaType: string
}

/** A file from base64 or bytes. The other form is created when it is first read. */
export function createGeneratedFile(data: string | Uint8Array, mediaType: string): GeneratedFile {
  return new DefaultGeneratedFile(data, mediaType)
}

class DefaultGeneratedFile implements GeneratedFile {
  readonly mediaType: string
  #base64: string | undefined
  #bytes: Uint8Array | undefined

  constructor(data: string | Uint8Array, mediaType: string) {
    this.mediaType = mediaType
    if (typeof data === 'string') this.#base64 = data
    else this.#bytes = data
  }

  get base64(): string {
    this.#base64 ??= btoa(Array.from(this.#bytes!, (byte) => String.fromCharCode(byte)).join(''))
    return this.#base64
  }

  get uint8Array(): Uint8Array {
    this.#bytes ??= Uint8Array.from(atob(this.#base64!), (character) => character.charCodeAt(0))
    return this.#bytes
  }

  /** Without the bytes. */
  toJSON(): { base64: string; mediaType: string } {
    return { base64: this.base64, mediaType: this.mediaType }
  }
}
