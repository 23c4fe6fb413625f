import type { CallSettings } from '../../wire/model-request.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import type { Attributes, AttributeValue } from './tracing-api.ts'

/** Leaves out undefined values, and values that cannot be attributes. */
export function toAttributes(entries: Readonly<Record<string, unknown>>): Attributes {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => isAttribute(value))) as Attributes
}

function isAttribute(value: unknown): value is AttributeValue {
  if (Array.isArray(value)) {
    const [first] = value
    return isPlainAttribute(first) && value.every((item) => typeof item === typeof first)
  }
  return isPlainAttribute(value)
}

function isPlainAttribute(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export interface TracedModel {
  readonly provider: string
  readonly modelId: string
}

export function modelAttributes({ provider, modelId }: TracedModel): Readonly<Record<string, unknown>> {
  return { 'gen_ai.provider.name': conventionalName(provider), 'gen_ai.request.model': modelId }
}

/** The AI SDK's names of providers, and those of the conventions. */
const conventionalNames: Readonly<Record<string, string>> = {
  'google.generative-ai': 'gcp.gemini',
  'google.vertex': 'gcp.vertex_ai',
  google: 'gcp.gen_ai',
  vertex: 'gcp.vertex_ai',
  'amazon-bedrock': 'aws.bedrock',
  bedrock: 'aws.bedrock',
  'azure-openai': 'azure.ai.openai',
  azure: 'azure.ai.openai',
  mistral: 'mistral_ai',
  moonshotai: 'moonshot_ai',
  xai: 'x_ai',
}

/** `openai.chat` is `openai`: what follows the provider's name is its endpoint. */
function conventionalName(provider: string): string {
  const names = provider.split('.')
  const [first] = names
  return conventionalNames[names.slice(0, 2).join('.')] ?? conventionalNames[first!] ?? first!
}

/** The settings of a call that become attributes. The call has others, such as headers. */
export interface TracedSettings extends CallSettings {
  readonly responseFormat?: { readonly type: 'text' | 'json' } | undefined
}

export function settingsAttributes(settings: TracedSettings): Readonly<Record<string, unknown>> {
  return {
    'gen_ai.request.max_tokens': settings.maxOutputTokens,
    'gen_ai.request.temperature': settings.temperature,
    'gen_ai.request.top_p': settings.topP,
    'gen_ai.request.top_k': settings.topK,
    'gen_ai.request.presence_penalty': settings.presencePenalty,
    'gen_ai.request.frequency_penalty': settings.frequencyPenalty,
    'gen_ai.request.stop_sequences': settings.stopSequences,
    'gen_ai.request.seed': settings.seed,
    'gen_ai.output.type': settings.responseFormat?.type,
  }
}

export function usageAttributes({
  inputTokens,
  inputTokenDetails,
  outputTokens,
  outputTokenDetails,
}: LanguageModelUsage): Readonly<Record<string, unknown>> {
  return {
    'gen_ai.usage.input_tokens': inputTokens,
    'gen_ai.usage.cache_read.input_tokens': inputTokenDetails.cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': inputTokenDetails.cacheWriteTokens,
    'gen_ai.usage.output_tokens': outputTokens,
    'gen_ai.usage.reasoning.output_tokens': outputTokenDetails.reasoningTokens,
  }
}

export function metadataAttributes(
  metadata: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`toolfit.metadata.${key}`, value]))
}
