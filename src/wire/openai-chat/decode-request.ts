import {
  asFields,
  asText,
  type Fields,
  isPlainObject,
  type Json,
  type JsonObject,
  jsonText,
  objectsIn,
  present,
  setOwn,
} from '../../core/json.ts'
import type { AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import type { FunctionTool, ModelRequest, ResponseFormat, ToolChoice } from '../model-request.ts'
import { InvalidRequest, orInvalid, type WireError } from '../wire-error.ts'
import { decodeMessages } from './decode-messages.ts'

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
    return readRequest(body, decodeMessages(body['messages']))
  })
}

/**
 * The same around messages, and perhaps tools, that are already decoded.
 *
 * @throws InvalidRequest
 */
export function readRequest(
  body: Fields,
  messages: AnyModelMessage[],
  decodedTools?: readonly FunctionTool[],
): DecodedRequest {
  const { model, tools, functions } = body
  if (typeof model !== 'string' || model === '') {
    throw new InvalidRequest("Missing required parameter: 'model'.", 'model')
  }
  const choice = body['tool_choice'] ?? body['function_call'] ?? undefined
  const allowed = isPlainObject(choice) && choice['type'] === 'allowed_tools' ? readAllowedTools(choice) : undefined
  const toolChoice = allowed?.toolChoice ?? readToolChoice(choice)
  const google = readGoogle(body)
  return {
    modelId: model,
    request: present({ messages, ...readSettings(body), toolChoice, providerOptions: google && { google } }),
    tools: decodedTools ?? readTools(tools ?? functions),
    allowedTools: allowed?.names,
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

/** Clients write null for an absent value. */
function readNumber(body: Fields, key: string): number | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return value
  throw new InvalidRequest(`Invalid type for '${key}': expected a number, but got ${kindOf(value)} instead.`, key)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  return `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`
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

function readTools(tools: unknown): readonly FunctionTool[] {
  if (tools === undefined || tools === null) return []
  if (!Array.isArray(tools)) throw new InvalidRequest("Invalid type for 'tools': expected an array.", 'tools')
  return tools.map(readTool)
}

function readTool(tool: unknown, index: number): FunctionTool {
  const given = asFields(tool)
  const type = given['type'] ?? 'function'
  if (type !== 'function') throw unsupported(`tools[${index}].type`, type, "'function'")
  const called = isPlainObject(given['function']) ? given['function'] : given
  const { name, description, parameters, strict } = called
  if (typeof name !== 'string' || name === '') {
    throw new InvalidRequest(
      `Missing required parameter: 'tools[${index}].function.name'.`,
      `tools[${index}].function.name`,
    )
  }
  const inputSchema = (parameters ?? { type: 'object', properties: {} }) as Json
  return present({
    type: 'function',
    name,
    description: asText(description),
    inputSchema,
    strict: asFlag(strict),
  })
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

/** OpenAI's message for a value that is missing, or not in its list. */
function unsupported(param: string, value: unknown, supported: string): InvalidRequest {
  if (value === undefined || value === null) return new InvalidRequest(`Missing required parameter: '${param}'.`, param)
  const shown = typeof value === 'string' ? `'${value.slice(0, 100)}'` : kindOf(value)
  return new InvalidRequest(`Invalid value: ${shown}. Supported values are: ${supported}.`, param)
}

function readToolChoice(choice: unknown): ToolChoice | undefined {
  if (choice === undefined) return undefined
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { type: choice }
  if (choice === 'any') return { type: 'required' }
  const fields = asFields(choice)
  const { name } = asFields(fields['function'] ?? fields)
  if (typeof name === 'string') return { type: 'tool', toolName: name }
  throw new InvalidRequest("Invalid value for 'tool_choice'.", 'tool_choice')
}

function readAllowedTools(choice: Fields): { readonly toolChoice: ToolChoice; readonly names: readonly string[] } {
  const allowed = isPlainObject(choice['allowed_tools']) ? choice['allowed_tools'] : choice
  const names = objectsIn(allowed['tools']).map((tool) => {
    const called = isPlainObject(tool['function']) ? tool['function'] : tool
    return jsonText(called['name'])
  })
  return { toolChoice: { type: allowed['mode'] === 'required' ? 'required' : 'auto' }, names }
}

function readResponseFormat(format: unknown): ResponseFormat | undefined {
  if (!isPlainObject(format)) return undefined
  if (format['type'] === 'text') return { type: 'text' }
  if (format['type'] === 'json_object') {
    // Servers of open models take a schema here.
    const { schema } = format
    return isPlainObject(schema) ? { type: 'json', schema: schema as JsonObject } : { type: 'json' }
  }
  if (format['type'] !== 'json_schema') {
    throw unsupported('response_format.type', format['type'], "'json_object', 'json_schema', and 'text'")
  }
  const given = format['json_schema']
  if (!isPlainObject(given)) {
    const param = 'response_format.json_schema'
    throw new InvalidRequest(`Missing required parameter: '${param}'.`, param)
  }
  const { name, description, schema, strict } = given
  return present({
    type: 'json',
    schema: isPlainObject(schema) ? (schema as JsonObject) : undefined,
    name: asText(name),
    description: asText(description),
    strict: asFlag(strict),
  })
}
