import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../src/core/json.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import type { GenerateContentRequest } from '../../src/emulator/api/message.ts'
import { traitsOf } from '../../src/models/gemini/model-traits.ts'
import { decodeRequest as decodeGemini } from '../../src/wire/gemini/decode-request.ts'
import { encodeRequest as encodeGemini } from '../../src/wire/gemini/encode-request.ts'
import { decodeRequest as decodeChat } from '../../src/wire/openai-chat/decode-request.ts'
import { encodeRequest as encodeChat } from '../../src/wire/openai-chat/encode-request.ts'
import { openaiQuirks } from '../../src/wire/openai-chat/quirks.ts'
import type { Exchange } from './exchanges.ts'

type Fields = Readonly<Record<string, unknown>>

/** Decodes a request to messages, encodes these, and says what is not the same: who says what, calls what, and gets what. */
export function compareRequests(exchange: Exchange, format: 'gemini' | 'chat'): string | undefined {
  const [before, after] = format === 'gemini' ? geminiTwice(exchange) : chatTwice(exchange)
  const index = before.findIndex((each, position) => !isDeepStrictEqual(each, after[position]))
  if (index < 0 && before.length === after.length) return undefined
  const at = index < 0 ? before.length : index
  return `${shown(before[at])} became ${shown(after[at])}`
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200)
}

function geminiTwice({ request = '', directory, model }: Exchange): [unknown[], unknown[]] {
  const profile = directory.startsWith('vertex-') ? 'vertex' : 'ai-studio'
  const read = (text: string) =>
    parseRequest(text, 'GenerateContentRequest', { endpoint: profile, strict: false }).message
  const message = read(request)
  if (message === undefined) throw new Error('The request is not one of Gemini’s.')
  const origin = { keys: profile === 'vertex' ? ['vertex'] : ['google'], family: traitsOf(model, profile).family }
  let made = 0
  const decoded = decodeGemini(message, { origin, nextId: () => `made-${++made}` })
  const { body } = encodeGemini({ ...decoded, traits: traitsOf(model, profile), origin })
  return [geminiMeaning(message), geminiMeaning(read(JSON.stringify(body)) ?? {})]
}

/** What the parts say, by speaker. Contents of one speaker are one; ids that we made, and empty texts, mean nothing. */
function geminiMeaning({ contents = [], systemInstruction }: GenerateContentRequest): unknown[] {
  const said: unknown[] = partsOf(systemInstruction).map(({ text }) => ['system', text])
  for (const content of contents) {
    const role = content.role === 'model' ? 'model' : 'user'
    for (const part of partsOf(content)) {
      const { id: _, ...call } = (part['functionCall'] ?? {}) as Fields
      const { id: __, ...response } = (part['functionResponse'] ?? {}) as Fields
      if (part['functionCall'] !== undefined) said.push([role, 'call', { args: {}, ...call }, part['thoughtSignature']])
      else if (part['functionResponse'] !== undefined) said.push([role, 'response', response])
      else if (part['text'] !== '' || part['thoughtSignature'] !== undefined) said.push([role, part])
    }
  }
  return said
}

function partsOf(content: unknown): readonly Fields[] {
  return ((content as { readonly parts?: readonly Fields[] } | undefined)?.parts ?? []) as readonly Fields[]
}

function chatTwice({ request = '', model }: Exchange): [unknown[], unknown[]] {
  const body = JSON.parse(request) as Fields
  const decoded = decodeChat(body)
  if ('error' in decoded) throw new Error(decoded.error.message)
  const again = encodeChat(decoded.request, { modelId: model, quirks: openaiQuirks, tools: body['tools'] as Json })
  return [chatMeaning(body), chatMeaning(again.body)]
}

function chatMeaning({ messages = [] }: Fields): unknown[] {
  return (messages as readonly Fields[]).flatMap((message) => {
    const role = message['role'] === 'developer' ? 'system' : message['role']
    const content = message['content']
    const parts = Array.isArray(content) ? (content as readonly Fields[]) : []
    const text = typeof content === 'string' ? content : parts.map((part) => part['text'] ?? '').join('')
    const media = parts.filter(({ type }) => type !== 'text').map(mediaMeaning)
    const calls = ((message['tool_calls'] ?? []) as readonly Fields[]).map(({ id, function: called }) => {
      const { name, arguments: args } = called as Fields
      // No arguments: Groq writes `null`.
      return [id, name, args === 'null' || args === '' ? '{}' : args]
    })
    return [[role, text, media, calls, message['tool_call_id']]]
  })
}

/** Mistral takes a URL in the place of `{ url }`. */
function mediaMeaning({ type, image_url: image, ...rest }: Fields): unknown[] {
  return [type, typeof image === 'string' ? { url: image } : image, rest]
}
