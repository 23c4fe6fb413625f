import type { InferToolInput, InferToolOutput } from '../../tools/infer-tool.ts'
import type { ProviderMetadata, ReplyJson } from '../../wire/model-reply.ts'

/** The data parts of a message: their names, without `data-`, and the types of their data. */
export type UIDataTypes = Record<string, unknown>

/** A tool as a front end knows it. */
export interface UITool {
  input: unknown
  output: unknown
}

export type UITools = Record<string, UITool>

/** The types of a tool, for a front end. */
export type InferUITool<TOOL> = { input: InferToolInput<TOOL>; output: InferToolOutput<TOOL> }

/**
 * The types of a tool set, for a front end.
 *
 * @example
 * ```ts
 * import { type InferUITools, tool, type UIMessage } from 'toolfit'
 * import { z } from 'zod'
 *
 * const tools = { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: () => 'sunny' }) }
 * type Message = UIMessage<never, never, InferUITools<typeof tools>>
 * const part: Message['parts'][number] = {
 *   type: 'tool-weather',
 *   toolCallId: 'c1',
 *   state: 'output-available',
 *   input: { city: 'Rome' },
 *   output: 'sunny',
 * }
 * part.type // 'tool-weather'
 * ```
 */
export type InferUITools<TOOLS> = { [NAME in keyof TOOLS & string]: InferUITool<TOOLS[NAME]> }

/**
 * A message of a front end, in the shape of the AI SDK's `UIMessage`, without importing it. Messages that Toolfit assembles are
 * assignable to the type of version 7; {@link AnyUIMessage} accepts those of all versions.
 */
export interface UIMessage<
  METADATA = unknown,
  DATA_PARTS extends UIDataTypes = UIDataTypes,
  TOOLS extends UITools = UITools,
