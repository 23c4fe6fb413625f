import type { Conversation } from './conversation.ts'
import { isObject, type Plain, type PlainObject } from './plain.ts'
import { mendedCall } from './run-conversation.ts'

/** What has to be known of a whole run to change an object in it. */
export interface RunFacts {
  readonly conversation: Conversation
  /** Every call that the model made, by its id. */
  readonly calls: ReadonlyMap<Plain, PlainObject>
  /** The ids of the calls that requests for approval are about, by their own. */
  readonly requests: ReadonlyMap<Plain, Plain>
  /** The ids of calls that `repairToolCall` was asked about. */
  readonly repaired: ReadonlySet<Plain>
  /** How the ids of calls begin that are of a turn that was cut off. */
  readonly cutOff: readonly string[]
}

/** Changes one object of an observation; what is in it has been changed before. The same object where there is nothing to say. */
export type ObjectChange = (object: PlainObject, facts: RunFacts) => PlainObject

/** Headers of model calls and of events, and the version that events of telemetry name. */
export const withoutAgent: ObjectChange = (object) => {
  const named = 'aiVersion' in object ? { ...object, aiVersion: '‹version›' } : object
  if (!isCallOptions(named) && !('callId' in named && 'headers' in named)) return named
  const headers = isObject(named['headers']) ? without(named['headers'], 'user-agent') : {}
  return { ...named, headers }
}

export const withAllMessages: ObjectChange = (object) => {
  const { response, responseMessages, totalUsage } = object
  return isObject(response) && Array.isArray(responseMessages) && totalUsage !== undefined
    ? { ...object, response: { ...response, messages: responseMessages } }
    : object
}

/** Warnings of a v2 model in v3 words, and prompts without what a model of that version has no words for. */
export const fromV2: ObjectChange = (object) => {
  const { warnings, version, options } = object
  if (isObject(options) && (version === 'v2' || version === 'v3')) {
    const prompt = (options['prompt'] as PlainObject[]).map(withoutNewParts)
    return { ...object, options: { ...options, prompt } }
  }
  if (!Array.isArray(warnings) || warnings.length === 0) return object
  const own = (warnings as PlainObject[]).filter(({ feature }) => feature !== 'specificationVersion')
  const words = own.map(({ setting, ...warning }) =>
    warning['type'] === 'unsupported-setting' ? { ...warning, type: 'unsupported', feature: setting } : warning,
  )
  return { ...object, warnings: words }
}

function withoutNewParts(message: PlainObject): PlainObject {
  const { content } = message
  const isNew = (part: Plain) => isObject(part) && (part['type'] === 'custom' || part['type'] === 'reasoning-file')
  return Array.isArray(content) ? { ...message, content: content.filter((part) => !isNew(part)) } : message
}

/** All files that were asked for, each once. */
export const withFilesOnce: ObjectChange = (object) => {
  const { downloads } = object
  if (!Array.isArray(downloads)) return object
  const files = new Map(downloads.flat().map((file) => [JSON.stringify(file), file]))
  return { ...object, downloads: [...files.values()] }
}

/** What a model is told in v3 words that v2 has others for. */
export const toV2: ObjectChange = (object, { conversation }) => {
  const isOlder = [conversation.version, ...(conversation.prepared ?? []).map((step) => step?.model ?? 'v4')].some(
    (version) => version !== 'v4',
  )
  // The calls of the model have the same messages.
  if (isOlder && 'inputTokenDetails' in object) return without(object, 'cachedInputTokens', 'reasoningTokens')
  if (isOlder && isCallOptions(object)) {
    const { toolChoice, reasoning, ...options } = object
    return { ...options, ...(options['tools'] && { toolChoice }), ...(reasoning && { reasoning }) }
  }
  if (isOlder && ('promptMessages' in object || 'gen_ai.input.messages' in object)) {
    return without(
      object,
      'promptMessages',
      'gen_ai.input.messages',
      ...(object['stepTools'] ? [] : ['stepToolChoice']),
    )
  }
  if (object['type'] === 'file' && object['mediaType'] === 'image') return { ...object, mediaType: 'image/*' }
  if (object['type'] === 'provider') return { ...object, type: 'provider-defined' }
  if (isOlder && object['type'] === 'function') return withoutUndefined(object)
  if (object['type'] === 'execution-denied')
    return { type: 'error-text', value: object['reason'] ?? 'Tool execution denied.' }
  if (object['type'] !== 'file-data' && object['type'] !== 'image-data' && object['type'] !== 'media') return object
  return { ...withoutUndefined(object), type: 'media' }
}

