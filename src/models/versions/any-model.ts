import type { ReceivedInput } from '../../schema/compiled-schema.ts'
import type {
  FinishReason,
  ProviderMetadata,
  ReplyFile,
  ReplySource,
  ReplyToolCall,
  ReplyToolResult,
} from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { ModelCallOptions, ModelResult, ModelStreamPart, ModelStreamResult } from './language-model.ts'

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

/** A version of `ai`. */
export type AiVersion = 5 | 6 | 7

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
  /** The version of `ai` that programs with this model were written for: 5 and 6 for v2 and v3 models of other packages. */
  readonly aiVersion: AiVersion
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
export interface RunnableToolResult extends Omit<ReplyToolResult, 'result'> {
  readonly result: unknown
  /** True where a later one replaces it. */
  readonly preliminary?: boolean
  readonly dynamic?: boolean
  readonly providerExecuted?: boolean
}

/** A call that the provider runs only after approval. */
export interface RunnableApprovalRequest {
  readonly type: 'tool-approval-request'
  readonly approvalId: string
  readonly toolCallId: string
  readonly providerMetadata?: ProviderMetadata
}

/** A source that the model used. */
export type RunnableSource = (
  | ReplySource
  | (Omit<ReplySource, 'sourceType' | 'url'> & {
      readonly sourceType: 'document'
      readonly mediaType: string
      readonly title: string
      readonly filename?: string
    })
) & { readonly providerMetadata?: ProviderMetadata }

/** A file that the model created: base64, bytes, or a URL (v4 models only). */
export interface RunnableFile extends Omit<ReplyFile, 'type' | 'data'> {
  readonly type: 'file' | 'reasoning-file'
  readonly data: string | Uint8Array | URL
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
  | (Exclude<ModelStreamPart, { type: Delta | 'tool-input-start' | 'finish' | RunnableWhole['type'] }> & Described)
  | ({ readonly type: Delta; readonly id: string; readonly delta: string } & Described)
  | (Extract<ModelStreamPart, { type: 'tool-input-start' }> &
      Described & { readonly dynamic?: boolean; readonly title?: string })
  | RunnableWhole
  | (Omit<Extract<ModelStreamPart, { type: 'finish' }>, 'finishReason'> & {
      readonly finishReason: RunnableFinishReason
    })
  /** A sign of life. */
  | { readonly type: 'ping' }

type Delta = 'text-delta' | 'reasoning-delta' | 'tool-input-delta'

interface Described {
  readonly providerMetadata?: ProviderMetadata
}

const marker = Symbol.for('toolfit.model')

/** Of the models of this copy of the package: another copy may have other ideas of what is passed. */
const ownCalls = new WeakMap<object, ModelCalls>()

/** Marks a model as one of ours: it reads messages of every version of `ai`, and repairs what it is given. */
export function markOwn<M extends object>(model: M, calls: ModelCalls): M {
  ownCalls.set(model, calls)
  return Object.defineProperty(model, marker, { value: true })
}

/** True for a model of any copy of this package. */
export function isOwn(model: object): boolean {
  return (model as Record<symbol, unknown>)[marker] === true
}

/** How our runtime calls a model of ours; undefined for any other model. */
export function callsOf(model: object): ModelCalls | undefined {
  return ownCalls.get(model)
}
