import { ToolfitError } from '../../core/errors.ts'
import type { ToolSet } from '../../tools/tool.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { Source } from '../result/content.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import type { ToolChunkFields, UIMessageChunk } from './ui-message-chunk.ts'
import { maskError } from './ui-message-stream-options.ts'

/** What a part becomes for a front end depends on this. */
export interface ChunkSettings {
  readonly sendReasoning: boolean
  readonly sendSources: boolean
  readonly sendStart: boolean
  readonly sendFinish: boolean
  readonly onError: (error: unknown) => string
  readonly messageId: string | undefined
  readonly tools: ToolSet | undefined
}

/** What {@link toUIMessageChunk} takes. */
export type ToUIMessageChunkOptions = { readonly [NAME in keyof ChunkOptions]?: ChunkOptions[NAME] | undefined } & {
  readonly messageMetadata?: unknown
  readonly responseMessageId?: string | undefined
}

type ChunkOptions = Omit<ChunkSettings, 'messageId'>

/** One part of a run as a chunk for a front end; undefined if it has none there. */
export function toUIMessageChunk(
  part: TextStreamPart,
  options: ToUIMessageChunkOptions = {},
): UIMessageChunk | undefined {
  const {
    sendReasoning = true,
    sendSources = false,
    sendStart = true,
    sendFinish = true,
    onError = maskError,
  } = options
  const { tools, messageMetadata, responseMessageId: messageId } = options
  const settings = { sendReasoning, sendSources, sendStart, sendFinish, onError, messageId, tools }
  return toUiMessageChunk(part, settings, messageMetadata)
}

/** The chunk for a part, if there is one. Keys stand in the order in which `ai` 7 writes them: the bytes are the same. */
export function toUiMessageChunk(
  part: TextStreamPart,
  settings: ChunkSettings,
  messageMetadata: unknown,
): UIMessageChunk | undefined {
  switch (part.type) {
    case 'text-delta':
      return withMetadata(part, { type: part.type, id: part.id, delta: part.text })
    case 'text-start':
    case 'text-end':
      return withMetadata(part, { type: part.type, id: part.id })
    case 'reasoning-delta':
      return settings.sendReasoning ? withMetadata(part, { type: part.type, id: part.id, delta: part.text }) : undefined
    case 'reasoning-start':
    case 'reasoning-end':
      return settings.sendReasoning ? withMetadata(part, { type: part.type, id: part.id }) : undefined
    case 'custom':
      return withMetadata(part, { type: part.type, kind: part.kind })
    case 'file':
    case 'reasoning-file':
      return part.type === 'file' || settings.sendReasoning ? fileChunk(part) : undefined
    case 'source':
      return settings.sendSources ? withMetadata(part, sourceChunk(part)) : undefined
    case 'start-step':
    case 'finish-step':
      return { type: part.type }
    case 'start':
      return settings.sendStart
        ? { type: part.type, ...defined({ messageMetadata, messageId: settings.messageId }) }
        : undefined
    case 'finish':
      return settings.sendFinish
        ? { type: part.type, finishReason: part.finishReason, ...defined({ messageMetadata }) }
        : undefined
    case 'abort':
      return { type: part.type, ...defined({ reason: part.reason }) }
    case 'error':
      return { type: part.type, errorText: settings.onError(part.error) }
    case 'tool-input-end':
    case 'raw':
    case 'ping':
      return undefined
    default:
      return toolChunk(part, settings)
  }
}

type ToolPart = Extract<
  TextStreamPart,
  {
    type:
      | 'tool-input-start'
      | 'tool-input-delta'
      | 'tool-call'
      | 'tool-result'
      | 'tool-error'
      | 'tool-approval-request'
      | 'tool-approval-response'
      | 'tool-output-denied'
  }
>

