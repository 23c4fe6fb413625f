import { isPlainObject, type JsonObject } from '../../core/json.ts'
import type { ProviderOptions, SystemModelMessage } from '../../core/message.ts'
import { repairHistory } from '../../history/repair.ts'
import { decodeResponse } from '../../wire/anthropic/decode-response.ts'
import { encodeRequest, snakeKeys } from '../../wire/anthropic/encode-request.ts'
import { decodeError } from '../../wire/anthropic/error.ts'
import { createStreamDecoder } from '../../wire/anthropic/stream-decoder.ts'
import type { EncodedRequest, RequestWarning, ToolChoice } from '../../wire/model-request.ts'
import { type AnswerCodec, createAnswerCodec } from '../answer-codec.ts'
import { createId } from '../create-id.ts'
import { createModel, type PreparedCall, repairWarnings } from '../create-model.ts'
import { findKey } from '../http/environment-key.ts'
import { createModelCall, type HttpSettings, type ModelCall } from '../http/model-call.ts'
import { missingKey } from '../http/request-headers.ts'
import { createToolCodec, type ToolCodec } from '../tool-codec.ts'
import type { LanguageModel, ModelCallOptions, ModelFunctionTool, ModelTool } from '../versions/language-model.ts'
import { thinkingFor, traitsOf } from './model-traits.ts'
import { createCallReplacer, replaceCall, responseToolFor, stopped } from './response-tool.ts'

/** Settings of {@link anthropic}. */
export interface AnthropicSettings extends HttpSettings {
  /** The URL of the API, without `/messages`. Default `https://api.anthropic.com/v1`. */
  readonly baseURL?: string | undefined
}

const keyVariable = 'ANTHROPIC_API_KEY'
const defaultBaseUrl = 'https://api.anthropic.com/v1'
const apiVersion = '2023-06-01'
const providerName = 'anthropic.messages'

/**
 * Creates a Claude model behind Anthropic's Messages API. It follows `LanguageModelV3` of the AI SDK; `.v2()` is the same model for
 * `ai` 5.
 *
 * `providerOptions.anthropic` of the call, of messages, parts and tools are sent to the API: `cacheControl` as `cache_control`.
 * Thoughts go back with their signatures, byte for byte. A response schema is sent as the arguments of a tool.
 *
 * @example
 * ```ts
 * import { anthropic } from 'toolfit/anthropic'
 *
 * const claude = anthropic('claude-sonnet-4-5', { apiKey: 'sk-ant-…' })
 * claude.provider // 'anthropic.messages'
 * ```
 */
export function anthropic(modelId: string, settings: AnthropicSettings = {}): LanguageModel {
  return createModel({
    provider: providerName,
    modelId,
    supportedUrls: { 'image/*': [/^https?:\/\/.*$/], 'application/pdf': [/^https?:\/\/.*$/] },
    prepare: (options, stream) => prepareCall(modelId, settings, options, stream),
  })
}

async function prepareCall(
  modelId: string,
  settings: AnthropicSettings,
  options: ModelCallOptions,
  stream: boolean,
): Promise<PreparedCall> {
  const responseTool = responseToolFor(options)
  const tools = [...(options.tools ?? []), ...(responseTool === undefined ? [] : [responseTool])]
  const codec = createToolCodec(tools, { to: 'anthropic', issuer: 'anthropic' })
  const { messages, repairs } = repairHistory(options.prompt, 'anthropic')
  const { prompt, tools: _tools, responseFormat, reasoning, ...rest } = options
  const providerOptions = withThinking(options, modelId)
  const said = [...asksForJson(options), ...messages]
  const { maxOutputTokens, mostOutputTokens, prefill: takesPrefill, sampling } = traitsOf(modelId)
  const request = encodeRequest(
    {
      ...rest,
      messages: codec.encodeMessages(said),
      toolChoice: codec.encodeChoice(
        responseTool === undefined ? options.toolChoice : choiceWith(responseTool, options),
      ),
      providerOptions,
    },
    { modelId, maxOutputTokens, mostOutputTokens, takesPrefill, sampling, tools: sendableTools(tools, codec), stream },
  )
  const decoding = { nextId: createId }
  return {
    http: await prepareHttp(settings, options, request),
    body: request.body,
    warnings: [
      ...codec.warnings,
      ...repairWarnings(repairs),
      ...reasoningWarnings(options, modelId),
      ...request.warnings,
    ],
    decode: (answer) => decodeResponse(answer, decoding),
    createDecoder: () => createStreamDecoder(decoding),
    ...createCodec(codec, responseTool),
  }
}

