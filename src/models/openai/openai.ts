import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject, type Json, type JsonObject, present } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import { repairHistory } from '../../history/repair.ts'
import type { DialectId } from '../../schema/dialects/index.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import type { EncodedRequest, RequestWarning } from '../../wire/model-request.ts'
import { decodeResponse } from '../../wire/openai-chat/decode-response.ts'
import { encodeRequest } from '../../wire/openai-chat/encode-request.ts'
import { decodeError } from '../../wire/openai-chat/error.ts'
import type { ChatQuirks } from '../../wire/openai-chat/quirks.ts'
import { createStreamDecoder } from '../../wire/openai-chat/stream-decoder.ts'
import { createAnswerCodec, type TextDecoding, textDecodingFor } from '../answer-codec.ts'
import { createId } from '../create-id.ts'
import { createModel, type PreparedCall, repairWarnings, toolCountWarnings } from '../create-model.ts'
import { findKey } from '../http/environment-key.ts'
import { createModelCall, type HttpSettings, type ModelCall } from '../http/model-call.ts'
import { missingKey } from '../http/request-headers.ts'
import { createToolCodec } from '../tool-codec.ts'
import type { LanguageModel, ModelCallOptions, ModelResponseFormat } from '../versions/language-model.ts'
import { type Preset, type PresetId, presetFor, presets, quirksOf } from './presets.ts'

/** Settings of {@link openai}. */
export interface OpenaiSettings extends HttpSettings {
  /** The URL of the API, without `/chat/completions`. The quirks of known providers are chosen by its host. */
  readonly baseURL?: string | undefined
  /** The provider, where its `baseURL` does not say it (a proxy), or in place of a `baseURL`. */
  readonly preset?: PresetId | undefined
  /** Sends tools and response schemas in OpenAI's strict mode. What that cannot express is encoded, and decoded on return. */
  readonly strict?: boolean | undefined
  /** Where a server differs from its preset. */
  readonly quirks?: Partial<ChatQuirks> | undefined
}

/**
 * Creates a model behind chat completions: OpenAI's, or any compatible server's, which needs only its `baseURL`. It follows
 * `LanguageModelV3` of the AI SDK; `.v2()` is the same model for `ai` 5.
 *
 * Tools are sent in the provider's dialect, and calls come back in the tools' own shapes. Arguments that are not JSON are repaired where
 * that is possible. Providers that require the model's thoughts back get them.
 *
 * @throws ToolfitError `option-invalid` for a preset that does not exist.
 *
 * @example
 * ```ts
 * import { openai } from 'toolfit/openai'
 *
 * const gpt = openai('gpt-5.2', { apiKey: 'sk-…' })
 * const kimi = openai('kimi-k2.6', { baseURL: 'https://api.moonshot.ai/v1', apiKey: 'sk-…' })
 * kimi.provider // 'kimi.chat'
 * ```
 */
export function openai(modelId: string, settings: OpenaiSettings = {}): LanguageModel {
  const provider = createProvider(modelId, settings)
  return createModel({
    provider: provider.name,
    modelId,
    supportedUrls: { 'image/*': [/^https?:\/\/.*$/] },
    takesFormatWithTools: provider.quirks.responseFormat === 'json_schema',
    prepare: (options, stream) => prepareCall(provider, options, stream),
  })
}

interface Provider {
  readonly name: string
  readonly modelId: string
  readonly preset: Preset
  readonly quirks: ChatQuirks
  /** Who issues opaque state: servers without a preset share their key in `providerOptions`, and are told apart by their host. */
  readonly issuer: string
  readonly url: string
  readonly settings: OpenaiSettings
}

function createProvider(modelId: string, settings: OpenaiSettings): Provider {
  const preset = settings.preset === undefined ? presetFor(settings.baseURL) : findPreset(settings.preset)
  const baseURL = (settings.baseURL ?? preset.baseURL).replace(/\/+$/, '')
  return {
    name: `${preset.id}.chat`,
    modelId,
    preset,
    quirks: { ...quirksOf(preset, modelId), ...settings.quirks },
    issuer: (preset.id === 'compatible' && parseUrl(baseURL)?.host) || preset.id,
    url: `${baseURL}/chat/completions`,
    settings,
  }
}

function findPreset(id: PresetId): Preset {
  if (Object.hasOwn(presets, id)) return presets[id]
  const known = Object.keys(presets)
  const message = `No preset is called ${JSON.stringify(id)}. There are: ${known.join(', ')}.`
  throw new ToolfitError('option-invalid', message, { option: 'preset', given: id, known })
}

