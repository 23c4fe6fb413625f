import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import {
  collectWarnings,
  type EncodedRequest,
  type ModelRequest,
  type ToolChoice,
  type Warn,
} from '../model-request.ts'
import { encodeContents } from './encode-contents.ts'
import type { GeminiTraits } from './gemini-traits.ts'
import type { GeminiOrigin } from './origin.ts'
import { thinkingConfig } from './thinking-config.ts'

/** A neutral request, with the tools and the response format that were compiled for it. */
export interface GeminiRequest extends ModelRequest {
  /** `[{ functionDeclarations }]`, as `compileTools` gives it. */
  readonly tools?: Json | undefined
  /** Google's own tools: `{ googleSearch: {} }`. */
  readonly ownTools?: readonly JsonObject[] | undefined
  /** `responseMimeType` and a schema, as `compileResponse` gives them. */
  readonly responseConfig?: JsonObject | undefined
  readonly traits: GeminiTraits
  readonly origin: GeminiOrigin
}

/**
 * Encodes the body of `generateContent`. A field of the request that is not in it has a warning.
 *
 * @example
 * ```ts
 * import { encodeRequest, traitsOf } from 'toolfit/gemini'
 *
 * const { body } = encodeRequest({
 *   messages: [{ role: 'user', content: 'Hello.' }],
 *   traits: traitsOf('gemini-3-flash-preview'),
 *   origin: { keys: ['google'], family: '3.0' },
 * })
 * body // { contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] }
 * ```
 */
export function encodeRequest(request: GeminiRequest): EncodedRequest {
  const { traits, origin } = request
  const { warnings, warn } = collectWarnings()
  const { contents, system } = encodeContents(request.messages, { traits, origin, warn })
  const options = readOptions(request, warn)
  const body: Record<string, unknown> = { contents: withSystem(contents, system, traits, warn) }
  if (system.length > 0 && traits.systemInstruction) {
    body['systemInstruction'] = { parts: system.map((text) => ({ text })) }
  }
  const { ownTools = [] } = request
  const tools: readonly unknown[] = Array.isArray(request.tools) ? request.tools : []
  if (tools.length + ownTools.length > 0) body['tools'] = ownTools.length === 0 ? tools : [...tools, ...ownTools]
  const toolConfig = encodeToolConfig(request, options)
  if (Object.keys(toolConfig).length > 0) body['toolConfig'] = toolConfig
  const generationConfig = encodeGenerationConfig(request, options, warn)
  if (Object.keys(generationConfig).length > 0) body['generationConfig'] = generationConfig
  for (const key of rootKeys) if (options[key] !== undefined) body[key] = options[key]
  if (body['cachedContent'] !== undefined) leaveOutCached(body, warn)
  return { body: body as JsonObject, warnings }
}

/** Gemini refuses a request that repeats what its cache was created with. */
function leaveOutCached(body: Record<string, unknown>, warn: Warn): void {
  const details = 'Beside cachedContent it would be refused. It is not sent: the cache must have been made with it.'
  for (const feature of ['systemInstruction', 'tools', 'toolConfig']) {
    if (body[feature] === undefined) continue
    delete body[feature]
    warn(feature, details)
  }
}

/** Fields of a request that callers may set in `providerOptions`, by where they belong. */
const rootKeys = ['safetySettings', 'cachedContent', 'labels', 'serviceTier'] as const
const configKeys = [
  'candidateCount',
  'responseModalities',
  'mediaResolution',
  'audioTimestamp',
  'imageConfig',
  'speechConfig',
  'responseLogprobs',
  'logprobs',
  'enableAffectiveDialog',
  'enableEnhancedCivicAnswers',
  'routingConfig',
  'modelSelectionConfig',
] as const
const toolKeys = ['retrievalConfig', 'includeServerSideToolInvocations'] as const
/** Read elsewhere in this file, or by the model. */
const otherKeys = ['thinkingConfig', 'functionCallingConfig', 'streamFunctionCallArguments', 'structuredOutputs']

const knownKeys: ReadonlySet<string> = new Set([...rootKeys, ...configKeys, ...toolKeys, ...otherKeys])

