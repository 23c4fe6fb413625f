import type { ModelMessage, SystemModelMessage } from '../../core/message.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { GeneratedFile } from './generated-file.ts'
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

/** Where the model has it from. */
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

/** A part of what a step gave: what the model wrote and called, and what became of its calls. */
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

/** What was sent. */
export interface RequestMetadata {
  readonly body?: unknown
}

/** What is known of the answer of one step. */
export interface StepResponse {
  readonly id: string
  readonly timestamp: Date
  readonly modelId: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A message that a run adds to the conversation. */
export type ResponseMessage = Extract<ModelMessage, { role: 'assistant' | 'tool' }>

/** What the model is told before the conversation. */
export type Instructions = string | SystemModelMessage | readonly SystemModelMessage[]
