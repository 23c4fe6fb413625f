import type { Json, JsonObject } from '../../core/json.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import type { Steps } from '../../core/pattern/steps.ts'
import { repairHistory } from '../../history/repair.ts'
import type { TargetId } from '../../schema/dialects/index.ts'
import { compileResponse } from '../../tools/compile-response.ts'
import { decodeResponse } from '../../wire/gemini/decode-response.ts'
import { encodeRequest } from '../../wire/gemini/encode-request.ts'
import { decodeError } from '../../wire/gemini/error.ts'
import type { GeminiTraits } from '../../wire/gemini/gemini-traits.ts'
import type { GeminiOrigin } from '../../wire/gemini/origin.ts'
import { createStreamDecoder } from '../../wire/gemini/stream-decoder.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { createAnswerCodec, type TextDecoding, textDecodingFor } from '../answer-codec.ts'
import { createId } from '../create-id.ts'
import {
  createCaller,
  createModel,
  type LongAnswers,
  type ModelCaller,
  type ModelSpec,
  type PreparedCall,
  repairWarnings,
  toolCountWarnings,
} from '../create-model.ts'
import { findKey } from '../http/environment-key.ts'
import { createModelCall, type HttpSettings, type ModelCall, type TransportSettings } from '../http/model-call.ts'
import { missingKey } from '../http/request-headers.ts'
import { createToolCodec, type ToolCodec } from '../tool-codec.ts'
import type {
  LanguageModel,
  ModelCallOptions,
  ModelProviderTool,
  ModelResponseFormat,
} from '../versions/language-model.ts'
import {
  checkModelId,
  type EndpointSettings,
  endpointFor,
  type GeminiEndpoint,
  type GeminiProfile,
  ownTool,
} from './gemini-endpoint.ts'
import { dialectOf, traitsOf } from './model-traits.ts'
import { writeBody } from './write-body.ts'

/** How Gemini is reached. Only a key is required (`apiKey`, or the variable `GEMINI_API_KEY`), or headers in its place. */
export interface GeminiSettings extends EndpointSettings, HttpSettings {
  /** AI Studio (the default), Vertex AI, or Cloud Code. */
  readonly profile?: GeminiProfile | undefined
  /**
   * The dialect of schemas. Default: `gemini-auto` for Gemini 2.5 and later on AI Studio and Vertex AI, which chooses between `gemini` and
   * `gemini-json` for each schema; otherwise `gemini`, which every endpoint and every age of model takes.
   */
  readonly dialect?: 'gemini' | 'gemini-json' | 'gemini-auto' | 'vertex' | undefined
  /**
   * `keep`: the model is also asked for properties of tools that the server sets (`readOnly`), and for those of answers that only the
   * client sends (`writeOnly`). By default they are left out.
   */
  readonly access?: 'keep' | undefined
  /** What the model takes, where its name does not say it. */
  readonly traits?: Partial<GeminiTraits> | undefined
  /** Creates ids for calls that come without one. Default: random. */
  readonly nextId?: (() => string) | undefined
}

/**
 * Creates a Gemini model that follows `LanguageModelV3` of the AI SDK: `ai` 6 and 7 take it as it is, `ai` 5 takes `.v2()`. It compiles
 * the tools, repairs the history, keeps thought signatures, and returns calls in the tools' own shapes.
 *
 * @throws ToolfitError `option-invalid` for an invalid id or profile.
 *
 * @example
 * ```ts
 * import { createEmulator } from 'toolfit/emulator'
 * import { gemini } from 'toolfit/gemini'
 *
 * const emulator = createEmulator()
 * emulator.script([{ reply: 'Sunny.' }])
 * const model = gemini('gemini-3-flash-preview', {
 *   apiKey: 'any',
 *   fetch: (url, init) => emulator(new Request(url, init)),
 * })
 * const { content } = await model.doGenerate({
 *   prompt: [{ role: 'user', content: [{ type: 'text', text: 'How is the weather?' }] }],
 * })
 * content // [{ type: 'text', text: 'Sunny.' }]
 * ```
 */
export function gemini(modelId: string, settings: GeminiSettings = {}): LanguageModel {
  const context = contextOf(modelId, settings, { ...traitsOf(modelId, settings.profile), ...settings.traits })
  const { endpoint, traits } = context
  return createModel({
    provider: endpoint.provider,
    modelId,
    supportedUrls: endpoint.urls.length === 0 ? {} : { '*': [...endpoint.urls] },
    takesFormatWithTools: traits.json === 'always',
    prepare: preparerFor(context),
  })
}

