import type { ProviderMetadata, ReplyJson } from '../../wire/model-reply.ts'
import type { RunFinishReason } from '../result/content.ts'

/** A chunk of what a front end is sent: the protocol of `useChat`, as `ai` 7 speaks it. */
export type UIMessageChunk<METADATA = unknown> =
  | { type: 'start'; messageMetadata?: METADATA; messageId?: string }
  | { type: 'start-step' }
  | WrittenChunk<'text'>
  | WrittenChunk<'reasoning'>
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: ProviderMetadata }
  | { type: 'file' | 'reasoning-file'; mediaType: string; url: string; providerMetadata?: ProviderMetadata }
  | { type: 'source-url'; sourceId: string; url: string; title?: string; providerMetadata?: ProviderMetadata }
  | SourceDocumentChunk
  | (ToolChunkFields & { type: 'tool-input-start'; toolName: string; title?: string })
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | (ToolChunkFields & { type: 'tool-input-available'; toolName: string; input: unknown; title?: string })
  | (ToolChunkFields & {
      type: 'tool-input-error'
      toolName: string
      input: unknown
      errorText: string
      title?: string
    })
  | (ToolChunkFields & { type: 'tool-output-available'; output: unknown; preliminary?: boolean })
  | (ToolChunkFields & { type: 'tool-output-error'; errorText: string })
  | { type: 'tool-approval-request'; approvalId: string; toolCallId: string }
  | { type: 'tool-approval-response'; approvalId: string; approved: boolean; reason?: string }
  | { type: 'tool-output-denied'; toolCallId: string }
  | { type: 'message-metadata'; messageMetadata: METADATA }
  | { type: 'finish-step' }
  | { type: 'finish'; finishReason?: RunFinishReason; messageMetadata?: METADATA }
  | { type: 'abort'; reason?: string }
  | { type: 'error'; errorText: string }

/** A piece of text, or of what the model thought. */
export type WrittenChunk<KIND extends 'text' | 'reasoning'> =
  | { type: `${KIND}-start`; id: string; providerMetadata?: ProviderMetadata }
  | { type: `${KIND}-delta`; id: string; delta: string; providerMetadata?: ProviderMetadata }
  | { type: `${KIND}-end`; id: string; providerMetadata?: ProviderMetadata }

export interface ToolChunkFields {
  toolCallId: string
  providerExecuted?: boolean
  providerMetadata?: ProviderMetadata
  toolMetadata?: Record<string, ReplyJson>
  dynamic?: boolean
}

export interface SourceDocumentChunk {
  type: 'source-document'
  sourceId: string
  mediaType: string
  title: string
  filename?: string
  providerMetadata?: ProviderMetadata
}