type Options = Readonly<Record<string, Json | undefined>>

const noOptions: Options = {}

/** The options for this provider. The AI SDK calls all endpoints of Google `google`. */
function readOptions(
  { providerOptions, origin }: Pick<GeminiRequest, 'providerOptions' | 'origin'>,
  warn: Warn,
): Options {
  if (providerOptions === undefined) return noOptions
  let options: Options = noOptions
  for (const key of new Set(['google', ...origin.keys])) {
    const given = providerOptions[key]
    // Not assigned: a member `__proto__` would become the prototype, and what is in it would be options that nobody checked.
    if (isPlainObject(given)) options = { ...options, ...(given as JsonObject) }
  }
  for (const key of Object.keys(options)) {
    if (knownKeys.has(key)) continue
    warn(`providerOptions.google.${key}`, 'It is not known, and not sent.')
  }
  return options
}

/** Models without system instructions get them in the first message of the user. */
function withSystem(
  contents: readonly { readonly role: string; readonly parts: readonly unknown[] }[],
  system: readonly string[],
  { systemInstruction }: GeminiTraits,
  warn: Warn,
): readonly unknown[] {
  if (systemInstruction || system.length === 0) return contents
  warn({ type: 'compatibility', feature: 'system message', details: 'This model has none. The user says it.' })
  const texts = system.map((text) => ({ text }))
  const [first, ...rest] = contents
  if (first?.role !== 'user') return [{ role: 'user', parts: texts }, ...contents]
  return [{ ...first, parts: [...texts, ...first.parts] }, ...rest]
}

function encodeToolConfig(
  request: Pick<GeminiRequest, 'tools' | 'toolChoice'>,
  options: Options,
): Record<string, Json> {
  const config: Record<string, Json> = {}
  for (const key of toolKeys) if (options[key] !== undefined) config[key] = options[key]
  if (request.tools === undefined) return config
  const calling = {
    ...encodeChoice(request.toolChoice),
    ...(options['streamFunctionCallArguments'] === true ? { streamFunctionCallArguments: true } : {}),
    ...(isPlainObject(options['functionCallingConfig']) ? (options['functionCallingConfig'] as JsonObject) : {}),
  }
  if (Object.keys(calling).length > 0) config['functionCallingConfig'] = calling
  return config
}

/** `auto` is Gemini's default. */
function encodeChoice(choice: ToolChoice | undefined): JsonObject {
  switch (choice?.type) {
    case 'none':
      return { mode: 'NONE' }
    case 'required':
      return { mode: 'ANY' }
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [choice.toolName] }
    default:
      return {}
  }
}

/** Gemini refuses more. */
const mostStopSequences = 5

/** Settings, and the trait of the models that take them. */
const settingKeys = [
  ['maxOutputTokens', undefined],
  ['temperature', 'sampling'],
  ['topP', 'sampling'],
  ['topK', 'sampling'],
  ['presencePenalty', 'penalties'],
  ['frequencyPenalty', 'penalties'],
  ['seed', undefined],
] as const

function encodeGenerationConfig(settings: GeminiRequest, options: Options, warn: Warn): Record<string, unknown> {
  const { traits, responseConfig } = settings
  const config: Record<string, unknown> = {}
  const set = (key: string, value: unknown) => {
    if (value !== undefined) config[key] = value
  }
  for (const [key, trait] of settingKeys) {
    if (trait === undefined || traits[trait] || settings[key] === undefined) set(key, settings[key])
    else warn(key, 'This model does not take it. It is not sent.')
  }
  const { stopSequences = [] } = settings
  if (stopSequences.length > 0) set('stopSequences', stopSequences.slice(0, mostStopSequences))
  if (stopSequences.length > mostStopSequences) {
    warn('stopSequences', 'There are at most 5. The others are not sent.')
  }
  Object.assign(config, responseConfig)
  set('thinkingConfig', thinkingConfig(options['thinkingConfig'], settings.reasoning, traits, warn))
  if (options !== noOptions) for (const key of configKeys) set(key, options[key])
  return config
}
