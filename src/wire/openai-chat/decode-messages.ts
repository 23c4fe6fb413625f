import { asFields, type Fields, isPlainObject, jsonText, objectsIn, present } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultOutput,
  AnyToolResultPart,
  FilePart,
  ImagePart,
  ReasoningPart,
  ToolCallPart,
  UserPart,
} from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import { InvalidRequest } from '../wire-error.ts'
import { textOf } from './decode-response.ts'
import { detailMetadata, type Reasoning, reasoningOf } from './reasoning-of.ts'
import { callSignature, extraFamily, extraSignature, messageSignatures, splitCallId } from './signature-of.ts'
import { emptyArray, isSaid, mapObjects, missingField, unsupportedValue } from './wrong-field.ts'

/** Reads the messages of a request. Results get the names of their calls, which only the calls have. */
export function decodeMessages(messages: unknown): AnyModelMessage[] {
  if (!isSaid(messages)) throw missingField('messages')
  const decoder = createMessageDecoder()
  if (mapObjects('messages', messages, decoder.push).length === 0) throw emptyArray('messages')
  return decoder.messages
}

/** Decodes one message after the other, so that a caller's own checks need no pass of their own. */
export interface MessageDecoder {
  readonly messages: AnyModelMessage[]
  /** `at` is the message's path, for errors. */
  push(message: Fields, at: string): void
}

export function createMessageDecoder(): MessageDecoder {
  const names = new Map<string, string>()
  const messages: AnyModelMessage[] = []
  /** Results of one turn are one message. The list grows: copies of it would take quadratic time. */
  let results: AnyToolPart[] | undefined
  return {
    messages,
    push(message, at) {
      if (isResult(message)) {
        const result = decodeResult(message, at, names)
        if (results !== undefined) results.push(result)
        else {
          results = [result]
          messages.push({ role: 'tool', content: results })
        }
        return
      }
      results = undefined
      const decoded = decodeMessage(message, at)
      nameCalls(decoded, names)
      messages.push(decoded)
    },
  }
}

function nameCalls({ role, content }: AnyModelMessage, names: Map<string, string>): void {
  if (role !== 'assistant' || typeof content === 'string') return
  for (const part of content) if (part.type === 'tool-call') names.set(part.toolCallId, part.toolName)
}

function isResult({ role }: Fields): boolean {
  return role === 'tool' || role === 'function'
}

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

function decodeMessage(message: Fields, at: string): AnyModelMessage {
  const { role } = message
  switch (role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: textOf(message['content']) }
    case 'user':
      return { role: 'user', content: decodeUserContent(message['content'], at) }
    case 'assistant':
      return { role: 'assistant', content: decodeAssistant(message) }
    default:
      throw isSaid(role) ? unsupportedValue(`${at}.role`, role, roles) : missingField(`${at}.role`)
  }
}

function decodeUserContent(content: unknown, at: string): string | UserPart[] {
  if (typeof content === 'string') return content
  return mapObjects(`${at}.content`, content, (part, place) => {
    const decoded = decodeUserPart(part)
    if (decoded !== undefined) return decoded
    throw new InvalidRequest(`Invalid value for '${place}'.`, place, 'invalid_value')
  })
}

function decodeUserPart(part: Fields): UserPart | undefined {
  const inner = part[jsonText(part['type'])]
  switch (part['type']) {
    case 'text':
      return typeof inner === 'string' ? { type: 'text', text: inner } : undefined
    case 'image_url':
      return decodeImage(part)
    case 'input_audio':
      return isPlainObject(inner)
        ? {
            type: 'file',
            data: jsonText(inner['data']),
            mediaType: inner['format'] === 'mp3' ? 'audio/mpeg' : 'audio/wav',
          }
        : undefined
    case 'file':
      return isPlainObject(inner) ? decodeFile(inner) : undefined
    default:
      return undefined
  }
}

function decodeImage(part: Fields): ImagePart | undefined {
  const url = imageUrl(part)
  if (url === undefined) return undefined
  // A data URL may be megabytes long: it is not parsed here.
  const image = isDataUrl(url) ? url : new URL(url)
  const detail = isPlainObject(part['image_url']) ? part['image_url']['detail'] : undefined
  const options = typeof detail === 'string' ? { providerOptions: { openai: { imageDetail: detail } } } : {}
  return { type: 'image', image, ...options }
}

