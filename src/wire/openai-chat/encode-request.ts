import { isPlainObject, type Json, type JsonObject, setOwn } from '../../core/json.ts'
import {
  collectWarnings,
  type EncodedRequest,
  type ModelRequest,
  snakeCase,
  type ToolChoice,
  type Warn,
} from '../model-request.ts'
import { encodeMessages } from './encode-messages.ts'
import type { ChatQuirks, ChatSetting } from './quirks.ts'

/** What the codec needs besides the request: the provider, and the compiled tools and response format. */
export interface EncodeRequestOptions {
  readonly modelId: string
  readonly quirks: ChatQuirks
  /** The server, where several share `optionsKey`. Opaque state of thoughts is sent only where it is the issuer's. */
  readonly issuer?: string | undefined
  /** Compiled tools, ready to send. */
  readonly tools?: Json | undefined
  /** The `response_format`, ready to send. */
  readonly responseFormat?: JsonObject | undefined
  readonly stream?: boolean
}

/**
 * Encodes a chat completions request.
 *
 * @throws ToolfitError `prompt-unsupported` for a file that no chat message can carry.
 *
 * @example
 * ```ts
 * import { encodeRequest, openaiQuirks } from 'toolfit/openai'
 *
 * const { body } = encodeRequest(
 *   { messages: [{ role: 'user', content: 'Hello.' }], maxOutputTokens: 50 },
 *   { modelId: 'gpt-5.2', quirks: openaiQuirks },
 * )
 * body // { model: 'gpt-5.2', messages: [{ role: 'user', content: 'Hello.' }], max_completion_tokens: 50 }
 * ```
 */
export function encodeRequest(request: ModelRequest, options: EncodeRequestOptions): EncodedRequest {
  const { modelId, quirks, stream = false } = options
  const { warnings, warn } = collectWarnings()
  const body: Record<string, Json> = { model: modelId, ...quirks.body }
  body['messages'] = encodeMessages(request.messages, { ...quirks, issuer: options.issuer }, warn)
  Object.assign(body, encodeSettings(request, quirks, warn))
  Object.assign(body, encodeTools(request.toolChoice, options, warn))
  if (options.responseFormat !== undefined) body['response_format'] = options.responseFormat
  if (stream) {
    body['stream'] = true
    if (quirks.takesStreamOptions) body['stream_options'] = { include_usage: true }
  }
  for (const [key, value] of ownOptions(request, quirks)) setOwn(body, key, value)
  return { body, warnings }
}

const settingKeys: Readonly<Record<ChatSetting, string>> = {
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  stopSequences: 'stop',
  seed: 'seed',
  reasoning: 'reasoning_effort',
}

function encodeSettings(request: ModelRequest, quirks: ChatQuirks, warn: Warn) {
  const settings: Record<string, Json> = {}
  if (request.maxOutputTokens !== undefined) settings[quirks.maxTokensKey] = request.maxOutputTokens
  for (const [setting, key] of Object.entries(settingKeys) as [ChatSetting, string][]) {
    const value = request[setting]
    const isSaid = value !== undefined && value !== 'provider-default' && !(Array.isArray(value) && value.length === 0)
    if (!isSaid) continue
    if (quirks.unsupported.includes(setting)) warn(setting)
    else settings[key] = value as Json
  }
  return settings
}

function encodeTools(choice: ToolChoice | undefined, { tools, quirks }: EncodeRequestOptions, warn: Warn): JsonObject {
  // The API refuses a choice without tools.
  if (tools === undefined) return {}
  if (choice === undefined) return { tools }
  if (quirks.toolChoices.includes(choice.type)) return { tools, tool_choice: encodeToolChoice(choice) }
  if (choice.type === 'none') return {}
  if (choice.type !== 'auto') {
    const details = 'This provider cannot be made to call a tool. The model is free to choose.'
    warn(`toolChoice ${choice.type}`, details)
  }
  return quirks.toolChoices.includes('auto') ? { tools, tool_choice: 'auto' } : { tools }
}

function encodeToolChoice(choice: ToolChoice): Json {
  return choice.type === 'tool' ? { type: 'function', function: { name: choice.toolName } } : choice.type
}

/** The options for this provider, in the API's spelling: `reasoningEffort` and `reasoning_effort` are the same. */
function ownOptions(request: ModelRequest, { optionsKey }: ChatQuirks): [string, Json][] {
  const own = request.providerOptions?.[optionsKey]
  if (!isPlainObject(own)) return []
  return Object.entries(own)
    .filter(([key, value]) => value !== undefined && !notSent.has(key))
    .flatMap(([key, value]) => encodeOption(key, value as Json))
}

/** Options for the model object. They are not sent. */
const notSent: ReadonlySet<string> = new Set(['strictJsonSchema', 'structuredOutputs'])

/** An option under the API's name. For log probabilities, the AI SDK has one option and the API has two. */
function encodeOption(key: string, value: Json): [string, Json][] {
  if (key === 'textVerbosity') return [['verbosity', value]]
  if (key === 'logprobs' && typeof value === 'number') {
    return [
      ['logprobs', true],
      ['top_logprobs', value],
    ]
  }
  return [[snakeCase(key), value]]
}