interface CallSettings extends GeminiSettings, TransportSettings {
  /** The prompt has been through `repairHistory` for Gemini already. */
  readonly isRepaired?: boolean | undefined
  /** How compiled tool sets are found again: see `ToolCodecOptions`. */
  readonly toolsCachedBy?: 'content' | 'list' | undefined
  /** See `ToolCodecOptions`. */
  readonly steps?: Steps | undefined
  readonly longAnswers?: LongAnswers | undefined
  /** Awaited after each step of a long request. */
  readonly pause?: (() => Promise<void> | undefined) | undefined
}

export interface GeminiCallerSettings extends CallSettings {
  readonly traits: GeminiTraits
}

/** The same model for the gateway, without the AI SDK's shapes around it. */
export function createGeminiCaller(modelId: string, settings: GeminiCallerSettings): ModelCaller {
  return createCaller(preparerFor(contextOf(modelId, settings, settings.traits)))
}

function contextOf(modelId: string, settings: CallSettings, traits: GeminiTraits): GeminiContext {
  checkModelId(modelId)
  const { profile = 'ai-studio' } = settings
  const endpoint = endpointFor(profile)
  return { modelId, settings, endpoint, profile, traits, origin: { keys: endpoint.keys, family: traits.family } }
}

function preparerFor(context: GeminiContext): ModelSpec['prepare'] {
  return (options, stream) => prepare(context, options, stream ? 'streamGenerateContent' : 'generateContent')
}

type Verb = 'generateContent' | 'streamGenerateContent'

interface GeminiContext {
  readonly modelId: string
  readonly settings: CallSettings
  readonly endpoint: GeminiEndpoint
  readonly profile: GeminiProfile
  readonly traits: GeminiTraits
  readonly origin: GeminiOrigin
}

async function prepare(context: GeminiContext, options: ModelCallOptions, verb: Verb): Promise<PreparedCall> {
  const { settings, endpoint, modelId, traits, origin } = context
  const { dialect = dialectOf(traits), access, nextId = createId } = settings
  const issuer = origin.keys[0]!
  const tools = createToolCodec(traits.functions ? options.tools : undefined, {
    to: dialect,
    access,
    issuer,
    boundKeys: ['thoughtSignature', 'family'],
    cachedBy: settings.toolsCachedBy,
    steps: settings.steps,
  })
  await settings.pause?.()
  const own = findOwnTools(context, options, tools)
  const hasTools = tools.tools !== undefined || own.tools.length > 0
  const given = options.providerOptions
  const sendSchema =
    given === undefined || [...origin.keys, 'google'].every((key) => given[key]?.['structuredOutputs'] !== false)
  const response = createResponseCodec(options.responseFormat, { to: dialect, access, traits, hasTools, sendSchema })
  const { instructions } = response
  const prompt = instructions.length === 0 ? options.prompt : [...instructions, ...options.prompt]
  const { messages, repairs } = settings.isRepaired
    ? { messages: prompt, repairs: [] }
    : repairHistory(prompt, 'gemini')
  const encoded = encodeRequest({
    traits,
    origin,
    ...options,
    messages: tools.encodeMessages(messages),
    tools: tools.tools,
    ownTools: own.tools,
    toolChoice: tools.encodeChoice(options.toolChoice),
    responseConfig: response.config,
    providerOptions: own.isCombined ? combine(options, issuer) : options.providerOptions,
  })
  const warnings = [
    ...tools.warnings,
    ...own.warnings,
    ...response.warnings,
    ...repairWarnings(repairs),
    ...encoded.warnings,
  ]
  const wrap = (body: JsonObject) => endpoint.wrap(body, modelId, settings)
  return {
    http: await createCall(context, options, verb, await writeBody(encoded.body, tools, wrap, settings.pause)),
    body: wrap(encoded.body),
    warnings,
    longAnswers: settings.longAnswers,
    decode: (answer) => decodeResponse(answer, { origin, nextId }),
    createDecoder: (onUsage) => createStreamDecoder({ origin, nextId, onUsage }),
    ...createAnswerCodec(tools, response.decodeText),
  }
}

/** Gemini refuses more. */
const mostFunctions = 512