function decodeFile({ file_id: id, file_data: data, filename }: Fields): FilePart | undefined {
  const name = typeof filename === 'string' ? { filename } : {}
  if (typeof data === 'string') {
    const mediaType = /^data:([^;,]+)/.exec(data)?.[1] ?? 'application/pdf'
    return { type: 'file', data, mediaType, ...name }
  }
  if (typeof id !== 'string') return undefined
  return { type: 'file', data: { openai: id }, mediaType: 'application/octet-stream', ...name }
}

function decodeAssistant(message: Fields): string | AnyAssistantPart[] {
  const reasoning = reasoningOf(message)
  const text = textOf(message['content']) || textOf(message['refusal'])
  const old = message['function_call']
  // The old API has no ids: results have only the name.
  const calls = isPlainObject(old) ? [{ id: old['name'], function: old }] : objectsIn(message['tool_calls'])
  const signature = extraSignature(message)
  if (calls.length === 0 && reasoning === undefined && signature === undefined) return text
  const ofCalls = calls.map(callSignature)
  // Google signs a text on its message and a call on the call. A signature on a message whose calls have none was moved there.
  const isOfCall = calls.length > 0 && ofCalls.every((own) => own === undefined)
  // OpenAI's agents copy the signatures of calls to their message.
  const isOfText = !isOfCall && !ofCalls.includes(signature)
  const signed = signedBy(signature, extraFamily(message))
  const ids = calls.map(({ id }) => splitCallId(id).id)
  const ofMessage = messageSignatures(message, ids)
  return [
    ...(reasoning === undefined ? [] : [decodeReasoning(reasoning)]),
    ...(text === '' ? [] : [{ type: 'text', text, ...(isOfText ? signed : {}) } as const]),
    ...calls.map((call, index): ToolCallPart => {
      const toolCallId = ids[index]!
      const isSigned = isOfCall && index === 0 && signature !== undefined
      const own = isSigned ? signed : signedBy(ofCalls[index] ?? ofMessage.get(toolCallId))
      return decodeCall(call, toolCallId, own)
    }),
  ]
}

/** Details of thoughts stay with them: only their issuer can read them. */
function decodeReasoning({ text, details }: Reasoning): ReasoningPart {
  if (details === undefined) return { type: 'reasoning', text }
  return { type: 'reasoning', text, providerOptions: detailMetadata(details, 'openai', undefined) }
}

type Signed = Pick<ToolCallPart, 'providerOptions'>

function signedBy(signature: string | undefined, family?: string): Signed {
  if (signature === undefined) return {}
  return { providerOptions: { google: present({ thoughtSignature: signature, family }) } }
}

/** Arguments stay the text that they are, so that encoding them again gives the same bytes. */
function decodeCall(call: Fields, toolCallId: string, signed: Signed): ToolCallPart {
  const called = asFields(call['function'])
  const toolName = jsonText(called['name'] ?? '')
  return { type: 'tool-call', toolCallId, toolName, input: called['arguments'] ?? '{}', ...signed }
}

function decodeResult(message: Fields, at: string, names: ReadonlyMap<string, string>): AnyToolResultPart {
  const id = message['tool_call_id'] ?? message['name']
  if (typeof id !== 'string') throw missingField(`${at}.tool_call_id`)
  const toolCallId = splitCallId(id).id
  const toolName = names.get(toolCallId) ?? jsonText(message['name'] ?? '')
  return { type: 'tool-result', toolCallId, toolName, output: decodeOutput(message['content']) }
}

/** The API takes text only, but compatible servers take images too, and clients send them. */
function decodeOutput(content: unknown): AnyToolResultOutput {
  const images = objectsIn(content).flatMap((part) => (part['type'] === 'image_url' ? (imageUrl(part) ?? []) : []))
  const text = textOf(content)
  if (images.length === 0) return { type: 'text', value: text }
  const texts = text === '' ? [] : [{ type: 'text', text } as const]
  return { type: 'content', value: [...texts, ...images.map((url) => ({ type: 'image-url', url }) as const)] }
}

/** Some clients write the URL without an object around it. */
function imageUrl({ image_url: inner }: Fields): string | undefined {
  const url = isPlainObject(inner) ? inner['url'] : inner
  return typeof url === 'string' && (isDataUrl(url) || parseUrl(url) !== undefined) ? url : undefined
}

function isDataUrl(url: string): boolean {
  return url.slice(0, 5).toLowerCase() === 'data:'
}
