import { findJsonProblem, isPlainObject } from '../../../core/json.ts'
import { readArguments } from '../../../wire/read-arguments.ts'
import { invalidField } from '../../refused-request.ts'
import { missingField, tooLong, unsupportedValue, wrongType } from './check-parameters.ts'
import { mendUserPart } from './repair-user-part.ts'

type Fields = Readonly<Record<string, unknown>>

/** Messages as a client should have written them, and what had to be done to those that it did. */
export interface MendedMessages {
  readonly messages: readonly Fields[]
  /** Reasons, each once. */
  readonly repaired: ReadonlySet<MessageRepair>
  /** Fields that have no effect, each once: `messages[].name`. */
  readonly ignored: ReadonlySet<string>
  /** What `detail` asks for, of every image that says it. */
  readonly details: ReadonlySet<string>
}

/** What is done to a message before it is read; what is done to turns has the names of the rules of `toolfit/history`. */
export type MessageRepair = 'mend-arguments' | 'write-result-as-text' | 'name-call'

export interface MendOptions {
  /** Refuse instead of mending. */
  readonly strict: boolean
  /** Arguments are JSON in JSON: how deep they may be nested. */
  readonly maxJsonDepth: number
}

interface Mending extends MendOptions {
  readonly repaired: Set<MessageRepair>
  readonly ignored: Set<string>
  readonly details: Set<string>
  /** How many calls had no id. */
  unnamed: number
  /** How many parts and calls there may still be. */
  partsLeft: number
  /** How much text may still be mended. */
  mendLeft: number
}

/** OpenAI takes 2,048. A history of so many takes half a second of a processor, broken as it may be. */
const mostMessages = 10_000

/** Of all messages: parts of their contents, and calls. */
const mostParts = 15_000

/** Characters of arguments that may be mended in one request: some texts take a time that grows with the square of their length. */
const longestMend = 32_000

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']

/**
 * Checks the messages of a request, field by field: nothing that the codec would leave out gets past here. Arguments of calls become
 * the objects that they are.
 *
 * @throws RefusedRequest with the path of what is wrong.
 */
export function mendMessages(messages: unknown, options: MendOptions): MendedMessages {
  if (messages === undefined || messages === null) throw missingField('messages')
  if (!Array.isArray(messages)) throw wrongType('messages', messages, 'array of objects')
  if (messages.length === 0) {
    const message =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
    throw invalidField('messages', 'empty_array', message)
  }
  if (messages.length > mostMessages) throw tooLong('messages', messages.length, mostMessages)
  const mending: Mending = {
    strict: options.strict,
    maxJsonDepth: options.maxJsonDepth,
    repaired: new Set(),
    ignored: new Set(),
    details: new Set(),
    unnamed: 0,
    partsLeft: mostParts,
    mendLeft: longestMend,
  }
  const mended = messages.map((message: unknown, index) => {
    const at = `messages[${index}]`
    if (!isPlainObject(message)) throw wrongType(at, message, 'object')
    return mendMessage(message, at, mending)
  })
  return { messages: mended, repaired: mending.repaired, ignored: mending.ignored, details: mending.details }
}

function mendMessage(message: Fields, at: string, mending: Mending): Fields {
  const { role, name } = message
  countParts(message, mending)
  switch (role) {
    case 'system':
    case 'developer':
      if (typeof name === 'string') mending.ignored.add('messages[].name')
      checkTexts(message['content'], `${at}.content`)
      return message
    case 'user':
      if (typeof name === 'string') mending.ignored.add('messages[].name')
      return mendUser(message, at, mending)
    case 'assistant':
      return mendAssistant(message, at, mending)
    case 'tool':
    case 'function':
      return mendResult(message, at, mending)
    case undefined:
    case null:
      throw missingField(`${at}.role`)
    default:
      throw unsupportedValue(`${at}.role`, role, roles)
  }
}

function countParts({ content, tool_calls: calls }: Fields, mending: Mending): void {
  mending.partsLeft -= (Array.isArray(content) ? content.length : 0) + (Array.isArray(calls) ? calls.length : 0)
  if (mending.partsLeft >= 0) return
  const message = `Invalid 'messages': too many parts and tool calls. Expected at most ${mostParts} in all messages.`
  throw invalidField('messages', 'array_above_max_length', message)
}

/** A text, or a list of them. */
function checkTexts(content: unknown, at: string, types: readonly string[] = ['text']): void {
  if (typeof content === 'string') return
  if (content === undefined || content === null) throw missingField(at)
  if (!Array.isArray(content)) throw wrongType(at, content, 'string or an array of objects')
  content.forEach((part: unknown, index) => {
    const here = `${at}[${index}]`
    if (!isPlainObject(part)) throw wrongType(here, part, 'object')
    const { type } = part
    if (typeof type !== 'string' || !types.includes(type)) throw unsupportedValue(`${here}.type`, type, types)
    if (typeof part[type] !== 'string') throw wrongType(`${here}.${type}`, part[type], 'string')
  })
}

