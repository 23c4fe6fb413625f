import type { JsonObject } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolResultPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
} from '../../core/message.ts'
import type { Warn } from '../model-request.ts'
import { argumentsOf, readArguments } from '../read-arguments.ts'
import { encodeToolOutput, encodeUserContent } from './encode-content.ts'
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
    if (result === undefined) warn({ type: 'unsupported', feature: 'call of a tool that a provider runs' })
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
  const asked = { role: 'assistant', content: null, ...reasoning, tool_calls: [encodeCall(call, quirks)] }
  const { text, files } = encodeToolOutput(result, quirks, warn)
  const answer = { role: 'tool', tool_call_id: result.toolCallId, content: text }
  return [asked, answer, ...(files.length === 0 ? [] : [{ role: 'user', content: files }])]
}

function encodeTurn(parts: readonly AnyAssistantPart[], quirks: Server, warn: Warn): JsonObject | undefined {
  const texts = parts.filter((part) => part.type === 'text')
  const text = texts.map((part) => part.text).join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  const thoughts = parts.filter((part) => part.type === 'reasoning')
  for (const { type } of parts) {
    if (!handled.has(type)) warn({ type: 'unsupported', feature: `${type} part of an assistant message` })
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