function toolChunk(part: ToolPart, { onError, tools }: ChunkSettings): UIMessageChunk {
  switch (part.type) {
    case 'tool-input-delta':
      return { type: part.type, toolCallId: part.id, inputTextDelta: part.delta }
    case 'tool-input-start': {
      const { toolName, title } = part
      return { type: part.type, toolCallId: part.id, toolName, ...fieldsOf(part, tools), ...defined({ title }) }
    }
    case 'tool-call': {
      const { toolCallId, toolName, input, title } = part
      const call = { toolCallId, toolName, input, ...fieldsOf(part, tools) }
      return part.invalid
        ? { type: 'tool-input-error', ...call, errorText: onError(part.error), ...defined({ title }) }
        : { type: 'tool-input-available', ...call, ...defined({ title }) }
    }
    case 'tool-result': {
      const { toolCallId, output = null, preliminary } = part
      return { type: 'tool-output-available', toolCallId, output, ...fieldsOf(part, tools, { preliminary }) }
    }
    case 'tool-error': {
      const { toolCallId, error, providerExecuted } = part
      // The provider's own words are data that it wants back, and not something of the server's that a user must not see.
      const errorText = !providerExecuted ? onError(error) : typeof error === 'string' ? error : JSON.stringify(error)
      return { type: 'tool-output-error', toolCallId, errorText, ...fieldsOf(part, tools) }
    }
    case 'tool-approval-request': {
      const { toolCall, ...request } = part
      const parsedFrom = 'inputSchemaInput' in part ? { inputSchemaInput: part.inputSchemaInput } : {}
      return { ...request, ...parsedFrom, toolCallId: toolCall.toolCallId }
    }
    case 'tool-approval-response': {
      const { type, approvalId, approved, reason, providerExecuted } = part
      return { type, approvalId, approved, ...defined({ reason, providerExecuted }) }
    }
    case 'tool-output-denied':
      return { type: part.type, toolCallId: part.toolCallId }
    default:
      // A transform made it. A reader must not miss a part without a sign.
      throw new ToolfitError('value-invalid', `Unknown chunk type: ${(part as TextStreamPart).type}`)
  }
}

/** What all chunks of a call have in common. */
function fieldsOf(
  part: Extract<ToolPart, { type: 'tool-input-start' | 'tool-call' | 'tool-result' | 'tool-error' }>,
  tools: ToolSet | undefined,
  more?: { readonly preliminary: boolean | undefined },
): Omit<ToolChunkFields, 'toolCallId'> {
  const { toolName, providerExecuted, providerMetadata, toolMetadata } = part as typeof part & ToolChunkFields
  // An invalid call is dynamic, because its input has no type. A front end goes by the tool.
  const isKnown = tools !== undefined && Object.hasOwn(tools, toolName)
  const dynamic = !isKnown ? part.dynamic : tools[toolName]?.type === 'dynamic' ? true : undefined
  return defined({ providerExecuted, providerMetadata, toolMetadata, ...more, dynamic }) as ToolChunkFields
}

function fileChunk(part: Extract<TextStreamPart, { type: 'file' | 'reasoning-file' }>): UIMessageChunk {
  const { mediaType, base64 } = part.file
  return withMetadata(part, { type: part.type, mediaType, url: `data:${mediaType};base64,${base64}` })
}

function sourceChunk(source: Source): UIMessageChunk {
  if (source.sourceType === 'url') {
    return { type: 'source-url', sourceId: source.id, url: source.url, ...defined({ title: source.title }) }
  }
  const { id, mediaType, title, filename } = source
  return { type: 'source-document', sourceId: id, mediaType, title, filename } as UIMessageChunk
}

function withMetadata(part: { providerMetadata?: ProviderMetadata }, chunk: UIMessageChunk): UIMessageChunk {
  return part.providerMetadata == null
    ? chunk
    : ({ ...chunk, providerMetadata: part.providerMetadata } as UIMessageChunk)
}

type Defined<FIELDS> = { [KEY in keyof FIELDS]?: Exclude<FIELDS[KEY], undefined | null> }

/** Only the fields that have a value. */
function defined<FIELDS extends object>(fields: FIELDS): Defined<FIELDS> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as Defined<FIELDS>
}
