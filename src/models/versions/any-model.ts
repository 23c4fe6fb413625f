import type { ReceivedInput } from '../../schema/compiled-schema.ts'
import type { FinishReason, ProviderMetadata, ReplyMetadata, ReplyToolCall, Usage } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { ModelCallOptions, ModelResult, ModelStreamResult } from './language-model.ts'

/** URLs that a provider fetches itself: patterns by media type. */
export type SupportedUrls = Readonly<Record<string, RegExp[]>>

/**
 * A model of any AI SDK provider (`LanguageModelV2`, `LanguageModelV3` or `LanguageModelV4`), or one of ours.
 *
 * @example
 * ```ts
 * import type { AnyLanguageModel } from 'toolfit'
 * import { gemini } from 'toolfit/gemini'
 *
 * const models: AnyLanguageModel[] = [gemini('gemini-3-flash-preview'), gemini('gemini-2.5-flash').v2()]
 * ```
 */
export interface AnyLanguageModel {
  readonly specificationVersion: SpecificationVersion
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>
  doGenerate(options: never): PromiseLike<unknown>
  doStream(options: never): PromiseLike<{ readonly stream: unknown }>
}

export type SpecificationVersion = 'v2' | 'v3' | 'v4'

/** The whole answer of any model, as `LanguageModelV3GenerateResult`. */
export interface RunnableResult extends Omit<ModelResult, 'content' | 'finishReason'> {
  readonly finishReason: RunnableFinishReason
  readonly content: readonly RunnableContent[]
}

/** A warning of any model. */
export type RunnableWarning =
  | RequestWarning
  | { readonly type: 'deprecated'; readonly setting: string; readonly message: string }

/** Why a model stopped. A v4 model may have been interrupted by its caller: none of its calls may run then. */
export interface RunnableFinishReason {
  readonly unified: FinishReason['unified'] | 'interrupted'
  readonly raw: string | undefined
}

/** The stream of any model: batches of parts that arrived together, at least one each. `return()` of the iterator cancels it. */
export interface RunnableStream extends Omit<ModelStreamResult, 'stream'> {
  readonly parts: AsyncIterable<readonly RunnableStreamPart[]>
}

/** How the runtime calls a model. Options and results are v3, but for the prompt: see `toPrompt`. */
export interface ModelCalls {
  generate(options: ModelCallOptions): Promise<RunnableResult>
  stream(options: ModelCallOptions): Promise<RunnableStream>
  /** Whether the model takes a response format beside tools. Where it does not, it is asked for the format when the tools are done. */
  readonly takesFormatWithTools: boolean
}

/** Any model, as the runtime calls it. */
export interface RunnableModel extends ModelCalls {
  /** The model's own: its prompts are written for it. */
  readonly specificationVersion: SpecificationVersion
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: SupportedUrls | PromiseLike<SupportedUrls>
  /** A model of this copy of the package: it compiles tools in any form, parses the input of calls, and retries by itself. */
  readonly isInternal: boolean
}

/** The fields of a model that its prompts depend on. */
export type PromptModel = Pick<RunnableModel, 'specificationVersion' | 'provider' | 'supportedUrls'>

/** A call of a tool, ours or one that the provider runs. `input` is JSON text. */
export interface RunnableToolCall extends ReplyToolCall {
  /** True where only the provider knows the tool: an MCP server that it talks to. */
  readonly dynamic?: boolean
  /** The input, parsed by the tool's own schema. Our models set it for tools with `parsesInput`. */
  readonly received?: ReceivedInput
}

/** The result of a tool that the provider ran itself. */
export interface RunnableToolResult {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly result: unknown
  readonly isError?: boolean
  /** True where a later one replaces it. */
  readonly preliminary?: boolean
  readonly dynamic?: boolean
  readonly providerExecuted?: boolean
  readonly providerMetadata?: ProviderMetadata
}

/** A call that the provider runs only after approval. */
export interface RunnableApprovalRequest {
  readonly type: 'tool-approval-request'
  readonly approvalId: string
  readonly toolCallId: string
  readonly providerMetadata?: ProviderMetadata
}

/** A source that the model used. */
export type RunnableSource =
  | {
      readonly type: 'source'
      readonly sourceType: 'url'
      readonly id: string
      readonly url: string
      readonly title?: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'source'
      readonly sourceType: 'document'
      readonly id: string
      readonly mediaType: string
      readonly title: string
      readonly filename?: string
      readonly providerMetadata?: ProviderMetadata
    }

/** A file that the model created: base64, bytes, or a URL (v4 models only). */
export interface RunnableFile {
  readonly type: 'file' | 'reasoning-file'
  readonly mediaType: string
  readonly data: string | Uint8Array | URL
  readonly providerMetadata?: ProviderMetadata
}

/** A part that only its provider understands. */
export interface RunnableCustom {
  readonly type: 'custom'
  readonly kind: `${string}.${string}`
  readonly providerMetadata?: ProviderMetadata
}

/** A part of an answer of any model. */
export type RunnableContent =
  | { readonly type: 'text' | 'reasoning'; readonly text: string; readonly providerMetadata?: ProviderMetadata }
  | RunnableWhole

/** Parts that occur in an answer and in a stream. */
type RunnableWhole =
  | RunnableToolCall
  | RunnableToolResult
  | RunnableApprovalRequest
  | RunnableSource
  | RunnableFile
  | RunnableCustom

/** A part of the stream of any model, in the shapes of `LanguageModelV3`, with what v4 adds to them. */
export type RunnableStreamPart =
  | { readonly type: 'stream-start'; readonly warnings: RequestWarning[] }
  | ({ readonly type: 'response-metadata' } & ReplyMetadata)
  | {
      readonly type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end' | 'tool-input-end'
      readonly id: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta'
      readonly id: string
      readonly delta: string
      readonly providerMetadata?: ProviderMetadata
    }
  | {
      readonly type: 'tool-input-start'
      readonly id: string
      readonly toolName: string
      readonly providerExecuted?: boolean
      readonly dynamic?: boolean
      readonly title?: string
      readonly providerMetadata?: ProviderMetadata
    }
  | RunnableWhole
  | {
      readonly type: 'finish'
      readonly finishReason: RunnableFinishReason
      readonly usage: Usage
      readonly providerMetadata?: ProviderMetadata
    }
  /** A sign of life. */
  | { readonly type: 'ping' }
  | { readonly type: 'raw'; readonly rawValue: unknown }
  | { readonly type: 'error'; readonly error: unknown }
