import { countJsonNodes, type Fields, isPlainObject } from '../../../core/json.ts'
import { isSaid, optional, tooLong, unsupportedValue, wrongType } from '../../../wire/openai-chat/wrong-field.ts'
import { invalidField, type RefusedRequest } from '../../refused-request.ts'

/** What a parameter may be. */
type Rule =
  | { readonly kind: 'decimal' | 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'boolean' | 'string' | 'object' | 'array' }
  | { readonly kind: 'word'; readonly words: readonly string[] }

const largestInteger = 2_147_483_647
const flag: Rule = { kind: 'boolean' }
const text: Rule = { kind: 'string' }
const object: Rule = { kind: 'object' }
const penalty: Rule = { kind: 'decimal', min: -2, max: 2 }
const tokens: Rule = { kind: 'integer', min: 1, max: largestInteger }

/** More candidates are refused by Gemini. */
const mostChoices = 8

/** OpenAI takes four; Gemini takes one more. */
const mostStops = 5

/** OpenAI's parameters and their ranges. */
const rules: Readonly<Record<string, Rule>> = {
  temperature: { kind: 'decimal', min: 0, max: 2 },
  top_p: { kind: 'decimal', min: 0, max: 1 },
  top_k: { kind: 'integer', min: 1, max: largestInteger },
  n: { kind: 'integer', min: 1, max: mostChoices },
  max_tokens: tokens,
  max_completion_tokens: tokens,
  presence_penalty: penalty,
  frequency_penalty: penalty,
  seed: { kind: 'integer', min: -(2 ** 63), max: 2 ** 63 },
  logprobs: flag,
  top_logprobs: { kind: 'integer', min: 0, max: 20 },
  stream: flag,
  stream_options: object,
  parallel_tool_calls: flag,
  response_format: object,
  reasoning_effort: { kind: 'word', words: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] },
  user: text,
  store: flag,
  metadata: object,
  logit_bias: object,
  modalities: { kind: 'array' },
  audio: object,
  verbosity: { kind: 'word', words: ['low', 'medium', 'high'] },
  google: object,
  extra_body: object,
}

/** Google's own, wherever clients put them. The codec would leave out values of another type. */
const googleRules: Readonly<Record<string, Rule>> = {
  thinking_config: object,
  thinkingConfig: object,
  safety_settings: { kind: 'array' },
  safetySettings: { kind: 'array' },
  cached_content: text,
  cachedContent: text,
  labels: object,
}

/** Those of them that are taken without `google` around them. */
const { labels: _, ...bareRules } = googleRules
const extraRules: Readonly<Record<string, Rule>> = { ...bareRules, google: object }
const streamRules: Readonly<Record<string, Rule>> = { include_usage: flag }

/**
 * Refuses what OpenAI would refuse, before Gemini is asked: a value of the wrong type, or out of its range.
 *
 * @throws RefusedRequest with the parameter's name.
 */
export function checkParameters(body: Fields): void {
  checkSize(body)
  checkFields(body, rules, '')
  checkStop(body['stop'])
  checkModalities(body['modalities'])
  checkTogether(body)
  const options = body['stream_options']
  if (isPlainObject(options)) checkFields(options, streamRules, 'stream_options.')
  const extra = isPlainObject(body['extra_body']) ? body['extra_body'] : {}
  checkFields(body, bareRules, '')
  checkFields(extra, extraRules, 'extra_body.')
  if (isPlainObject(body['google'])) checkFields(body['google'], googleRules, 'google.')
  if (isPlainObject(extra['google'])) checkFields(extra['google'], googleRules, 'extra_body.google.')
}

/** Parameters with limits of their own. */
const ownLimits: ReadonlySet<string> = new Set(['messages', 'tools', 'functions', 'response_format'])

/** Values of all other parameters together: those that the gateway knows, and those that it does not. */
const mostValues = 5_000

function checkSize(body: Fields): void {
  let left = mostValues
  for (const name of Object.keys(body)) {
    if (ownLimits.has(name)) continue
    left -= countJsonNodes(body[name], left)
    if (left >= 0) continue
    const message = `Too many values: the parameters besides messages, tools and response_format may have ${mostValues} values in all. Send fewer.`
    throw invalidField(name.slice(0, 100), 'too_many_values', message)
  }
}

function checkFields(fields: Fields, known: Readonly<Record<string, Rule>>, prefix: string): void {
  for (const name of Object.keys(fields)) {
    const rule = Object.hasOwn(known, name) ? known[name] : undefined
    const value = fields[name]
    if (rule !== undefined && isSaid(value)) checkValue(`${prefix}${name}`, value, rule)
  }
}

function checkValue(name: string, value: unknown, rule: Rule): void {
  if ('min' in rule) checkNumber(name, value, rule)
  else if (rule.kind === 'word') {
    if (!rule.words.includes(value as string)) throw unsupportedValue(name, value, rule.words)
  } else optional(name, value, rule.kind)
}

function checkNumber(name: string, value: unknown, { kind, min, max }: Extract<Rule, { min: number }>): void {
  if (typeof value !== 'number') throw wrongType(name, value, kind)
  // A number with too large an exponent is infinite, and above every maximum.
  if (value > max) throw outOfRange(name, value, kind, 'above', max)
  if (value < min) throw outOfRange(name, value, kind, 'below', min)
  if (kind === 'integer' && !Number.isInteger(value)) throw wrongType(name, value, kind)
}

function outOfRange(name: string, value: number, kind: string, side: 'above' | 'below', limit: number): RefusedRequest {
  const [bound, sign] = side === 'above' ? ['maximum', '<='] : ['minimum', '>=']
  const message = `Invalid '${name}': ${kind} ${side} ${bound} value. Expected a value ${sign} ${limit}, but got ${value} instead.`
  return invalidField(name, `${kind}_${side}_${bound.slice(0, 3)}_value`, message)
}

function checkStop(stop: unknown): void {
  if (!isSaid(stop) || typeof stop === 'string') return
  if (!Array.isArray(stop)) throw wrongType('stop', stop, 'string or an array of strings')
  if (stop.length > mostStops) throw tooLong('stop', 'array', stop.length, mostStops)
  stop.forEach((one, index) => {
    if (typeof one !== 'string') throw wrongType(`stop[${index}]`, one, 'string')
  })
}

const modalities = ['text', 'audio', 'image']

function checkModalities(given: unknown): void {
  if (!Array.isArray(given)) return
  given.forEach((one: unknown, index) => {
    if (!modalities.includes(one as string)) throw unsupportedValue(`modalities[${index}]`, one, modalities)
  })
}

/** Parameters that exclude each other. */
function checkTogether(body: Fields): void {
  const { max_tokens: old, max_completion_tokens: now } = body
  if (isSaid(old) && isSaid(now) && old !== now) {
    const message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
    throw invalidField('max_tokens', 'invalid_parameter_combination', message)
  }
  if (isSaid(body['stream_options']) && body['stream'] !== true) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled."
    throw invalidField('stream_options', 'invalid_parameter_combination', message)
  }
  if (isSaid(body['top_logprobs']) && body['logprobs'] !== true) {
    const message = "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled."
    throw invalidField('top_logprobs', 'invalid_parameter_combination', message)
  }
}
