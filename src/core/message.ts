/**
 * Messages in the shape of the AI SDK's `ModelMessage`, declared here so that nothing has to be imported from it.
 *
 * Its versions differ: {@link ModelMessage} is the type of version 7, which Toolfit writes; {@link AnyModelMessage} is what Toolfit
 * reads: messages of versions 5, 6 and 7.
 */

/** A JSON value as `ai` declares it: keys may hold undefined, which JSON leaves out. */
export type MessageJson = null | boolean | number | string | readonly MessageJson[] | MessageJsonObject

/** A JSON object as `ai` declares it. */
export interface MessageJsonObject {
  readonly [key: string]: MessageJson | undefined
}

/**
 * Data of providers, by the provider's name: signatures, cache marks, wire arguments. Opaque: it is kept byte for byte, and each
 * entry is sent only to the provider that it names.
 */
export type ProviderOptions = Record<string, { [key: string]: MessageJson | undefined }>

/** Bytes, or base64 text. */
export type DataContent = string | Uint8Array | ArrayBuffer

/** A file that a provider already holds, by the provider's name. */
export type ProviderReference = Record<string, string> & { type?: never }

/** The contents of a file (`ai` 7; earlier versions have bytes, base64 or a URL without a tag). */
export type FileData = FileDataData | FileDataUrl | FileDataReference | FileDataText

export interface FileDataData {
  type: 'data'
  data: DataContent
}

export interface FileDataUrl {
  type: 'url'
  url: URL
  /** The text before it became a URL, where parsing changes it. */
  originalUrl?: string
}

export interface FileDataReference {
  type: 'reference'
  reference: ProviderReference
}

export interface FileDataText {
  type: 'text'
  text: string
}

export interface TextPart {
  type: 'text'
  text: string
  providerOptions?: ProviderOptions
}

export interface ImagePart {
  type: 'image'
  image: DataContent | URL | ProviderReference
  mediaType?: string
  providerOptions?: ProviderOptions
}

export interface FilePart {
  type: 'file'
  data: FileData | DataContent | URL | ProviderReference
  filename?: string
  mediaType: string
  providerOptions?: ProviderOptions
}

/** A thought of the model. Its signature, if it has one, is in `providerOptions`, and is valid for this text only. */
export interface ReasoningPart {
  type: 'reasoning'
  text: string
  providerOptions?: ProviderOptions
}

/** A file that is part of a thought (`ai` 7). */
export interface ReasoningFilePart {
  type: 'reasoning-file'
  data: FileDataData | FileDataUrl | DataContent | URL
  mediaType: string
  providerOptions?: ProviderOptions
}

/** A part that only its provider understands (`ai` 7). */
export interface CustomPart {
  type: 'custom'
  kind: `${string}.${string}`
  providerOptions?: ProviderOptions
}

export interface ToolCallPart {
  type: 'tool-call'
  toolCallId: string
  toolName: string
  /** The arguments, parsed, in the shape of the tool. */
  input: unknown
  providerOptions?: ProviderOptions
  /** True when the provider runs the tool; its result is then in the same assistant message. */
  providerExecuted?: boolean
}

export interface ToolResultPart {
  type: 'tool-result'
  toolCallId: string
  toolName: string
  output: ToolResultOutput
  providerOptions?: ProviderOptions
}

/** The output of a tool. Each variant may have `providerOptions` (from `ai` 6 on). */
export type ToolResultOutput =
  | { type: 'text'; value: string; providerOptions?: ProviderOptions }
  | { type: 'json'; value: MessageJson; providerOptions?: ProviderOptions }
  | { type: 'execution-denied'; reason?: string; providerOptions?: ProviderOptions }
  | { type: 'error-text'; value: string; providerOptions?: ProviderOptions }
  | { type: 'error-json'; value: MessageJson; providerOptions?: ProviderOptions }
  | { type: 'content'; value: ToolResultContent[]; providerOptions?: ProviderOptions }

