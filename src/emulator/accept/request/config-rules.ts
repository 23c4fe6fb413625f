import type { Model } from '../../api/model.ts'
import { type FieldError, knownOnStudio, type RuleContext, unsureEverywhere } from '../rule/rule.ts'
import {
  aboutRequests,
  bareRefusal,
  modelSaid,
  type RequestSubject,
  refuseRequest,
  searches,
  validateRequest,
} from './request-subject.ts'

const allowedMimeTypes: readonly string[] = [
  'text/plain',
  'application/json',
  'application/xml',
  'application/yaml',
  'text/x.enum',
]

/** Rules about the fields of `generationConfig`. */
export const configFieldRules = validateRequest([
  {
    id: 'stop-sequences-too-many',
    says: 'There are at most 5 stop sequences.',
    source: 'public live probe of Cloud Code, 2026-09; documented for AI Studio and Vertex',
    evidence: { 'cloud-code': 'known', 'ai-studio': 'known', vertex: 'unsure' },
    check: ({ config: { stopSequences = [] } }) =>
      stopSequences.length > 5 && line('stop_sequences', 'the number of stop_sequences must not exceed 5.'),
  },
  {
    id: 'max-output-tokens-not-positive',
    says: '`maxOutputTokens` is positive.',
    // Vertex and Cloud Code name the range of the model in a sentence: `max-output-tokens-out-of-range`.
    source: 'public live probe of AI Studio, 2026',
    evidence: { 'ai-studio': 'known' },
    check: ({ config: { maxOutputTokens = 1 } }) =>
      maxOutputTokens < 1 && line('max_output_tokens', 'max_output_tokens must be positive.'),
  },
  {
    id: 'temperature-out-of-range',
    says: '`temperature` is from 0 to 2.',
    // Vertex has a sentence for it: `temperature-unsupported`.
    source: 'public live probes of AI Studio, 2026-08, and Cloud Code, 2026-09',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'known' },
    check: ({ config }) =>
      isOutside(config.temperature, 0, 2) && line('temperature', 'temperature must be in the range [0.0, 2.0].'),
  },
  {
    id: 'top-p-out-of-range',
    says: '`topP` is from 0 to 1.',
    // The text is that of the temperature.
    source: 'documentation of GenerationConfig',
    evidence: unsureEverywhere,
    check: ({ config }) => isOutside(config.topP, 0, 1) && line('top_p', 'top_p must be in the range [0.0, 1.0].'),
  },
  {
    id: 'thinking-budget-out-of-range',
    says: '`thinkingBudget` is from -1 to 65535.',
    source: 'public live probe of Cloud Code, 2026-09; quoted for AI Studio by several clients',
    evidence: { 'ai-studio': 'known', 'cloud-code': 'known', vertex: 'unsure' },
    check: ({ config }) =>
      isOutside(config.thinkingConfig?.thinkingBudget, -1, 65_535) &&
      line('thinking_config.thinking_budget', 'thinking_budget must be in the range [-1, 65535].'),
  },
  {
    id: 'response-mime-type-unknown',
    says: '`responseMimeType` is one of five types.',
    source: 'public live probes of AI Studio, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ config: { responseMimeType: type = '' } }) =>
      type !== '' &&
      !allowedMimeTypes.includes(type) &&
      line('response_mime_type', `allowed mimetypes are ${listed(allowedMimeTypes)}.`),
  },
])