function mendUser(message: Fields, at: string, mending: Mending): Fields {
  const { content } = message
  if (typeof content === 'string') return message
  if (content === undefined || content === null) throw missingField(`${at}.content`)
  if (!Array.isArray(content)) throw wrongType(`${at}.content`, content, 'string or an array of objects')
  const parts = content.map((part: unknown, index) => mendUserPart(part, `${at}.content[${index}]`, mending.details))
  return { ...message, content: parts }
}

function mendAssistant(message: Fields, at: string, mending: Mending): Fields {
  const { content, tool_calls: calls, function_call: old, audio, name } = message
  if (typeof name === 'string') mending.ignored.add('messages[].name')
  if (isPlainObject(audio)) mending.ignored.add('messages[].audio')
  if (content !== undefined && content !== null) checkTexts(content, `${at}.content`, ['text', 'refusal'])
  if (isPlainObject(old)) {
    return {
      ...message,
      content: withRefusals(content),
      function_call: mendCalled(old, `${at}.function_call`, mending),
    }
  }
  if (calls === undefined || calls === null)
    return Array.isArray(content) ? { ...message, content: withRefusals(content) } : message
  if (!Array.isArray(calls)) throw wrongType(`${at}.tool_calls`, calls, 'array of objects')
  const mended = calls.map((call: unknown, index) => mendCall(call, `${at}.tool_calls[${index}]`, mending))
  return { ...message, content: withRefusals(content), tool_calls: mended }
}

/** A refusal is what the model said: it said it as text. */
function withRefusals(content: unknown): unknown {
  if (!Array.isArray(content)) return content
  return content.map((part: Fields) => (part['type'] === 'refusal' ? { type: 'text', text: part['refusal'] } : part))
}

function mendCall(call: unknown, at: string, mending: Mending): Fields {
  if (!isPlainObject(call)) throw wrongType(at, call, 'object')
  const { id, type, function: called } = call
  if (type !== undefined && type !== null && type !== 'function') {
    throw unsupportedValue(`${at}.type`, type, ['function'])
  }
  if (!isPlainObject(called)) throw missingField(`${at}.function`)
  const mended = { ...call, function: mendCalled(called, `${at}.function`, mending) }
  if (typeof id === 'string' && id !== '') return mended
  if (mending.strict) throw missingField(`${at}.id`)
  mending.repaired.add('name-call')
  return { ...mended, id: `unnamed_${mending.unnamed++}` }
}

function mendCalled(called: Fields, at: string, mending: Mending): Fields {
  if (typeof called['name'] !== 'string' || called['name'] === '') throw missingField(`${at}.name`)
  return { ...called, arguments: mendArguments(called['arguments'], `${at}.arguments`, mending) }
}

/** The object that the text is. None at all means no arguments. */
function mendArguments(given: unknown, at: string, mending: Mending): Fields {
  if (given === undefined || given === null) return {}
  if (typeof given === 'string') return readText(given, at, mending)
  // Some clients send the object itself.
  if (mending.strict || !isPlainObject(given)) throw wrongType(at, given, 'string')
  mending.repaired.add('mend-arguments')
  checkArguments(given, at, mending)
  return given
}

function readText(text: string, at: string, mending: Mending): Fields {
  const isCut = mending.strict || text.length > mending.mendLeft
  const { args, isRepaired } = readArguments(text, { isCut })
  if (args === undefined) {
    throw invalidField(at, 'invalid_value', `Invalid '${at}': expected the JSON of an object.`)
  }
  checkArguments(args, at, mending)
  if (isRepaired) {
    mending.mendLeft -= text.length
    mending.repaired.add('mend-arguments')
  }
  return args
}

function checkArguments(args: Fields, at: string, { maxJsonDepth }: Mending): void {
  const problem = findJsonProblem(args, maxJsonDepth)
  if (problem === undefined) return
  // The one part of JSON that is none: a number that no double holds, and that would be sent as null.
  const reason = problem === 'not-json' ? 'a number in it is too large' : `nested deeper than ${maxJsonDepth} levels`
  throw invalidField(at, 'invalid_value', `Invalid '${at}': ${reason}.`)
}

function mendResult(message: Fields, at: string, mending: Mending): Fields {
  const { role, content, tool_call_id: id, name } = message
  if (role === 'tool' && typeof id !== 'string') throw missingField(`${at}.tool_call_id`)
  if (role === 'function' && typeof name !== 'string') throw missingField(`${at}.name`)
  if (typeof content === 'string') return message
  if (Array.isArray(content) && content.every(isPart)) {
    for (const [index, part] of content.entries()) mendUserPart(part, `${at}.content[${index}]`, mending.details)
    return message
  }
  if (mending.strict) {
    if (content === undefined || content === null) throw missingField(`${at}.content`)
    throw wrongType(`${at}.content`, content, 'string or an array of objects')
  }
  // Numbers, objects, lists of anything: what clients forget to make a text of.
  mending.repaired.add('write-result-as-text')
  return { ...message, content: content === undefined || content === null ? '' : JSON.stringify(content) }
}

/** Parts that the codec reads. Any other list is a result that is a list. */
function isPart(part: unknown): part is Fields {
  if (!isPlainObject(part)) return false
  return (part['type'] === 'text' && typeof part['text'] === 'string') || part['type'] === 'image_url'
}
