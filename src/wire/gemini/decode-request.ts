import {
  asFields,
  asText,
  type Fields,
  isPlainObject,
  type Json,
  type JsonObject,
  jsonText,
  objectsIn,
  present,
} from '../../core/json.ts'
import type {
  AssistantPart,
  FilePart,
  ModelMessage,
  ProviderOptions,
  ProviderReference,
  ToolResultContent,
  ToolResultOutput,
  ToolResultPart,
  UserPart,
} from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { ProviderMetadata, ReplyJson } from '../model-reply.ts'
import type { CallSettings, ModelRequest, ToolChoice } from '../model-request.ts'
import { decodeOutput, decodeTexts } from './function-response.ts'
import { metadataFor } from './origin.ts'
import type { DecodeContext } from './stream-decoder.ts'
import { partialArguments } from './streamed-calls.ts'

/** A request to Gemini in the neutral form: the inverse of `encodeRequest`, as far as the request has the data. */
export interface DecodedRequest extends ModelRequest {
  readonly tools?: Json
  /** `responseMimeType` and the schema. */
  readonly responseConfig?: JsonObject
}

const settingKeys = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'stopSequences',
  'seed',
] as const
const responseKeys: ReadonlySet<string> = new Set(['responseMimeType', 'responseSchema', 'responseJsonSchema'])

/**
 * Decodes a request. `body` is parsed JSON in lowerCamelCase, with or without Cloud Code's envelope.
 *
 * @example
 * ```ts
 * import { decodeRequest } from 'toolfit/gemini'
 *
 * const { messages } = decodeRequest(
 *   { contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }] },
 *   { origin: { keys: ['google'], family: '3.0' }, nextId: () => 'call_1' },
 * )
 * messages // [{ role: 'user', content: [{ type: 'text', text: 'Hello.' }] }]
 * ```
 */
export function decodeRequest(body: unknown, context: DecodeContext): DecodedRequest {
  const outer = asFields(body)
  const request = isPlainObject(outer['request']) ? outer['request'] : outer
  const config = asFields(request['generationConfig'])
  const settings = settingKeys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]]))
  const response = Object.entries(config).filter(([key]) => responseKeys.has(key))
  const thinkingConfig = config['thinkingConfig'] as Json | undefined
  return present({
    ...(Object.fromEntries(settings) as CallSettings),
    messages: decodeContents(request, context),
    tools: request['tools'] as Json | undefined,
    toolChoice: decodeChoice(request['toolConfig']),
    responseConfig: response.length === 0 ? undefined : (Object.fromEntries(response) as JsonObject),
    providerOptions: thinkingConfig === undefined ? undefined : { [context.origin.keys[0]!]: { thinkingConfig } },
  })
}

function decodeChoice(toolConfig: unknown): ToolChoice | undefined {
  const calling = isPlainObject(toolConfig) ? toolConfig['functionCallingConfig'] : undefined
  if (!isPlainObject(calling)) return undefined
  const { mode, allowedFunctionNames: names } = calling
  if (mode === 'NONE') return { type: 'none' }
  if (mode !== 'ANY') return { type: 'auto' }
  const isOne = Array.isArray(names) && names.length === 1
  return isOne ? { type: 'tool', toolName: jsonText(names[0]) } : { type: 'required' }
}

/** A call that waits for its response. */
interface OpenCall {
  readonly id: string
  readonly wireId: string | undefined
  readonly name: string
}

/**
 * Decodes `contents` and `systemInstruction` to messages. Calls without an id get one, and so do their responses, by name and order.
 * `input` is an object, as the provider has it.
 */
function decodeContents({ contents, systemInstruction }: Fields, context: DecodeContext): ModelMessage[] {
  const messages: ModelMessage[] = decodeSystem(systemInstruction)
  let open: OpenCall[] = []
  for (const content of contentsIn(contents)) {
    const parts = contentsIn(content['parts'])
    if (content['role'] === 'model') {
      const read = decodeModel(parts, context)
      open = read.calls
      messages.push({ role: 'assistant', content: read.parts })
      continue
    }
    const responses = parts.filter((part) => isPlainObject(part['functionResponse']))
    if (responses.length > 0) {
      const results = responses.map((part) => decodeResult(part['functionResponse'] as Fields, open, context))
      messages.push({ role: 'tool', content: results })
    }
    const said = parts.flatMap((part) => decodeUserPart(part, context.origin.keys[0]!))
    if (said.length > 0) messages.push({ role: 'user', content: said })
  }
  return messages
}