/** Rules about `generationConfig` as a whole. */
export const configRules = refuseRequest([
  {
    id: 'json-not-enabled',
    says: 'Some models take no response mime type other than text.',
    source: 'quoted for AI Studio with Gemma and with models that draw, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ config, model }) =>
      isControlled(config) && !model.supports.has('json') && `JSON mode is not enabled for ${modelSaid(model)}`,
  },
  {
    id: 'json-with-search',
    says: 'On Vertex, a response mime type other than text does not come with a search tool.',
    source: 'recorded on Vertex, 2024 to 2025',
    evidence: { vertex: 'known' },
    check: ({ config, tools, model }) =>
      isControlled(config) &&
      !model.supports.has('json-with-tools') &&
      searches(tools) &&
      'Unable to submit request because controlled generation is not supported with Search tool',
  },
  {
    id: 'json-with-tools',
    says: 'Before Gemini 3, tools do not come with a response mime type other than text.',
    source: 'recorded on AI Studio, 2025',
    evidence: knownOnStudio,
    check: ({ config, tools, model }) => {
      if (!isControlled(config) || model.supports.has('json-with-tools')) return undefined
      const { declarations, builtIns } = tools
      if (declarations.length + builtIns.length === 0) return undefined
      const subject = declarations.length > 0 ? 'Function calling' : 'Tool use'
      return `${subject} with a response mime type: '${config.responseMimeType}' is unsupported`
    },
  },
  {
    id: 'response-schema-mime-type',
    says: 'A response schema comes with a mime type other than text.',
    source: 'recorded on AI Studio, 2024 to 2026',
    evidence: knownOnStudio,
    check: ({ config }) =>
      (config.responseSchema ?? config.responseJsonSchema) !== undefined &&
      !isControlled(config) &&
      "Response_schema with a response mime type 'text/plain' is unsupported",
  },
  {
    id: 'response-schema-twice',
    says: 'There is `responseSchema` or `responseJsonSchema`, not both.',
    source: 'documentation of GenerationConfig',
    evidence: unsureEverywhere,
    check: ({ config }) =>
      config.responseSchema !== undefined && config.responseJsonSchema !== undefined && bareRefusal,
  },
  {
    id: 'thinking-budget-with-level',
    says: 'There is `thinkingBudget` or `thinkingLevel`, not both.',
    source: 'public live probes of AI Studio and Vertex, 2026',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
    check: ({ config: { thinkingConfig = {} } }, { endpoint }) => {
      const { thinkingBudget, thinkingLevel } = thinkingConfig
      if (thinkingBudget === undefined || !isLevel(thinkingLevel)) return undefined
      return endpoint === 'vertex'
        ? 'Unable to submit request because thinking_budget and thinking_level are not supported together.'
        : 'You can only set one of thinking budget and thinking level.'
    },
  },
  {
    id: 'thinking-not-enabled',
    says: 'A model that does not think takes no thinking config.',
    source: 'quoted for Gemma and models that draw on AI Studio, and for Gemini 2.0 on Vertex, 2025 to 2026',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'unsure' },
    check: checkThinking,
  },
  {
    id: 'thoughts-without-thinking',
    says: '`includeThoughts` does not come with a `thinkingBudget` of 0.',
    source: 'quoted for Vertex and Cloud Code by many clients, 2025 to 2026; AI Studio takes it',
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: ({ config: { thinkingConfig } }) =>
      thinkingConfig?.includeThoughts === true &&
      thinkingConfig.thinkingBudget === 0 &&
      'Unable to submit request because Thinking_config.include_thoughts is only enabled when thinking is enabled.',
  },
  {
    id: 'thinking-level-unsupported',
    says: 'The model takes the `thinkingLevel`: none before Gemini 3, no MINIMAL on Pro and from 3.7 on.',
    source:
      'https://github.com/RooCodeInc/Roo-Code/issues/10700, https://github.com/earendil-works/pi/issues/9455, https://github.com/jenslys/opencode-gemini-auth/issues/14',
    evidence: { 'ai-studio': 'known', vertex: 'known', 'cloud-code': 'known' },
    check: checkLevel,
  },
  {
    id: 'thinking-budget-unsupported',
    says: 'The model takes the `thinkingBudget`.',
    source: 'quoted for AI Studio by many clients, 2025 to 2026',
    evidence: knownOnStudio,
    check: ({ config, model }) => checkBudget(config.thinkingConfig?.thinkingBudget, model),
  },
  {
    id: 'candidates-unsupported',
    says: 'From Gemini 3.6 on there is one candidate.',
    source: 'public live probe of AI Studio with gemini-3.7-flash, 2026',
    evidence: knownOnStudio,
    check: ({ config: { candidateCount = 1 }, model }) =>
      candidateCount > 1 && !model.supports.has('candidates') && 'Multiple candidates is not enabled for this model',
  },
  {
    id: 'penalties-not-enabled',
    says: 'From Gemini 2.5 on, there is no `presencePenalty` and no `frequencyPenalty`.',
    source: 'quoted for AI Studio by many clients, 2025 to 2026',
    evidence: { 'ai-studio': 'known' },
    check: ({ config: { presencePenalty = 0, frequencyPenalty = 0 }, model }) =>
      (presencePenalty !== 0 || frequencyPenalty !== 0) &&
      !model.supports.has('penalties') &&
      `Penalty is not enabled for ${modelSaid(model)}`,
  },
  {
    id: 'temperature-unsupported',
    says: '`temperature` is from 0 to 2.',
    source: 'recorded on Vertex with gemini-2.5-pro',
    evidence: { vertex: 'known' },
    check: ({ config: { temperature = 0 } }) =>
      !(temperature >= 0 && temperature < 2.0001) &&
      `Unable to submit request because it has a temperature value of ${temperature} but the supported range is from 0 (inclusive) to 2.0001 (exclusive). Update the value and try again.`,
  },
  {
    id: 'max-output-tokens-out-of-range',
    says: '`maxOutputTokens` is from 1 to the output limit of the model.',
    source: 'recorded on Vertex and through Cloud Code, 2025 to 2026',
    evidence: { vertex: 'known', 'cloud-code': 'known' },
    check: ({ config: { maxOutputTokens: asked }, model: { outputTokenLimit } }) =>
      isOutside(asked, 1, outputTokenLimit) &&
      `Unable to submit request because it has a maxOutputTokens value of ${asked} but the supported range is from 1 (inclusive) to ${outputTokenLimit + 1} (exclusive). Update the value and try again.`,
  },
])