/** An entry of a tool result of several parts. */
export type ToolResultContent =
  | { type: 'text'; text: string; providerOptions?: ProviderOptions }
  | { type: 'file'; data: FileData; mediaType: string; filename?: string; providerOptions?: ProviderOptions }
  | { type: 'file-data'; data: string; mediaType: string; filename?: string; providerOptions?: ProviderOptions }
  | { type: 'file-url'; url: string; mediaType?: string; providerOptions?: ProviderOptions }
  | { type: 'file-id'; fileId: string | Record<string, string>; providerOptions?: ProviderOptions }
  | { type: 'file-reference'; providerReference: ProviderReference; providerOptions?: ProviderOptions }
  | { type: 'image-data'; data: string; mediaType: string; providerOptions?: ProviderOptions }
  | { type: 'image-url'; url: string; providerOptions?: ProviderOptions }
  | { type: 'image-file-id'; fileId: string | Record<string, string>; providerOptions?: ProviderOptions }
  | { type: 'image-file-reference'; providerReference: ProviderReference; providerOptions?: ProviderOptions }
  | { type: 'custom'; providerOptions?: ProviderOptions }

/** Asks the user whether a call may run (`ai` 6 on). It is in the assistant message, beside its call. */
export interface ToolApprovalRequest {
  type: 'tool-approval-request'
  approvalId: string
  toolCallId: string
  reason?: string
  isAutomatic?: boolean
  signature?: string
  inputSchemaInput?: unknown
}

/** The user's answer to a request for approval (`ai` 6 on). It is in a tool message. */
export interface ToolApprovalResponse {
  type: 'tool-approval-response'
  approvalId: string
  approved: boolean
  reason?: string
  providerExecuted?: boolean
}

export interface SystemModelMessage {
  role: 'system'
  content: string
  providerOptions?: ProviderOptions
}

export interface UserModelMessage {
  role: 'user'
  content: UserContent
  providerOptions?: ProviderOptions
}

export type UserPart = TextPart | ImagePart | FilePart
export type UserContent = string | UserPart[]

export interface AssistantModelMessage {
  role: 'assistant'
  content: AssistantContent
  providerOptions?: ProviderOptions
}

export type AssistantPart =
  | TextPart
  | CustomPart
  | FilePart
  | ReasoningPart
  | ReasoningFilePart
  | ToolCallPart
  | ToolResultPart
  | ToolApprovalRequest
export type AssistantContent = string | AssistantPart[]

export interface ToolModelMessage {
  role: 'tool'
  content: ToolContent
  providerOptions?: ProviderOptions
}

export type ToolPart = ToolResultPart | ToolApprovalResponse
export type ToolContent = ToolPart[]

/**
 * A message of a conversation, as `ai` 7 declares it.
 *
 * @example
 * ```ts
 * import type { ModelMessage } from 'toolfit'
 *
 * const messages: ModelMessage[] = [
 *   { role: 'user', content: 'How warm is it in Rome?' },
 *   {
 *     role: 'assistant',
 *     content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: { city: 'Rome' } }],
 *   },
 *   {
 *     role: 'tool',
 *     content: [
 *       { type: 'tool-result', toolCallId: 'c1', toolName: 'weather', output: { type: 'json', value: { celsius: 31 } } },
 *     ],
 *   },
 * ]
 * ```
 */
export type ModelMessage = SystemModelMessage | UserModelMessage | AssistantModelMessage | ToolModelMessage

/** A tool result as any version of `ai` declares it. `media` is what versions 5 and 6 call `file-data`. */
export type AnyToolResultOutput =
  | Exclude<ToolResultOutput, { type: 'content' }>
  | { type: 'content'; value: readonly AnyToolResultContent[]; providerOptions?: ProviderOptions }

export type AnyToolResultContent = ToolResultContent | { type: 'media'; data: string; mediaType: string }

export interface AnyToolResultPart extends Omit<ToolResultPart, 'output'> {
  output: AnyToolResultOutput
}

export type AnyAssistantPart = Exclude<AssistantPart, ToolResultPart> | AnyToolResultPart
export type AnyToolPart = ToolApprovalResponse | AnyToolResultPart

export interface AnyUserModelMessage extends Omit<UserModelMessage, 'content'> {
  content: string | readonly UserPart[]
}

export interface AnyAssistantModelMessage extends Omit<AssistantModelMessage, 'content'> {
  content: string | readonly AnyAssistantPart[]
}

export interface AnyToolModelMessage extends Omit<ToolModelMessage, 'content'> {
  content: readonly AnyToolPart[]
}

/** A message of any version of `ai` from 5 on: what Toolfit reads. Every {@link ModelMessage} is one. */
export type AnyModelMessage = SystemModelMessage | AnyUserModelMessage | AnyAssistantModelMessage | AnyToolModelMessage
