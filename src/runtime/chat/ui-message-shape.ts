import { isPlainObject, showValue } from '../../core/json.ts'
import type { UIMessage } from '../ui/ui-message.ts'

/** What is wrong with a value, in the form that Zod has for it. */
export interface ShapeIssue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly [detail: string]: unknown
}

/** Whether a field may have a value. Missing ones are undefined. */
type Check = (value: unknown) => boolean
type Shape = Readonly<Record<string, Check>>

const any: Check = () => true
const absent: Check = (value) => value === undefined
const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
const recordOf =
  (check: Check): Check =>
  (value) =>
    isPlainObject(value) && Object.values(value).every(check)
const isJson: Check = (value) => {
  if (value === null || isText(value) || isFlag(value) || typeof value === 'number') return true
  return Array.isArray(value) ? value.every(isJson) : recordOf(optional(isJson))(value)
}

const metadata = optional(recordOf(recordOf(optional(isJson))))
const state = optional(oneOf('streaming', 'done'))
const citations = optional(listOf(isPlainObject))
const text: Shape = { type: oneOf('text'), text: isText, citations, state, providerMetadata: metadata }
const file: Shape = {
  type: oneOf('file'),
  mediaType: isText,
  filename: optional(isText),
  url: isText,
  providerReference: optional(recordOf(isText)),
  providerMetadata: metadata,
}

const source = { sourceId: isText, providerMetadata: metadata }

/** The parts that are no calls. */
const parts: readonly Shape[] = [
  text,
  { type: oneOf('reasoning'), id: optional(isText), text: isText, state, providerMetadata: metadata },
  { type: oneOf('custom'), kind: isText, providerMetadata: metadata },
  { type: oneOf('source-url'), url: isText, title: optional(isText), ...source },
  { type: oneOf('source-document'), mediaType: isText, title: isText, filename: optional(isText), ...source },
  file,
  { type: oneOf('reasoning-file'), mediaType: isText, url: isText, providerMetadata: metadata },
  {
    type: oneOf('steering-message'),
    id: isText,
    parts: listOf((part) => read(text, part) !== undefined || read(file, part) !== undefined),
  },
  { type: oneOf('step-start') },
  { type: startsWith('data-'), id: optional(isText), data: any },
]

function startsWith(prefix: string): Check {
  return (value) => typeof value === 'string' && value.startsWith(prefix)
}

const request: Shape = {
  id: isText,
  approved: absent,
  descriptor: any,
  requestReason: optional(isText),
  reason: absent,
  isAutomatic: optional(isFlag),
  signature: optional(isText),
  inputSchemaInput: any,
}
const answer = (approved: Check): Shape => ({ ...request, approved, reason: optional(isText) })
const shaped =
  (shape: Shape): Check =>
  (value) =>
    read(shape, value) !== undefined
const noOutput = { output: absent, errorText: absent }
const granted = optional(shaped(answer(oneOf(true))))

/** The fields of a call in each of its states. */
const states: Readonly<Record<string, Shape>> = {
  'input-streaming': {
    ...noOutput,
    input: any,
    rawInput: optional(isText),
    inputEncoding: optional(oneOf('json', 'text')),
    approval: absent,
  },
  'input-available': { ...noOutput, input: any, approval: absent },
  'approval-requested': { ...noOutput, input: any, approval: shaped(request) },
  'approval-responded': { ...noOutput, input: any, approval: shaped(answer(isFlag)) },
  'output-available': {
    input: any,
    output: any,
    errorText: absent,
    resultProviderMetadata: metadata,
    preliminary: optional(isFlag),
    approval: granted,
  },
  'output-error': {
    input: any,
    rawInput: any,
    output: absent,
    errorText: isText,
    resultProviderMetadata: metadata,
    approval: granted,
  },
  'output-denied': { ...noOutput, input: any, approval: shaped(answer(oneOf(false))) },
}

const call: Shape = {
  toolCallId: isText,
  title: optional(isText),
  toolMetadata: optional(recordOf(optional(isJson))),
  state: any,
  providerExecuted: optional(isFlag),
  callProviderMetadata: metadata,
}
const staticCall: Shape = { type: startsWith('tool-'), ...call }
const dynamicCall: Shape = { type: oneOf('dynamic-tool'), dynamic: optional(oneOf(false)), toolName: isText, ...call }

