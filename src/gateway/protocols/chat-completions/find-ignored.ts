import { type Fields, isPlainObject, jsonText } from '../../../core/json.ts'
import type { GeminiTraits } from '../../../wire/gemini/gemini-traits.ts'
import type { RequestWarning } from '../../../wire/model-request.ts'
import { isSaid } from '../../../wire/openai-chat/wrong-field.ts'
import { parameters } from './error.ts'
import { isGoogleSetting } from './google-options.ts'

/** A parameter that has no effect. */
export interface Ignored {
  readonly name: string
  /** The answer is the same without it: a label, a cache key, a hint about speed. */
  readonly isHarmless: boolean
}

/** Parameters without an equivalent that do not change an answer. */
const harmless: ReadonlySet<string> = new Set(
  'user metadata store safety_identifier prompt_cache_key prompt_cache_retention prediction service_tier'.split(' '),
)

/** Read here, and not by the codec. */
const readElsewhere: ReadonlySet<string> = new Set(['modalities', 'audio'])

/** Values that ask for what happens anyway. */
function asksForNothing(name: string, value: unknown): boolean {
  if (!isSaid(value)) return true
  switch (name) {
    case 'store':
      return value === false
    case 'service_tier':
      return value === 'auto' || value === 'default'
    case 'verbosity':
      return value === 'medium'
    case 'logit_bias':
    case 'metadata':
      return isPlainObject(value) && Object.keys(value).length === 0
    default:
      return false
  }
}

/** The parameters of a request that have no effect on any model here. `rest` is what the codec does not know. */
export function findIgnored(body: Fields, rest: Fields): Ignored[] {
  const ignored: Ignored[] = []
  for (const name of Object.keys(rest)) {
    if (readElsewhere.has(name) || isGoogleSetting(name) || asksForNothing(name, rest[name])) continue
    ignored.push({ name, isHarmless: harmless.has(name) })
  }
  const { modalities, audio, parallel_tool_calls: parallel } = body
  const spoken = Array.isArray(modalities) && modalities.includes('audio')
  if (spoken) ignored.push({ name: 'modalities', isHarmless: false })
  if (isPlainObject(audio)) ignored.push({ name: 'audio', isHarmless: false })
  const hasTools = Array.isArray(body['tools'] ?? body['functions'])
  if (!hasTools && typeof parallel === 'boolean') ignored.push({ name: 'parallel_tool_calls', isHarmless: true })
  for (const key of keysOf(body['extra_body'])) {
    if (key !== 'google' && !isGoogleSetting(key)) ignored.push({ name: `extra_body.${key}`, isHarmless: false })
  }
  findOfFormat(body['response_format'], ignored)
  findOfOldApi(body, ignored)
  findOfStream(body['stream_options'], ignored)
  return ignored
}

/** A response format with more unknown members is not named member by member. */
const mostMembers = 20

/** The members that a response format has, by its type. */
const formatMembers: Readonly<Record<string, readonly string[]>> = {
  text: ['type'],
  json_object: ['type', 'schema'],
  json_schema: ['type', 'json_schema'],
}

function findOfFormat(format: unknown, ignored: Ignored[]): void {
  if (!isPlainObject(format)) return
  const known = formatMembers[jsonText(format['type'])] ?? []
  const unknown = Object.keys(format).filter((name) => isSaid(format[name]) && !known.includes(name))
  for (const name of unknown.slice(0, mostMembers)) ignored.push({ name: `response_format.${name}`, isHarmless: false })
}

function keysOf(value: unknown): readonly string[] {
  return isPlainObject(value) ? Object.keys(value) : []
}

const oldNames = [
  ['functions', 'tools'],
  ['function_call', 'tool_choice'],
] as const

/** Where a client uses the parameters of 2023 and today's, today's count. */
function findOfOldApi(body: Fields, ignored: Ignored[]): void {
  for (const [old, now] of oldNames) {
    const isBoth = isSaid(body[now]) && isSaid(body[old]) && !isEmptyList(body[old])
    if (isBoth) ignored.push({ name: old, isHarmless: false })
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Padding that hides the length of chunks does not change an answer; other options may. */
function findOfStream(options: unknown, ignored: Ignored[]): void {
  for (const [name, value] of isPlainObject(options) ? Object.entries(options) : []) {
    if (name === 'include_usage' || value === false || value === null) continue
    ignored.push({ name: `stream_options.${name}`, isHarmless: name === 'include_obfuscation' })
  }
}

const sampling = ['temperature', 'top_p', 'top_k'] as const
const penalties = ['presence_penalty', 'frequency_penalty'] as const

/** OpenAI's defaults: sending one changes nothing. */
const defaults: Readonly<Record<string, number>> = {
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
}

/** The settings that this model does not take, and the body without those that are only defaults. */
export function findUnsupported(
  body: Fields,
  traits: GeminiTraits,
): { readonly body: Fields; readonly names: string[] } {
  const said: string[] = []
  if (!traits.sampling) for (const name of sampling) if (isSaid(body[name])) said.push(name)
  if (!traits.penalties) for (const name of penalties) if (isSaid(body[name])) said.push(name)
  if (said.length === 0) return { body, names: said }
  const copy = { ...body }
  for (const name of said) delete copy[name]
  return { body: copy, names: said.filter((name) => body[name] !== defaults[name]) }
}

/** Settings in warnings, and the parameters that clients know. */
const names: Readonly<Record<string, string>> = {
  ...parameters,
  thinkingLevel: 'reasoning_effort',
  reasoning: 'reasoning_effort',
  thinkingBudget: 'google.thinking_config.thinking_budget',
}

/** The parameters that a model's warnings say were not sent. */
export function ignoredByModel(warnings: readonly RequestWarning[]): string[] {
  return warnings.flatMap((warning) => {
    if (warning.type !== 'unsupported') return []
    const { feature } = warning
    if (Object.hasOwn(names, feature)) return [names[feature]!]
    const own = /^providerOptions\.google\.(\w+)$/.exec(feature)?.[1]
    if (own !== undefined) return [`google.${own}`]
    if (/^(provider )?tool /.test(feature)) return ['tools']
    // Warnings without a name are about a message: a file of another provider, a part that Gemini does not take.
    return [feature.includes(' ') ? 'messages' : feature]
  })
}

/** Parameters that may be named in logs and metrics. Others are the client's own words. */
export const parameterLabels: ReadonlySet<string> = new Set(
  (
    'temperature top_p top_k presence_penalty frequency_penalty stop reasoning_effort tools user metadata store ' +
    'safety_identifier prompt_cache_key prompt_cache_retention prediction service_tier modalities audio logit_bias ' +
    'verbosity web_search_options parallel_tool_calls tool_choice functions function_call messages messages[].name messages[].audio'
  ).split(' '),
)
