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

/** A provider that differs from OpenAI. The variables that hold OpenAI's key are not read for it. */
function provider(id: PresetId, fields: Partial<Preset> & Pick<Preset, 'hosts'>, quirks: Partial<ChatQuirks>): Preset {
  const own = { ...openaiQuirks, optionsKey: id, ...quirks }
  return { ...openai, id, keyVariables: [], models: [], ...fields, quirks: own }
}

/** Any server that imitates the API. Its oldest words are understood by all of them. */
const compatible = provider(
  'compatible',
  { mostTools: Number.POSITIVE_INFINITY, hosts: [], needsKey: false },
  { optionsKey: 'openai', maxTokensKey: 'max_tokens' },
)

/**
 * Moonshot. A message with calls is refused without its thoughts, and an empty text counts as none; a tool cannot be forced while
 * the model thinks; the sampling of its own models is fixed.
 *
 * Sources: platform.kimi.ai/docs; continuedev/continue#11600, earendil-works/pi#4251 (refusals, word for word).
 */
const kimi = provider(
  'kimi',
  {
    baseURL: 'https://api.moonshot.ai/v1',
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
    models: [
      {
        match: /^kimi-/,
        quirks: { unsupported: ['topK', 'seed', 'temperature', 'topP', 'presencePenalty', 'frequencyPenalty'] },
      },
    ],
  },
  {
    unsupported: ['topK', 'seed'],
    toolChoices: ['auto', 'none'],
    takesStrict: false,
    responseFormat: 'json_object',
    replaysReasoning: 'always',
    missingReasoning: '.',
  },
)

/**
 * DeepSeek. Thoughts must come back with the calls that they led to, and only with those: older models refuse them elsewhere.
 *
 * Source: api-docs.deepseek.com/guides/thinking_mode.
 */
const deepseek = provider(
  'deepseek',
  { baseURL: 'https://api.deepseek.com', hosts: ['api.deepseek.com'] },
  {
    maxTokensKey: 'max_tokens',
    unsupported: ['topK', 'seed'],
    takesStrict: false,
    responseFormat: 'json_object',
    replaysReasoning: 'with-calls',
    missingReasoning: '',
  },
)

/**
 * Zhipu and Z.ai. The model alone decides whether to call a tool; usage comes unasked at the end of a stream.
 *
 * Sources: docs.z.ai; java.agentscope.io/v2/en/integration/model/glm (which fields are refused).
 */
const glm = provider(
  'glm',
  { baseURL: 'https://api.z.ai/api/paas/v4', hosts: ['api.z.ai', 'open.bigmodel.cn'] },
  {
    maxTokensKey: 'max_tokens',
    unsupported: ['topK', 'seed', 'presencePenalty', 'frequencyPenalty'],
    toolChoices: ['auto'],
    takesStrict: false,
    responseFormat: 'json_object',
    takesStreamOptions: false,
    replaysReasoning: 'always',
  },
)

/**
 * MiniMax. Thoughts stand in the text unless they are asked for apart, and must come back. `tool_choice` and `response_format` are
 * not documented.
 *
 * Sources: platform.minimax.io/docs/api-reference/text-openai-api; java.agentscope.io/v2/en/integration/model/minimax.
 */
const minimax = provider(
  'minimax',
  { baseURL: 'https://api.minimax.io/v1', hosts: ['api.minimax.io', 'api.minimaxi.com', 'api.minimax.chat'] },
  {
    unsupported: ['topK', 'seed', 'presencePenalty', 'frequencyPenalty', 'reasoning'],
    toolChoices: [],
    takesStrict: false,
    responseFormat: 'none',
    replaysReasoning: 'always',
    reasoningField: 'reasoning_details',
    body: { reasoning_split: true },
  },
)

/**
 * Mistral. Thoughts are parts of the content, and go back there; fields that it does not know (`seed`, `strict` of a tool) are refused.
 *
 * Sources: docs.mistral.ai; BerriAI/litellm (which fields are removed); recorded requests.
 */
const mistral = provider(
  'mistral',
  { baseURL: 'https://api.mistral.ai/v1', hosts: ['api.mistral.ai'] },
  {
    maxTokensKey: 'max_tokens',
    unsupported: ['topK', 'seed'],
    takesStrict: false,
    takesStreamOptions: false,
    replaysReasoning: 'always',
    reasoningField: 'thinking',
  },
)

/** Google's own compatible endpoint: Gemini's schemas in OpenAI's envelope. Source: ai.google.dev/gemini-api/docs/openai. */
const gemini = provider(
  'gemini',
  {
    mostTools: 512,
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
    hosts: ['generativelanguage.googleapis.com'],
    dialect: 'gemini-openai',
  },
  { optionsKey: 'google', takesStrict: false, takesGoogleSignatures: true },
)

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
