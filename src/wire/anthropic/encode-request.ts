import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import type { ModelRequest, RequestWarning, ToolChoice } from '../model-request.ts'
import { type Block, limitMarks } from './cache-control.ts'
import { type EncodedMessage, encodeMessages } from './encode-messages.ts'

type Warn = (warning: RequestWarning) => void

export interface EncodeRequestOptions {
  readonly modelId: string
  /** Where the request says nothing: the API asks for a limit. */
  readonly maxOutputTokens: number
  /** Compiled tools and tools that the provider runs, ready to send. */
  readonly tools?: readonly JsonObject[] | undefined
  readonly stream?: boolean
}

export interface EncodedRequest {
  readonly body: JsonObject
  readonly warnings: readonly RequestWarning[]
}

/**
 * Writes a request of the Messages API.
 *
 * @throws ToolfitError `prompt-unsupported` for a file that no block can carry.
 */
export function encodeRequest(request: ModelRequest, options: EncodeRequestOptions): EncodedRequest {
  const warnings: RequestWarning[] = []
  const warn: Warn = (warning) => {
    warnings.push(warning)
  }
  const { system, messages } = encodeMessages(request.messages, warn)
  const tools = (options.tools ?? []).map((tool): Block => ({ ...tool }))
  limitMarks({ tools, system, messages: messages.flatMap(({ content }) => content) }, warn)
  const { thinking, ...own } = ownOptions(request)
  const thinks = readThinking(thinking, messages, warn)
  const body: Record<string, Json> = {
    model: options.modelId,
    max_tokens: (request.maxOutputTokens ?? options.maxOutputTokens) + thinks.budget,
    ...(system.length === 0 ? {} : { system }),
    messages: messages as unknown as Json,
    ...encodeSettings(request, thinks.isOn, warn),
    ...(thinks.config === undefined ? {} : { thinking: thinks.config }),
    ...encodeTools(request.toolChoice, tools, own['disable_parallel_tool_use'] === true, thinks.isOn, warn),
    ...(options.stream === true ? { stream: true } : {}),
  }
  for (const [key, value] of Object.entries(own)) if (!notSent.has(key)) body[key] = value
  return { body, warnings }
}

/** Options that say how something else is sent. */
const notSent: ReadonlySet<string> = new Set(['disable_parallel_tool_use', 'anthropic_beta', 'cache_control'])

/** The provider's own options, in the request's spelling: `budgetTokens` and `budget_tokens` are the same. */
function ownOptions(request: ModelRequest): Block {
  const own = request.providerOptions?.['anthropic']
  return isPlainObject(own) ? (snakeKeys(own) as Block) : {}
}

/** Schemas are not options: their keys are the user's. */
const opaque: ReadonlySet<string> = new Set(['schema', 'input_schema', 'inputSchema'])

/** `{ budgetTokens }` -> `{ budget_tokens }`, at any depth. */
export function snakeKeys(value: unknown): Json {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (!isPlainObject(value)) return value as Json
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(
    entries.map(([key, entry]) => [snakeKey(key), opaque.has(key) ? entry : snakeKeys(entry)]),
  ) as Json
}

function snakeKey(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

interface Thinking {
  readonly config: Json | undefined
  /** Settings and choices are limited while it is. */
  readonly isOn: boolean
  /** Tokens that thinking may take, on top of those of the answer. */
  readonly budget: number
}

const off: Thinking = { config: undefined, isOn: false, budget: 0 }

function readThinking(config: Json | undefined, messages: readonly EncodedMessage[], warn: Warn): Thinking {
  if (!isPlainObject(config)) return off
  const isOn = config['type'] === 'enabled' || config['type'] === 'adaptive'
  // "When `thinking` is enabled, a final `assistant` message must start with a thinking block": another model may have begun the turn.
  if (config['type'] === 'enabled' && !canThink(messages)) {
    const details = 'The turn that is under way began without thoughts. The next turn can have them.'
    warn({ type: 'unsupported', feature: 'thinking', details })
    return off
  }
  const budget = config['budget_tokens']
  return { config: config as Json, isOn, budget: isOn && typeof budget === 'number' ? budget : 0 }
}

/** False where the conversation waits inside a tool turn whose assistant message has no thoughts. */
function canThink(messages: readonly EncodedMessage[]): boolean {
  const last = messages.at(-1)
  if (last?.role !== 'user' || last.content[0]?.['type'] !== 'tool_result') return true
  const asked = messages.at(-2)?.content[0]?.['type']
  return asked === 'thinking' || asked === 'redacted_thinking'
}

const settingKeys = { temperature: 'temperature', topP: 'top_p', topK: 'top_k' } as const

function encodeSettings(request: ModelRequest, isThinking: boolean, warn: Warn): JsonObject {
  const settings: Record<string, Json> = {}
  for (const [setting, key] of Object.entries(settingKeys) as [keyof typeof settingKeys, string][]) {
    const value = request[setting]
    if (value === undefined) continue
    if (isThinking) warn({ type: 'unsupported', feature: setting, details: 'Not while the model thinks.' })
    else settings[key] = value
  }
  const { temperature } = settings
  if (typeof temperature === 'number' && temperature > 1) {
    warn({ type: 'unsupported', feature: 'temperature', details: 'Anthropic takes 0 to 1. 1 is sent.' })
    settings['temperature'] = 1
  }
  for (const setting of ['presencePenalty', 'frequencyPenalty', 'seed'] as const) {
    if (request[setting] !== undefined) warn({ type: 'unsupported', feature: setting })
  }
  if (request.stopSequences !== undefined && request.stopSequences.length > 0) {
    settings['stop_sequences'] = request.stopSequences
  }
  return settings
}

function encodeTools(
  choice: ToolChoice | undefined,
  tools: readonly Block[],
  isSequential: boolean,
  isThinking: boolean,
  warn: Warn,
): JsonObject {
  if (tools.length === 0) return {}
  const forces = choice?.type === 'required' || choice?.type === 'tool'
  // "Thinking may not be enabled when tool_choice forces tool use."
  if (forces && isThinking) {
    const details = 'A model that thinks cannot be made to call a tool. It is free to choose.'
    warn({ type: 'unsupported', feature: `toolChoice ${choice.type}`, details })
  }
  const sent: ToolChoice = forces && isThinking ? { type: 'auto' } : (choice ?? { type: 'auto' })
  if (choice === undefined && !isSequential) return { tools }
  const parallel = isSequential && sent.type !== 'none' ? { disable_parallel_tool_use: true } : {}
  return { tools, tool_choice: { ...encodeChoice(sent), ...parallel } }
}

function encodeChoice(choice: ToolChoice): JsonObject {
  if (choice.type === 'tool') return { type: 'tool', name: choice.toolName }
  return { type: choice.type === 'required' ? 'any' : choice.type }
}
