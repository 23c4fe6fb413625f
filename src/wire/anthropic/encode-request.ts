import { asFields, isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import {
  collectWarnings,
  type EncodedRequest,
  type ModelRequest,
  snakeCase,
  type ToolChoice,
  type Warn,
} from '../model-request.ts'
import { type Block, isOwnBlock, isThought, limitMarks } from './blocks.ts'
import { type EncodedMessage, encodeMessages } from './encode-messages.ts'

export interface EncodeRequestOptions {
  readonly modelId: string
  /** The default: the API requires a limit. */
  readonly maxOutputTokens: number
  /** The most that the model can write, thoughts included: the API refuses more. Undefined where that is not known. */
  readonly mostOutputTokens?: number | undefined
  /** Whether the last turn may be the model's. Default true. */
  readonly takesPrefill?: boolean
  /** Default `one`. */
  readonly sampling?: Sampling
  /** Compiled tools and tools that the provider runs, ready to send. */
  readonly tools?: readonly JsonObject[] | undefined
  readonly stream?: boolean
}

/**
 * What a model takes of `temperature` and `top_p`: `free`, both; `one`, only one of them (from Opus 4.1 on: "`temperature` and `top_p`
 * cannot both be specified for this model"); `fixed`, neither (after 4.6: 400 for every value but the default).
 */
export type Sampling = 'free' | 'one' | 'fixed'

/**
 * Encodes a request of the Messages API.
 *
 * @throws ToolfitError `prompt-unsupported` for a file that no block can carry.
 *
 * @example
 * ```ts
 * import { encodeRequest } from 'toolfit/anthropic'
 *
 * const { body } = encodeRequest(
 *   { messages: [{ role: 'user', content: 'Hello.' }] },
 *   { modelId: 'claude-sonnet-4-5', maxOutputTokens: 50 },
 * )
 * body.messages // [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]
 * body.max_tokens // 50
 * ```
 */
export function encodeRequest(request: ModelRequest, options: EncodeRequestOptions): EncodedRequest {
  const { warnings, warn } = collectWarnings()
  const { system, messages: turns } = encodeMessages(request.messages, warn)
  const messages = options.takesPrefill === false ? endWithUser(turns, warn) : turns
  const tools = (options.tools ?? []).map((tool): Block => ({ ...tool }))
  const { thinking, ...own } = ownOptions(request)
  const blocks = { tools, system, messages: messages.flatMap(({ content }) => content) }
  limitMarks(blocks, own['cache_control'] !== undefined, warn)
  const thinks = readThinking(thinking, messages, warn)
  const body: Record<string, Json> = {
    model: options.modelId,
    max_tokens: encodeLimit(request, options, thinks.budget, warn),
    ...(system.length === 0 ? {} : { system }),
    messages: messages as unknown as Json,
    ...encodeSettings(request, thinks.isOn ? 'thinking' : (options.sampling ?? 'one'), warn),
    ...(thinks.config === undefined ? {} : { thinking: thinks.config }),
    ...encodeTools(request.toolChoice, tools, own['disable_parallel_tool_use'] === true, thinks.isOn, warn),
    ...(options.stream === true ? { stream: true } : {}),
  }
  for (const [key, value] of Object.entries(own)) if (!notSent.has(key)) body[key] = value
  return { body, warnings }
}

/** "The conversation must end with a user message." Except where Anthropic's own work made the model pause: it continues from there. */
function endWithUser(turns: readonly EncodedMessage[], warn: Warn): readonly EncodedMessage[] {
  const last = turns.at(-1)
  if (last?.role !== 'assistant' || last.content.some(isOwnBlock)) return turns
  warn(
    'assistant message at the end',
    'This model does not go on from a beginning of its own. It is asked to continue instead.',
  )
  return [...turns, { role: 'user', content: [{ type: 'text', text: 'Continue.' }] }]
}

/** Thoughts count as output, so their budget is added to the limit, as far as the model allows. */
function encodeLimit(
  { maxOutputTokens }: ModelRequest,
  { maxOutputTokens: usual, mostOutputTokens: most = Number.POSITIVE_INFINITY }: EncodeRequestOptions,
  budget: number,
  warn: Warn,
): number {
  const wanted = (maxOutputTokens ?? usual) + budget
  if (wanted <= most) return wanted
  if (maxOutputTokens !== undefined) {
    const details = `This model writes ${most} tokens at most, thoughts included, and ${wanted} were asked for. ${most} is sent.`
    warn('maxOutputTokens', details)
  }
  return most
}

/** Options that are not fields of the request. */
const notSent: ReadonlySet<string> = new Set(['disable_parallel_tool_use', 'anthropic_beta'])

/** The options for Anthropic, in the API's spelling: `budgetTokens` and `budget_tokens` are the same. */
function ownOptions(request: ModelRequest): Block {
  return snakeKeys(asFields(request.providerOptions?.['anthropic'])) as Block
}

/** Schemas are not renamed: their keys are the user's. */
const opaque: ReadonlySet<string> = new Set(['schema', 'input_schema', 'inputSchema'])

/** `{ budgetTokens }` -> `{ budget_tokens }`, at any depth. */
export function snakeKeys(value: unknown): Json {
  if (Array.isArray(value)) return value.map(snakeKeys)
  if (!isPlainObject(value)) return value as Json
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  return Object.fromEntries(
    entries.map(([key, entry]) => [snakeCase(key), opaque.has(key) ? entry : snakeKeys(entry)]),
  ) as Json
}

interface Thinking {
  readonly config: Json | undefined
  /** Thinking limits other settings and the tool choice. */
  readonly isOn: boolean
  /** Tokens for thinking, in addition to those of the answer. */
  readonly budget: number
}

const off: Thinking = { config: undefined, isOn: false, budget: 0 }

function readThinking(config: Json | undefined, messages: readonly EncodedMessage[], warn: Warn): Thinking {
  if (!isPlainObject(config)) return off
  const isOn = config['type'] === 'enabled' || config['type'] === 'adaptive'
  // "When `thinking` is enabled, a final `assistant` message must start with a thinking block": another model may have begun the turn.
  if (config['type'] === 'enabled' && !canThink(messages)) {
    const details = 'The turn that is under way began without thoughts. The next turn can have them.'
    warn('thinking', details)
    return off
  }
  const budget = config['budget_tokens']
  return { config: config as Json, isOn, budget: isOn && typeof budget === 'number' ? budget : 0 }
}

/**
 * False inside a tool turn that began without thoughts. Only its first message needs them: models that do not think between calls think
 * once for the whole turn.
 */
function canThink(messages: readonly EncodedMessage[]): boolean {
  const said = messages.findLastIndex(({ role, content }) => role === 'user' && content[0]?.['type'] !== 'tool_result')
  const first = messages[said + 1]
  if (first === undefined || messages.at(-1)?.role !== 'user') return true
  const begun = first.content.find((block) => !isOwnBlock(block))
  return begun !== undefined && isThought(begun)
}

const settingKeys = { temperature: 'temperature', topP: 'top_p', topK: 'top_k' } as const

/** A model that thinks takes a temperature of 1 and a top-p of 0.95 and more; one with fixed sampling takes its defaults. */
const leastTopP = { thinking: 0.95, fixed: 0.99 } as const

function encodeSettings(request: ModelRequest, sampling: Sampling | 'thinking', warn: Warn): JsonObject {
  const settings: Record<string, Json> = {}
  for (const [setting, key] of Object.entries(settingKeys) as [keyof typeof settingKeys, string][]) {
    const value = request[setting]
    if (value === undefined) continue
    if (sampling === 'free' || sampling === 'one' || isTaken(setting, value, leastTopP[sampling])) settings[key] = value
    else warn(setting, refusalOf[sampling])
  }
  const { temperature } = settings
  if (sampling === 'one' && temperature !== undefined && settings['top_p'] !== undefined) {
    delete settings['top_p']
    warn('topP', 'Not beside temperature. It is not sent.')
  }
  if (typeof temperature === 'number' && temperature > 1) {
    warn('temperature', 'Anthropic takes 0 to 1. 1 is sent.')
    settings['temperature'] = 1
  }
  for (const setting of ['presencePenalty', 'frequencyPenalty', 'seed'] as const) {
    if (request[setting] !== undefined) warn(setting)
  }
  if (request.stopSequences !== undefined && request.stopSequences.length > 0) {
    settings['stop_sequences'] = request.stopSequences
  }
  return settings
}

const refusalOf = {
  thinking: 'Not while the model thinks.',
  fixed: 'This model takes no other value than its default.',
}

function isTaken(setting: keyof typeof settingKeys, value: number, leastTopP: number): boolean {
  if (setting === 'temperature') return value === 1
  return setting === 'topP' && value >= leastTopP && value <= 1
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
    warn(`toolChoice ${choice.type}`, details)
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
