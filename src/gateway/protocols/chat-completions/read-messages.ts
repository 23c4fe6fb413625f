import { type Fields, findJsonProblem, isPlainObject } from '../../../core/json.ts'
import type { AnyModelMessage } from '../../../core/message.ts'
import { measureJson } from '../../../wire/json-size.ts'
import { createMessageDecoder } from '../../../wire/openai-chat/decode-messages.ts'
import {
  emptyArray,
  isSaid,
  missingField,
  tooLong,
  unsupportedValue,
  wrongType,
} from '../../../wire/openai-chat/wrong-field.ts'
import { readArguments } from '../../../wire/read-arguments.ts'
import type { ResourceAccess } from '../../access/project-resources.ts'
import { invalidField, type RefusedRequest } from '../../refused-request.ts'
import { noPause, type Pause } from '../../turns.ts'
import { readUserPart } from './read-user-part.ts'

/** The messages of a request, and what was done to them. */
export interface ReadMessages {
  readonly messages: AnyModelMessage[]
  /** Reasons, each once. */
  readonly repaired: ReadonlySet<MessageRepair>
  /** Fields without an effect, each once: `messages[].name`. */
  readonly ignored: ReadonlySet<string>
  /** Values of `detail`, of all images that have one. */
  readonly details: ReadonlySet<string>
}

/** Repairs of single messages. Repairs of turns have the names of the rules of `toolfit/history`. */
export type MessageRepair = 'repair-arguments' | 'write-result-as-text' | 'name-call'

export interface ReadMessagesOptions {
  /** Refuse what would be repaired. */
  readonly strict: boolean
  /** Limits of arguments, which are JSON in JSON. */
  readonly maxJsonDepth: number
  /** For the arguments of all calls together. */
  readonly maxJsonValues: number
  readonly resources: ResourceAccess
}

interface Reading extends ReadMessagesOptions {
  readonly pause: Pause
  readonly repaired: Set<MessageRepair>
  readonly ignored: Set<string>
  readonly details: Set<string>
  /** How many calls had no id. */
  unnamed: number
  readonly mostParts: number
  partsLeft: number
  valuesLeft: number
  /** Characters of arguments that may still be repaired. */
  repairLeft: number
  /** Characters of arguments that the message may still have. */
  textLeft: number
}

/** OpenAI takes 2,048. A broken history of this many takes a tenth of a second of the processor. */
const mostMessages = 10_000

/** Parts of all messages, and calls, each of which counts as {@link callParts}. */
const mostParts = 16_000

/** A call is read, matched with its result, repaired and written: it takes four times as long as a part. */
const callParts = 4

/** So many answers may be asked for with the most messages and parts. With more answers there may be fewer. */
const freeAnswers = 2

/** Values in the arguments of all calls. No model writes as many. */
const mostArguments = 50_000

/** Characters in the arguments of one message. The longest answers of models are a tenth of it, and it is parsed in one turn. */
const longestArguments = 4_000_000

/** Characters of arguments that are repaired in one request: some texts take time that grows with the square of their length. */
const longestRepair = 16_000

/**
 * Checks, repairs and decodes the messages of a request in one pass. Every field is checked: the codec would leave out what it cannot
 * read. Arguments of calls become objects.
 *
 * @param pause awaited after each message and call
 * @param count Answers that are wanted: the messages are written for each of them.
 * @throws RefusedRequest with the path of what is wrong.
 */
