import { ToolfitError } from '../../core/errors.ts'
import { asText, type JsonObject, present } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolResultContent,
  AnyToolResultPart,
  ProviderOptions,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  UserPart,
} from '../../core/message.ts'
import { type FileSource, fileSource, orMissing, resultFile, textFromBase64 } from '../file-source.ts'
import type { Warn } from '../model-request.ts'
import { argumentsOf, readArguments } from '../read-arguments.ts'
import type { ChatQuirks } from './quirks.ts'
import { ownDetails } from './reasoning-of.ts'

/** The server that the messages go to. */
interface Server extends ChatQuirks {
  readonly issuer?: string | undefined
}

/** Encodes the messages of a chat. The API requires a message for every result. */
export function encodeMessages(messages: readonly AnyModelMessage[], quirks: Server, warn: Warn): JsonObject[] {
  const encoded: JsonObject[] = []
  // Files of results follow after the last result: no other message may be between results.
  let files: JsonObject[] = []
  const flush = () => {
    if (files.length > 0) encoded.push({ role: 'user', content: files })
    files = []
  }
  for (const message of messages) {
    if (message.role === 'tool') {
      const results = message.content.filter((part) => part.type === 'tool-result')
      files.push(...results.flatMap((result) => pushResult(result, encoded, quirks, warn)))
      continue
    }
    flush()
    if (message.role === 'system') encoded.push({ role: 'system', content: message.content })
    else if (message.role === 'user')
      encoded.push({ role: 'user', content: encodeUserContent(message.content, quirks) })
    else encoded.push(...encodeAssistant(message.content, quirks, warn))
  }
  flush()
  return encoded
}

/** Adds one result, and returns its files, which a tool message cannot hold. */
function pushResult(result: AnyToolResultPart, encoded: JsonObject[], quirks: Server, warn: Warn): JsonObject[] {
  const { text, files } = encodeToolOutput(result, quirks, warn)
  encoded.push({ role: 'tool', tool_call_id: result.toolCallId, content: text })
  return files
}

/**
 * The API has no tools that a provider runs. Such a call and its result, which are in one assistant message, become an ordinary call and
 * its result, before the rest. A call without a result, or a result without a call, is left out.
 */
function encodeAssistant(content: string | readonly AnyAssistantPart[], quirks: Server, warn: Warn): JsonObject[] {
  if (typeof content === 'string') return [{ role: 'assistant', content }]
  const results = new Map(content.flatMap((part) => (part.type === 'tool-result' ? [[part.toolCallId, part]] : [])))
  const run = content.filter((part) => part.type === 'tool-call' && part.providerExecuted === true) as ToolCallPart[]
  const pairs = run.flatMap((call) => {
    const result = results.get(call.toolCallId)
    if (result === undefined) warn('call of a tool that a provider runs')
    return result === undefined ? [] : encodePair(call, result, quirks, warn)
  })
  const rest = encodeTurn(
    content.filter((part) => part.type !== 'tool-result' && !(run as AnyAssistantPart[]).includes(part)),
    quirks,
    warn,
  )
  return rest === undefined ? pairs : [...pairs, rest]
}

function encodePair(call: ToolCallPart, result: AnyToolResultPart, quirks: Server, warn: Warn): JsonObject[] {
  const reasoning = encodeReasoning([], true, quirks)
  const pair: JsonObject[] = [
    { role: 'assistant', content: null, ...reasoning, tool_calls: [encodeCall(call, quirks)] },
  ]
  const files = pushResult(result, pair, quirks, warn)
  return files.length === 0 ? pair : [...pair, { role: 'user', content: files }]
}

