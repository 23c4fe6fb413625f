import type { Conversation } from './conversation.ts'
import { isObject, type Plain, type PlainObject } from './plain.ts'
import { mendedCall } from './run-conversation.ts'

/** What has to be known of a whole run to change an object in it. */
export interface RunFacts {
  readonly conversation: Conversation
  /** Every call that the model made, by its id. */
  readonly calls: ReadonlyMap<Plain, PlainObject>
  /** The ids of calls that `repairToolCall` was asked about. */
  readonly repaired: ReadonlySet<Plain>
  /** How many steps came to an end. */
  readonly stepCount: number
  /** Whether the last of them was cut off. */
  readonly isCutOff: boolean
}

/** Changes one object of an observation; what is in it has been changed before. The same object where there is nothing to say. */
export type ObjectChange = (object: PlainObject, facts: RunFacts) => PlainObject

export const withoutAgent: ObjectChange = (object) => {
  if (!isCallOptions(object)) return object
  const headers = isObject(object['headers']) ? without(object['headers'], 'user-agent') : {}
  return { ...object, headers }
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

/** What a model is told in v3 words that v2 has others for. */
export const toV2: ObjectChange = (object) => {
  if (object['type'] === 'provider') return { ...object, type: 'provider-defined' }
  if (object['type'] === 'execution-denied') return { type: 'error-text', value: object['reason'] }
  if (object['type'] !== 'file-data' && object['type'] !== 'image-data' && object['type'] !== 'media') return object
  const fields = Object.entries(object).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(fields), type: 'media' }
}

/** Kinds of errors that both make themselves. */
const ownErrors: ReadonlySet<Plain> = new Set([
  'AI_InvalidToolInputError',
  'AI_NoSuchToolError',
  'AI_ToolCallRepairError',
  'AI_ToolChoiceViolationError',
])

export const withoutWording: ObjectChange = (object, { calls }) => {
  if (ownErrors.has(object['‹error›']) && 'message' in object) return without(object, 'message')
  const { type, toolCallId, error, output } = object
  if (type === 'abort') return without(object, 'reason')
  const call = calls.get(toolCallId)
  if (call?.['invalid'] !== true || call['providerExecuted'] === true) return object
  if (type === 'tool-error' && typeof error === 'string') return { ...object, error: '‹why›' }
  return type === 'tool-result' && isObject(output) && output['type'] === 'error-text'
    ? { ...object, output: { type: 'error-text', value: '‹why›' } }
    : object
}

/** A message whose calls have the input that the script has. */
export const withSentInputs: ObjectChange = (message, { conversation, calls, repaired }) => {
  const { role, content } = message
  if (role !== 'assistant' || !Array.isArray(content)) return message
  const parts = conversation.steps.flatMap(({ content = [] }) => content)
  const withSent = (part: Plain): Plain => {
    if (!isObject(part) || part['type'] !== 'tool-call') return part
    const call = parts.find((each) => each.type === 'tool-call' && each.toolCallId === part['toolCallId'])
    if (call?.type !== 'tool-call') return part
    const { toolCallId } = call
    const isMended =
      conversation.repair === 'mends' && repaired.has(toolCallId) && calls.get(toolCallId)?.['invalid'] !== true
    return { ...part, input: sentInput(isMended ? mendedCall.input : call.input, part['input']) }
  }
  return { ...message, content: content.map(withSent) }
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

/** What `onAbort` of `generateText` heard. */
export const withoutAbort: ObjectChange = (object) => {
  const { promises, events } = object
  if (promises !== undefined || !isObject(events)) return object
  const run = (events['run'] as PlainObject[]).filter(({ name }) => name !== 'onAbort')
  return { ...object, events: { ...events, run } }
}

/** Requests at the end of whatever list they are in: the step that has them is the last one. */
export const withRequestsLast: ObjectChange = (object) => {
  const moved = Object.entries(object).filter(([, value]) => Array.isArray(value) && value.some(isRequest))
  if (moved.length === 0) return object
  const last = (list: Plain[]) => [...list.filter((item) => !isRequest(item)), ...list.filter(isRequest)]
  return { ...object, ...Object.fromEntries(moved.map(([key, value]) => [key, last(value as Plain[])])) }
}

/** A turn that was cut off asks for nothing. */
export const withoutHastyRequests: ObjectChange = (object, { isCutOff }) => {
  if (!isCutOff) return object
  const isNew = (item: Plain) => isRequest(item) && JSON.stringify(item).includes('"approvalId":"generated-')
  const hasty = Object.entries(object).filter(([, value]) => Array.isArray(value) && value.some(isNew))
  if (hasty.length === 0) return object
  const others = (value: Plain) => (value as Plain[]).filter((item) => !isNew(item))
  return { ...object, ...Object.fromEntries(hasty.map(([key, value]) => [key, others(value)])) }
}

/** A request in content, in a message, in a stream, or as `onChunk` heard it. */
function isRequest(item: Plain): boolean {
  if (!isObject(item)) return false
  return item['type'] === 'tool-approval-request' || (item['name'] === 'onChunk' && isRequest(chunkOf(item)))
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
