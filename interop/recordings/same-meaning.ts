import { isDeepStrictEqual } from 'node:util'
import { isPlainObject, type Json, type JsonObject } from '../../src/core/json.ts'
import { parseRequest } from '../../src/emulator/accept/parse-request.ts'
import type { GenerateContentRequest } from '../../src/emulator/api/message.ts'
import { traitsOf as anthropicTraits } from '../../src/models/anthropic/model-traits.ts'
import { traitsOf } from '../../src/models/gemini/model-traits.ts'
import { presetFor, quirksOf } from '../../src/models/openai/presets.ts'
import { decodeRequest as decodeAnthropic } from '../../src/wire/anthropic/decode-request.ts'
import { encodeRequest as encodeAnthropic } from '../../src/wire/anthropic/encode-request.ts'
import { decodeRequest as decodeGemini } from '../../src/wire/gemini/decode-request.ts'
import { encodeRequest as encodeGemini } from '../../src/wire/gemini/encode-request.ts'
import { decodeRequest as decodeChat } from '../../src/wire/openai-chat/decode-request.ts'
import { encodeRequest as encodeChat } from '../../src/wire/openai-chat/encode-request.ts'
import type { Exchange } from './exchanges.ts'
import type { Format } from './read-answer.ts'

type Fields = Readonly<Record<string, unknown>>

/** Decodes a request to messages, encodes these, and says what is not the same: who says what, calls what, and gets what. */
export function compareRequests(exchange: Exchange, format: Format): string | undefined {
  const [before, after] = twice[format](exchange)
  const index = before.findIndex((each, position) => !isDeepStrictEqual(each, after[position]))
  if (index < 0 && before.length === after.length) return undefined
  const at = index < 0 ? before.length : index
  return `${shown(before[at])} became ${shown(after[at])}`
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200)
}

const twice = { gemini: geminiTwice, chat: chatTwice, anthropic: anthropicTwice } as const

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
      if (part['functionCall'] !== undefined) said.push([role, 'call', argumentsIn(call), part['thoughtSignature']])
      else if (part['functionResponse'] !== undefined) said.push([role, 'response', response])
      else if (part['text'] !== '' || part['thoughtSignature'] !== undefined) said.push([role, part])
    }
  }
  return said
}

/** A call whose arguments came in pieces: values at the top, which is all that clients were seen to send back. */
function argumentsIn({ partialArgs, ...call }: Fields): Fields {
  if (!Array.isArray(partialArgs)) return { args: {}, ...call }
  const pieces = (partialArgs as readonly Fields[]).map(({ jsonPath, willContinue: _, ...value }) => [
    String(jsonPath).replace(/^\$\./, ''),
    Object.values(value)[0],
  ])
  return { ...call, args: Object.fromEntries(pieces) as Fields }
}

function partsOf(content: unknown): readonly Fields[] {
  return ((content as { readonly parts?: readonly Fields[] } | undefined)?.parts ?? []) as readonly Fields[]
}

function chatTwice({ request = '', model, url }: Exchange): [unknown[], unknown[]] {
  const body = JSON.parse(request) as Fields
  const decoded = decodeChat(body)
  if ('error' in decoded) throw new Error(decoded.error.message)
  const quirks = quirksOf(presetFor(url), model)
  const again = encodeChat(decoded.request, { modelId: model, quirks, tools: body['tools'] as Json })
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

/** Mistral takes a URL in the place of `{ url }`, and writes a thought as a list of texts, which may be one. */
function mediaMeaning({ type, image_url: image, thinking, ...rest }: Fields): unknown[] {
  if (Array.isArray(thinking)) return [type, (thinking as readonly Fields[]).map(({ text }) => text).join('')]
  return [type, typeof image === 'string' ? { url: image } : image, rest]
}

function anthropicTwice({ request = '', model }: Exchange): [unknown[], unknown[]] {
  const body = JSON.parse(request) as Fields
  // Vertex has the model in the URL.
  const decoded = decodeAnthropic({ model: 'claude', ...body })
  if ('error' in decoded) throw new Error(decoded.error.message)
  const tools = body['tools'] as readonly JsonObject[] | undefined
  const { sampling } = anthropicTraits(model)
  const { body: again } = encodeAnthropic(decoded.request, { modelId: model, maxOutputTokens: 1, sampling, tools })
  return [anthropicMeaning(body), anthropicMeaning(again)]
}

/** Every parameter, and every block by its speaker. A text stands for a block of text; neighbours of one role are one turn. */
function anthropicMeaning({ model: _, stream: __, tools: ___, system, messages, ...settings }: Fields): unknown[] {
  const turns = (messages as readonly Fields[]).flatMap(({ role, content }) =>
    blocksOf(content).map((block) => [role, block]),
  )
  const choice = isPlainObject(settings['tool_choice']) ? withoutDefaults(settings['tool_choice']) : undefined
  const sorted = Object.entries({ ...settings, tool_choice: choice }).sort(([left], [right]) => (left < right ? -1 : 1))
  return [...blocksOf(system ?? []).map((block) => ['system', block]), ...turns, ...sorted]
}

function withoutDefaults({ disable_parallel_tool_use: isSequential, ...choice }: Fields): Fields {
  return isSequential === true ? { ...choice, disable_parallel_tool_use: true } : choice
}

/** Defaults that clients write out (`is_error: false`, `cache_control: null`, no citations) say nothing. */
function blocksOf(content: unknown): Fields[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return (content as readonly Fields[]).map((block) =>
    Object.fromEntries(
      Object.entries(block).flatMap(([key, value]): [string, unknown][] => {
        if (value === undefined || value === null || (key === 'is_error' && value === false)) return []
        if (key === 'citations' && Array.isArray(value) && value.length === 0) return []
        return [[key, key === 'content' && Array.isArray(value) ? blocksOf(value) : value]]
      }),
    ),
  )
}