function decodeSystem(instruction: unknown): ModelMessage[] {
  const parts = isPlainObject(instruction) ? contentsIn(instruction['parts']) : []
  return parts.flatMap((part): ModelMessage[] =>
    typeof part['text'] === 'string' ? [{ role: 'system', content: part['text'] }] : [],
  )
}

/** The objects of a list. Google's parser takes a lone one for a list of one. */
function contentsIn(value: unknown): Fields[] {
  return objectsIn(Array.isArray(value) ? value : [value])
}

function decodeUserPart(part: Fields, key: string): UserPart[] {
  if (typeof part['text'] === 'string') return [{ type: 'text', text: part['text'] }]
  return decodeFile(part, key)
}

function decodeFile({ inlineData, fileData }: Fields, key: string): FilePart[] {
  if (isPlainObject(inlineData)) {
    return [{ type: 'file', data: jsonText(inlineData['data']), mediaType: jsonText(inlineData['mimeType']) }]
  }
  if (!isPlainObject(fileData)) return []
  const mediaType = asText(fileData['mimeType']) ?? 'application/octet-stream'
  const uri = jsonText(fileData['fileUri'])
  // A file may also be given by its name, `files/abc`.
  return [{ type: 'file', data: parseUrl(uri) ?? { [key]: uri }, mediaType }]
}

function decodeModel(parts: readonly Fields[], context: DecodeContext): { parts: AssistantPart[]; calls: OpenCall[] } {
  const calls: OpenCall[] = []
  const decoded = parts.flatMap((part): AssistantPart[] => {
    const thoughtSignature = asText(part['thoughtSignature'])
    const options = optionsOf(metadataFor(context.origin, { thoughtSignature }))
    if (typeof part['text'] === 'string') {
      return [{ type: part['thought'] === true ? 'reasoning' : 'text', text: part['text'], ...options }]
    }
    const { functionCall } = part
    if (!isPlainObject(functionCall)) {
      const files = decodeFile(part, context.origin.keys[0]!)
      return files.length === 0 ? [decodeOther(part, context)] : files.map((file) => ({ ...file, ...options }))
    }
    // Clients that streamed the arguments may send them back as they came.
    const pieces = functionCall['partialArgs']
    const streamed = functionCall['args'] === undefined && Array.isArray(pieces) ? partialArguments(pieces) : {}
    if (streamed === undefined) return [decodeOther(part, context)]
    const wireId = asText(functionCall['id'])
    const call = { id: wireId ?? context.nextId(), wireId, name: jsonText(functionCall['name']) }
    calls.push(call)
    const input = (functionCall['args'] ?? streamed) as JsonObject
    return [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input, ...options }]
  })
  return { parts: decoded, calls }
}

/** A part without a neutral form is kept as it came, so that it can go back. */
function decodeOther(part: Fields, context: DecodeContext): AssistantPart {
  return { type: 'custom', kind: 'google.part', ...optionsOf(metadataFor(context.origin, { part: part as ReplyJson })) }
}

function optionsOf({ providerMetadata }: { providerMetadata?: ProviderMetadata }): {
  providerOptions?: ProviderOptions
} {
  return providerMetadata === undefined ? {} : { providerOptions: providerMetadata }
}

/** By id where there is one, else the first open call of that name, else the first open call. */
function decodeResult(response: Fields, open: OpenCall[], context: DecodeContext): ToolResultPart {
  const name = jsonText(response['name'])
  const byId = open.findIndex(({ wireId }) => wireId !== undefined && wireId === response['id'])
  const byName = open.findIndex((call) => call.name === name)
  const at = byId >= 0 ? byId : Math.max(byName, 0)
  const [call] = open.splice(at, 1)
  const toolCallId = call?.id ?? asText(response['id']) ?? context.nextId()
  return {
    type: 'tool-result',
    toolCallId,
    toolName: call?.name ?? name,
    output: outputOf(response, context.origin.keys[0]!),
  }
}

function outputOf({ response, parts }: Fields, key: string): ToolResultOutput {
  const files = objectsIn(parts).flatMap((part) => decodeFile(part, key))
  if (files.length === 0) return decodeOutput(response ?? {})
  return { type: 'content', value: [...decodeTexts(response ?? {}, key), ...files.map(resultEntry)] }
}

function resultEntry({ data, mediaType }: FilePart): ToolResultContent {
  if (data instanceof URL) return { type: 'file-url', url: data.href, mediaType }
  if (isPlainObject(data)) return { type: 'file-reference', providerReference: data as ProviderReference }
  return { type: 'file-data', data: jsonText(data), mediaType }
}