function withoutUndefined(object: PlainObject): PlainObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

/** Kinds of errors that both make themselves. */
const ownErrors: ReadonlySet<Plain> = new Set([
  'AI_InvalidToolInputError',
  'AI_NoSuchToolError',
  'AI_ToolCallRepairError',
  'AI_ToolChoiceViolationError',
])

const aboutTimeout = /^TimeoutError: |^The operation was aborted due to timeout$|longer than its timeout/

export const withoutWording: ObjectChange = (object, { calls }) => {
  if (ownErrors.has(object['‹error›']) && 'message' in object) return without(object, 'message')
  const { type, toolCallId, error, output } = object
  if (object['‹error›'] === 'TimeoutError') return without(object, 'message')
  if (type === 'tool_call_response' && calls.get(object['id'])?.['invalid'] === true) return without(object, 'response')
  if (type === 'abort') return without(object, 'reason')
  if (type === 'tool-input-error' || type === 'tool-output-error') return withoutDynamic(without(object, 'errorText'))
  if (type === 'tool-input-start') return withoutDynamic(object)
  // The result of a tool that took too long, and the error of its span.
  for (const name of ['value', 'message', 'exception.message']) {
    if (aboutTimeout.test(String(object[name]))) return { ...object, [name]: '‹why›' }
  }
  const call = calls.get(toolCallId)
  if (call?.['invalid'] !== true || call['providerExecuted'] === true) return object
  if (type === 'tool-error' && typeof error === 'string') return { ...object, error: '‹why›' }
  return type === 'tool-result' && isObject(output) && output['type'] === 'error-text'
    ? { ...object, output: { type: 'error-text', value: '‹why›' } }
    : object
}

/** A chat of `ai` finds inherited names, such as `toString`, among the tools. */
function withoutDynamic(object: PlainObject): PlainObject {
  return String(object['toolName']) in Object.prototype ? without(object, 'dynamic') : object
}

/** A message whose calls have the input that the script has. */
export const withSentInputs: ObjectChange = (message, facts) => {
  const { role, content, parts } = message
  if (role !== 'assistant') return message
  if (Array.isArray(content)) {
    // What was sent needs no other input beside it to be validated again.
    const withoutOther = (part: Plain) =>
      isObject(part) && part['type'] === 'tool-approval-request' ? without(part, 'inputSchemaInput') : part
    return { ...message, content: content.map((part) => withoutOther(withSentInput(part, facts))) }
  }
  // A message as a span has it. One that the model has just said has the parsed input.
  return Array.isArray(parts) && !('finish_reason' in message)
    ? { ...message, parts: parts.map((part) => withSentInput(part, facts)) }
    : message
}

function withSentInput(part: Plain, { conversation, calls, repaired }: RunFacts): Plain {
  if (!isObject(part) || (part['type'] !== 'tool-call' && part['type'] !== 'tool_call')) return part
  const [id, input] = part['type'] === 'tool-call' ? ['toolCallId', 'input'] : ['id', 'arguments']
  const scripted = conversation.steps.flatMap(({ content = [] }) => content)
  const call = scripted.find((each) => each.type === 'tool-call' && each.toolCallId === part[id!])
  if (call?.type !== 'tool-call') return part
  const { toolCallId } = call
  const isMended =
    conversation.repair === 'mends' && repaired.has(toolCallId) && calls.get(toolCallId)?.['invalid'] !== true
  return { ...part, [input!]: sentInput(isMended ? mendedCall.input : call.input, part[input!]) }
}

