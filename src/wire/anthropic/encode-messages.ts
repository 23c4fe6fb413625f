import { ToolfitError } from '../../core/errors.ts'
import { asText, isPlainObject, type Json, type JsonObject, present } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultContent,
  AnyToolResultPart,
  ProviderOptions,
  ReasoningPart,
  ToolCallPart,
  UserPart,
} from '../../core/message.ts'
import { type FileSource, fileSource, orMissing, resultFile, textFromBase64 } from '../file-source.ts'
import type { Warn } from '../model-request.ts'
import { argumentsOf } from '../read-arguments.ts'
import { type Block, blockFields, cacheControlOf, isOwnBlock, isThought, markBlock, opaqueBlock } from './blocks.ts'

export interface EncodedMessage {
  readonly role: 'user' | 'assistant'
  readonly content: Block[]
}

export interface EncodedPrompt {
  readonly system: Block[]
  readonly messages: readonly EncodedMessage[]
}

/**
 * Encodes a conversation as turns of blocks. Neighbours of one role are one turn; results of tools are in the user's turn, and come first
 * in it.
 */
export function encodeMessages(messages: readonly AnyModelMessage[], warn: Warn): EncodedPrompt {
  const system: Block[] = []
  const turns: EncodedMessage[] = []
  for (const message of messages) {
    const blocks = encodeBlocks(message, warn)
    markBlock(blocks.at(-1), cacheControlOf(message.providerOptions))
    if (message.role === 'system') system.push(...blocks)
    else addToTurn(turns, message.role === 'assistant' ? 'assistant' : 'user', blocks)
  }
  const ordered = turns.map(({ role, content }) => ({
    role,
    content: role === 'user' ? resultsFirst(content) : content,
  }))
  return { system, messages: ordered.map((turn) => (turn.role === 'user' ? turn : thoughtsFirst(turn, warn))) }
}

function addToTurn(turns: EncodedMessage[], role: EncodedMessage['role'], blocks: readonly Block[]): void {
  if (blocks.length === 0) return
  const last = turns.at(-1)
  if (last?.role === role) last.content.push(...blocks)
  else turns.push({ role, content: [...blocks] })
}

function resultsFirst(blocks: readonly Block[]): Block[] {
  const isResult = (block: Block) => block['type'] === 'tool_result'
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))]
}

/**
 * "If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`." But Claude also
 * begins to think after a tool that Anthropic ran, and what it wrote goes back in its order.
 */
function thoughtsFirst({ role, content }: EncodedMessage, warn: Warn): EncodedMessage {
  const first = content.findIndex(isThought)
  if (first <= 0 || isOwnBlock(content[first - 1]!)) return { role, content }
  warn({ type: 'other', message: 'Thoughts that follow an answer without thoughts cannot be sent, and were left out.' })
  return { role, content: content.filter((block) => !isThought(block)) }
}

function encodeBlocks(message: AnyModelMessage, warn: Warn): Block[] {
  if (typeof message.content === 'string') return textBlock(message.content, warn)
  switch (message.role) {
    case 'user':
      return message.content.flatMap((part) => marked(encodeUserPart(part, warn), part))
    case 'tool':
      return message.content.flatMap((part) => marked(encodeToolPart(part, warn), part))
    case 'assistant':
      return message.content.flatMap((part) => marked(encodeAssistantPart(part, warn), part))
    default:
      return []
  }
}

function marked(blocks: Block[], part: UserPart | AnyToolPart | AnyAssistantPart): Block[] {
  markBlock(blocks.at(-1), 'providerOptions' in part ? cacheControlOf(part.providerOptions) : undefined)
  return blocks
}

/** "text content blocks must be non-empty", and white space does not count. */
function textBlock(text: string, warn: Warn): Block[] {
  if (text.trim() !== '') return [{ type: 'text', text }]
  if (text !== '') warn({ type: 'other', message: 'A text of white space cannot be sent, and was left out.' })
  return []
}

/** Citations go back with their text: of pages that Anthropic found, they have an encrypted place. */
function citing(blocks: Block[], options: ProviderOptions | undefined): Block[] {
  const citations = options?.['anthropic']?.['citations']
  return Array.isArray(citations) ? blocks.map((block) => ({ ...block, citations: citations as Json })) : blocks
}

function encodeUserPart(part: UserPart, warn: Warn): Block[] {
  if (part.type === 'text') return textBlock(part.text, warn)
  if (part.type === 'image') return [encodeFile(fileSource(part.image, part.mediaType ?? 'image/*'), part)]
  return [encodeFile(fileSource(part.data, part.mediaType), part)]
}

function encodeToolPart(part: AnyToolPart, warn: Warn): Block[] {
  return part.type === 'tool-result' ? [encodeResult(part, warn)] : []
}

function encodeAssistantPart(part: AnyAssistantPart, warn: Warn): Block[] {
  switch (part.type) {
    case 'text':
      return citing(textBlock(part.text, warn), part.providerOptions)
    case 'reasoning':
      return encodeReasoning(part, warn)
    case 'tool-call':
      return encodeCall(part, warn)
    case 'tool-result':
      return encodeOwnResult(part, warn)
    case 'tool-approval-request':
      return []
    default:
      warn(`${part.type} part of an assistant message`)
      return []
  }
}

