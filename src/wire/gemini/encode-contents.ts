import { isPlainObject, type JsonObject, present } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolResultPart,
  ToolCallPart,
  UserPart,
} from '../../core/message.ts'
import { type FileSource, fileSource, missingFile, textToBase64 } from '../file-source.ts'
import type { Warn } from '../model-request.ts'
import { argumentsOf } from '../read-arguments.ts'
import { encodeOutput } from './function-response.ts'
import type { GeminiTraits } from './gemini-traits.ts'
import { dataOf, type GeminiOrigin, signatureOf } from './origin.ts'

/** A content of a request or an answer. */
export interface GeminiContent {
  readonly role: 'user' | 'model'
  readonly parts: GeminiPart[]
}

/** A part, as far as we write it. */
export interface GeminiPart {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly inlineData?: { readonly mimeType: string; readonly data: string; readonly displayName?: string }
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string }
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args: JsonObject }
  readonly functionResponse?: GeminiResponsePart
  readonly [other: string]: unknown
}

interface GeminiResponsePart {
  readonly id?: string
  readonly name: string
  readonly response: JsonObject
  readonly parts?: readonly GeminiPart[]
}

export interface EncodedContents {
  readonly contents: readonly GeminiContent[]
  /** Texts of system messages. */
  readonly system: readonly string[]
}

export interface ContentsContext {
  readonly traits: GeminiTraits
  readonly origin: GeminiOrigin
  readonly warn: Warn
}

/** Google documents this value for calls that it did not sign. */
const signatureBypass = 'skip_thought_signature_validator'

/**
 * Encodes messages as `contents`: the calls of a step are one content of the model, the next content has all their responses and nothing
 * else, and neighbours of one role are joined.
 */
export function encodeContents(messages: readonly AnyModelMessage[], context: ContentsContext): EncodedContents {
  const system: string[] = []
  const builder = createBuilder(context)
  for (const message of messages) {
    switch (message.role) {
      case 'system':
        if (message.content !== '') system.push(message.content)
        break
      case 'user':
        builder.add('user', encodeUser(message.content, context))
        break
      case 'assistant':
        builder.add('model', encodeAssistant(message.content, context))
        break
      case 'tool':
        for (const part of message.content) if (part.type === 'tool-result') builder.respond(part)
        break
    }
  }
  const contents = builder.finish()
  if (context.traits.needsSignatures) signCurrentTurn(contents)
  endWithUser(contents, context)
  return { contents: contents.map(({ role, parts }) => ({ role, parts })), system }
}

interface Built extends GeminiContent {
  readonly kind: 'plain' | 'response'
}

function createBuilder(context: ContentsContext) {
  const contents: Built[] = []
  /** Files that a response cannot hold: they follow after the last response of the step. */
  let files: GeminiPart[] = []
  const push = (role: Built['role'], kind: Built['kind'], parts: readonly GeminiPart[]) => {
    if (parts.length === 0) return
    const last = contents.at(-1)
    if (last !== undefined && last.role === role && last.kind === kind) last.parts.push(...parts)
    else contents.push({ role, kind, parts: [...parts] })
  }
  const flush = () => {
    push('user', 'plain', files)
    files = []
  }
  return {
    add(role: Built['role'], parts: readonly GeminiPart[]) {
      flush()
      push(role, 'plain', parts)
    },
    respond(part: AnyToolResultPart) {
      const { response, others } = encodeResult(part, context)
      push('user', 'response', [response])
      files.push(...others)
    },
    finish() {
      flush()
      return contents
    },
  }
}

function encodeUser(content: string | readonly UserPart[], context: ContentsContext): GeminiPart[] {
  if (typeof content === 'string') return textParts(content, undefined)
  return content.flatMap((part): GeminiPart[] => {
    if (part.type === 'text') return textParts(part.text, signatureOf(part.providerOptions, context.origin))
    const data = part.type === 'image' ? part.image : part.data
    return fileParts(fileSource(data, part.type === 'image' ? (part.mediaType ?? 'image/*') : part.mediaType), context)
  })
}

/** Gemini refuses an empty text without a signature. */
function textParts(text: string, thoughtSignature: string | undefined): GeminiPart[] {
  if (thoughtSignature !== undefined) return [{ text, thoughtSignature }]
  return text === '' ? [] : [{ text }]
}

/** A file as a part. Undefined: only another provider holds it. */
function encodeFile(file: FileSource, { keys }: GeminiOrigin): GeminiPart | undefined {
  switch (file.kind) {
    case 'base64':
      return { inlineData: { mimeType: file.mediaType, data: file.data } }
    case 'text':
      return { inlineData: { mimeType: file.mediaType, data: textToBase64(file.text) } }
    case 'url':
      return { fileData: { ...exactType(file.mediaType), fileUri: file.url } }
    case 'reference': {
      const key = [...keys, 'google'].find((known) => typeof file.ids[known] === 'string')
      return key === undefined ? undefined : { fileData: { ...exactType(file.mediaType), fileUri: file.ids[key]! } }
    }
  }
}

/** Gemini does not know `image/*` and `application/octet-stream`; it finds the type of a file that it holds by itself. */
function exactType(mediaType: string): { mimeType?: string } {
  return mediaType.endsWith('/*') || mediaType === 'application/octet-stream' ? {} : { mimeType: mediaType }
}

function fileParts(file: FileSource, { origin, warn }: ContentsContext): GeminiPart[] {
  const part = encodeFile(file, origin)
  if (part !== undefined) return [part]
  warn('file of another provider', 'A file that only another provider holds is not sent. The model is told so.')
  return [{ text: missingFile(file.mediaType) }]
}

