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
import type { MessageJson, ProviderOptions } from '../../core/message.ts'
import type { FunctionTool, ModelRequest, ToolChoice } from '../model-request.ts'
import { orInvalid, type WireError } from '../wire-error.ts'
import { decodeMessages, decodeSystem } from './decode-messages.ts'
import { invalid } from './error.ts'

/** A client's request for a message, in the neutral form. */
export interface DecodedRequest {
  readonly modelId: string
  /** Parameters without a neutral form (`thinking`, `metadata`, `mcp_servers` …) are in its `providerOptions.anthropic`. */
  readonly request: ModelRequest
  readonly tools: readonly DecodedTool[]
  /** Tools that Anthropic runs, or whose schema it knows, as they came. */
  readonly ownTools: readonly JsonObject[]
  readonly stream: boolean
}

/** A tool of the client. Fields without a neutral form (`cache_control`, `defer_loading` …) are in its `providerOptions.anthropic`. */
export interface DecodedTool extends FunctionTool {
  readonly providerOptions?: ProviderOptions
}

/**
 * Decodes a request of a client of the Messages API: the inverse of `encodeRequest`. A request that the API would refuse is an error
 * that names the wrong field.
 *
 * @example
 * ```ts
 * import { decodeRequest } from 'toolfit/anthropic'
 *
 * const decoded = decodeRequest({
 *   model: 'claude-sonnet-4-5',
 *   max_tokens: 50,
 *   messages: [{ role: 'user', content: 'Hello.' }],
 * })
 * decoded.request.messages // [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]
 * decoded.request.maxOutputTokens // 50
 * ```
 */
export function decodeRequest(body: unknown): DecodedRequest | { readonly error: WireError } {
  return orInvalid(() => {
    if (!isPlainObject(body)) throw invalid('body', 'Input should be an object')
    return readRequest(body)
  })
}

function readRequest(body: Fields): DecodedRequest {
  const { model } = body
  if (typeof model !== 'string' || model === '') throw invalid('model', 'Field required')
  const tools = readList(body['tools'], 'tools')
  const isOwn = ({ type }: Fields) => type !== undefined && type !== null && type !== 'custom'
  const choice = isPlainObject(body['tool_choice']) ? body['tool_choice'] : undefined
  const own = readOwn(body, choice)
  return {
    modelId: model,
    request: present({
      messages: [...decodeSystem(body['system']), ...decodeMessages(body['messages'])],
      ...readSettings(body),
      toolChoice: readToolChoice(choice),
      providerOptions: Object.keys(own).length === 0 ? undefined : { anthropic: own },
    }),
    tools: tools.flatMap((tool, index) => (isOwn(tool) ? [] : [readTool(tool, index)])),
    ownTools: tools.filter(isOwn) as JsonObject[],
    stream: body['stream'] === true,
  }
}

function readList(value: unknown, at: string): Fields[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw invalid(at, 'Input should be a valid list')
  return value.map((item: unknown, index) => {
    if (!isPlainObject(item)) throw invalid(`${at}.${index}`, 'Input should be an object')
    return item
  })
}

const toolFields: ReadonlySet<string> = new Set(['type', 'name', 'description', 'input_schema', 'strict'])

function readTool(tool: Fields, index: number): DecodedTool {
  const { name, description, input_schema: inputSchema, strict } = tool
  if (typeof name !== 'string' || name === '') throw invalid(`tools.${index}.name`, 'Field required')
  if (!isPlainObject(inputSchema)) throw invalid(`tools.${index}.input_schema`, 'Field required')
  const more = Object.entries(tool).filter(([key]) => !toolFields.has(key))
  const own = Object.fromEntries(more) as ProviderOptions[string]
  return present({
    type: 'function',
    name,
    description: asText(description),
    inputSchema: inputSchema as Json,
    strict: typeof strict === 'boolean' ? strict : undefined,
    providerOptions: more.length === 0 ? undefined : { anthropic: own },
  })
}

function readToolChoice(choice: Fields | undefined): ToolChoice | undefined {
  if (choice === undefined) return undefined
  const { type, name } = choice
  if (type === 'auto' || type === 'none') return { type }
  if (type === 'any') return { type: 'required' }
  if (type === 'tool' && typeof name === 'string') return { type: 'tool', toolName: name }
  throw invalid('tool_choice', "Input should have a 'type' of 'auto', 'any', 'tool' or 'none'")
}

const numbers = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
] as const

function readSettings(body: Fields): Omit<ModelRequest, 'messages'> {
  const settings: Record<string, unknown> = {}
  const limit = readNumber(body, 'max_tokens')
  // The budget of the thoughts is part of the limit there, and comes on top of it here.
  const thinking = asFields(body['thinking'])
  const budget = thinking['type'] === 'enabled' ? thinking['budget_tokens'] : 0
  if (limit !== undefined) settings['maxOutputTokens'] = limit - (typeof budget === 'number' ? budget : 0)
  for (const [setting, key] of numbers) {
    const value = readNumber(body, key)
    if (value !== undefined) settings[setting] = value
  }
  if (Array.isArray(body['stop_sequences'])) settings['stopSequences'] = body['stop_sequences'].map(String)
  return settings
}

function readNumber(body: Fields, key: string): number | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number') return value
  throw invalid(key, 'Input should be a valid number')
}

const known: ReadonlySet<string> = new Set(
  'model max_tokens system messages tools tool_choice temperature top_p top_k stop_sequences stream'.split(' '),
)

/** Every parameter without a neutral form. */
function readOwn(body: Fields, choice: Fields | undefined): ProviderOptions[string] {
  const own: Record<string, MessageJson> = {}
  for (const key of Object.keys(body)) if (!known.has(key)) setOwn(own, key, body[key] as MessageJson)
  if (choice?.['disable_parallel_tool_use'] === true) own['disable_parallel_tool_use'] = true
  return own
}