function encodeTurn(parts: readonly AnyAssistantPart[], quirks: Server, warn: Warn): JsonObject | undefined {
  const texts = parts.filter((part) => part.type === 'text')
  const text = texts.map((part) => part.text).join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  const thoughts = parts.filter((part) => part.type === 'reasoning')
  for (const { type } of parts) {
    if (!handled.has(type)) warn(`${type} part of an assistant message`)
  }
  const signed = encodeSignature(
    texts.map(signatureOf).findLast((signature) => signature !== undefined),
    quirks,
  )
  if (text === '' && calls.length === 0 && signed === undefined) return undefined
  const reasoning = encodeReasoning(thoughts, calls.length > 0, quirks)
  const content = text === '' && calls.length > 0 ? null : text
  return {
    role: 'assistant',
    ...('thinking' in reasoning
      ? { content: [...thinkingParts(reasoning), ...textParts(text)] }
      : { content, ...reasoning }),
    ...signed,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => encodeCall(call, quirks)) }),
  }
}

/** Mistral's thoughts stand in the content, as a list of texts. */
function thinkingParts({ thinking }: JsonObject): JsonObject[] {
  return [{ type: 'thinking', thinking: [{ type: 'text', text: thinking as string }] }]
}

function textParts(text: string): JsonObject[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

/** Parts that are sent, or that the model never sees. */
const handled: ReadonlySet<string> = new Set(['text', 'tool-call', 'reasoning', 'tool-approval-request'])

function encodeReasoning(thoughts: readonly ReasoningPart[], hasCalls: boolean, quirks: Server): JsonObject {
  const { replaysReasoning, reasoningField, missingReasoning, optionsKey, issuer } = quirks
  const owner = { optionsKey, issuer, isOwnKey: reasoningField === 'reasoning_details' }
  const own = thoughts.flatMap(({ providerOptions }) => ownDetails(providerOptions, owner))
  const details = own.length === 0 ? {} : { reasoning_details: own }
  if (replaysReasoning === 'never' || (replaysReasoning === 'with-calls' && !hasCalls)) return details
  if (reasoningField === 'reasoning_details' && own.length > 0) return details
  const text = thoughts.map((thought) => thought.text).join('')
  if (text === '')
    return hasCalls && missingReasoning !== undefined ? { ...details, [reasoningField]: missingReasoning } : details
  if (reasoningField !== 'reasoning_details') return { ...details, [reasoningField]: text }
  return { reasoning_details: [{ type: 'reasoning.text', text }] }
}

/** The signature of a text stands on its message, that of a call on the call. */
function encodeSignature(signature: string | undefined, quirks: Server): JsonObject | undefined {
  if (!quirks.takesGoogleSignatures || signature === undefined) return undefined
  return { extra_content: { google: { thought_signature: signature } } }
}

function signatureOf({ providerOptions }: TextPart | ToolCallPart): string | undefined {
  const signature = providerOptions?.['google']?.['thoughtSignature']
  return typeof signature === 'string' ? signature : undefined
}

function encodeCall(call: ToolCallPart, quirks: Server): JsonObject {
  return {
    id: call.toolCallId,
    type: 'function',
    function: { name: call.toolName, arguments: encodeArguments(call.input) },
    ...encodeSignature(signatureOf(call), quirks),
  }
}

/** A text that is a JSON object goes back byte for byte. Servers parse arguments, and fail where they are not an object. */
function encodeArguments(input: unknown): string {
  const read = typeof input === 'string' ? readArguments(input, { isCut: true }) : undefined
  return read?.args === undefined ? JSON.stringify(argumentsOf(input)) : read.text
}

/** A single text is sent as a string: some compatible servers take nothing else. */
function encodeUserContent(content: string | readonly UserPart[], quirks: ChatQuirks): string | readonly JsonObject[] {
  if (typeof content === 'string') return content
  if (content.length === 1 && content[0]!.type === 'text') return content[0]!.text
  return content.map((part) => encodeUserPart(part, quirks))
}

function encodeUserPart(part: UserPart, { optionsKey }: ChatQuirks): JsonObject {
  if (part.type === 'text') return { type: 'text', text: part.text }
  const [data, given] = part.type === 'image' ? [part.image, part.mediaType ?? 'image/*'] : [part.data, part.mediaType]
  const filename = part.type === 'file' ? part.filename : undefined
  return encodeFile(fileSource(data, given), { filename, optionsKey, providerOptions: part.providerOptions })
}

interface FileContext {
  readonly filename: string | undefined
  readonly optionsKey: string
  readonly providerOptions: ProviderOptions | undefined
}

const audioFormats: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mp3': 'mp3',
  'audio/mpeg': 'mp3',
}

