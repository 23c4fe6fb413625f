import { parseUrl } from '../../core/parse-url.ts'
import type { DialectId } from '../../schema/dialects/index.ts'
import { type ChatQuirks, openaiQuirks } from '../../wire/openai-chat/quirks.ts'

/** A provider of chat completions, as data: where it is, and how it differs from OpenAI. */
export interface Preset {
  readonly id: string
  readonly baseURL: string
  /** Hosts by which a `baseURL` is known to be this provider's. */
  readonly hosts: readonly string[]
  /** Whether it cannot be called without a key. */
  readonly needsKey: boolean
  /** Variables of the environment that may hold its key. */
  readonly keyVariables: readonly string[]
  readonly dialect: DialectId
  /** How many tools it takes, by its own documents; the others' copy OpenAI's limit. */
  readonly mostTools: number
  readonly quirks: ChatQuirks
  /** What is different for some of its models. The first that matches counts. */
  readonly models: readonly { readonly match: RegExp; readonly quirks: Partial<ChatQuirks> }[]
}

export type PresetId = 'openai' | 'kimi' | 'deepseek' | 'glm' | 'minimax' | 'mistral' | 'gemini' | 'compatible'

/** OpenAI. Models that always think take no sampling: "Unsupported value: 'temperature' does not support …". */
const openai: Preset = {
  id: 'openai',
  baseURL: 'https://api.openai.com/v1',
  hosts: ['api.openai.com'],
  needsKey: true,
  keyVariables: ['OPENAI_API_KEY'],
  dialect: 'openai',
  mostTools: 128,
  quirks: openaiQuirks,
  models: [
    {
      // Not `gpt-5-chat`, which does not think, nor 5.1 and later, which need not.
      match: /^(o\d|gpt-5(?![.\d]|-chat))/,
      quirks: { unsupported: ['topK', 'temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] },
    },
  ],
}

/** Any server that imitates the API. Its oldest words are understood by all of them. */
const compatible: Preset = {
  ...openai,
  id: 'compatible',
  keyVariables: [],
  mostTools: Number.POSITIVE_INFINITY,
  hosts: [],
  needsKey: false,
  quirks: { ...openaiQuirks, maxTokensKey: 'max_tokens' },
  models: [],
}

/**
 * Moonshot. A message with calls is refused without its thoughts, and an empty text counts as none; a tool cannot be forced while
 * the model thinks; the sampling of its own models is fixed.
 *
 * Sources: platform.kimi.ai/docs; continuedev/continue#11600, earendil-works/pi#4251 (refusals, word for word).
 */
const kimi: Preset = {
  ...openai,
  id: 'kimi',
  keyVariables: [],
  baseURL: 'https://api.moonshot.ai/v1',
  hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
  quirks: {
    ...openaiQuirks,
    optionsKey: 'kimi',
    unsupported: ['topK', 'seed'],
    toolChoices: ['auto', 'none'],
    takesStrict: false,
    responseFormat: 'json_object',
    replaysReasoning: 'always',
    missingReasoning: '.',
  },
  models: [
    {
      match: /^kimi-/,
      quirks: { unsupported: ['topK', 'seed', 'temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] },
    },
  ],
}

/**
 * DeepSeek. Thoughts must come back with the calls that they led to, and only with those: older models refuse them elsewhere.
 *
 * Source: api-docs.deepseek.com/guides/thinking_mode.
 */
const deepseek: Preset = {
  ...openai,
  id: 'deepseek',
  keyVariables: [],
  baseURL: 'https://api.deepseek.com',
  hosts: ['api.deepseek.com'],
  quirks: {
    ...openaiQuirks,
    optionsKey: 'deepseek',
    maxTokensKey: 'max_tokens',
    unsupported: ['topK', 'seed'],
    takesStrict: false,
    responseFormat: 'json_object',
    replaysReasoning: 'with-calls',
    missingReasoning: '',
  },
  models: [],
}

/**
 * Zhipu and Z.ai. The model alone decides whether to call a tool; usage comes unasked at the end of a stream.
 *
 * Sources: docs.z.ai; java.agentscope.io/v2/en/integration/model/glm (which fields are refused).
 */
const glm: Preset = {
  ...openai,
  id: 'glm',
  keyVariables: [],
  baseURL: 'https://api.z.ai/api/paas/v4',
  hosts: ['api.z.ai', 'open.bigmodel.cn'],
  quirks: {
    ...openaiQuirks,
    optionsKey: 'glm',
    maxTokensKey: 'max_tokens',
    unsupported: ['topK', 'seed', 'presencePenalty', 'frequencyPenalty'],
    toolChoices: ['auto'],
    takesStrict: false,
    responseFormat: 'json_object',
    takesStreamOptions: false,
    replaysReasoning: 'always',
  },
  models: [],
}

/**
 * MiniMax. Thoughts stand in the text unless they are asked for apart, and must come back. `tool_choice` and `response_format` are
 * not documented.
 *
 * Sources: platform.minimax.io/docs/api-reference/text-openai-api; java.agentscope.io/v2/en/integration/model/minimax.
 */
const minimax: Preset = {
  ...openai,
  id: 'minimax',
  keyVariables: [],
  baseURL: 'https://api.minimax.io/v1',
  hosts: ['api.minimax.io', 'api.minimaxi.com', 'api.minimax.chat'],
  quirks: {
    ...openaiQuirks,
    optionsKey: 'minimax',
    unsupported: ['topK', 'seed', 'presencePenalty', 'frequencyPenalty', 'reasoning'],
    toolChoices: [],
    takesStrict: false,
    responseFormat: 'none',
    replaysReasoning: 'always',
    reasoningField: 'reasoning_details',
    body: { reasoning_split: true },
  },
  models: [],
}

/**
 * Mistral. Thoughts are parts of the content, and go back there; fields that it does not know (`seed`, `strict` of a tool) are refused.
 *
 * Sources: docs.mistral.ai; BerriAI/litellm (which fields are removed); recorded requests.
 */
const mistral: Preset = {
  ...openai,
  id: 'mistral',
  baseURL: 'https://api.mistral.ai/v1',
  hosts: ['api.mistral.ai'],
  quirks: {
    ...openaiQuirks,
    optionsKey: 'mistral',
    maxTokensKey: 'max_tokens',
    unsupported: ['topK', 'seed'],
    takesStrict: false,
    takesStreamOptions: false,
    replaysReasoning: 'always',
    reasoningField: 'thinking',
  },
  models: [],
}

/** Google's own compatible endpoint: Gemini's schemas in OpenAI's envelope. Source: ai.google.dev/gemini-api/docs/openai. */
const gemini: Preset = {
  ...openai,
  id: 'gemini',
  keyVariables: [],
  mostTools: 512,
  baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
  hosts: ['generativelanguage.googleapis.com'],
  dialect: 'gemini-openai',
  quirks: { ...openaiQuirks, optionsKey: 'google', takesStrict: false, takesGoogleSignatures: true },
  models: [],
}

/** Every provider that is known by more than its URL. */
export const presets: Readonly<Record<PresetId, Preset>> = {
  openai,
  kimi,
  deepseek,
  glm,
  minimax,
  mistral,
  gemini,
  compatible,
}

/** The preset of a URL, by its host; OpenAI's where there is no URL. */
export function presetFor(baseURL: string | undefined): Preset {
  if (baseURL === undefined) return openai
  const host = parseUrl(baseURL)?.hostname ?? ''
  return Object.values(presets).find(({ hosts }) => hosts.includes(host)) ?? compatible
}

/** How a model of a provider differs from OpenAI's. */
export function quirksOf(preset: Preset, modelId: string): ChatQuirks {
  return { ...preset.quirks, ...preset.models.find(({ match }) => match.test(modelId))?.quirks }
}
