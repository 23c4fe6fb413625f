import { isPlainObject, setOwn } from '../../core/json.ts'
import { UIMessageStreamError } from '../errors/output-errors.ts'
import type { RunFinishReason } from '../result/content.ts'
import { type CallPart, openCalls } from './assemble-tool-parts.ts'
import type { UIMessage, UIMessagePart } from './ui-message.ts'
import type { DataChunk, UIMessageChunk, WrittenChunk } from './ui-message-chunk.ts'

/** A message while it is assembled, as the front end does it. */
export interface OpenUiMessage {
  /** Changes with every chunk. */
  readonly message: UIMessage
  readonly finishReason: RunFinishReason | undefined
  /**
   * Adds a chunk. True where a front end would show the message again.
   *
   * @throws UIMessageStreamError for a chunk that belongs to nothing in the message.
   */
  add(chunk: UIMessageChunk): boolean
}

/** What a message is assembled with. */
export interface AssembleOptions {
  /** Is told the text of error chunks. */
  readonly onError?: ((error: Error) => unknown) | undefined
  /** Whether another message id begins another message, as when a front end reads a stream again. */
  readonly resets?: boolean
}

/** An empty message. */
export function emptyMessage(id: string): UIMessage {
  return { id, metadata: undefined, role: 'assistant', parts: [] }
}

/** Assembles a message from its chunks, in the shapes of `ai` 7, keys without a value included. */
export function openUiMessage(start: UIMessage, { onError, resets = false }: AssembleOptions = {}): OpenUiMessage {
  let state = openState(start)
  let finishReason: RunFinishReason | undefined
  const startMessage = ({ messageId, messageMetadata }: Extract<UIMessageChunk, { type: 'start' }>): boolean => {
    const isReset = resets && messageId != null && messageId !== state.message.id
    if (isReset) {
      state = openState(emptyMessage(messageId))
      finishReason = undefined
    }
    if (messageId != null) state.message.id = messageId
    return addMetadata(state.message, messageMetadata) || isReset || messageId != null
  }
  const add = (chunk: UIMessageChunk): boolean => {
    switch (chunk.type) {
      case 'start':
        return startMessage(chunk)
      case 'finish':
        finishReason = chunk.finishReason ?? finishReason
        return addMetadata(state.message, chunk.messageMetadata)
      case 'message-metadata':
        return addMetadata(state.message, chunk.messageMetadata)
      case 'error':
        onError?.(new Error(chunk.errorText))
        return false
      case 'reset-step': {
        const count = state.message.parts.length
        state = openState({ ...state.message, parts: partsBeforeStep(state.message.parts) })
        return state.message.parts.length < count
      }
      default:
        return addPart(state, chunk)
    }
  }
  return {
    get message() {
      return state.message
    },
    get finishReason() {
      return finishReason
    },
    add,
  }
}

type Written = Extract<UIMessagePart, { type: 'text' | 'reasoning' }>
type State = ReturnType<typeof openState>

function openState(message: UIMessage) {
  const text = new Map<string, Written>()
  const reasoning = new Map<string, Written>()
  return { message, text, reasoning, calls: openCalls(message.parts as CallPart[]) }
}

/** A step that is tried again begins anew. */
function partsBeforeStep(parts: UIMessagePart[]): UIMessagePart[] {
  return parts.slice(0, parts.findLastIndex(({ type }) => type === 'step-start') + 1)
}

function addPart({ message, text, reasoning, calls }: State, chunk: UIMessageChunk): boolean {
  const { parts } = message
  switch (chunk.type) {
    case 'text-start':
    case 'text-delta':
    case 'text-end':
      return write(parts, text, chunk)
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      return write(parts, reasoning, chunk)
    case 'start-step':
      parts.push({ type: 'step-start' })
      return false
    case 'finish-step':
    case 'abort':
      return false
    default:
  }
  if (isDataChunk(chunk)) return addData(parts, chunk)
  const whole = wholePart(chunk)
  if (whole !== undefined) parts.push(whole)
  else if (!calls.add(chunk as never)) return false
  return true
}

/** The part of a chunk that is a part by itself. */
function wholePart(chunk: UIMessageChunk): UIMessagePart | undefined {
  const { type } = chunk
  // Values that may be missing are keys all the same: `ai` writes messages in this way.
  const part = (fields: object) => ({ type, ...fields }) as UIMessagePart
  switch (type) {
    case 'custom':
      return part({ kind: chunk.kind, providerMetadata: chunk.providerMetadata })
    case 'file':
    case 'reasoning-file': {
      const { mediaType, url, providerMetadata } = chunk
      return part({ mediaType, url, ...(providerMetadata == null ? {} : { providerMetadata }) })
    }
    case 'source-url': {
      const { sourceId, url, title, providerMetadata } = chunk
      return part({ sourceId, url, title, providerMetadata })
    }
    case 'source-document': {
      const { sourceId, mediaType, title, filename, providerMetadata } = chunk
      return part({ sourceId, mediaType, title, filename, providerMetadata })
    }
    case 'steering-message':
      return part({ id: chunk.id, parts: chunk.parts })
    default:
      return undefined
  }
}

/** Starts, continues or ends a text or reasoning part. */
function write(
  parts: UIMessagePart[],
  open: Map<string, Written>,
  chunk: WrittenChunk<'text'> | WrittenChunk<'reasoning'>,
): boolean {
  const { type, id, providerMetadata } = chunk
  if (type === 'text-start' || type === 'reasoning-start') {
    const fields = type === 'text-start' ? { type: 'text' } : { type: 'reasoning', id }
    const begun = { ...fields, text: '', providerMetadata, state: 'streaming' } as Written
    open.set(id, begun)
    parts.push(begun)
    return true
  }
  const part = open.get(id)
  if (part === undefined) throw unstarted(type, id)
  if (providerMetadata != null) part.providerMetadata = providerMetadata
  if ('delta' in chunk) part.text += chunk.delta
  else {
    part.state = 'done'
    open.delete(id)
  }
  return true
}

function unstarted(chunkType: string, chunkId: string): UIMessageStreamError {
  const kind = chunkType.slice(0, chunkType.indexOf('-'))
  const advice = `Ensure a "${kind}-start" chunk is sent before any "${chunkType}" chunks.`
  const message = `Received ${chunkType} for missing ${kind} part with ID "${chunkId}". ${advice}`
  return new UIMessageStreamError({ chunkType, chunkId, message })
}

function isDataChunk(chunk: UIMessageChunk): chunk is DataChunk {
  return chunk.type.startsWith('data-')
}

function addData(parts: UIMessagePart[], chunk: DataChunk): boolean {
  // For the front end alone, now.
  if (chunk.transient === true) return false
  const earlier = parts.find((part) => part.type === chunk.type && 'id' in part && part.id === chunk.id) as
    | DataChunk
    | undefined
  if (chunk.id != null && earlier !== undefined) earlier.data = chunk.data
  else parts.push({ ...chunk } as UIMessagePart)
  return true
}

/** Whether there is anything to add. */
function addMetadata(message: UIMessage, metadata: unknown): boolean {
  if (metadata == null) return false
  message.metadata = message.metadata == null ? metadata : merge(message.metadata, metadata)
  return true
}

const pollutingKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

function merge(base: unknown, more: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(more)) return more
  const merged = { ...base }
  for (const [key, value] of Object.entries(more)) {
    if (value === undefined || pollutingKeys.has(key)) continue
    setOwn(merged, key, merge(Object.hasOwn(base, key) ? base[key] : undefined, value) as never)
  }
  return merged
}