> {
  id: string
  role: 'system' | 'user' | 'assistant'
  metadata?: METADATA
  parts: UIMessagePart<DATA_PARTS, TOOLS>[]
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

/** The types of the data parts of a message. */
export type InferUIMessageData<MESSAGE> =
  MESSAGE extends UIMessage<infer _METADATA, infer DATA, infer _TOOLS> ? DATA : UIDataTypes

/** The tools of a message. */
export type InferUIMessageTools<MESSAGE> =
  MESSAGE extends UIMessage<infer _METADATA, infer _DATA, infer TOOLS> ? TOOLS : UITools

export type UIMessagePart<DATA_TYPES extends UIDataTypes = UIDataTypes, TOOLS extends UITools = UITools> =
  | TextUIPart
  | CustomContentUIPart
  | ReasoningUIPart
  | ToolUIPart<TOOLS>
  | DynamicToolUIPart
  | SourceUrlUIPart
  | SourceDocumentUIPart
  | FileUIPart
  | ReasoningFileUIPart
  | DataUIPart<DATA_TYPES>
  | SteeringMessageUIPart
  | StepStartUIPart

export interface TextUIPart {
  type: 'text'
  text: string
  state?: 'streaming' | 'done'
  providerMetadata?: ProviderMetadata
}

/** What only its provider understands. */
export interface CustomContentUIPart {
  type: 'custom'
  kind: `${string}.${string}`
  providerMetadata?: ProviderMetadata
}

export interface ReasoningUIPart {
  type: 'reasoning'
  id?: string
  text: string
  state?: 'streaming' | 'done'
  providerMetadata?: ProviderMetadata
}

export interface SourceUrlUIPart {
  type: 'source-url'
  sourceId: string
  url: string
  title?: string
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
  type: 'file'
  mediaType: string
  filename?: string
  url: string
  /** The ids of the file with providers that have it. It takes precedence over the URL. */
  providerReference?: Record<string, string>
  providerMetadata?: ProviderMetadata
}

/** A file that the model made while it was thinking. */
export interface ReasoningFileUIPart {
  type: 'reasoning-file'
  mediaType: string
  url: string
  providerMetadata?: ProviderMetadata
}

/** What the user said while the message was written. Only `ai` 7 sends it. */
export interface SteeringMessageUIPart {
  type: 'steering-message'
  id: string
  parts: (TextUIPart | FileUIPart)[]
}

export interface StepStartUIPart {
  type: 'step-start'
}

type ValueOf<TYPE> = TYPE[keyof TYPE]

/** Data of the application. */
export type DataUIPart<DATA_TYPES extends UIDataTypes = UIDataTypes> = ValueOf<{
  [NAME in keyof DATA_TYPES & string]: { type: `data-${NAME}`; id?: string; data: DATA_TYPES[NAME] }
}>

/** A call of a tool that the server knows. */
export type ToolUIPart<TOOLS extends UITools = UITools> = ValueOf<{
  [NAME in keyof TOOLS & string]: { type: `tool-${NAME}` } & UIToolInvocation<TOOLS[NAME]>
}>

/** A call of a dynamic tool. */
export type DynamicToolUIPart = {
  type: 'dynamic-tool'
  /** False for a call of a known tool whose schema was not available, or did not fit, when the message was validated. */
  dynamic?: false
  toolName: string
} & Invocation<unknown, unknown, unknown>

/** A call that failed. */
export type ToolOutputErrorUIPart<TOOLS extends UITools = UITools> = Extract<
  ToolUIPart<TOOLS> | DynamicToolUIPart,
  { state: 'output-error' }
>

/** A call as a component shows it, whatever its tool is called. Takes a tool, or the types of one. */
export type UIToolInvocation<TOOL> = TOOL extends UITool
  ? Invocation<TOOL['input'], TOOL['output'], PartialInput<TOOL['input']>>
  : Invocation<InferToolInput<TOOL>, InferToolOutput<TOOL>, PartialInput<InferToolInput<TOOL>>>

/** Input while it arrives. */
type PartialInput<INPUT> = INPUT extends readonly (infer ELEMENT)[]
  ? PartialInput<ELEMENT>[]
  : INPUT extends object
    ? { [KEY in keyof INPUT]?: PartialInput<INPUT[KEY]> }
    : INPUT

/** The states of a call. */
type Invocation<INPUT, OUTPUT, PARTIAL> = InvocationFields &
  (
    | (NoOutput & {
        state: 'input-streaming'
        input?: PARTIAL | undefined
        rawInput?: string
        inputEncoding?: 'json' | 'text'
        approval?: never
      })
    | (NoOutput & { state: 'input-available'; input: INPUT; approval?: never })
    | (NoOutput & {
        state: 'approval-requested'
        input: INPUT
        approval: ApprovalRequest & { approved?: never; reason?: never }
      })
    | (NoOutput & { state: 'approval-responded'; input: INPUT; approval: Approval<boolean> })
    | {
        state: 'output-available'
        input: INPUT
        output: OUTPUT
        errorText?: never
        preliminary?: boolean
        resultProviderMetadata?: ProviderMetadata
        approval?: Approval<true>
      }
    | {
        state: 'output-error'
        input: INPUT | undefined
        rawInput?: unknown
        output?: never
        errorText: string
        resultProviderMetadata?: ProviderMetadata
        approval?: Approval<true>
      }
    | (NoOutput & { state: 'output-denied'; input: INPUT; approval: Approval<false> })
  )

interface InvocationFields {
  toolCallId: string
  title?: string
  toolMetadata?: Record<string, ReplyJson>
  providerExecuted?: boolean
  callProviderMetadata?: ProviderMetadata
}

interface NoOutput {
  output?: never
  errorText?: never
}

/** A request for approval, in a message. */
export interface ApprovalRequest {
  id: string
  descriptor?: unknown
  requestReason?: string
  isAutomatic?: boolean
  signature?: string
  inputSchemaInput?: unknown
}

interface Approval<ANSWER extends boolean> extends ApprovalRequest {
  approved: ANSWER
  reason?: string
}
