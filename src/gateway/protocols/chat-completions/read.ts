import { isPlainObject, type Json } from '../../../core/json.ts'
import type { AnyModelMessage } from '../../../core/message.ts'
import { traitsOf } from '../../../models/gemini/model-traits.ts'
import type { ModelCallOptions } from '../../../models/versions/language-model.ts'
import { type DecodedRequest, decodeRequest } from '../../../wire/openai-chat/decode-request.ts'
import { hearSystem, mendHistory, readResults, refuseBrokenHistory } from '../../ask/repair-history.ts'
import { modelName } from '../../ask/route.ts'
import { restoreSignatures, type SignatureShelf } from '../../ask/signatures.ts'
import type { ResolvedConfig } from '../../config.ts'
import { invalidField, RefusedRequest } from '../../refused-request.ts'
import { checkParameters } from './check-parameters.ts'
import { checkSchemas, schemasOf } from './check-schemas.ts'
import { checkTools } from './check-tools.ts'
import { type ChosenTools, chooseTools, refuseBadTools } from './choose-tools.ts'
import { findIgnored, findUnsupported } from './find-ignored.ts'
import { googleOptions } from './google-options.ts'
import { type MendedMessages, mendMessages } from './repair-messages.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a client asks for, ready for a model. */
export interface ChatRequest {
  /** As Gemini calls it. */
  readonly modelId: string
  readonly options: ModelCallOptions
  readonly stream: boolean
  readonly includesUsage: boolean
  /** How many answers. */
  readonly count: number
  readonly logprobs: boolean
  /** At most one call of a tool is handed on. */
  readonly isSingle: boolean
  /** The client speaks the API of 2023: its calls are `function_call`. */
  readonly isLegacy: boolean
  /** Parameters without an effect, in the client's words. */
  readonly ignored: readonly string[]
  /** What was done to the history. */
  readonly repaired: readonly string[]
}

/**
 * Reads a request. Everything in it is mapped, named as ignored, or refused.
 *
 * @throws RefusedRequest with the field that is wrong.
 */
export async function readChatRequest(
  body: unknown,
  config: ResolvedConfig,
  shelf: SignatureShelf,
): Promise<ChatRequest> {
  if (!isPlainObject(body)) {
    const message = 'We could not parse the JSON body of your request: the API expects a JSON object.'
    throw new RefusedRequest({ message, statusCode: 400 })
  }
  const modelId = modelName(body['model'], config.models)
  checkParameters(body)
  checkTools(body)
  const mended = mendMessages(body['messages'], config)
  const { body: taken, names: unsupported } = findUnsupported(body, traitsOf(modelId))
  const decoded = decode({ ...taken, messages: mended.messages })
  const chosen = chooseTools(decoded, config.profile === 'ai-studio')
  checkSchemas(schemasOf(body))
  const history = await readHistory(decoded, body['messages'] as readonly unknown[], config, shelf)
  const ignored = [...mended.ignored, ...unsupported, ...readIgnored(body, decoded, config), ...mixedDetails(mended)]
  if (config.strict) {
    for (const name of unsupported) throw unsupportedParameter(name)
    refuseBadTools(chosen.tools)
  }
  const isLegacy = !Array.isArray(body['tools']) && Array.isArray(body['functions'])
  return {
    modelId,
    options: toOptions(body, decoded, chosen, history.messages, mended),
    stream: decoded.stream,
    includesUsage: decoded.includesUsage,
    count: decoded.count,
    logprobs: decoded.logprobs !== undefined,
    isSingle: chosen.isSingle || isLegacy,
    isLegacy,
    ignored: [...new Set(ignored)],
    repaired: [...mended.repaired, ...history.repaired],
  }
}

function decode(body: Fields): DecodedRequest {
  const decoded = decodeRequest(body)
  if ('error' in decoded) throw new RefusedRequest(decoded.error)
  return decoded
}