/** A copy with the fields of the shape alone; undefined where one does not fit. */
function read(shape: Shape, value: unknown): Record<string, unknown> | undefined {
  if (!isPlainObject(value)) return undefined
  const copy: Record<string, unknown> = {}
  for (const [field, check] of Object.entries(shape)) {
    const own: unknown = Object.hasOwn(value, field) ? value[field] : undefined
    if (!check(own)) return undefined
    if (Object.hasOwn(value, field)) copy[field] = own
  }
  return copy
}

/** The shape of a part, by its type and, for a call, its state. */
function shapeOf(part: unknown): Shape | undefined {
  if (!isPlainObject(part)) return undefined
  const { type, state: of } = part
  if (type !== 'dynamic-tool' && !startsWith('tool-')(type)) return parts.find((shape) => shape['type']!(type))
  const fields = typeof of === 'string' && Object.hasOwn(states, of) ? states[of] : undefined
  return fields && { ...(type === 'dynamic-tool' ? dynamicCall : staticCall), ...fields }
}

/** What is wrong with a part: its type or state, or the first field that does not fit. */
function wrongPart(part: unknown, shape: Shape | undefined, path: readonly PropertyKey[]): ShapeIssue {
  const own = isPlainObject(part) ? part : {}
  const issue = { code: 'invalid_union', errors: [], path }
  if (shape === undefined) {
    const given = [own['type'], own['state']].filter((word) => word !== undefined).map((word) => showValue(word))
    return {
      ...issue,
      message: `Invalid input: there is no part of type ${given.join(' in the state ') || 'undefined'}`,
    }
  }
  const field = Object.keys(shape).find((name) => !shape[name]!(own[name]))!
  const problem = own[field] === undefined ? 'is missing' : `cannot be ${showValue(own[field])}`
  return { ...issue, path: [...path, field], message: `Invalid input: ${field} ${problem}` }
}

const roles = ['system', 'user', 'assistant']

/** Messages with the fields that messages have, each checked; or what is wrong with them. */
export function readUiMessages(value: unknown): { readonly messages: UIMessage[] } | { readonly issues: ShapeIssue[] } {
  const issues: ShapeIssue[] = []
  if (!Array.isArray(value)) return { issues: [wrongType('array', value, [])] }
  if (value.length === 0) issues.push({ ...tooFew, path: [], message: 'Messages array must not be empty' })
  const messages = value.map((message: unknown, index) => readMessage(message, [index], issues))
  return issues.length > 0 ? { issues } : { messages: messages as UIMessage[] }
}

const tooFew = { origin: 'array', code: 'too_small', minimum: 1, inclusive: true }

function readMessage(message: unknown, path: readonly PropertyKey[], issues: ShapeIssue[]): object | undefined {
  if (!isPlainObject(message)) {
    issues.push(wrongType('object', message, path))
    return undefined
  }
  const { id, role, parts: given } = message
  const before = issues.length
  if (typeof id !== 'string') issues.push(wrongType('string', id, [...path, 'id']))
  if (!roles.includes(role as string)) {
    const expected = roles.map((each) => `"${each}"`).join('|')
    const text = `Invalid option: expected one of ${expected}`
    issues.push({ code: 'invalid_value', values: roles, path: [...path, 'role'], message: text })
  }
  if (!Array.isArray(given)) {
    issues.push(wrongType('array', given, [...path, 'parts']))
    return undefined
  }
  const partsPath = [...path, 'parts']
  const found = given.map((part: unknown, index) => {
    const shape = shapeOf(part)
    const copy = shape && read(shape, part)
    if (copy === undefined) issues.push(wrongPart(part, shape, [...partsPath, index]))
    return copy
  })
  if (issues.length === before && role !== 'assistant' && given.length === 0) {
    issues.push({ ...tooFew, path: partsPath, message: 'Message must contain at least one part' })
  }
  return { id, role, ...(Object.hasOwn(message, 'metadata') ? { metadata: message['metadata'] } : {}), parts: found }
}

function wrongType(expected: string, value: unknown, path: readonly PropertyKey[]): ShapeIssue {
  const received = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return { expected, code: 'invalid_type', path, message: `Invalid input: expected ${expected}, received ${received}` }
}
