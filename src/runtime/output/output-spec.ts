import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { LanguageModelUsage } from '../result/usage.ts'

/** The context of an answer. */
export interface OutputContext {
  readonly finishReason: string
  readonly usage: LanguageModelUsage
  readonly response: { readonly id?: string; readonly timestamp?: Date; readonly modelId?: string }
}

/** A partial answer. */
export interface PartialOutput<PARTIAL = unknown, ELEMENT = unknown> {
  readonly partial: PARTIAL
  /** Elements of a list that were completed since the last time. */
  readonly elements?: readonly ELEMENT[]
}

/** Reads an answer while it streams. */
export interface PartialReader<PARTIAL = unknown, ELEMENT = unknown> {
  /** Adds a delta. Returns the partial answer, or undefined if it did not change. */
  push(delta: string): MaybePromise<PartialOutput<PARTIAL, ELEMENT> | undefined>
}

export type MaybePromise<T> = T | Promise<T>

/** The format of an answer, and how it is parsed. */
export interface OutputSpec<OUTPUT = unknown, PARTIAL = unknown, ELEMENT = unknown> {
  /** `text`, `object`, `array`, `choice` or `json`. */
  readonly name: string
  /** `text`: any answer will do. `json`: the format must be asked for, and the answer is parsed. */
  readonly kind: 'text' | 'json'
  /** The format as the model gets it. */
  responseFormat(): MaybePromise<ModelResponseFormat>
  /** @throws ToolfitError `output-invalid` */
  parseComplete(text: string, context: OutputContext): MaybePromise<OUTPUT>
  /** A reader for one answer: every step that streams needs its own. */
  readPartial(): MaybePromise<PartialReader<PARTIAL, ELEMENT>>
}

/** `Output` of `ai` 6 and 7. */
export interface CurrentAiOutput<OUTPUT, PARTIAL> {
  readonly name: string
  readonly responseFormat: PromiseLike<unknown>
  parseCompleteOutput(options: { text: string }, context: Untyped): Promise<OUTPUT>
  parsePartialOutput(options: { text: string }): Promise<{ partial: PARTIAL } | undefined>
}

/** `Output` of `ai` 5. */
export interface OlderAiOutput<OUTPUT, PARTIAL> {
  readonly type: string
  readonly responseFormat: unknown
  parseOutput(options: { text: string }, context: Untyped): Promise<OUTPUT>
  parsePartial(options: { text: string }): Promise<{ partial: PARTIAL } | undefined>
}

/** What `Output.object()` and the like of `ai` 5, 6 and 7 return, detected by structure. */
export type AiOutput<OUTPUT = unknown, PARTIAL = unknown> =
  | CurrentAiOutput<OUTPUT, PARTIAL>
  | OlderAiOutput<OUTPUT, PARTIAL>
