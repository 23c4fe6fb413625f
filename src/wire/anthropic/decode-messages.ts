import { asFields, asText, type Fields, isPlainObject, jsonText, present } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolResultContent,
  AnyToolResultOutput,
  AnyToolResultPart,
  FilePart,
  MessageJson,
  ProviderOptions,
  UserPart,
} from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { ReplyContent } from '../model-reply.ts'
import { decodeBlocks } from './decode-response.ts'
import { invalid } from './error.ts'

/** `system`: a text, or blocks of text. */
export function decodeSystem(system: unknown): AnyModelMessage[] {
  if (system === undefined || system === null) return []
  return blocksOf(system, 'system').map(({ block, at }) => ({
    role: 'system',
    content: textOf(block, at),
    ...optionsOf(block),
  }))
}

/** Reads the messages of a request. Results get the names of their calls, which only the calls have. */
export function decodeMessages(messages: unknown): AnyModelMessage[] {
  if (!Array.isArray(messages)) throw invalid('messages', 'Field required')
  if (messages.length === 0) throw invalid('messages', 'at least one message is required')
  const names = new Map<string, string>()
  return messages.flatMap((message: unknown, index): AnyModelMessage[] => {
    const at = `messages.${index}`
    if (!isPlainObject(message)) throw invalid(at, 'Input should be an object')
    const { role, content } = message
    if (role === 'system') return decodeSystem(content)
    const blocks = blocksOf(content, `${at}.content`)
    if (role === 'assistant') return [{ role, content: decodeAssistant(blocks, names) }]
    if (role === 'user') return decodeUser(blocks, names)
    throw invalid(`${at}.role`, "Input should be 'user' or 'assistant'")
  })
}

interface Placed {
  readonly block: Fields
  readonly at: string
}

function blocksOf(content: unknown, at: string): Placed[] {
  if (typeof content === 'string') return content === '' ? [] : [{ block: { type: 'text', text: content }, at }]
  if (!Array.isArray(content)) throw invalid(at, 'Field required')
  return content.map((block: unknown, index) => {
    const place = `${at}.${index}`
    if (!isPlainObject(block) || typeof block['type'] !== 'string') throw invalid(`${place}.type`, 'Field required')
    return { block, at: place }
  })
}

function textOf({ text }: Fields, at: string): string {
  if (typeof text === 'string') return text
  throw invalid(`${at}.text`, 'Field required')
}

/** The cache mark, and other options, of a block. */
function optionsOf(block: Fields, more: ProviderOptions[string] = {}): { providerOptions?: ProviderOptions } {
  const mark = block['cache_control']
  const own = isPlainObject(mark) ? { ...more, cacheControl: mark as MessageJson } : more
  return Object.keys(own).length === 0 ? {} : { providerOptions: { anthropic: own } }
}

/** The blocks of an answer, as the next request has them. */
function decodeAssistant(blocks: readonly Placed[], names: Map<string, string>): AnyAssistantPart[] {
  return blocks.flatMap(({ block }) => {
    const { cache_control: _, ...rest } = block
    const [part] = decodeBlocks([rest], names)
    if (part === undefined || part.type === 'source' || part.type === 'file') return []
    return [withOptions(toPromptPart(part), optionsOf(block).providerOptions)]
  })
}

function toPromptPart(part: Exclude<ReplyContent, { type: 'source' | 'file' }>): AnyAssistantPart {
  const { providerMetadata, ...rest } = part
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata as ProviderOptions }
  switch (rest.type) {
    case 'tool-call':
      return { ...rest, input: JSON.parse(rest.input) as unknown, ...options }
    case 'tool-result': {
      const { toolCallId, toolName, result } = rest
      return { type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: result }, ...options }
    }
    default:
      return { ...rest, ...options }
  }
}

function withOptions(part: AnyAssistantPart, more: ProviderOptions | undefined): AnyAssistantPart {
  if (more === undefined) return part
  const own = 'providerOptions' in part ? part.providerOptions : undefined
  return {
    ...part,
    providerOptions: { anthropic: { ...own?.['anthropic'], ...more['anthropic'] } },
  } as AnyAssistantPart
}