/** Beside other tools, the model may call those first, but it must call one. */
function choiceWith({ name }: ModelFunctionTool, { tools = [], toolChoice }: ModelCallOptions): ToolChoice {
  if (tools.length === 0 || toolChoice?.type === 'none') return { type: 'tool', toolName: name }
  return toolChoice?.type === 'tool' ? toolChoice : { type: 'required' }
}

/** JSON without a schema has no tool that could ask for it. */
function asksForJson({ responseFormat }: ModelCallOptions): SystemModelMessage[] {
  const isFree = responseFormat?.type === 'json' && responseFormat.schema === undefined
  return isFree ? [{ role: 'system', content: 'Answer with JSON only.' }] : []
}

function withThinking({ reasoning, providerOptions }: ModelCallOptions, modelId: string): ProviderOptions {
  const thinking = thinkingFor(reasoning, modelId)
  return {
    ...providerOptions,
    anthropic: { ...thinking, ...providerOptions?.['anthropic'] } as ProviderOptions[string],
  }
}

function reasoningWarnings({ reasoning }: ModelCallOptions, modelId: string): RequestWarning[] {
  const isSaid = reasoning !== undefined && reasoning !== 'provider-default' && reasoning !== 'none'
  if (!isSaid || thinkingFor(reasoning, modelId) !== undefined) return []
  return [{ type: 'unsupported', feature: 'reasoning', details: `${modelId} does not think.` }]
}

/** Compiled tools with their `providerOptions`, and tools that Anthropic runs itself, in the order of the set. */
function sendableTools(tools: readonly ModelTool[], { compiled }: ToolCodec): JsonObject[] {
  const declared = new Map(compiled.entries.map(({ toolName, declaration }) => [toolName, declaration]))
  return tools.flatMap((tool): JsonObject[] => {
    if (tool.type !== 'function') return [providerTool(tool.id, tool.name, tool.args)]
    const declaration = declared.get(tool.name)
    if (declaration === undefined) return []
    const own = tool.providerOptions?.['anthropic']
    return [isPlainObject(own) ? { ...declaration, ...(snakeKeys(own) as JsonObject) } : declaration]
  })
}

/** `anthropic.web_search_20250305` → the tool of that type. */
function providerTool(id: string, name: string, args: Readonly<Record<string, unknown>>): JsonObject {
  return { type: id.replace(/^anthropic\./, ''), name, ...(snakeKeys({ ...args }) as JsonObject) }
}

async function prepareHttp(
  settings: AnthropicSettings,
  options: ModelCallOptions,
  request: EncodedRequest,
): Promise<ModelCall> {
  const { baseURL = defaultBaseUrl } = settings
  const key = findKey(settings, keyVariable)
  if (key === undefined && settings.headers === undefined) throw missingKey(providerName, keyVariable)
  return createModelCall(settings, options, {
    provider: providerName,
    url: `${baseURL.replace(/\/+$/, '')}/messages`,
    headers: { 'x-api-key': key, 'anthropic-version': apiVersion, 'anthropic-beta': betas(options) },
    body: JSON.stringify(request.body),
    decodeError,
  })
}

/** Features that the API enables by a header. */
function betas({ providerOptions }: ModelCallOptions): string | undefined {
  const asked = providerOptions?.['anthropic']?.['anthropicBeta']
  return Array.isArray(asked) && asked.length > 0 ? asked.join(',') : undefined
}

/** The call of the response tool is the text of the answer. */
function createCodec(codec: ToolCodec, tool: ModelFunctionTool | undefined): AnswerCodec {
  const answer = createAnswerCodec(codec, undefined)
  if (tool === undefined) return answer
  return {
    finish(reply) {
      const content = replaceCall(reply.content, tool, codec)
      const hasCalls = content.some((part) => part.type === 'tool-call' && part.providerExecuted !== true)
      const finishReason = hasCalls ? reply.finishReason : stopped(reply.finishReason)
      return answer.finish({ ...reply, content, finishReason })
    },
    createMap() {
      const [replace, map] = [createCallReplacer(tool, codec), answer.createMap()]
      return (event) => replace(event).flatMap(map)
    },
  }
}
