import type { ProviderMetadata, ReplyJson } from '../../wire/model-reply.ts'

/**
 * Messages as front ends hold them, in the shape of the AI SDK's `UIMessage`, written out so that nothing has to be imported from
 * it. What Toolfit assembles is assignable to the type of version 7; {@link AnyUIMessage} takes those of all versions.
 */
export interface UIMessage<METADATA = unknown> {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: METADATA
  parts: UIMessagePart[]
}

/** A message of a front end, whatever version of `ai` it has, and whatever data parts of its own. */
export interface AnyUIMessage {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: unknown
  parts: readonly { readonly type: string }[]
}

/** What stands in `metadata` of a message. */
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

/** A call of a tool that is known only while the run lasts. */
export type DynamicToolUIPart = { type: 'dynamic-tool'; toolName: string } & ToolInvocation

/** How far a call has come. */
export type ToolInvocation = InvocationFields &
  (
    | { state: 'input-streaming'; input?: unknown; rawInput?: string }
    | { state: 'input-available'; input: unknown }
    | { state: 'approval-requested'; input: unknown; approval: { id: string; approved?: never; reason?: never } }
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

interface Approval<ANSWER extends boolean> {
  id: string
  approved: ANSWER
  reason?: string
}
