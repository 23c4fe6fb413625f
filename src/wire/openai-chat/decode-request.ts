import {
  asFields,
  asText,
  type Fields,
  isPlainObject,
  type Json,
  type JsonObject,
  present,
  setOwn,
} from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { FunctionTool, ModelRequest, ResponseFormat, ToolChoice } from '../model-request.ts'
import { InvalidRequest, orInvalid, type WireError } from '../wire-error.ts'
import { decodeMessages } from './decode-messages.ts'
import {
  isSaid,
  mapObjects,
  missingField,
  needed,
  optional,
  tooLong,
  unsupportedValue,
  wrongType,
} from './wrong-field.ts'

/** A client's request for a chat completion, in the neutral form. */
export interface DecodedRequest {
  readonly modelId: string
  readonly request: ModelRequest
  readonly tools: readonly FunctionTool[]
  /** The names that `tool_choice` allows, where it allows only some. */
  readonly allowedTools: readonly string[] | undefined
  readonly allowsParallelCalls: boolean
  readonly responseFormat: ResponseFormat | undefined
  readonly stream: boolean
  /** The client wants the usage in a last chunk. */
  readonly includesUsage: boolean
  /** How many answers. */
  readonly count: number
  /** How many alternatives to each token; undefined where no log probabilities are wanted. */
  readonly logprobs: number | undefined
  /** Every other field that the client sent, as it is. */
  readonly rest: JsonObject
}

/**
 * Decodes a request of a client of the API. A request that the API would refuse is an error that names the wrong field.
 *
 * @example
 * ```ts
 * import { decodeRequest } from 'toolfit/openai'
 *
 * const decoded = decodeRequest({ model: 'gpt-5.2', messages: [{ role: 'user', content: 'Hello.' }], stream: true })
 * decoded.modelId // 'gpt-5.2'
 * decoded.stream // true
 * ```
 */
export function decodeRequest(body: unknown): DecodedRequest | { readonly error: WireError } {
  return orInvalid(() => {
    if (!isPlainObject(body)) throw new InvalidRequest('The body must be a JSON object.')
    const messages = decodeMessages(body['messages'])
    const decoded = readRequest(body)
    return { ...decoded, request: { messages, ...decoded.request } }
  })
}

/** A request without its messages. */
export type RequestAroundMessages = Omit<DecodedRequest, 'request'> & {
  readonly request: Omit<ModelRequest, 'messages'>
}

/**
 * The same without the messages, and perhaps around tools that are already decoded.
 *
 * @throws InvalidRequest
 */
export function readRequest(body: Fields, decodedTools?: readonly FunctionTool[]): RequestAroundMessages {
  const modelId = needed('model', body['model'], 'string')
  const current = decodedTools ?? readTools('tools', body['tools'])
  const old = readTools('functions', body['functions'])
  const choice = readChoice(body)
  const google = readGoogle(body)
  return {
    modelId,
    request: present({ ...readSettings(body), toolChoice: choice?.toolChoice, providerOptions: google && { google } }),
    tools: current ?? old ?? [],
    allowedTools: choice?.names,
    allowsParallelCalls: body['parallel_tool_calls'] !== false,
    responseFormat: readResponseFormat(body['response_format']),
    stream: body['stream'] === true,
    includesUsage: isPlainObject(body['stream_options']) && body['stream_options']['include_usage'] === true,
    count: readNumber(body, 'n') ?? 1,
    logprobs: body['logprobs'] === true ? (readNumber(body, 'top_logprobs') ?? 0) : undefined,
    rest: readRest(body),
  }
}

function readRest(body: Fields): JsonObject {
  const rest: Record<string, Json> = {}
  for (const key of Object.keys(body)) if (!known.has(key)) setOwn(rest, key, body[key] as Json)
  return rest
}

const known: ReadonlySet<string> = new Set(
  (
    'model messages tools functions tool_choice function_call parallel_tool_calls response_format stream stream_options n ' +
    'logprobs top_logprobs temperature top_p top_k max_tokens max_completion_tokens presence_penalty frequency_penalty ' +
    'stop seed reasoning_effort google extra_body'
  ).split(' '),
)

function readNumber(body: Fields, key: string): number | undefined {
  const value = body[key]
  if (!isSaid(value)) return undefined
  if (typeof value === 'number') return value
  throw wrongType(key, value, 'number')
}

/** Where two keys stand for one setting, the first wins. */
const numbers = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['presencePenalty', 'presence_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['seed', 'seed'],
  ['maxOutputTokens', 'max_completion_tokens'],
  ['maxOutputTokens', 'max_tokens'],
] as const

function readSettings(body: Fields): Omit<ModelRequest, 'messages'> {
  const settings: Record<string, unknown> = {}
  for (const [setting, key] of numbers) {
    const value = readNumber(body, key)
    if (value !== undefined) settings[setting] ??= value
  }
  const { stop, reasoning_effort: reasoning } = body
  const stops = typeof stop === 'string' ? [stop] : stop
  if (Array.isArray(stops)) settings['stopSequences'] = stops.map(String)
  if (typeof reasoning === 'string') settings['reasoning'] = reasoning
  return settings
}

