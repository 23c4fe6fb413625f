import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import type {
  AnyAssistantPart,
  AnyModelMessage,
  AnyToolResultPart,
  ReasoningPart,
  ToolCallPart,
} from '../../core/message.ts'
import type { RequestWarning } from '../model-request.ts'
import { argumentsOf, readArguments } from '../read-arguments.ts'
import { encodeToolOutput, encodeUserContent } from './encode-content.ts'
import type { ChatQuirks } from './quirks.ts'

type Warn = (warning: RequestWarning) => void

/** Encodes the messages of a chat. The API requires a message for every result. */
export function encodeMessages(messages: readonly AnyModelMessage[], quirks: ChatQuirks, warn: Warn): JsonObject[] {
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
function pushResult(result: AnyToolResultPart, encoded: JsonObject[], quirks: ChatQuirks, warn: Warn): JsonObject[] {
  const { text, files } = encodeToolOutput(result, quirks, warn)
  encoded.push({ role: 'tool', tool_call_id: result.toolCallId, content: text })
  return files
}

/**
 * The API has no tools that a provider runs. Such a call and its result, which are in one assistant message, become an ordinary call and
 * its result, before the rest. A call without a result, or a result without a call, is left out.
 */
function encodeAssistant(content: string | readonly AnyAssistantPart[], quirks: ChatQuirks, warn: Warn): JsonObject[] {
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

function encodePair(call: ToolCallPart, result: AnyToolResultPart, quirks: ChatQuirks, warn: Warn): JsonObject[] {
  const reasoning = encodeReasoning([], true, quirks)
  const asked = { role: 'assistant', content: null, ...reasoning, tool_calls: [encodeCall(call, quirks)] }
  const { text, files } = encodeToolOutput(result, quirks, warn)
  const answer = { role: 'tool', tool_call_id: result.toolCallId, content: text }
  return [asked, answer, ...(files.length === 0 ? [] : [{ role: 'user', content: files }])]
}

function encodeTurn(parts: readonly AnyAssistantPart[], quirks: ChatQuirks, warn: Warn): JsonObject | undefined {
  const text = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('')
  const calls = parts.filter((part) => part.type === 'tool-call')
  const thoughts = parts.filter((part) => part.type === 'reasoning')
  for (const { type } of parts) {
    if (!handled.has(type)) warn({ type: 'unsupported', feature: `${type} part of an assistant message` })
  }
  if (text === '' && calls.length === 0) return undefined
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...encodeReasoning(thoughts, calls.length > 0, quirks),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => encodeCall(call, quirks)) }),
  }
}

/** Parts that are sent, or that the model never sees. */
const handled: ReadonlySet<string> = new Set(['text', 'tool-call', 'reasoning', 'tool-approval-request'])

function encodeReasoning(thoughts: readonly ReasoningPart[], hasCalls: boolean, quirks: ChatQuirks): JsonObject {
  const { replaysReasoning, reasoningField, missingReasoning } = quirks
  if (replaysReasoning === 'never' || (replaysReasoning === 'with-calls' && !hasCalls)) return {}
  const own = thoughts.flatMap(({ providerOptions }) => ownDetails(providerOptions?.[quirks.optionsKey]))
  if (reasoningField === 'reasoning_details' && own.length > 0) return { reasoning_details: own }
  const text = thoughts.map((thought) => thought.text).join('')
  if (text === '') return hasCalls && missingReasoning !== undefined ? { [reasoningField]: missingReasoning } : {}
  if (reasoningField !== 'reasoning_details') return { [reasoningField]: text }
  return { reasoning_details: [{ type: 'reasoning.text', text }] }
}

/** Details of thoughts go back to their provider unchanged. */
function ownDetails(options: unknown): Json[] {
  const details = isPlainObject(options) ? options['reasoningDetails'] : undefined
  return Array.isArray(details) ? (details as Json[]) : []
}

function encodeCall({ toolCallId, toolName, input, providerOptions }: ToolCallPart, quirks: ChatQuirks): JsonObject {
  const signature = quirks.takesGoogleSignatures ? providerOptions?.['google']?.['thoughtSignature'] : undefined
  return {
    id: toolCallId,
    type: 'function',
    function: { name: toolName, arguments: encodeArguments(input) },
    ...(typeof signature === 'string' ? { extra_content: { google: { thought_signature: signature } } } : {}),
  }
}

/** A text that is a JSON object goes back byte for byte. Servers parse arguments, and fail where they are not an object. */
function encodeArguments(input: unknown): string {
  const read = typeof input === 'string' ? readArguments(input, { isCut: true }) : undefined
  return read?.args === undefined ? JSON.stringify(argumentsOf(input)) : read.text
}
