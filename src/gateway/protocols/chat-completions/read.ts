import { type Fields, isPlainObject, type Json } from '../../../core/json.ts'
import { dialectOf, traitsOf } from '../../../models/gemini/model-traits.ts'
import { prepareToolCodec, type ToolForm } from '../../../models/tool-codec.ts'
import type { ModelCallOptions } from '../../../models/versions/language-model.ts'
import { compileResponseInSteps } from '../../../tools/compile-response.ts'
import { type RequestAroundMessages, readRequest } from '../../../wire/openai-chat/decode-request.ts'
import { isSaid, needed } from '../../../wire/openai-chat/wrong-field.ts'
import type { Ask } from '../../ask/ask.ts'
import type { ToolLists } from '../../body/tool-lists.ts'
import type { ResolvedConfig } from '../../config.ts'
import { invalidField, RefusedRequest } from '../../refused-request.ts'
import type { Pause } from '../../turns.ts'
import { checkSchemas } from '../check-schemas.ts'
import { refuseBrokenHistory } from './check-history.ts'
import { checkParameters } from './check-parameters.ts'
import { type ChosenTools, chooseTools, refuseBadTools, refuseManyTools } from './choose-tools.ts'
import { modelNotFound } from './error.ts'
import { findIgnored, findUnsupported } from './find-ignored.ts'
import { googleOptions } from './google-options.ts'
import { type ReadMessages, readMessages } from './read-messages.ts'
import { formatSchemas, toolSchemas } from './request-schemas.ts'

/** What a client asks for, and how it wants the answer written. */
export interface ChatRequest {
  readonly ask: Ask
  readonly stream: boolean
  readonly includesUsage: boolean
  readonly logprobs: boolean
  /** The client speaks the API of 2023: its calls are `function_call`. */
  readonly isLegacy: boolean
}

/**
 * Reads a request. Everything in it is mapped, named as ignored, or refused.
 *
 * @throws RefusedRequest with the field that is wrong.
 */
export async function readChatRequest(
  body: unknown,
  config: ResolvedConfig,
  lists: ToolLists,
  pause: Pause,
): Promise<ChatRequest> {
  if (!isPlainObject(body)) {
    const message = 'We could not parse the JSON body of your request: the API expects a JSON object.'
    throw new RefusedRequest({ message, statusCode: 400 })
  }
  const modelId = readModel(body['model'], config.models)
  checkParameters(body)
  const traits = traitsOf(modelId, config.profile)
  const dialect = dialectOf(traits)
  const form = { to: dialect, access: config.access }
  const { body: taken, names: unsupported } = findUnsupported(body, traits)
  const checked = lists.checked(body['tools'])
  const decoded = readRequest(taken, checked?.tools)
  const read = await readMessages(body['messages'], config, pause, decoded.count)
  await pause()
  refuseManyTools(decoded.tools)
  const nodes = checked?.nodes ?? (await checkSchemas(toolSchemas(body), config.maxSchemaNodes, 0, pause))
  await checkSchemas(formatSchemas(body), config.maxSchemaNodes, nodes, pause)
  if (checked === undefined) lists.setChecked(body['tools'], { tools: decoded.tools, nodes })
  await pause()
  await compileInTurns(decoded, form, pause)
  const chosen = chooseTools(decoded, { takesAllowedNames: config.profile === 'ai-studio', form })
  if (config.strict) refuseBrokenHistory(read.messages, body['messages'] as readonly unknown[])
  const ignored = [...read.ignored, ...unsupported, ...readIgnored(body, decoded, config), ...mixedDetails(read)]
  if (config.strict) {
    for (const name of unsupported) throw unsupportedParameter(name)
    refuseBadTools(chosen.tools, form)
  }
  const google = googleOptions(body)
  if (isSaid(google['cachedContent'])) config.resources.check('caches', 'google.cached_content')
  const isLegacy = !Array.isArray(body['tools']) && Array.isArray(body['functions'])
  return {
    ask: {
      modelId,
      traits,
      dialect,
      access: config.access,
      options: toOptions({ ...modalities(body), ...google }, decoded, chosen, read),
      instructions: chosen.instructions,
      count: decoded.count,
      isSingle: chosen.isSingle || isLegacy,
      ignored: [...new Set(ignored)],
      repaired: [...read.repaired],
    },
    stream: decoded.stream,
    includesUsage: decoded.includesUsage,
    logprobs: decoded.logprobs !== undefined,
    isLegacy,
  }
}