/** Google's own settings: at the top, where clients put the contents of `extra_body`, or in an `extra_body` field. */
function readGoogle(body: Fields): ProviderOptions[string] | undefined {
  const google = body['google'] ?? asFields(body['extra_body'])['google']
  return isPlainObject(google) ? (google as ProviderOptions[string]) : undefined
}

/** OpenAI takes 64 characters in a name. Other servers take more. */
const longestName = 1_000

function readTools(list: 'tools' | 'functions', tools: unknown): readonly FunctionTool[] | undefined {
  if (!isSaid(tools)) return undefined
  return mapObjects(list, tools, (tool, at) => {
    const { type, function: called, name } = tool
    if (isSaid(type) && type !== 'function') throw unsupportedValue(`${at}.type`, type, ['function'])
    // Some clients leave out `function`.
    if (list === 'functions' || (!isSaid(called) && typeof name === 'string')) return readFunction(tool, at)
    return readFunction(needed(`${at}.function`, called, 'object'), `${at}.function`)
  })
}

function readFunction({ name: given, description, parameters, strict }: Fields, at: string): FunctionTool {
  const name = needed(`${at}.name`, given, 'string')
  if (name.length > longestName) throw tooLong(`${at}.name`, 'string', name.length, longestName)
  return present({
    type: 'function',
    name,
    description: optional(`${at}.description`, description, 'string'),
    inputSchema: (optional(`${at}.parameters`, parameters, 'object') ?? { type: 'object', properties: {} }) as Json,
    strict: optional(`${at}.strict`, strict, 'boolean'),
  })
}

interface ReadChoice {
  readonly toolChoice: ToolChoice
  /** The names of the tools that are allowed. */
  readonly names?: readonly string[]
}

/** The choice among the tools; that of the old API where there is none. */
function readChoice({ tool_choice: current, function_call: old }: Fields): ReadChoice | undefined {
  const param = isSaid(current) ? 'tool_choice' : 'function_call'
  const choice = current ?? old
  if (!isSaid(choice)) return undefined
  if (typeof choice === 'string') return { toolChoice: readWord(choice, param) }
  if (!isPlainObject(choice)) throw wrongType(param, choice, 'string or an object')
  if (choice['type'] === 'allowed_tools') return readAllowedTools(choice, param)
  const isOld = param === 'function_call' || typeof choice['name'] === 'string'
  return {
    toolChoice: { type: 'tool', toolName: readName(choice, isOld ? `${param}.name` : `${param}.function.name`) },
  }
}

function readWord(word: string, param: 'tool_choice' | 'function_call'): ToolChoice {
  const words = ['none', 'auto', 'required'] as const
  const known = param === 'tool_choice' ? words : words.slice(0, 2)
  // Some clients write `any`.
  const type = word === 'any' ? 'required' : known.find((each) => each === word)
  if (type === undefined) throw unsupportedValue(param, word, known)
  return { type }
}

/** The name of a tool, with `function` around it or without. */
function readName(tool: Fields, at: string): string {
  const { name } = isPlainObject(tool['function']) ? tool['function'] : tool
  return needed(at, name, 'string')
}

function readAllowedTools(choice: Fields, param: string): ReadChoice {
  const { allowed_tools: inner } = choice
  const at = isSaid(inner) ? `${param}.allowed_tools` : param
  const { mode, tools } = optional(at, inner, 'object') ?? choice
  if (isSaid(mode) && mode !== 'auto' && mode !== 'required') {
    throw unsupportedValue(`${at}.mode`, mode, ['auto', 'required'])
  }
  if (!isSaid(tools)) throw missingField(`${at}.tools`)
  const names = mapObjects(`${at}.tools`, tools, (tool, place) => readName(tool, `${place}.function.name`))
  return { toolChoice: { type: mode === 'required' ? 'required' : 'auto' }, names }
}

const formats = ['json_object', 'json_schema', 'text']

function readResponseFormat(given: unknown): ResponseFormat | undefined {
  const format = optional('response_format', given, 'object')
  if (format === undefined) return undefined
  const { type, schema: own } = format
  if (!isSaid(type)) throw missingField('response_format.type')
  if (!formats.includes(type as string)) throw unsupportedValue('response_format.type', type, formats)
  if (type === 'text') return { type }
  if (type === 'json_object') {
    // Servers of open models take a schema here.
    return present({
      type: 'json',
      schema: optional('response_format.schema', own, 'object') as JsonObject | undefined,
    })
  }
  const at = 'response_format.json_schema'
  const { name, description, schema, strict } = needed(at, format['json_schema'], 'object')
  return present({
    type: 'json',
    schema: optional(`${at}.schema`, schema, 'object') as JsonObject | undefined,
    strict: optional(`${at}.strict`, strict, 'boolean'),
    name: optional(`${at}.name`, name, 'string'),
    description: asText(description),
  })
}
