import { isPlainObject, setOwn } from '../../core/json.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import { JsonReader } from '../output/json-reader.ts'
import type { RunFinishReason } from '../result/content.ts'
import type {
  ReasoningUIPart,
  TextUIPart,
  ToolInvocation,
  UIMessage,
  UIMessageChunk,
  UIMessagePart,
  WrittenChunk,
} from './ui-message.ts'

/** A message while it is assembled, as the front end does it. */
export interface OpenUiMessage {
  /** Changes with every chunk. */
  readonly message: UIMessage
  readonly finishReason: RunFinishReason | undefined
  add(chunk: UIMessageChunk): void
  /** Parses the input of calls that is not complete. */
  settle(): void
}

type WrittenPart = TextUIPart | ReasoningUIPart

/** The part of a call, in any state. */
type CallPart = Omit<ToolInvocation, 'state'> & {
  type: string
  toolName?: string
  state: ToolInvocation['state']
  input?: unknown
  rawInput?: string
  approval?: {
    id: string
    requestReason?: string
    signature?: string
    inputSchemaInput?: unknown
    approved?: boolean
    reason?: string
  }
  resultProviderMetadata?: ProviderMetadata
}

type Chunk<TYPE> = Extract<UIMessageChunk, { type: TYPE }>
type ToolChunk = Extract<UIMessageChunk, { type: `tool-${string}` }>

/** Assembles a message from its chunks. A chunk that refers to an unknown part is ignored. */
export function openUiMessage(message: UIMessage): OpenUiMessage {
  const open = { text: new Map<string, WrittenPart>(), reasoning: new Map<string, WrittenPart>() }
  let finishReason: RunFinishReason | undefined
  const add = (chunk: UIMessageChunk): void => {
    switch (chunk.type) {
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        write(message, open.text, chunk)
        break
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        write(message, open.reasoning, chunk)
        break
      case 'custom':
      case 'file':
      case 'reasoning-file':
      case 'source-url':
      case 'source-document':
        message.parts.push({ ...chunk })
        break
      case 'start-step':
        message.parts.push({ type: 'step-start' })
        break
      case 'start':
        message.id = chunk.messageId ?? message.id
        addMetadata(message, chunk.messageMetadata)
        break
      case 'finish':
        finishReason = chunk.finishReason ?? finishReason
        addMetadata(message, chunk.messageMetadata)
        break
      case 'message-metadata':
        addMetadata(message, chunk.messageMetadata)
        break
      case 'finish-step':
      case 'abort':
      case 'error':
        break
      default:
        addToolChunk(message.parts, chunk)
    }
  }
  return {
    message,
    get finishReason() {
      return finishReason
    },
    add,
    settle() {
      for (const part of message.parts) settleInput(part as CallPart)
    },
  }
}

/** Starts, continues or ends a text or reasoning part. */
function write(
  message: UIMessage,
  open: Map<string, WrittenPart>,
  chunk: WrittenChunk<'text'> | WrittenChunk<'reasoning'>,
): void {
  const { type, id, providerMetadata } = chunk
  if (type === 'text-start' || type === 'reasoning-start') {
    const begun: WrittenPart =
      type === 'text-start'
        ? { type: 'text', text: '', state: 'streaming' }
        : { type: 'reasoning', id, text: '', state: 'streaming' }
    open.set(id, begun)
    message.parts.push(begun)
  }
  const part = open.get(id)
  if (part === undefined) return
  if (providerMetadata !== undefined) part.providerMetadata = providerMetadata
  if ('delta' in chunk) part.text += chunk.delta
  if (type === 'text-end' || type === 'reasoning-end') {
    part.state = 'done'
    open.delete(id)
  }
}

function addToolChunk(parts: UIMessagePart[], chunk: ToolChunk): void {
  if (chunk.type === 'tool-approval-response') {
    const part = (parts as CallPart[]).find(({ approval }) => approval?.id === chunk.approvalId)
    if (part !== undefined) answerApproval(part, chunk)
    return
  }
  if (chunk.type in inputStates) {
    addCall(parts, chunk as Chunk<keyof typeof inputStates>)
    return
  }
  const isInput = chunk.type === 'tool-input-delta'
  const part = findCall(parts, chunk.toolCallId, isInput)
  if (part === undefined) return
  switch (chunk.type) {
    case 'tool-input-delta':
      part.rawInput = (part.rawInput ?? '') + chunk.inputTextDelta
      break
    case 'tool-output-available':
      advance(part, 'output-available', chunk)
      break
    case 'tool-output-error':
      advance(part, 'output-error', chunk)
      break
    case 'tool-output-denied':
      advance(part, 'output-denied', {})
      break
    case 'tool-approval-request':
      advance(part, 'approval-requested', {})
      part.approval = readRequest(chunk)
  }
}

