import { type Json, type JsonObject, present } from '../core/json.ts'
import type { AnyModelMessage, ProviderOptions } from '../core/message.ts'

export interface CallSettings {
  /** The most tokens that the model may write, thoughts included where the provider counts them. */
  readonly maxOutputTokens?: number | undefined
  /** How much chance decides: 0 is the least. The range is the provider's. */
  readonly temperature?: number | undefined
  /** Samples from the likeliest tokens that add up to this probability. */
  readonly topP?: number | undefined
  /** Samples from this many of the likeliest tokens. */
  readonly topK?: number | undefined
  /** Makes tokens less likely that the text already has. */
  readonly presencePenalty?: number | undefined
  /** Makes tokens less likely the more often the text already has them. */
  readonly frequencyPenalty?: number | undefined
  /** Texts at which the model stops. */
  readonly stopSequences?: readonly string[] | undefined
  /** For answers that can be repeated, where the provider supports it. */
  readonly seed?: number | undefined
  /** How hard to think: `none`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`, `provider-default`. */
  readonly reasoning?: string | undefined
}

/**
 * A request in the neutral form: the call options of the AI SDK, structurally.
 *
 * Calls and results in `messages` are encoded already: names and `input` are as the provider takes them. An `input` that is text is JSON
 * from the provider, to be sent byte for byte.
 */
export interface ModelRequest extends CallSettings {
  readonly messages: readonly AnyModelMessage[]
  readonly toolChoice?: ToolChoice | undefined
  readonly providerOptions?: ProviderOptions | undefined
}

export type ToolChoice =
  | { readonly type: 'auto' | 'none' | 'required' }
  | { readonly type: 'tool'; readonly toolName: string }

/** A tool as a client declares it, with its schema unchanged. */
export interface FunctionTool {
  readonly type: 'function'
  readonly name: string
  readonly description?: string
  readonly inputSchema: Json
  readonly strict?: boolean
}

/** The format of the answer. */
export type ResponseFormat =
  | { readonly type: 'text' }
  | {
      readonly type: 'json'
      readonly schema?: JsonObject
      readonly name?: string
      readonly description?: string
      readonly strict?: boolean
    }

/** An encoded request, ready to send. */
export interface EncodedRequest {
  readonly body: JsonObject
  readonly warnings: readonly RequestWarning[]
}

/** A part of the request that is not sent, or is sent in another way. */
export type RequestWarning =
  | { readonly type: 'unsupported'; readonly feature: string; readonly details?: string }
  | { readonly type: 'compatibility'; readonly feature: string; readonly details?: string }
  | { readonly type: 'other'; readonly message: string }

/** Takes a warning, or the name of a feature that is not supported. */
export type Warn = (warning: RequestWarning | string, details?: string) => void

export function collectWarnings(): { readonly warnings: readonly RequestWarning[]; readonly warn: Warn } {
  const warnings: RequestWarning[] = []
  const warn: Warn = (warning, details) => {
    warnings.push(typeof warning === 'string' ? present({ type: 'unsupported', feature: warning, details }) : warning)
  }
  return { warnings, warn }
}

/** `parallelToolCalls` -> `parallel_tool_calls`: options are written as the AI SDK spells them, and sent as the API does. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
