import type { ProviderMetadata, ReplyJson } from '../../wire/model-reply.ts'
import type { RunFinishReason } from '../result/content.ts'
import type {
  AnyUIMessage,
  FileUIPart,
  InferUIMessageData,
  SourceDocumentUIPart,
  SourceUrlUIPart,
  TextUIPart,
  UIDataTypes,
  UIMessageMetadata,
} from './ui-message.ts'

/** A chunk of the stream for a front end: the protocol of `useChat` in `ai` 7. */
export type UIMessageChunk<METADATA = unknown, DATA_TYPES extends UIDataTypes = UIDataTypes> =
  | { type: 'start'; messageMetadata?: METADATA; messageId?: string }
  | { type: 'start-step' }
  | WrittenChunk<'text'>
  | WrittenChunk<'reasoning'>
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: ProviderMetadata }
  | { type: 'file' | 'reasoning-file'; mediaType: string; url: string; providerMetadata?: ProviderMetadata }
  | SourceUrlUIPart
  | SourceDocumentUIPart
  | ToolChunk
  | DataChunk<DATA_TYPES>
  | { type: 'steering-message'; id: string; parts: (TextUIPart | FileUIPart)[] }
  | { type: 'message-metadata'; messageMetadata: METADATA }
  | { type: 'finish-step' }
  | { type: 'reset-step' }
  | { type: 'finish'; finishReason?: RunFinishReason; messageMetadata?: METADATA }
  | { type: 'abort'; reason?: string }
  | { type: 'error'; errorText: string }

/** The chunks of a message's type. */
export type InferUIMessageChunk<MESSAGE extends AnyUIMessage> = UIMessageChunk<
  UIMessageMetadata<MESSAGE>,
  InferUIMessageData<MESSAGE>
>

/** Data of the application. With the id of an earlier one, it replaces that; a transient one is not part of the message. */
export type DataChunk<DATA_TYPES extends UIDataTypes = UIDataTypes> = {
  [NAME in keyof DATA_TYPES & string]: {
    type: `data-${NAME}`
    id?: string
    data: DATA_TYPES[NAME]
    transient?: boolean
  }
}[keyof DATA_TYPES & string]

/** A chunk of text or reasoning. */
export type WrittenChunk<KIND extends 'text' | 'reasoning'> =
  | { type: `${KIND}-start`; id: string; providerMetadata?: ProviderMetadata }
  | { type: `${KIND}-delta`; id: string; delta: string; providerMetadata?: ProviderMetadata }
  | { type: `${KIND}-end`; id: string; providerMetadata?: ProviderMetadata }

/** A chunk of a call. */
export type ToolChunk =
  | (NamedToolFields & { type: 'tool-input-start'; inputEncoding?: 'json' | 'text' })
  | { type: 'tool-input-delta'; toolCallId: string; inputTextDelta: string }
  | (NamedToolFields & { type: 'tool-input-available'; input: unknown })
  | (NamedToolFields & { type: 'tool-input-error'; input: unknown; errorText: string })
  | (ToolChunkFields & { type: 'tool-output-available'; output: unknown; preliminary?: boolean })
  | (ToolChunkFields & { type: 'tool-output-error'; errorText: string })
  | ApprovalRequestChunk
  | ApprovalResponseChunk
  | { type: 'tool-output-denied'; toolCallId: string }

interface ApprovalRequestChunk {
  type: 'tool-approval-request'
  approvalId: string
  toolCallId: string
  approvalDescriptor?: unknown
  inputSchemaInput?: unknown
  reason?: string
  isAutomatic?: boolean
  signature?: string
}

interface ApprovalResponseChunk {
  type: 'tool-approval-response'
  approvalId: string
  approved: boolean
  reason?: string
  providerExecuted?: boolean
  providerMetadata?: ProviderMetadata
}

export interface ToolChunkFields {
  toolCallId: string
  providerExecuted?: boolean
  providerMetadata?: ProviderMetadata
  toolMetadata?: Record<string, ReplyJson>
  dynamic?: boolean
}

interface NamedToolFields extends ToolChunkFields {
  toolName: string
  title?: string
}