/** Compiles the tools and the response format one after the other. What is compiled is cached: the rest of the way finds it. */
async function compileInTurns(
  { tools, responseFormat }: RequestAroundMessages,
  form: ToolForm,
  pause: Pause,
): Promise<void> {
  await prepareToolCodec(tools, form, pause)
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  const { to, access } = form
  if (schema !== undefined) await compileResponseInSteps(schema, access === undefined ? { to } : { to, access }, pause)
}

/** A plain name, with or without the folder that Google or a router puts before it. Nothing that could change a URL. */
const plainName = /^(?:(?:models|google|gemini)\/)?((?:tunedModels\/)?[a-z\d][\w.-]{0,199})$/i

/** The model upstream that the client's name stands for. An alias of the operator may stand for any path. */
function readModel(model: unknown, aliases: ReadonlyMap<string, string>): string {
  const name = needed('model', model, 'string')
  const modelId = aliases.get(name) ?? plainName.exec(name)?.[1]
  if (modelId === undefined) throw modelNotFound(name)
  return modelId
}

function readIgnored(body: Fields, decoded: RequestAroundMessages, { strict }: ResolvedConfig): string[] {
  const ignored = findIgnored(body, decoded.rest)
  const lost = strict ? ignored.find(({ isHarmless }) => !isHarmless) : undefined
  if (lost !== undefined) throw unsupportedParameter(lost.name)
  return ignored.map(({ name }) => name)
}

function unsupportedParameter(name: string): RefusedRequest {
  const message = `Unsupported parameter: '${name.slice(0, 100)}' is not supported with this model.`
  return invalidField(name.slice(0, 100), 'unsupported_parameter', message)
}

function toOptions(
  own: Readonly<Record<string, Json>>,
  { request, responseFormat, logprobs }: RequestAroundMessages,
  { tools, toolChoice, functionCallingConfig }: ChosenTools,
  { messages, details }: ReadMessages,
): ModelCallOptions {
  const { toolChoice: _, providerOptions: __, seed, stopSequences: stops = [], ...settings } = request
  // Gemini refuses an empty one, which would stop everything.
  const stopSequences = stops.filter((stop) => stop !== '')
  const google: Record<string, Json> = { ...resolution(details), ...own }
  if (logprobs !== undefined) {
    google['responseLogprobs'] = true
    if (logprobs > 0) google['logprobs'] = logprobs
  }
  if (functionCallingConfig !== undefined) google['functionCallingConfig'] = functionCallingConfig
  return {
    prompt: messages,
    tools,
    toolChoice,
    responseFormat,
    ...settings,
    ...(seed === undefined ? {} : { seed: foldSeed(seed) }),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    ...(Object.keys(google).length === 0 ? {} : { providerOptions: { google } }),
  }
}

/** Gemini's seeds have 32 bits. Equal seeds stay equal. */
function foldSeed(seed: number): number {
  return Number(BigInt.asIntN(32, BigInt(seed)))
}

const resolutions: Readonly<Record<string, string>> = { low: 'MEDIA_RESOLUTION_LOW', high: 'MEDIA_RESOLUTION_HIGH' }

/** Gemini has one resolution for all images of a request. */
function resolution(details: ReadonlySet<string>): Record<string, Json> {
  const [detail] = details
  if (detail === undefined || details.size > 1 || !Object.hasOwn(resolutions, detail)) return {}
  return { mediaResolution: resolutions[detail]! }
}

function mixedDetails({ details }: ReadMessages): string[] {
  const isTaken = details.size === 0 || Object.keys(resolution(details)).length > 0
  return isTaken ? [] : ['messages[].content[].image_url.detail']
}

/** Only models that draw need to be asked for a modality. */
function modalities({ modalities: wanted }: Fields): Record<string, Json> {
  return Array.isArray(wanted) && wanted.includes('image') ? { responseModalities: ['TEXT', 'IMAGE'] } : {}
}
