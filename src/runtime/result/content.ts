import { fromBase64, toBase64 } from '../../core/bytes.ts'
import type { ModelMessage, SystemModelMessage } from '../../core/message.ts'
import type { RunnableFinishReason } from '../../models/versions/any-model.ts'
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
export type RunFinishReason = RunnableFinishReason['unified']

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

/** A file that the model made while it thought. */
export interface ReasoningFileOutput {
  type: 'reasoning-file'
  file: GeneratedFile
  providerMetadata?: ProviderMetadata
}

/** A part of a step's content: the model's text and calls, and the results of the calls. */
export type ContentPart<TOOLS extends ToolSet = ToolSet> =
  | TextOutput
  | ReasoningOutput
  | { type: 'file'; file: GeneratedFile; providerMetadata?: ProviderMetadata }
  | ReasoningFileOutput
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: ProviderMetadata }
  | Source
  | TypedToolCall<TOOLS>
  | TypedToolResult<TOOLS>
  | TypedToolError<TOOLS>
  | ToolApprovalRequestOutput<TOOLS>
  | ToolApprovalResponseOutput<TOOLS>
  | ToolOutputDenied

/** The request of a step. `body` and `messages` only where `include` asks for them. */
export interface RequestMetadata {
  readonly body?: unknown
  readonly messages?: ModelMessage[] | undefined
}

/** The response of a step. */
export interface StepResponse {
  readonly id: string
  readonly timestamp: Date
  readonly modelId: string
  readonly headers?: Readonly<Record<string, string>> | undefined
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
  readonly providerMetadata?: ProviderMetadata | undefined
}

/** What {@link DefaultGeneratedFile} takes. */
export interface GeneratedFileOptions {
  /** Base64, or the bytes. */
  readonly data: string | Uint8Array | ArrayBuffer
  readonly mediaType: string
  readonly providerMetadata?: ProviderMetadata | undefined
}

/**
 * A file from base64 or bytes. The other form is created when it is first read. Names and fields are those of `ai`, which some print
 * or compare.
 */
export class DefaultGeneratedFile implements GeneratedFile {
  private base64Data: string | undefined
  private uint8ArrayData: Uint8Array | undefined
  readonly mediaType: string
  readonly providerMetadata: ProviderMetadata | undefined

  constructor({ data, mediaType, providerMetadata }: GeneratedFileOptions) {
    this.base64Data = typeof data === 'string' ? data : undefined
    this.uint8ArrayData =
      typeof data === 'string' ? undefined : data instanceof ArrayBuffer ? new Uint8Array(data) : data
    this.mediaType = mediaType
    this.providerMetadata = providerMetadata
  }

  get base64(): string {
    this.base64Data ??= toBase64(this.uint8ArrayData!)
    return this.base64Data
  }

  get uint8Array(): Uint8Array {
    this.uint8ArrayData ??= fromBase64(this.base64Data!)
    return this.uint8ArrayData
  }
}

/** A file of a stream, as in `ai`. */
export class DefaultGeneratedFileWithType extends DefaultGeneratedFile {
  readonly type = 'file'
}