async function prepareCall(provider: Provider, options: ModelCallOptions, stream: boolean): Promise<PreparedCall> {
  const { quirks, preset, settings, modelId, issuer } = provider
  const dialect = settings.strict === true ? 'openai-strict' : preset.dialect
  const boundKeys = quirks.takesGoogleSignatures ? ['thoughtSignature'] : []
  const codec = createToolCodec(options.tools, { to: dialect, issuer: quirks.optionsKey, boundKeys })
  const { strictJsonSchema, structuredOutputs } = options.providerOptions?.[quirks.optionsKey] ?? {}
  const isStrict = typeof strictJsonSchema === 'boolean' ? strictJsonSchema : settings.strict === true
  const output = structureOutput(
    options.responseFormat,
    isStrict ? 'openai-strict' : preset.dialect,
    structuredOutputs === false ? weaker(quirks.responseFormat) : quirks.responseFormat,
  )
  const { messages, repairs } = repairHistory(options.prompt, 'openai-chat')
  const { prompt, tools: _tools, responseFormat, ...rest } = options
  const request = encodeRequest(
    {
      ...rest,
      messages: codec.encodeMessages(instruct(messages, output.instruction)),
      toolChoice: codec.encodeChoice(options.toolChoice),
    },
    { modelId, quirks, issuer, tools: sendableTools(codec.tools, quirks), responseFormat: output.format, stream },
  )
  const decoding = { optionsKey: quirks.optionsKey, nextId: createId, issuer }
  return {
    http: await prepareHttp(provider, options, request),
    body: request.body,
    warnings: [
      ...codec.warnings,
      ...toolCountWarnings(provider.name, codec.compiled.entries.length, preset.mostTools),
      ...unsupportedTools(options),
      ...repairWarnings(repairs),
      ...request.warnings,
    ],
    decode: (answer) => decodeResponse(answer, decoding),
    createDecoder: () => createStreamDecoder(decoding),
    ...createAnswerCodec(codec, output.decodeText),
  }
}

/** The format for a caller who wants no schema sent. */
function weaker(format: ChatQuirks['responseFormat']): ChatQuirks['responseFormat'] {
  return format === 'none' ? 'none' : 'json_object'
}

async function prepareHttp(provider: Provider, options: ModelCallOptions, request: EncodedRequest): Promise<ModelCall> {
  const { settings, preset, url, name } = provider
  const { keyVariables } = preset
  const key = findKey(settings, ...keyVariables)
  if (preset.needsKey && key === undefined && settings.headers === undefined) throw missingKey(name, keyVariables[0])
  return createModelCall(settings, options, {
    provider: name,
    url,
    headers: { authorization: key === undefined ? undefined : `Bearer ${key}` },
    body: JSON.stringify(request.body),
    decodeError,
  })
}

/** The tools, without `strict` where the provider refuses it. */
function sendableTools(tools: Json | undefined, { takesStrict }: ChatQuirks): Json | undefined {
  if (takesStrict || !Array.isArray(tools)) return tools
  return tools.map((tool: Json) => {
    const called = isPlainObject(tool) ? tool['function'] : undefined
    if (!isPlainObject(called) || !('strict' in called)) return tool
    const { strict, ...rest } = called
    return { ...(tool as object), function: rest } as Json
  })
}

function unsupportedTools({ tools = [] }: ModelCallOptions): RequestWarning[] {
  return tools
    .filter(({ type }) => type !== 'function')
    .map(({ name }) => ({
      type: 'unsupported',
      feature: `tool ${JSON.stringify(name)}`,
      details: 'Chat completions have no tools that the provider runs.',
    }))
}

/** How an answer in a given format is asked for, and decoded. */
export interface StructuredOutput {
  /** The `response_format` to send. */
  readonly format?: JsonObject | undefined
  /** Tells the model the format in words, where the provider takes no schema. */
  readonly instruction?: string | undefined
  readonly decodeText?: TextDecoding | undefined
}

/** Prepares an answer in JSON, in the strongest way that the provider knows. */
function structureOutput(
  format: ModelResponseFormat | undefined,
  dialect: DialectId,
  strongest: ChatQuirks['responseFormat'],
): StructuredOutput {
  if (format === undefined || format.type === 'text') return {}
  const { schema, name, description } = format
  const jsonObject = strongest === 'none' ? undefined : { type: 'json_object' }
  if (schema === undefined) return { format: jsonObject, instruction: 'Answer with JSON.' }
  const source = present({ name: name ?? 'response', description, schema })
  const { config, compiled } = compileResponse(source, { to: dialect })
  const decodeText = textDecodingFor(compiled)
  if (strongest === 'json_schema') return { format: config['response_format'] as JsonObject, decodeText }
  // Providers refuse the mode where the word JSON does not occur in the messages.
  const instruction = `Answer with JSON that fits this JSON Schema: ${JSON.stringify(compiled?.schema)}`
  return { format: jsonObject, instruction, decodeText }
}

/** Adds an instruction to the first system message: chat templates of compatible servers take only one. */
function instruct(messages: readonly AnyModelMessage[], instruction: string | undefined): AnyModelMessage[] {
  if (instruction === undefined) return [...messages]
  const [first, ...rest] = messages
  if (first?.role !== 'system') return [{ role: 'system', content: instruction }, ...messages]
  return [{ ...first, content: `${first.content}\n\n${instruction}` }, ...rest]
}