function encodeAssistant(content: string | readonly AnyAssistantPart[], context: ContentsContext): GeminiPart[] {
  if (typeof content === 'string') return textParts(content, undefined)
  return content.flatMap((part) => encodeAssistantPart(part, context))
}

function encodeAssistantPart(part: AnyAssistantPart, context: ContentsContext): GeminiPart[] {
  const { origin, warn } = context
  switch (part.type) {
    case 'text':
      return textParts(part.text, signatureOf(part.providerOptions, origin))
    case 'reasoning':
      return encodeReasoning(part, context)
    case 'file':
    case 'reasoning-file': {
      const signature = signatureOf(part.providerOptions, origin)
      const parts = fileParts(fileSource(part.data, part.mediaType), context)
      return signature === undefined ? parts : parts.map((file) => ({ ...file, thoughtSignature: signature }))
    }
    case 'tool-call':
      return part.providerExecuted === true ? rawPart(part, context) : [encodeCall(part, context)]
    case 'tool-result':
    case 'custom':
      return rawPart(part, context)
    case 'tool-approval-request':
      // Between the user and the runtime: the model never sees it.
      return []
    default:
      // A kind of part of a later version of the AI SDK.
      warn(`${(part as { type: string }).type} part of an assistant message`, 'It is not known, and not sent.')
      return []
  }
}

/** Thoughts of other providers are not sent: without their signatures they are worth nothing. */
function encodeReasoning(
  { text, providerOptions }: Extract<AnyAssistantPart, { type: 'reasoning' }>,
  { origin }: ContentsContext,
): GeminiPart[] {
  const thoughtSignature = signatureOf(providerOptions, origin)
  const others = Object.keys(providerOptions ?? {}).filter((key) => key !== 'toolfit' && !origin.keys.includes(key))
  if (thoughtSignature === undefined && (text === '' || others.length > 0)) return []
  return [present({ text, thought: true, thoughtSignature })]
}

/** A tool that Google ran goes back as it came. Tools of other providers are unknown here: their outcome is in the texts. */
function rawPart(
  part: Extract<AnyAssistantPart, { type: 'tool-call' | 'tool-result' | 'custom' }>,
  { origin, warn }: ContentsContext,
): GeminiPart[] {
  const raw = dataOf(part.providerOptions, origin)['part']
  if (isPlainObject(raw)) return [raw as GeminiPart]
  const name = part.type === 'custom' ? part.kind : part.toolName
  warn(`${part.type} of another provider`, `"${name}" was run by another provider, and is not sent.`)
  return []
}

function encodeCall(part: ToolCallPart, { traits, origin }: ContentsContext): GeminiPart {
  const { toolCallId: id, toolName: name } = part
  const args = argumentsOf(part.input) as JsonObject
  const functionCall = traits.callIds ? { id, name, args } : { name, args }
  const thoughtSignature = signatureOf(part.providerOptions, origin)
  return thoughtSignature === undefined ? { functionCall } : { functionCall, thoughtSignature }
}

interface EncodedResult {
  readonly response: GeminiPart
  /** Files that the response cannot hold. */
  readonly others: readonly GeminiPart[]
}

function encodeResult(part: AnyToolResultPart, context: ContentsContext): EncodedResult {
  const { traits, origin } = context
  const { toolCallId: id, toolName: name } = part
  const { response, files } = encodeOutput(part.output, origin.keys[0]!, context.warn)
  const own = traits.callIds ? { id, name, response } : { name, response }
  if (files.length === 0) return { response: { functionResponse: own }, others: [] }
  const inside = traits.filesInResponses ? files.filter((file) => fitsResponse(file, origin)) : []
  const outside = files.filter((file) => !inside.includes(file))
  const parts = inside.map((file) => encodeFile(file, origin)).filter((part) => part !== undefined)
  const functionResponse: GeminiResponsePart = parts.length === 0 ? own : { ...own, parts }
  const caption: GeminiPart[] = outside.length === 0 ? [] : [{ text: `Files that ${name} gave back:` }]
  return {
    response: { functionResponse },
    others: [...caption, ...outside.flatMap((file) => fileParts(file, context))],
  }
}

/** The types that Google documents for files in function responses. */
const responseTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'application/pdf',
  'text/plain',
])

/** A file that Google holds may be named in a response; what lies elsewhere on the web was never seen there. */
function fitsResponse(file: FileSource, origin: GeminiOrigin): boolean {
  if (!responseTypes.has(file.mediaType)) return false
  if (file.kind === 'url') return googleFile.test(file.url)
  return file.kind === 'base64' || (file.kind === 'reference' && encodeFile(file, origin) !== undefined)
}

const googleFile = /^(gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/[^/]+\/files\/)/

/** The current turn begins after the last message of the user. */
function signCurrentTurn(contents: readonly Built[]): void {
  const start = contents.findLastIndex(({ role, kind }) => role === 'user' && kind === 'plain') + 1
  for (const { role, parts } of contents.slice(start)) {
    const first = role === 'model' ? parts.findIndex(({ functionCall }) => functionCall !== undefined) : -1
    const part = parts[first]
    if (part !== undefined && part.thoughtSignature === undefined) {
      parts[first] = { ...part, thoughtSignature: signatureBypass }
    }
  }
}

/** Later models refuse to continue a message of their own. */
function endWithUser(contents: Built[], { traits, warn }: ContentsContext): void {
  if (traits.prefill || contents.at(-1)?.role !== 'model') return
  contents.push({ role: 'user', kind: 'plain', parts: [{ text: 'Continue.' }] })
  warn(
    'assistant message at the end',
    'This model does not go on from a beginning of its own. It is asked to continue instead.',
  )
}