/** `` `a`, `b` and `c` `` */
function listed(types: readonly string[]): string {
  const quoted = types.map((type) => `\`${type}\``)
  return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

function line(field: string, text: string): readonly FieldError[] {
  return [{ path: `generation_config.${field}`, text }]
}

function isOutside(value: number | undefined, lowest: number, highest: number): boolean {
  return value !== undefined && !(value >= lowest && value <= highest)
}

/** Whether the request asks for something other than plain text. */
function isControlled({ responseMimeType = '' }: RequestSubject['config']): boolean {
  return responseMimeType !== '' && responseMimeType !== 'text/plain'
}

function isLevel(level: string | undefined): level is string {
  return level !== undefined && level !== 'THINKING_LEVEL_UNSPECIFIED'
}

function checkThinking({ config, model }: RequestSubject, { endpoint }: RuleContext): string | undefined {
  const { includeThoughts, thinkingBudget, thinkingLevel } = config.thinkingConfig ?? {}
  const isAsked = includeThoughts === true || thinkingBudget !== undefined || isLevel(thinkingLevel)
  if (!isAsked || model.supports.has('thinking')) return undefined
  return endpoint === 'ai-studio'
    ? `Thinking is not enabled for ${modelSaid(model)}`
    : `Unable to submit request because thinking is not supported by this model. ${aboutRequests}`
}

function checkLevel({ config, model }: RequestSubject, { endpoint }: RuleContext): string | undefined {
  const level = config.thinkingConfig?.thinkingLevel
  if (!isLevel(level)) return undefined
  const takesLevels = model.supports.has('thinking-level')
  if (takesLevels && (level !== 'MINIMAL' || model.supports.has('thinking-level-minimal'))) return undefined
  if (endpoint !== 'ai-studio') {
    const subject = takesLevels ? `thinking_level ${level}` : 'thinking_level'
    return `Unable to submit request because ${subject} is not supported by this model. ${aboutRequests}`
  }
  return takesLevels
    ? `Thinking level ${level} is not supported for this model. Please retry with other thinking level.`
    : 'Thinking level is not supported for this model.'
}

function checkBudget(budget: number | undefined, { thinkingBudget: range }: Model): string | undefined {
  if (budget === undefined || budget === -1 || range === undefined) return undefined
  if (budget === 0) {
    return range.canBeOff ? undefined : 'Budget 0 is invalid. This model only works in thinking mode.'
  }
  return budget >= range.lowest && budget <= range.highest
    ? undefined
    : `The thinking budget ${budget} is invalid. Please choose a value between ${range.lowest} and ${range.highest}.`
}