function readIgnored(body: Fields, decoded: DecodedRequest, { strict }: ResolvedConfig): string[] {
  const ignored = findIgnored(body, decoded.rest)
  const lost = strict ? ignored.find(({ isHarmless }) => !isHarmless) : undefined
  if (lost !== undefined) throw unsupportedParameter(lost.name)
  return ignored.map(({ name }) => name)
}

function unsupportedParameter(name: string): RefusedRequest {
  const message = `Unsupported parameter: '${name.slice(0, 100)}' is not supported with this model.`
  return invalidField(name.slice(0, 100), 'unsupported_parameter', message)
}

async function readHistory(
  decoded: DecodedRequest,
  given: readonly unknown[],
  { strict, maxJsonDepth }: ResolvedConfig,
  shelf: SignatureShelf,
) {
  const { messages } = decoded.request
  if (strict) refuseBrokenHistory(messages, given)
  const signed = await restoreSignatures(messages, given, shelf)
  const mended = mendHistory(readResults(signed, maxJsonDepth))
  // Only now is it known who says anything: messages without a word are gone.
  const { messages: heard, isMoved } = hearSystem(mended.messages)
  if (heard.length === 0) throw nothingSaid()
  return { messages: heard, repaired: [...(isMoved ? ['hear-system-as-user'] : []), ...mended.repaired] }
}

/** Gemini refuses an empty conversation, in words that no client would understand. */
function nothingSaid(): RefusedRequest {
  const message = "Invalid 'messages': there is nothing to answer. Every message is empty."
  return invalidField('messages', 'invalid_value', message)
}

function toOptions(
  body: Fields,
  { request, responseFormat, logprobs }: DecodedRequest,
  { tools, toolChoice, functionCallingConfig, instructions }: ChosenTools,
  messages: readonly AnyModelMessage[],
  { details }: MendedMessages,
): ModelCallOptions {
  const { messages: _, toolChoice: __, providerOptions: ___, seed, stopSequences: stops = [], ...settings } = request
  // An empty one would stop everything, and is refused.
  const stopSequences = stops.filter((stop) => stop !== '')
  const google: Record<string, Json> = { ...resolution(details), ...modalities(body), ...googleOptions(body) }
  if (logprobs !== undefined) {
    google['responseLogprobs'] = true
    if (logprobs > 0) google['logprobs'] = logprobs
  }
  if (functionCallingConfig !== undefined) google['functionCallingConfig'] = functionCallingConfig
  return {
    ...settings,
    ...(seed === undefined ? {} : { seed: foldSeed(seed) }),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
    prompt: [...instructions, ...messages],
    tools,
    toolChoice,
    responseFormat,
    ...(Object.keys(google).length === 0 ? {} : { providerOptions: { google } }),
  }
}

/** Gemini's seeds have 32 bits. The same seed still gives the same one. */
function foldSeed(seed: number): number {
  return Number(BigInt.asIntN(32, BigInt(seed)))
}

const resolutions: Readonly<Record<string, string>> = { low: 'MEDIA_RESOLUTION_LOW', high: 'MEDIA_RESOLUTION_HIGH' }

/** Gemini has one resolution for all the images of a request. */
function resolution(details: ReadonlySet<string>): Record<string, Json> {
  const [detail] = details
  if (detail === undefined || details.size > 1 || !Object.hasOwn(resolutions, detail)) return {}
  return { mediaResolution: resolutions[detail]! }
}

function mixedDetails({ details }: MendedMessages): string[] {
  const isTaken = details.size === 0 || Object.keys(resolution(details)).length > 0
  return isTaken ? [] : ['messages[].content[].image_url.detail']
}

/** Models that draw are asked for images; OpenAI's own word for text is all that others need. */
function modalities({ modalities: given }: Fields): Record<string, Json> {
  return Array.isArray(given) && given.includes('image') ? { responseModalities: ['TEXT', 'IMAGE'] } : {}
}
