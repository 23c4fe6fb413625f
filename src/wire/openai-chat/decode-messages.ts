import { freezeJson, isFrozenJson } from '../../core/frozen-json.ts'
import { isPlainObject } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolPart,
  AnyToolResultOutput,
  AnyToolResultPart,
  FilePart,
  ImagePart,
  UserPart,
} from '../../core/message.ts'
import { callMetadata, listOf, textOf } from './decode-response.ts'
import { InvalidRequest } from './invalid-request.ts'
import { reasoningOf } from './reasoning-of.ts'
import { extraFamily, extraSignature, signatureOf, splitCallId } from './signature-of.ts'

type Fields = Readonly<Record<string, unknown>>

/** Reads the messages of a request. Results get the names of their calls, which only the calls know. */
export function decodeMessages(messages: unknown): AnyModelMessage[] {
  if (!Array.isArray(messages)) throw new InvalidRequest("Missing required parameter: 'messages'.", 'messages')
  if (messages.length === 0) {
    throw new InvalidRequest("Invalid 'messages': empty array. Expected at least one message.", 'messages')
  }
  const names = new Map<string, string>()
  const decoded: AnyModelMessage[] = []
  let results: AnyToolPart[] | undefined
  messages.forEach((message: unknown, index) => {
    const at = `messages[${index}]`
    if (!isPlainObject(message)) throw new InvalidRequest(`Invalid type for '${at}': expected an object.`, at)
    if (isResult(message)) {
      // Results of one turn stand in one message: the list grows, because copies of it would take the square of its length.
      const result = decodeResult(message, at, names)
      if (results !== undefined) results.push(result)
      else {
        results = [result]
        decoded.push({ role: 'tool', content: results })
      }
      return
    }
    results = undefined
    const own = recallMessage(message, at)
    nameCalls(own, names)
    decoded.push(own)
  })
  return decoded
}

/** What was made of messages that cannot change. A conversation comes again with each of its steps. */
const known = new WeakMap<object, AnyModelMessage>()

function recallMessage(message: Fields, at: string): AnyModelMessage {
  const before = known.get(message)
  if (before !== undefined) return before
  const decoded = decodeMessage(message, at)
  // A user's parts may be URLs, which are no JSON.
  const isJson = typeof decoded.content === 'string' || decoded.role === 'assistant'
  if (isJson && isFrozenJson(message)) known.set(message, freezeJson(decoded))
  return decoded
}

function nameCalls({ role, content }: AnyModelMessage, names: Map<string, string>): void {
  if (role !== 'assistant' || typeof content === 'string') return
  for (const part of content) if (part.type === 'tool-call') names.set(part.toolCallId, part.toolName)
}

function isResult({ role }: Fields): boolean {
  return role === 'tool' || role === 'function'
}

function decodeMessage(message: Fields, at: string): AnyModelMessage {
  switch (message['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', content: textOf(message['content']) }
    case 'user':
      return { role: 'user', content: decodeUserContent(message['content'], at) }
    case 'assistant':
      return { role: 'assistant', content: decodeAssistant(message) }
    default:
      throw new InvalidRequest(`Invalid value for '${at}.role'.`, `${at}.role`)
  }
}

function decodeUserContent(content: unknown, at: string): string | UserPart[] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) {
    throw new InvalidRequest(`Invalid type for '${at}.content': expected a string or an array.`, `${at}.content`)
  }
  return content.map((part: unknown, index) => {
    const decoded = isPlainObject(part) ? decodeUserPart(part) : undefined
    if (decoded !== undefined) return decoded
    throw new InvalidRequest(`Invalid value for '${at}.content[${index}]'.`, `${at}.content[${index}]`)
  })
}

function decodeUserPart(part: Fields): UserPart | undefined {
  const inner = part[String(part['type'])]
  switch (part['type']) {
    case 'text':
      return typeof inner === 'string' ? { type: 'text', text: inner } : undefined
    case 'image_url':
      return decodeImage(part)
    case 'input_audio':
      return isPlainObject(inner)
        ? {
            type: 'file',
            data: String(inner['data']),
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
  const image = new URL(url)
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
  // The old API has no ids: the name is all that its results say.
  const calls = isPlainObject(old) ? [{ id: old['name'], function: old }] : listOf(message['tool_calls'])
  const signature = extraSignature(message)
  if (calls.length === 0 && reasoning === undefined && signature === undefined) return text
  const ofCalls = calls.map(signatureOf)
  // Google signs a text on its message and a call on the call. Where no call has one, somebody moved it.
  const isOfCall = calls.length > 0 && ofCalls.every((own) => own === undefined)
  // OpenAI's agents copy onto a message what its calls have.
  const isOfText = !isOfCall && !ofCalls.includes(signature)
  const family = extraFamily(message)
  const known = family === undefined ? {} : { family }
  const signed =
    signature === undefined ? {} : { providerOptions: { google: { thoughtSignature: signature, ...known } } }
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning.text } as const]),
    ...(text === '' ? [] : [{ type: 'text', text, ...(isOfText ? signed : {}) } as const]),
    ...calls.map((call, index) => ({ ...decodeCall(call), ...(isOfCall && index === 0 ? signed : {}) })),
  ]
}

/** Arguments stay the text that they are: whoever encodes them again sends the same bytes. */
function decodeCall(call: Fields): AnyAssistantPart {
  const called = isPlainObject(call['function']) ? call['function'] : {}
  const toolCallId = splitCallId(call['id']).id
  const toolName = String(called['name'] ?? '')
  const input = called['arguments'] ?? '{}'
  const providerOptions = callMetadata(call)
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
    ...(providerOptions === undefined ? {} : { providerOptions }),
  }
}

/** As {@link known}, for results. */
const knownResults = new WeakMap<object, AnyToolResultPart>()

function decodeResult(message: Fields, at: string, names: ReadonlyMap<string, string>): AnyToolResultPart {
  const before = knownResults.get(message)
  // The same result may belong to another call, in another conversation.
  if (before !== undefined && before.toolName === nameOf(before.toolCallId, message, names)) return before
  const given = message['tool_call_id'] ?? message['name']
  if (typeof given !== 'string') {
    throw new InvalidRequest(`Missing required parameter: '${at}.tool_call_id'.`, `${at}.tool_call_id`)
  }
  const toolCallId = splitCallId(given).id
  const toolName = nameOf(toolCallId, message, names)
  const output = decodeOutput(message['content'])
  const result: AnyToolResultPart = { type: 'tool-result', toolCallId, toolName, output }
  if (isFrozenJson(message)) knownResults.set(message, freezeJson(result))
  return result
}

function nameOf(toolCallId: string, { name }: Fields, names: ReadonlyMap<string, string>): string {
  return names.get(toolCallId) ?? String(name ?? '')
}

/** Text; the API itself knows nothing else, but compatible servers take images too, and clients send them. */
function decodeOutput(content: unknown): AnyToolResultOutput {
  const images = listOf(content).flatMap((part) => (part['type'] === 'image_url' ? (imageUrl(part) ?? []) : []))
  const text = textOf(content)
  if (images.length === 0) return { type: 'text', value: text }
  const texts = text === '' ? [] : [{ type: 'text', text } as const]
  return { type: 'content', value: [...texts, ...images.map((url) => ({ type: 'image-url', url }) as const)] }
}

/** Some clients write the URL bare. */
function imageUrl({ image_url: inner }: Fields): string | undefined {
  const url = isPlainObject(inner) ? inner['url'] : inner
  return typeof url === 'string' && URL.canParse(url) ? url : undefined
}