function readRequest(chunk: Chunk<'tool-approval-request'>): NonNullable<CallPart['approval']> {
  const { type: _, toolCallId: __, approvalId: id, reason, ...rest } = chunk
  return { id, ...rest, ...(reason === undefined ? {} : { requestReason: reason }) }
}

function answerApproval(part: CallPart, { approvalId, approved, reason }: Chunk<'tool-approval-response'>): void {
  advance(part, 'approval-responded', {})
  part.approval = { ...part.approval, id: approvalId, approved, ...(reason === undefined ? {} : { reason }) }
}

const inputStates = {
  'tool-input-start': 'input-streaming',
  'tool-input-available': 'input-available',
  'tool-input-error': 'output-error',
} as const

function addCall(parts: UIMessagePart[], chunk: Chunk<keyof typeof inputStates>): void {
  const { toolCallId, toolName } = chunk
  const isError = chunk.type === 'tool-input-error'
  // An invalid call ends what began as another kind of call.
  const isDynamic = (part: CallPart) => part.type === 'dynamic-tool'
  const isSame = (part: CallPart) => isError || isDynamic(part) === (chunk.dynamic === true)
  let part = findCall(parts, toolCallId, true, isSame)
  if (part === undefined) {
    const type = chunk.dynamic === true ? 'dynamic-tool' : `tool-${toolName}`
    part = { type, ...(chunk.dynamic === true ? { toolName } : {}), toolCallId, state: 'input-streaming' }
    parts.push(part as UIMessagePart)
  }
  // A repair may have found the tool that was meant.
  if (isDynamic(part)) part.toolName = toolName
  else part.type = `tool-${toolName}`
  delete part.rawInput
  delete part.input
  advance(part, inputStates[chunk.type], chunk)
}

/** The part of a call: the last one with its id. */
function findCall(
  parts: readonly UIMessagePart[],
  toolCallId: string,
  isOnlyInStep = false,
  isWanted: (part: CallPart) => boolean = () => true,
): CallPart | undefined {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index] as CallPart
    if (isOnlyInStep && part.type === 'step-start') return undefined
    if (part.toolCallId === toolCallId && isWanted(part)) return part
  }
  return undefined
}

const statesBefore = ['output', 'errorText', 'preliminary'] as const
const fields = ['input', 'output', 'errorText', 'preliminary', 'title', 'toolMetadata', 'providerExecuted'] as const

/** Brings a part into another state: what belonged to the one before goes, what the chunk has comes. */
function advance(part: CallPart, state: CallPart['state'], chunk: object): void {
  settleInput(part)
  const [target, source] = [part as Record<string, unknown>, chunk as Record<string, unknown>]
  part.state = state
  for (const field of statesBefore) delete target[field]
  for (const field of fields) if (source[field] !== undefined) target[field] = source[field]
  const metadataKey = state.startsWith('output') ? 'resultProviderMetadata' : 'callProviderMetadata'
  if (source['providerMetadata'] !== undefined) target[metadataKey] = source['providerMetadata']
}

/** Parsed only when the message is shown: parsing it again with every delta would cost the square of its length. */
function settleInput(part: CallPart): void {
  if (part.state !== 'input-streaming' || part.rawInput === undefined) return
  const reader = new JsonReader()
  reader.push(part.rawInput)
  part.input = reader.live
}

function addMetadata(message: UIMessage, metadata: unknown): void {
  if (metadata != null) message.metadata = message.metadata == null ? metadata : merge(message.metadata, metadata)
}

function merge(base: unknown, more: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(more)) return more
  const merged = { ...base }
  for (const [key, value] of Object.entries(more)) {
    if (value !== undefined)
      setOwn(merged, key, merge(Object.hasOwn(base, key) ? base[key] : undefined, value) as never)
  }
  return merged
}