export async function readMessages(
  messages: unknown,
  options: ReadMessagesOptions,
  pause: Pause = noPause,
  count = 1,
): Promise<ReadMessages> {
  if (!isSaid(messages)) throw missingField('messages')
  if (!Array.isArray(messages)) throw wrongType('messages', messages, 'array of objects')
  if (messages.length === 0) throw emptyArray('messages')
  const share = freeAnswers / Math.max(freeAnswers, count)
  if (messages.length > mostMessages * share) throw tooLong('messages', 'array', messages.length, mostMessages * share)
  const reading: Reading = {
    strict: options.strict,
    maxJsonDepth: options.maxJsonDepth,
    maxJsonValues: options.maxJsonValues,
    resources: options.resources,
    pause,
    repaired: new Set(),
    ignored: new Set(),
    details: new Set(),
    unnamed: 0,
    mostParts: mostParts * share,
    partsLeft: mostParts * share,
    valuesLeft: Math.min(options.maxJsonValues, mostArguments),
    repairLeft: longestRepair,
    textLeft: longestArguments,
  }
  const decoder = createMessageDecoder()
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`
    if (!isPlainObject(message)) throw wrongType(at, message, 'object')
    reading.textLeft = longestArguments
    const repaired = repairMessage(message, at, reading)
    decoder.push(repaired instanceof Promise ? await repaired : repaired, at)
    const waiting = pause()
    if (waiting !== undefined) await waiting
  }
  const { repaired, ignored, details } = reading
  return { messages: decoder.messages, repaired, ignored, details }
}

function repairMessage(message: Fields, at: string, reading: Reading): Fields | Promise<Fields> {
  const { role, name } = message
  countParts(message, reading)
  switch (role) {
    case 'system':
    case 'developer':
      if (typeof name === 'string') reading.ignored.add('messages[].name')
      checkTexts(message['content'], `${at}.content`)
      return message
    case 'user':
      if (typeof name === 'string') reading.ignored.add('messages[].name')
      return repairUser(message, at, reading)
    case 'assistant':
      return repairAssistant(message, at, reading)
    case 'tool':
    case 'function':
      return repairResult(message, at, reading)
    default:
      // The decoder refuses it.
      return message
  }
}

function countParts({ content, tool_calls: calls }: Fields, reading: Reading): void {
  reading.partsLeft -=
    (Array.isArray(content) ? content.length : 0) + (Array.isArray(calls) ? calls.length * callParts : 0)
  if (reading.partsLeft >= 0) return
  const message = `Invalid 'messages': too many parts and tool calls. Expected at most ${reading.mostParts} parts in all messages, where a call counts as ${callParts}.`
  throw invalidField('messages', 'array_above_max_length', message)
}

/** A text, or a list of them. */
function checkTexts(content: unknown, at: string, types: readonly string[] = ['text']): void {
  if (typeof content === 'string') return
  if (!isSaid(content)) throw missingField(at)
  if (!Array.isArray(content)) throw wrongType(at, content, 'string or an array of objects')
  content.forEach((part: unknown, index) => {
    const here = `${at}[${index}]`
    if (!isPlainObject(part)) throw wrongType(here, part, 'object')
    const { type } = part
    if (typeof type !== 'string' || !types.includes(type)) throw unsupportedValue(`${here}.type`, type, types)
    if (typeof part[type] !== 'string') throw wrongType(`${here}.${type}`, part[type], 'string')
  })
}

function repairUser(message: Fields, at: string, reading: Reading): Fields {
  const { content } = message
  if (typeof content === 'string') return message
  if (!isSaid(content)) throw missingField(`${at}.content`)
  if (!Array.isArray(content)) throw wrongType(`${at}.content`, content, 'string or an array of objects')
  const parts = content.map((part: unknown, index) => readUserPart(part, `${at}.content[${index}]`, reading))
  return { ...message, content: parts }
}

async function repairAssistant(message: Fields, at: string, reading: Reading): Promise<Fields> {
  const { content, tool_calls: calls, function_call: old, audio, name } = message
  if (typeof name === 'string') reading.ignored.add('messages[].name')
  if (isPlainObject(audio)) reading.ignored.add('messages[].audio')
  if (isSaid(content)) checkTexts(withoutThoughts(content), `${at}.content`, ['text', 'refusal'])
  if (isPlainObject(old)) {
    return {
      ...message,
      content: withRefusals(content),
      function_call: repairCalled(old, `${at}.function_call`, reading),
    }
  }
  if (!isSaid(calls)) return Array.isArray(content) ? { ...message, content: withRefusals(content) } : message
  if (!Array.isArray(calls)) throw wrongType(`${at}.tool_calls`, calls, 'array of objects')
  const repaired: Fields[] = []
  for (const [index, call] of calls.entries()) {
    repaired.push(repairCall(call, `${at}.tool_calls[${index}]`, reading))
    const waiting = reading.pause()
    if (waiting !== undefined) await waiting
  }
  return { ...message, content: withRefusals(content), tool_calls: repaired }
}

/** Mistral and some gateways write thoughts as parts of the content, each a text or a list of texts. The codec reads them. */
function withoutThoughts(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.filter((part: unknown) => !(isPlainObject(part) && part['type'] === 'thinking'))
}

/** The model said a refusal as text. */
function withRefusals(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((part: Fields) => (part['type'] === 'refusal' ? { type: 'text', text: part['refusal'] } : part))
}

function repairCall(call: unknown, at: string, reading: Reading): Fields {
  if (!isPlainObject(call)) throw wrongType(at, call, 'object')
  const { id, type, function: called } = call
  if (isSaid(type) && type !== 'function') {
    throw unsupportedValue(`${at}.type`, type, ['function'])
  }
  if (!isPlainObject(called)) throw missingField(`${at}.function`)
  const repaired = { ...call, function: repairCalled(called, `${at}.function`, reading) }
  if (typeof id === 'string' && id !== '') return repaired
  if (reading.strict) throw missingField(`${at}.id`)
  reading.repaired.add('name-call')
  return { ...repaired, id: `unnamed_${reading.unnamed++}` }
}

function repairCalled(called: Fields, at: string, reading: Reading): Fields {
  if (typeof called['name'] !== 'string' || called['name'] === '') throw missingField(`${at}.name`)
  return { ...called, arguments: repairArguments(called['arguments'], `${at}.arguments`, reading) }
}

/** Arguments as an object. A call without any has none. */
function repairArguments(args: unknown, at: string, reading: Reading): Fields {
  if (!isSaid(args)) return {}
  if (typeof args === 'string') return readText(args, at, reading)
  // Some clients send the object itself.
  if (reading.strict || !isPlainObject(args)) throw wrongType(at, args, 'string')
  reading.repaired.add('repair-arguments')
  checkArguments(args, at, reading)
  return args
}

function readText(text: string, at: string, reading: Reading): Fields {
  reading.textLeft -= text.length
  if (reading.textLeft < 0) {
    const reason = `the arguments of one message have more than ${longestArguments} characters. Send less in each`
    throw invalidField(at, 'string_above_max_length', `Invalid '${at}': ${reason}.`)
  }
  const most = { depth: reading.maxJsonDepth, values: reading.valuesLeft }
  const { depth, values } = measureJson(text, undefined, most)
  if (depth > reading.maxJsonDepth) throw tooDeep(at, reading)
  reading.valuesLeft -= values
  if (reading.valuesLeft < 0) {
    const allowed = Math.min(reading.maxJsonValues, mostArguments)
    const reason = `the arguments of all calls have more than ${allowed} values. Send fewer calls, or less in each`
    throw invalidField(at, 'invalid_value', `Invalid '${at}': ${reason}.`)
  }
  const isCut = reading.strict || text.length > reading.repairLeft
  const { args, isRepaired } = readArguments(text, { isCut })
  if (args === undefined) {
    throw invalidField(at, 'invalid_value', `Invalid '${at}': expected the JSON of an object.`)
  }
  checkArguments(args, at, reading)
  if (isRepaired) {
    reading.repairLeft -= text.length
    reading.repaired.add('repair-arguments')
  }
  return args
}

function checkArguments(args: Fields, at: string, reading: Reading): void {
  const problem = findJsonProblem(args, reading.maxJsonDepth)
  if (problem === undefined) return
  if (problem !== 'not-json') throw tooDeep(at, reading)
  // A number that no double holds would be sent as null.
  throw invalidField(at, 'invalid_value', `Invalid '${at}': a number in it is too large.`)
}

function tooDeep(at: string, { maxJsonDepth }: Reading): RefusedRequest {
  return invalidField(at, 'invalid_value', `Invalid '${at}': nested deeper than ${maxJsonDepth} levels.`)
}

function repairResult(message: Fields, at: string, reading: Reading): Fields {
  const { role, content, tool_call_id: id, name } = message
  if (role === 'tool' && typeof id !== 'string') throw missingField(`${at}.tool_call_id`)
  if (role === 'function' && typeof name !== 'string') throw missingField(`${at}.name`)
  if (typeof content === 'string') return message
  if (Array.isArray(content) && content.every(isPart)) {
    for (const [index, part] of content.entries()) readUserPart(part, `${at}.content[${index}]`, reading)
    return message
  }
  if (reading.strict) {
    if (!isSaid(content)) throw missingField(`${at}.content`)
    throw wrongType(`${at}.content`, content, 'string or an array of objects')
  }
  // Numbers, objects and lists that the client did not write as text.
  reading.repaired.add('write-result-as-text')
  return { ...message, content: isSaid(content) ? JSON.stringify(content) : '' }
}

/** Parts that the codec reads. Any other array is a result that is an array. */
function isPart(part: unknown): part is Fields {
  if (!isPlainObject(part)) return false
  return (part['type'] === 'text' && typeof part['text'] === 'string') || part['type'] === 'image_url'
}