/**
 * Encodes a file as a part of a user message.
 *
 * @throws ToolfitError `prompt-unsupported` where no kind of part can hold it.
 */
function encodeFile(source: FileSource, context: FileContext): JsonObject {
  const { filename, optionsKey, providerOptions } = context
  const { kind, mediaType } = source
  if (kind === 'text') return { type: 'text', text: source.text }
  if (kind === 'reference') {
    const id = source.ids[optionsKey]
    if (id !== undefined) return { type: 'file', file: { file_id: id } }
    throw unsupported(`a file that ${Object.keys(source.ids).join(', ') || 'no provider'} holds`)
  }
  if (mediaType.startsWith('image/')) {
    // It belongs to the format, so `openai` names it for every server.
    const detail = (providerOptions?.[optionsKey] ?? providerOptions?.['openai'])?.['imageDetail']
    const url = kind === 'url' ? source.url : `data:${mediaType};base64,${source.data}`
    return { type: 'image_url', image_url: present({ url, detail: asText(detail) }) }
  }
  if (kind === 'url') throw unsupported(`the URL of a file of type ${mediaType}`)
  const format = audioFormats[mediaType]
  if (format !== undefined) return { type: 'input_audio', input_audio: { data: source.data, format } }
  if (mediaType === 'application/pdf') {
    const file_data = `data:${mediaType};base64,${source.data}`
    return { type: 'file', file: { filename: filename ?? 'document.pdf', file_data } }
  }
  if (mediaType.startsWith('text/')) return { type: 'text', text: textFromBase64(source.data) }
  throw unsupported(`a file of type ${mediaType}`)
}

function unsupported(what: string): ToolfitError {
  const message = `Chat completions cannot carry ${what}. Send text, an image, wav or mp3 audio, or a PDF document.`
  return new ToolfitError('prompt-unsupported', message, { what })
}

export interface EncodedOutput {
  readonly text: string
  /** Parts for a user message, after a line that names the call. */
  readonly files: JsonObject[]
}

/** Encodes the output of a tool. A tool message holds text only. */
function encodeToolOutput({ toolCallId, output }: AnyToolResultPart, quirks: ChatQuirks, warn: Warn): EncodedOutput {
  if (output.type === 'text' || output.type === 'error-text') return { text: output.value, files: [] }
  if (output.type === 'execution-denied') return { text: output.reason ?? 'The user denied this call.', files: [] }
  if (output.type !== 'content') return { text: JSON.stringify(output.value ?? null), files: [] }
  const texts: string[] = []
  const files: JsonObject[] = []
  for (const entry of output.value) {
    const encoded = entry.type === 'text' ? entry.text : encodeEntry(entry, quirks, warn)
    if (typeof encoded === 'string') texts.push(encoded)
    else if (encoded !== undefined) files.push(encoded)
  }
  if (files.length === 0) return { text: texts.join('\n'), files }
  const label: JsonObject = { type: 'text', text: `Files of the result of tool call ${toolCallId}:` }
  const note = `The files of this result (${files.length}) follow in the next user message.`
  return { text: [...texts, note].join('\n'), files: [label, ...files] }
}

/** A part of a user message, or a text that says which file is missing. */
function encodeEntry(
  entry: AnyToolResultContent,
  { optionsKey }: ChatQuirks,
  warn: Warn,
): JsonObject | string | undefined {
  const source = resultFile(entry, optionsKey, warn)
  if (source === undefined) return undefined
  const filename = 'filename' in entry ? entry.filename : undefined
  const providerOptions = 'providerOptions' in entry ? entry.providerOptions : undefined
  return orMissing(source, warn, () => encodeFile(source, { filename, optionsKey, providerOptions }))
}