function findOwnTools({ traits, profile }: GeminiContext, options: ModelCallOptions, codec: ToolCodec) {
  const warnings: RequestWarning[] = []
  const found = (options.tools ?? []).filter((tool): tool is ModelProviderTool => tool.type !== 'function')
  const hasFunctions = codec.tools !== undefined
  if (!traits.functions && (options.tools ?? []).some(({ type }) => type === 'function')) {
    warnings.push({ type: 'unsupported', feature: 'tools', details: 'This model calls no functions. None are sent.' })
  }
  warnings.push(...toolCountWarnings('Gemini', codec.compiled.entries.length, mostFunctions))
  // Only AI Studio takes both, from Gemini 3 on.
  const canCombine = traits.toolCombination && profile === 'ai-studio'
  const tools = found.flatMap(({ id, name, args }): JsonObject[] => {
    const tool = ownTool(id, args)
    const isRefused = tool !== undefined && hasFunctions && !canCombine
    if (tool !== undefined && !isRefused) return [tool]
    const details = isRefused ? 'This model takes no tools of Google beside functions.' : 'It is no tool of Google.'
    warnings.push({
      type: 'unsupported',
      feature: `provider tool ${name} (${id})`,
      details: `${details} It is not sent.`,
    })
    return []
  })
  return { tools, warnings, isCombined: hasFunctions && tools.length > 0 }
}

/** Required in every request that has tools of both kinds. */
function combine({ providerOptions }: ModelCallOptions, key: string): NonNullable<ModelCallOptions['providerOptions']> {
  const flag: Record<string, Json> = { includeServerSideToolInvocations: true }
  return { ...providerOptions, [key]: { ...flag, ...providerOptions?.[key] } }
}

function createCall(
  { settings, endpoint, modelId }: GeminiContext,
  options: ModelCallOptions,
  verb: Verb,
  body: string | Uint8Array,
): Promise<ModelCall> {
  const key = findKey(settings, ...endpoint.keyVariables)
  // A `fetch` or transport of the caller's own may know the key, or need none.
  const isReached = [key, settings.headers, settings.fetch, settings.transport].some((value) => value !== undefined)
  if (!isReached) throw missingKey(endpoint.provider, endpoint.keyVariables[0])
  const url = endpoint.url(modelId, verb, settings)
  return createModelCall(settings, options, {
    provider: endpoint.provider,
    url: verb === 'streamGenerateContent' ? `${url}?alt=sse` : url,
    headers: { 'x-goog-api-key': key },
    body,
    decodeError,
  })
}

/** How an answer in a given format is asked for, and decoded. */
export interface ResponseCodec {
  /** For `generationConfig`. */
  readonly config?: JsonObject
  /** Tells the model the format in words. */
  readonly instructions: readonly AnyModelMessage[]
  readonly warnings: readonly RequestWarning[]
  readonly decodeText?: TextDecoding | undefined
}

const none: ResponseCodec = { instructions: [], warnings: [] }

function createResponseCodec(
  format: ModelResponseFormat | undefined,
  options: {
    readonly to: TargetId
    readonly access?: 'keep' | undefined
    readonly traits: GeminiTraits
    readonly hasTools: boolean
    /** False: the answer is JSON of any shape. */
    readonly sendSchema: boolean
  },
): ResponseCodec {
  if (format?.type !== 'json') return none
  const { traits, hasTools, to, access, sendSchema } = options
  if (traits.json === 'never' || (traits.json === 'without-tools' && hasTools)) return inWords(format)
  if (!sendSchema || format.schema === undefined || format.schema === null) {
    return { ...none, config: { responseMimeType: 'application/json' } }
  }
  const { config, compiled } = compileResponse(format.schema, access === undefined ? { to } : { to, access })
  return { ...none, config, decodeText: textDecodingFor(compiled) }
}

/** Models up to 2.5 take no response format beside tools, and some take none at all. */
function inWords({ schema }: Extract<ModelResponseFormat, { type: 'json' }>): ResponseCodec {
  const form = schema === undefined ? '' : ` It must fit this JSON Schema: ${JSON.stringify(schema)}`
  const content = `When you give your final answer, give it as JSON and nothing else.${form}`
  const details = 'This model takes no form of the answer here (with tools, or at all). It is asked for it in words.'
  return {
    instructions: [{ role: 'system', content }],
    warnings: [{ type: 'compatibility', feature: 'responseFormat', details }],
  }
}
