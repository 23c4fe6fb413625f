import type { AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import type {
  FinishReason,
  ProviderMetadata,
  ReplyContent,
  ReplyEvent,
  ReplyMetadata,
  Usage,
} from '../../wire/model-reply.ts'
import type { CallSettings, RequestWarning, ToolChoice } from '../../wire/model-request.ts'
import type { RetryOwner } from '../http/retry.ts'

/** A tool that we run. `inputSchema` is JSON Schema; our own models take any form that `compileTools` reads. */
export interface ModelFunctionTool {
  readonly type: 'function'
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: unknown
  readonly inputExamples?: readonly { readonly input: unknown }[] | undefined
  readonly strict?: boolean | undefined
  readonly providerOptions?: ProviderOptions | undefined
  /** Set by our runtime for our own models: they parse the input of calls by the tool's own schema, see `RunnableToolCall`. */
  readonly parsesInput?: boolean | undefined
}

/** A tool that the provider runs. `ai` 5 calls it `provider-defined`. */
export interface ModelProviderTool {
  readonly type: 'provider' | 'provider-defined'
  readonly id: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export type ModelTool = ModelFunctionTool | ModelProviderTool

/** The format of the answer. */
export type ModelResponseFormat =
  | { readonly type: 'text' }
  | {
      readonly type: 'json'
      readonly schema?: unknown
      readonly name?: string | undefined
      readonly description?: string | undefined
    }

/**
 * What a model is called with: `LanguageModelV3CallOptions` of the AI SDK, and who retries. Keys may be there and hold undefined.
 */
export interface ModelCallOptions extends CallSettings, RetryOwner {
  readonly prompt: readonly AnyModelMessage[]
  readonly responseFormat?: ModelResponseFormat | undefined
  readonly tools?: readonly ModelTool[] | undefined
  readonly toolChoice?: ToolChoice | undefined
  readonly includeRawChunks?: boolean | undefined
  readonly abortSignal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  readonly providerOptions?: ProviderOptions | undefined
}

/** A part of an answer in the tools' own shape. */
export type ModelContent = ReplyContent

/** A part of a stream. An error is an error object here, not the provider's data. */
export type ModelStreamPart =
  | Exclude<ReplyEvent, { type: 'error' }>
  | { readonly type: 'stream-start'; readonly warnings: RequestWarning[] }
  | { readonly type: 'raw'; readonly rawValue: unknown }
  | { readonly type: 'error'; readonly error: unknown }

/** `LanguageModelV3GenerateResult` of the AI SDK. */
export interface ModelResult {
  readonly content: ModelContent[]
  readonly finishReason: FinishReason
  readonly usage: Usage
  readonly warnings: RequestWarning[]
  readonly providerMetadata?: ProviderMetadata
  readonly request?: { readonly body?: unknown }
  readonly response?: ReplyMetadata & { readonly headers?: Record<string, string>; readonly body?: unknown }
}

/** `LanguageModelV3StreamResult` of the AI SDK. */
export interface ModelStreamResult {
  readonly stream: ReadableStream<ModelStreamPart>
  readonly request?: { readonly body?: unknown }
  readonly response?: { readonly headers?: Record<string, string> }
}

/**
 * A model as the AI SDK's `LanguageModelV3` declares it: `ai` 6 and 7 take it as it is, `ai` 5 takes its {@link v2}. Tools, calls and
 * results are in the tools' own shapes: the model hides the provider's dialect.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v3'
  readonly provider: string
  readonly modelId: string
  /** URLs that the provider fetches itself, by media type. */
  readonly supportedUrls: Record<string, RegExp[]>
  doGenerate(options: ModelCallOptions): Promise<ModelResult>
  doStream(options: ModelCallOptions): Promise<ModelStreamResult>
  /** The same model for `ai` 5. */
  v2(): LanguageModelV2
}

/** `LanguageModelV2Usage` of the AI SDK. */
export interface UsageV2 {
  readonly inputTokens: number | undefined
  readonly outputTokens: number | undefined
  readonly totalTokens: number | undefined
  readonly reasoningTokens?: number | undefined
  readonly cachedInputTokens?: number | undefined
}

export type FinishReasonV2 = FinishReason['unified'] | 'unknown'

/** The warnings of `ai` 5, which has fewer kinds. */
export type WarningV2 =
  | { readonly type: 'unsupported-setting'; readonly setting: string; readonly details?: string }
  | { readonly type: 'other'; readonly message: string }

export interface ModelResultV2 extends Omit<ModelResult, 'finishReason' | 'usage' | 'warnings'> {
  readonly finishReason: FinishReasonV2
  readonly usage: UsageV2
  readonly warnings: WarningV2[]
}

export type ModelStreamPartV2 =
  | Exclude<ModelStreamPart, { type: 'finish' } | { type: 'stream-start' }>
  | { readonly type: 'stream-start'; readonly warnings: WarningV2[] }
  | {
      readonly type: 'finish'
      readonly finishReason: FinishReasonV2
      readonly usage: UsageV2
      readonly providerMetadata?: ProviderMetadata
    }

/** A model as the AI SDK's `LanguageModelV2` declares it. */
export interface LanguageModelV2 {
  readonly specificationVersion: 'v2'
  readonly provider: string
  readonly modelId: string
  readonly supportedUrls: Record<string, RegExp[]>
  doGenerate(options: ModelCallOptions): Promise<ModelResultV2>
  doStream(
    options: ModelCallOptions,
  ): Promise<Omit<ModelStreamResult, 'stream'> & { readonly stream: ReadableStream<ModelStreamPartV2> }>
}