/** Only thoughts that Anthropic signed are sent, byte for byte, and blocks of unknown kinds, which only Anthropic can read. */
function encodeReasoning({ text, providerOptions }: ReasoningPart, warn: Warn): Block[] {
  const block = opaqueBlock(providerOptions)
  if (block !== undefined) return [block]
  const { signature, redactedData } = providerOptions?.['anthropic'] ?? {}
  if (typeof redactedData === 'string') return [{ type: 'redacted_thinking', data: redactedData }]
  if (typeof signature === 'string') return [{ type: 'thinking', thinking: text, signature }]
  warn({ type: 'other', message: 'Thoughts without a signature of Anthropic cannot be sent, and were left out.' })
  return []
}

function encodeCall(
  { toolCallId, toolName, input, providerExecuted, providerOptions }: ToolCallPart,
  warn: Warn,
): Block[] {
  const own = blockFields(providerOptions)
  const call: Block = { id: toolCallId, name: toolName, input: argumentsOf(input) as JsonObject, ...own }
  if (providerExecuted !== true) return [{ type: 'tool_use', ...call }]
  // Only a call that Anthropic ran goes back as a server tool call.
  const type = providerOptions?.['anthropic']?.['blockType']
  if (typeof type === 'string') return [{ type, ...call }]
  warn('call of a tool that another provider ran')
  return []
}

/** The result of a tool that Anthropic ran goes back as the same kind of block. */
function encodeOwnResult(part: AnyToolResultPart, warn: Warn): Block[] {
  const type = part.providerOptions?.['anthropic']?.['blockType']
  if (typeof type === 'string' && 'value' in part.output) {
    const own = blockFields(part.providerOptions)
    return [{ type, tool_use_id: part.toolCallId, content: part.output.value as Json, ...own }]
  }
  warn('result of a tool that another provider ran')
  return []
}

function encodeResult({ toolCallId, output, providerOptions }: AnyToolResultPart, warn: Warn): Block {
  const isFailure = output.type === 'error-text' || output.type === 'error-json' || output.type === 'execution-denied'
  const isError = isFailure || providerOptions?.['anthropic']?.['isError'] === true
  const block: Block = { type: 'tool_result', tool_use_id: toolCallId, content: encodeOutput(output, warn) }
  if (isError) block['is_error'] = true
  return block
}

function encodeOutput(output: AnyToolResultPart['output'], warn: Warn): Json {
  if (output.type === 'text' || output.type === 'error-text') return output.value
  if (output.type === 'execution-denied') return output.reason ?? 'The user denied this call.'
  if (output.type !== 'content') return JSON.stringify(output.value ?? null)
  return output.value.flatMap((entry) => {
    const options = 'providerOptions' in entry ? entry.providerOptions : undefined
    const blocks = encodeEntry(entry, options, warn)
    markBlock(blocks.at(-1), cacheControlOf(options))
    return blocks
  })
}

function encodeEntry(entry: AnyToolResultContent, options: ProviderOptions | undefined, warn: Warn): Block[] {
  if (entry.type === 'text') return textBlock(entry.text, warn)
  if (entry.type === 'custom') {
    const own = opaqueBlock(options)
    if (own !== undefined) return [own]
  }
  const source = resultFile(entry, 'anthropic', warn)
  if (source === undefined) return []
  const filename = 'filename' in entry ? entry.filename : undefined
  const block = orMissing(source, warn, () => encodeFile(source, { filename, providerOptions: options }))
  return typeof block === 'string' ? textBlock(block, warn) : [block]
}

interface FileContext {
  readonly filename?: string | undefined
  readonly providerOptions?: ProviderOptions | undefined
}

/**
 * Encodes a file as an image or a document.
 *
 * @throws ToolfitError `prompt-unsupported` where neither can hold it.
 */
function encodeFile(source: FileSource, context: FileContext = {}): Block {
  const { kind, mediaType } = source
  if (kind === 'reference') return encodeReference(source.ids, mediaType, context)
  if (kind === 'text') return document({ type: 'text', media_type: 'text/plain', data: source.text }, context)
  const isImage = mediaType.startsWith('image/')
  if (kind === 'url') {
    const from: Block = { type: 'url', url: source.url }
    if (isImage) return { type: 'image', source: from }
    if (mediaType === 'application/pdf') return document(from, context)
    throw unsupported(`the URL of a file of type ${mediaType}`)
  }
  const from: Block = { type: 'base64', media_type: mediaType, data: source.data }
  if (isImage) return { type: 'image', source: from }
  if (mediaType === 'application/pdf') return document(from, context)
  if (mediaType.startsWith('text/')) {
    return document({ type: 'text', media_type: 'text/plain', data: textFromBase64(source.data) }, context)
  }
  throw unsupported(`a file of type ${mediaType}`)
}

function encodeReference(ids: Readonly<Record<string, string>>, mediaType: string, context: FileContext): Block {
  const id = ids['anthropic']
  if (id === undefined) throw unsupported(`a file that ${Object.keys(ids).join(', ') || 'no provider'} holds`)
  if (context.providerOptions?.['anthropic']?.['containerUpload'] === true) {
    return { type: 'container_upload', file_id: id }
  }
  const from: Block = { type: 'file', file_id: id }
  return mediaType.startsWith('image/') ? { type: 'image', source: from } : document(from, context)
}

function document(source: Block, { filename, providerOptions }: FileContext): Block {
  const { title = filename, context, citations } = providerOptions?.['anthropic'] ?? {}
  return present({
    type: 'document',
    source,
    title: asText(title),
    context: asText(context),
    citations: isPlainObject(citations) ? { enabled: citations['enabled'] === true } : undefined,
  })
}

function unsupported(what: string): ToolfitError {
  const message = `Anthropic's messages cannot carry ${what}. Send text, an image, a PDF or a text document.`
  return new ToolfitError('prompt-unsupported', message, { what })
}
