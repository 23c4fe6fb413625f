import type { ProviderMetadata, ReplyJson } from '../../wire/model-reply.ts'
import type { RunFinishReason } from '../result/content.ts'

/**
 * A message of a front end, in the shape of the AI SDK's `UIMessage`, without importing it. Messages that Toolfit assembles are
 * assignable to the type of version 7; {@link AnyUIMessage} accepts those of all versions.
 */
export interface UIMessage<METADATA = unknown> {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: METADATA
  parts: UIMessagePart[]
}

/** A message of a front end, of any version of `ai`, with any data parts. */
export interface AnyUIMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: readonly { readonly type: string }[]
}

/** The type of a message's `metadata`. */
export type UIMessageMetadata<MESSAGE extends AnyUIMessage> = Exclude<MESSAGE['metadata'], undefined>

export type UIMessagePart =
  | TextUIPart
  | ReasoningUIPart
  | { type: 'custom'; kind: `${string}.${string}`; providerMetadata?: ProviderMetadata }
  | { type: 'source-url'; sourceId: string; url: string; title?: string; providerMetadata?: ProviderMetadata }
  | SourceDocumentUIPart
  | FileUIPart
  | ToolUIPart
  | DynamicToolUIPart
  | { type: 'step-start' }
  | { type: `data-${string}`; id?: string; data: unknown }

export interface TextUIPart {
  type: 'text'
  text: string
  state?: 'streaming' | 'done'
  providerMetadata?: ProviderMetadata
}

export interface ReasoningUIPart {
  type: 'reasoning'
  id?: string
  text: string
  state?: 'streaming' | 'done'
  providerMetadata?: ProviderMetadata
}

export interface SourceDocumentUIPart {
  type: 'source-document'
  sourceId: string
  mediaType: string
  title: string
  filename?: string
  providerMetadata?: ProviderMetadata
}

/** A file, as a data URL where the model made it. */
export interface FileUIPart {
  type: 'file' | 'reasoning-file'
  mediaType: string
  filename?: string
  url: string
  providerMetadata?: ProviderMetadata
}

/** A call of a tool that the server knows. */
export type ToolUIPart = { type: `tool-${string}` } & ToolInvocation

/** A call of a dynamic tool. */
export type DynamicToolUIPart = { type: 'dynamic-tool'; toolName: string } & ToolInvocation

/** The state of a call. */
export type ToolInvocation = InvocationFields &
  (
    | { state: 'input-streaming'; input?: unknown; rawInput?: string }
    | { state: 'input-available'; input: unknown }
    | { state: 'approval-requested'; input: unknown; approval: ApprovalRequest & { approved?: never; reason?: never } }
    | { state: 'approval-responded'; input: unknown; approval: Approval<boolean> }
    | {
        state: 'output-available'
        input: unknown
        output: unknown
        preliminary?: boolean
        resultProviderMetadata?: ProviderMetadata
        approval?: Approval<true>
      }
    | {
        state: 'output-error'
        input: unknown
        rawInput?: unknown
        errorText: string
        resultProviderMetadata?: ProviderMetadata
        approval?: Approval<true>
      }
    | { state: 'output-denied'; input: unknown; approval: Approval<false> }
  )

interface InvocationFields {
  toolCallId: string
  title?: string
  toolMetadata?: Record<string, ReplyJson>
  providerExecuted?: boolean
  callProviderMetadata?: ProviderMetadata
}

interface ApprovalRequest {
  id: string
  requestReason?: string
  signature?: string
  inputSchemaInput?: unknown
}

interface Approval<ANSWER extends boolean> extends ApprovalRequest {
  approved: ANSWER
  reason?: string
}

/** A chunk of the stream for a front end: the protocol of `useChat` in `ai` 7. */
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
  | ApprovalRequestChunk
  | {
      type: 'tool-approval-response'
      approvalId: string
      approved: boolean
      reason?: string
      providerExecuted?: boolean
    }
  | { type: 'tool-output-denied'; toolCallId: string }
  | { type: 'message-metadata'; messageMetadata: METADATA }
  | { type: 'finish-step' }
  | { type: 'finish'; finishReason?: RunFinishReason; messageMetadata?: METADATA }
  | { type: 'abort'; reason?: string }
  | { type: 'error'; errorText: string }

interface ApprovalRequestChunk {
  type: 'tool-approval-request'
  approvalId: string
  toolCallId: string
  reason?: string
  signature?: string
  inputSchemaInput?: unknown
}

/** A chunk of text or reasoning. */
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
