import { isPlainObject, type Json, type JsonObject } from '../../core/json.ts'
import type { ModelRequest, ToolChoice } from '../model-request.ts'
import { decodeContents } from './decode-contents.ts'
import type { DecodeContext } from './stream-decoder.ts'

/** A request of Gemini's in neutral words: the inverse of `encodeRequest`, as far as a request tells. */
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
 * Reads a request. `body` is parsed JSON, in the spelling that we write: lowerCamelCase, lists as lists. Cloud Code's envelope is
 * taken off.
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
  const outer = isPlainObject(body) ? body : {}
  const request = isPlainObject(outer['request']) ? outer['request'] : outer
  const config = isPlainObject(request['generationConfig']) ? request['generationConfig'] : {}
  const settings = settingKeys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]]))
  const response = Object.entries(config).filter(([key]) => responseKeys.has(key))
  const toolChoice = decodeChoice(request['toolConfig'])
  return {
    ...Object.fromEntries(settings),
    messages: decodeContents(request, context),
    ...(request['tools'] === undefined ? {} : { tools: request['tools'] as Json }),
    ...(toolChoice === undefined ? {} : { toolChoice }),
    ...(response.length === 0 ? {} : { responseConfig: Object.fromEntries(response) as JsonObject }),
    ...(config['thinkingConfig'] === undefined
      ? {}
      : { providerOptions: { [context.origin.keys[0]!]: { thinkingConfig: config['thinkingConfig'] as Json } } }),
  }
}

function decodeChoice(toolConfig: unknown): ToolChoice | undefined {
  const calling = isPlainObject(toolConfig) ? toolConfig['functionCallingConfig'] : undefined
  if (!isPlainObject(calling)) return undefined
  const { mode, allowedFunctionNames: names } = calling
  if (mode === 'NONE') return { type: 'none' }
  if (mode !== 'ANY') return { type: 'auto' }
  const isOne = Array.isArray(names) && names.length === 1
  return isOne ? { type: 'tool', toolName: String(names[0]) } : { type: 'required' }
}