/** Results are a message of their own, before what else the user says. */
function decodeUser(blocks: readonly Placed[], names: ReadonlyMap<string, string>): AnyModelMessage[] {
  const isResult = ({ block }: Placed) => block['type'] === 'tool_result'
  const results = blocks.filter(isResult).map((placed) => decodeResult(placed, names))
  const said = blocks.filter((placed) => !isResult(placed)).map(decodeUserPart)
  return [
    ...(results.length === 0 ? [] : [{ role: 'tool', content: results } as const]),
    ...(said.length === 0 && results.length > 0 ? [] : [{ role: 'user', content: said } as const]),
  ]
}

function decodeUserPart({ block, at }: Placed): UserPart {
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: textOf(block, at), ...optionsOf(block) }
    case 'image':
      return { ...fileOf(block, 'image/*', at), ...optionsOf(block) }
    case 'document':
      return decodeDocument(block, at)
    case 'container_upload': {
      const data = { anthropic: jsonText(block['file_id']) }
      return { type: 'file', data, mediaType: anyType, ...optionsOf(block, { containerUpload: true }) }
    }
    default:
      throw unknownBlock(block, at)
  }
}

const anyType = 'application/octet-stream'

function unknownBlock({ type }: Fields, at: string): Error {
  return invalid(at, `Blocks of type '${jsonText(type)}' are not supported here`)
}

function decodeDocument(block: Fields, at: string): FilePart {
  const { title, context, citations } = block
  const own = present({
    title: asText(title),
    context: asText(context),
    citations: isPlainObject(citations) ? (citations as MessageJson) : undefined,
  })
  return { ...fileOf(block, 'application/pdf', at), ...optionsOf(block, own) }
}

/** The file of an image or a document. `mediaType` is what it is where its source does not say so. */
function fileOf({ source }: Fields, mediaType: string, at: string): FilePart {
  const from = asFields(source)
  const declared = asText(from['media_type']) ?? mediaType
  switch (from['type']) {
    case 'base64':
      return { type: 'file', data: { type: 'data', data: jsonText(from['data']) }, mediaType: declared }
    case 'text':
      return { type: 'file', data: { type: 'text', text: jsonText(from['data']) }, mediaType: 'text/plain' }
    case 'url': {
      const originalUrl = jsonText(from['url'])
      const url = parseUrl(originalUrl)
      if (url === undefined) throw invalid(`${at}.source.url`, 'Input should be a valid URL')
      return { type: 'file', data: { type: 'url', url, originalUrl }, mediaType: declared }
    }
    case 'file':
      return {
        type: 'file',
        data: { type: 'reference', reference: { anthropic: jsonText(from['file_id']) } },
        mediaType: declared,
      }
    default:
      throw invalid(`${at}.source`, `Sources of type '${jsonText(from['type'])}' are not supported here`)
  }
}

function decodeResult({ block, at }: Placed, names: ReadonlyMap<string, string>): AnyToolResultPart {
  const { tool_use_id: toolCallId } = block
  if (typeof toolCallId !== 'string') throw invalid(`${at}.tool_use_id`, 'Field required')
  const isError = block['is_error'] === true
  const output = decodeOutput(block['content'], isError, `${at}.content`)
  // An error that is more than a text has no neutral form.
  const own: ProviderOptions[string] = isError && output.type === 'content' ? { isError } : {}
  return {
    type: 'tool-result',
    toolCallId,
    toolName: names.get(toolCallId) ?? 'unknown',
    output,
    ...optionsOf(block, own),
  }
}

function decodeOutput(content: unknown, isError: boolean, at: string): AnyToolResultOutput {
  if (content === undefined || content === null) return { type: isError ? 'error-text' : 'text', value: '' }
  if (typeof content === 'string') return { type: isError ? 'error-text' : 'text', value: content }
  return { type: 'content', value: blocksOf(content, at).map(decodeEntry) }
}

function decodeEntry({ block, at }: Placed): AnyToolResultContent {
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: textOf(block, at), ...optionsOf(block) }
    case 'image':
    case 'document': {
      const { data, mediaType, providerOptions } =
        block['type'] === 'image' ? fileOf(block, 'image/*', at) : decodeDocument(block, at)
      return { type: 'file', data, mediaType, ...(providerOptions && { providerOptions }) } as AnyToolResultContent
    }
    default:
      // `tool_reference`, `search_result` …: only Anthropic reads them.
      return { type: 'custom', providerOptions: { anthropic: { block: block as MessageJson } } }
  }
}
