import { UIMessageStreamError } from '../errors/output-errors.ts'
import { JsonReader } from '../output/json-reader.ts'
import type { ToolChunk } from './ui-message-chunk.ts'

/** The part of a call, in any state. */
export interface CallPart {
  type: string
  toolName?: string
  toolCallId: string
  state: string
  input?: unknown
  rawInput?: unknown
  inputEncoding?: 'json' | 'text' | undefined
  title?: string | undefined
  toolMetadata?: unknown
  providerExecuted?: boolean | undefined
  callProviderMetadata?: unknown
  approval?: { id: string; [field: string]: unknown }
  [field: string]: unknown
}

/** The calls of a message while it is assembled. */
export interface OpenCalls {
  /** False for a chunk that is about no call. */
  add(chunk: ToolChunk): boolean
}

/** Input that is still arriving. */
interface OpenInput {
  text: string
  readonly reader: JsonReader
  readonly encoding: 'json' | 'text' | undefined
  readonly toolName: string
  readonly isDynamic: boolean
  readonly title: string | undefined
  readonly toolMetadata: unknown
}

type Chunk<TYPE> = Extract<ToolChunk, { type: TYPE }>
type Fields = { readonly [field: string]: unknown }

/** Follows calls through the chunks of a stream. */
export function openCalls(parts: CallPart[]): OpenCalls {
  const inputs = new Map<string, OpenInput>()
  const open = (part: CallPart, toolName: string, isDynamic: boolean, text: string) => {
    const { toolCallId, inputEncoding: encoding, title, toolMetadata } = part
    const reader = new JsonReader()
    reader.push(text)
    inputs.set(toolCallId, { text, reader, encoding, toolName, isDynamic, title, toolMetadata })
  }
  // A stored message may end in the middle of an input.
  for (const part of stepOf(parts)) {
    if (!isCall(part) || part.state !== 'input-streaming') continue
    open(part, nameOf(part), part.type === 'dynamic-tool', (part.rawInput as string | undefined) ?? '')
  }
  const add = (chunk: ToolChunk): boolean => {
    switch (chunk.type) {
      case 'tool-input-start':
        open(chunk as never, chunk.toolName, chunk.dynamic === true, '')
        put(parts, chunk, { ...callFields(chunk), state: 'input-streaming', inputEncoding: chunk.inputEncoding })
        return true
      case 'tool-input-delta':
        addInput(parts, inputs.get(chunk.toolCallId), chunk)
        return true
      case 'tool-input-available':
        put(parts, chunk, { ...callFields(chunk), state: 'input-available', input: chunk.input })
        return true
      case 'tool-input-error':
        endInput(parts, chunk)
        return true
      case 'tool-output-available':
      case 'tool-output-error':
        endCall(findCall(parts, chunk.toolCallId), chunk)
        return true
      case 'tool-output-denied':
        findCall(parts, chunk.toolCallId).state = 'output-denied'
        return true
      case 'tool-approval-request':
        requestApproval(findCall(parts, chunk.toolCallId), chunk)
        return true
      case 'tool-approval-response':
        answerApproval(parts, chunk)
        return true
      default:
        return false
    }
  }
  return { add }
}

function isCall({ type }: { readonly type: string }): boolean {
  return type === 'dynamic-tool' || type.startsWith('tool-')
}

function nameOf({ type, toolName }: CallPart): string {
  return type === 'dynamic-tool' ? toolName! : type.slice('tool-'.length)
}

/** The parts of the current step. */
function stepOf(parts: readonly CallPart[]): CallPart[] {
  return parts.slice(parts.findLastIndex(({ type }) => type === 'step-start') + 1)
}

function callFields({ toolCallId, toolName, providerExecuted, title, toolMetadata, providerMetadata }: CallChunk) {
  return { toolCallId, toolName, providerExecuted, title, toolMetadata, providerMetadata }
}

type CallChunk = Chunk<'tool-input-start' | 'tool-input-available'>

function addInput(parts: CallPart[], open: OpenInput | undefined, chunk: Chunk<'tool-input-delta'>): void {
  const { toolCallId, inputTextDelta, type } = chunk
  if (open === undefined) {
    const advice = 'Ensure a "tool-input-start" chunk is sent before any "tool-input-delta" chunks.'
    const message = `Received tool-input-delta for missing tool call with ID "${toolCallId}". ${advice}`
    throw new UIMessageStreamError({ chunkType: type, chunkId: toolCallId, message })
  }
  open.text += inputTextDelta
  const { text, reader, encoding, toolName, isDynamic, title, toolMetadata } = open
  if (encoding !== 'text') reader.push(inputTextDelta)
  const input = encoding === 'text' ? text : reader.isBroken ? undefined : reader.live
  const fields = { toolCallId, toolName, state: 'input-streaming', input, rawInput: text, inputEncoding: encoding }
  put(parts, { toolCallId, dynamic: isDynamic }, { ...fields, title, toolMetadata })
}

/** An invalid call ends what began as another kind of call. */
function endInput(parts: CallPart[], chunk: Chunk<'tool-input-error'>): void {
  const { toolCallId, toolName, input, errorText, providerExecuted, providerMetadata, toolMetadata } = chunk
  const begun = stepOf(parts).find((part) => isCall(part) && part.toolCallId === toolCallId)
  const dynamic = begun === undefined ? chunk.dynamic === true : begun.type === 'dynamic-tool'
  const fields = { toolCallId, toolName, input, errorText, providerExecuted, providerMetadata, toolMetadata }
  put(parts, { toolCallId, dynamic }, { ...fields, state: 'output-error' })
}

