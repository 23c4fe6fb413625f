import type { AnyModelMessage } from '../../src/core/message.ts'
import { anthropic } from '../../src/models/anthropic/anthropic.ts'
import { gemini } from '../../src/models/gemini/gemini.ts'
import { openai } from '../../src/models/openai/openai.ts'
import type { LanguageModel, ModelContent, ModelStreamPart } from '../../src/models/versions/language-model.ts'
import type { Exchange } from './exchanges.ts'
import type { Answer, Format } from './read-answer.ts'

/** The format that a directory's answers have, where one of our models speaks it. */
export function formatOf(directory: string): Format | undefined {
  if (/^(gemini|vertex)-generate-content$/.test(directory)) return 'gemini'
  if (directory === 'anthropic-messages' || directory === 'vertex-anthropic-raw-predict') return 'anthropic'
  // Cohere's and Ollama's own APIs are not chat completions.
  if (directory.endsWith('-chat') && !/^(cohere-v2|ollama-native)-/.test(directory)) return 'chat'
  return undefined
}

/** What became of an answer in our models. */
export interface Played {
  readonly content: readonly ModelContent[]
  readonly finish: string | undefined
}

/** Lets our model read the recorded answer. Throws what the model throws, also where its stream has an error. */
export async function play(exchange: Exchange, format: Format): Promise<Played> {
  const model = modelFor(exchange, format, async () => answerOf(exchange))
  const options = { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] } as const
  if (!exchange.isStream) {
    const { content, finishReason } = await model.doGenerate(options)
    return { content, finish: finishReason.raw }
  }
  const { stream } = await model.doStream(options)
  return collect(stream)
}

/** The body of the request that follows the answer: the same conversation, every call answered. */
export async function nextRequest(exchange: Exchange, format: Format, { content }: Played): Promise<string> {
  let sent = ''
  const model = modelFor(exchange, format, async (body) => {
    sent = body
    return answerOf(exchange)
  })
  const said = content.map(toPromptPart).filter((part) => part !== undefined)
  const results = content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true
      ? [
          {
            type: 'tool-result',
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            output: { type: 'text', value: 'ok' },
          },
        ]
      : [],
  )
  const prompt = [
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: said },
    ...(results.length > 0 ? [{ role: 'tool', content: results }] : []),
    ...(results.length > 0 ? [] : [{ role: 'user', content: [{ type: 'text', text: 'Go on' }] }]),
  ] as AnyModelMessage[]
  // Only the request counts: the same answer comes again, and may be an error.
  await model.doGenerate({ prompt }).catch(() => undefined)
  return sent
}

type Send = (body: string) => Promise<Response>

function modelFor({ model: id, url, directory }: Exchange, format: Format, send: Send): LanguageModel {
  const settings = {
    apiKey: 'any',
    maxRetries: 0,
    fetch: (_url: unknown, init?: { readonly body?: unknown }) => send(String(init?.body ?? '')),
  }
  switch (format) {
    case 'gemini':
      return directory.startsWith('vertex-')
        ? gemini(id || 'gemini-3-flash-preview', { ...settings, profile: 'vertex' })
        : gemini(id || 'gemini-3-flash-preview', settings)
    case 'anthropic':
      return anthropic(id || 'claude-sonnet-4-5', settings)
    case 'chat':
      return openai(id || 'any', { ...settings, baseURL: url.replace(/\/chat\/completions.*$/, '') })
  }
}

/** Pieces of seven bytes: no boundary of a piece is one of an event or of a character. */
const pieceSize = 7

function answerOf({ response, isStream, status }: Exchange): Response {
  const bytes = new TextEncoder().encode(response)
  const type = isStream ? 'text/event-stream' : 'application/json'
  const headers = { 'content-type': type }
  if (!isStream) return new Response(bytes, { status, headers })
  let start = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (start >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(start, start + pieceSize))
      start += pieceSize
    },
  })
  return new Response(body, { status, headers })
}

async function collect(stream: ReadableStream<ModelStreamPart>): Promise<Played> {
  const content: ModelContent[] = []
  const open = new Map<string, number>()
  let finish: string | undefined
  for await (const part of stream as unknown as AsyncIterable<ModelStreamPart>) {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        open.set(part.id, content.length)
        content.push({
          type: part.type === 'text-start' ? 'text' : 'reasoning',
          text: '',
          ...(part.providerMetadata && { providerMetadata: part.providerMetadata }),
        })
        break
      case 'text-delta':
      case 'reasoning-delta':
      case 'text-end':
      case 'reasoning-end': {
        const index = open.get(part.id)
        const before = index === undefined ? undefined : content[index]
        if (index === undefined || (before?.type !== 'text' && before?.type !== 'reasoning'))
          throw new Error(`${part.type} without a start`)
        const metadata = 'providerMetadata' in part ? part.providerMetadata : undefined
        content[index] = {
          ...before,
          text: before.text + ('delta' in part ? part.delta : ''),
          ...(metadata && { providerMetadata: metadata }),
        }
        break
      }
      case 'tool-call':
      case 'tool-result':
      case 'source':
      case 'file':
        content.push(part)
        break
      case 'finish':
        finish = part.finishReason.raw
        break
      case 'error':
        throw part.error
      default:
    }
  }
  return { content, finish }
}

/** A part of an answer as the next prompt has it: as `ai` builds it. */
function toPromptPart(part: ModelContent): object | undefined {
  const { providerMetadata, ...rest } = 'providerMetadata' in part ? part : { ...part, providerMetadata: undefined }
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
  switch (rest.type) {
    case 'tool-call': {
      const input: unknown = JSON.parse(rest.input || '{}')
      return { ...rest, input, ...options }
    }
    case 'tool-result': {
      const { toolCallId, toolName, result } = rest
      return { type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: result }, ...options }
    }
    case 'source':
      return undefined
    default:
      return { ...rest, ...options }
  }
}

/** The same fields as an independent reader finds. */
export function summary({ content, finish }: Played): Answer {
  const joined = (type: 'text' | 'reasoning') => content.map((part) => (part.type === type ? part.text : '')).join('')
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true
      ? [{ name: part.toolName, args: parsedInput(part.input) }]
      : [],
  )
  return { text: joined('text'), reasoning: joined('reasoning'), calls, finish }
}

function parsedInput(input: string): unknown {
  try {
    return JSON.parse(input || '{}')
  } catch {
    return input
  }
}