/** Input is an object: nothing else can be sent again. */
function sentInput(text: string, parsed: Plain): Plain {
  if (text.trim() === '') return {}
  try {
    const sent = JSON.parse(text) as Plain
    return isObject(sent) ? sent : {}
  } catch {
    // No JSON: nothing was sent that could be kept.
    return parsed
  }
}

/** What the wrapper of a tool call gets of the tool's context. */
export const withoutToolContext: ObjectChange = (object) => {
  const { name, event } = object
  return name === 'executeTool' && isObject(event) ? { ...object, event: without(event, 'toolContext') } : object
}

/** Errors in a list of their own, beside what else the run told. */
export const withoutErrors: ObjectChange = (object) => {
  const { run } = object
  if (!Array.isArray(run)) return object
  const isOfChunk = (event: PlainObject) => event['name'] === 'onChunk' && chunkOf(event)['type'] === 'error'
  const told = run as PlainObject[]
  return {
    ...object,
    run: told.filter((event) => event['name'] !== 'onError' && !isOfChunk(event)),
    errors: told.filter(({ name }) => name === 'onError'),
  }
}

/** Requests, and what was decided at once, at the end of whatever list they are in. */
export const withRequestsLast: ObjectChange = (object) => {
  const moved = Object.entries(object).filter(([, value]) => Array.isArray(value) && value.some(isDecision))
  if (moved.length === 0) return object
  const last = (list: Plain[]) => [...list.filter((item) => !isDecision(item)), ...list.filter(isDecision)]
  return { ...object, ...Object.fromEntries(moved.map(([key, value]) => [key, last(value as Plain[])])) }
}

/** A turn that was cut off asks for nothing, and nothing is asked about what the provider runs. */
export const withoutHastyRequests: ObjectChange = (object, { cutOff, calls, requests }) => {
  const isNeedless = (item: Plain) => {
    if (isObject(item) && item['role'] === 'tool' && isEmpty(item['content'])) return true
    if (!isDecision(item) && !isDenial(item, calls)) return false
    const written = JSON.stringify(item)
    const [, approvalId] = /"approvalId":"([^"]*)"/.exec(written) ?? []
    const id = /"toolCallId":"([^"]*)"/.exec(written)?.[1] ?? requests.get(approvalId)
    return calls.get(id)?.['providerExecuted'] === true || cutOff.some((prefix) => String(id).startsWith(prefix))
  }
  const hasty = Object.entries(object).filter(([, value]) => Array.isArray(value) && value.some(isNeedless))
  if (hasty.length === 0) return object
  const others = (value: Plain) => (value as Plain[]).filter((item) => !isNeedless(item))
  return { ...object, ...Object.fromEntries(hasty.map(([key, value]) => [key, others(value)])) }
}

/** In a turn that was cut off, nothing runs: a result in its messages is a denial. */
function isDenial(item: Plain, calls: RunFacts['calls']): boolean {
  if (!isObject(item) || item['type'] !== 'tool-result' || !isObject(item['output'])) return false
  const { type } = item['output']
  return (type === 'execution-denied' || type === 'error-text') && calls.get(item['toolCallId'])?.['invalid'] !== true
}

function isEmpty(value: Plain): boolean {
  return Array.isArray(value) && value.length === 0
}

const decisions: ReadonlySet<Plain> = new Set(['tool-approval-request', 'tool-approval-response', 'tool-output-denied'])

/** A request or a decision in content, in a message, in a stream, or as `onChunk` heard it. */
export function isDecision(item: Plain): boolean {
  if (!isObject(item)) return false
  if (item['name'] === 'onChunk') return isDecision(chunkOf(item))
  return decisions.has(item['type']) || item['name'] === 'toolApproval'
}

function chunkOf({ event }: PlainObject): PlainObject {
  return (event as PlainObject)['chunk'] as PlainObject
}

function isCallOptions(object: PlainObject): boolean {
  return Array.isArray(object['prompt'])
}

/** The object without these keys; the same one if it has none of them. */
function without(object: PlainObject, ...names: readonly string[]): PlainObject {
  if (!names.some((name) => name in object)) return object
  return Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)))
}