function endCall(part: CallPart, chunk: Chunk<'tool-output-available' | 'tool-output-error'>): void {
  const { providerExecuted, providerMetadata } = chunk
  const { input, title } = part
  const toolMetadata = chunk.toolMetadata ?? part.toolMetadata
  const fields = { toolName: nameOf(part), input, title, toolMetadata, providerExecuted, providerMetadata }
  if (chunk.type === 'tool-output-available') {
    const { output, preliminary } = chunk
    update(part, { ...fields, state: 'output-available', output, preliminary })
  } else {
    const rawInput = part.type === 'dynamic-tool' ? undefined : part.rawInput
    update(part, { ...fields, state: 'output-error', errorText: chunk.errorText, rawInput })
  }
}

/** Updates the part of a call of the current step, or adds one. */
function put(
  parts: CallPart[],
  { toolCallId, dynamic }: { readonly toolCallId: string; readonly dynamic?: boolean | undefined },
  fields: Fields,
): void {
  const isSame = ({ type }: CallPart) => (dynamic === true ? type === 'dynamic-tool' : type.startsWith('tool-'))
  const part = stepOf(parts).find((each) => each.toolCallId === toolCallId && isSame(each))
  if (part === undefined) parts.push(create(fields, dynamic === true))
  else update(part, fields)
}

/** Fields that belong to one state, and go with it. */
const stateFields = ['input', 'output', 'errorText', 'rawInput', 'preliminary'] as const

function create(fields: Fields, isDynamic: boolean): CallPart {
  const { toolName, toolCallId, state, title, providerExecuted } = fields
  const values = Object.fromEntries(stateFields.map((field) => [field, fields[field]]))
  // The raw input of a dynamic tool is only there while it arrives.
  if (isDynamic) delete values['rawInput']
  const type = isDynamic ? 'dynamic-tool' : `tool-${toolName}`
  const part = { type, ...(isDynamic ? { toolName } : {}), toolCallId, state, title, ...values, providerExecuted }
  addOptional(part as never, fields)
  return part as never
}

function update(part: CallPart, fields: Fields): void {
  part.state = fields['state'] as string
  if (part.type === 'dynamic-tool') part.toolName = fields['toolName'] as string
  else part.type = `tool-${fields['toolName']}`
  for (const field of stateFields) part[field] = fields[field]
  delete part.inputEncoding
  if (fields['title'] !== undefined) part.title = fields['title'] as string
  // Said once, it holds for the rest of the call.
  part.providerExecuted = (fields['providerExecuted'] ?? part.providerExecuted) as boolean | undefined
  addOptional(part, fields)
}

/** Fields that are there only with a value. */
function addOptional(part: CallPart, { state, toolMetadata, inputEncoding, providerMetadata }: Fields): void {
  if (toolMetadata !== undefined) part.toolMetadata = toolMetadata
  if (inputEncoding != null) part.inputEncoding = inputEncoding as 'json'
  if (providerMetadata == null) return
  const isResult = state === 'output-available' || state === 'output-error'
  part[isResult ? 'resultProviderMetadata' : 'callProviderMetadata'] = providerMetadata
}

/** The part of a call: of the current step, else the last one with its id. */
function findCall(parts: readonly CallPart[], toolCallId: string): CallPart {
  const isWanted = (part: CallPart) => isCall(part) && part.toolCallId === toolCallId
  const part = stepOf(parts).find(isWanted) ?? parts.findLast(isWanted)
  if (part !== undefined) return part
  const message = `No tool invocation found for tool call ID "${toolCallId}".`
  throw new UIMessageStreamError({ chunkType: 'tool-invocation', chunkId: toolCallId, message })
}

function requestApproval(part: CallPart, chunk: Chunk<'tool-approval-request'>): void {
  const { approvalId: id, approvalDescriptor: descriptor, reason, isAutomatic, signature } = chunk
  part.state = 'approval-requested'
  part.approval = {
    id,
    ...(descriptor == null ? {} : { descriptor }),
    ...(Object.hasOwn(chunk, 'inputSchemaInput') ? { inputSchemaInput: chunk.inputSchemaInput } : {}),
    ...(reason == null ? {} : { requestReason: reason }),
    ...(isAutomatic === true ? { isAutomatic } : {}),
    ...(signature == null ? {} : { signature }),
  }
}

function answerApproval(parts: readonly CallPart[], chunk: Chunk<'tool-approval-response'>): void {
  const { type, approvalId, approved, reason, providerExecuted, providerMetadata } = chunk
  const part = parts.find((each) => isCall(each) && each.approval?.id === approvalId)
  if (part === undefined) {
    const message = `No tool invocation found for approval ID "${approvalId}".`
    throw new UIMessageStreamError({ chunkType: type, chunkId: approvalId, message })
  }
  part.state = 'approval-responded'
  part.approval = { ...part.approval!, id: approvalId, approved, ...(reason == null ? {} : { reason }) }
  if (providerExecuted != null) part.providerExecuted = providerExecuted
  if (providerMetadata != null) part.callProviderMetadata = providerMetadata
}
