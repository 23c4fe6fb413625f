import type { ModelResponseFormat } from '../../models/versions/language-model.ts'
import type { Untyped } from '../../tools/flexible-schema.ts'
import type { LanguageModelUsage } from '../result/usage.ts'

/** What is known of the answer that a text was. */
export interface OutputContext {
  readonly finishReason: string
  readonly usage: LanguageModelUsage
  readonly response: { readonly id?: string; readonly timestamp?: Date; readonly modelId?: string }
}

/** What an answer is until now. */
export interface PartialOutput<PARTIAL = unknown, ELEMENT = unknown> {
  readonly partial: PARTIAL
  /** Elements of a list that were completed since the last time. */
  readonly elements?: readonly ELEMENT[]
}

/** Follows an answer while it streams. */
export interface PartialReader<PARTIAL = unknown, ELEMENT = unknown> {
  /** Takes the next piece of text; gives what there is by now, undefined if the piece changed nothing. */
  push(delta: string): MaybePromise<PartialOutput<PARTIAL, ELEMENT> | undefined>
}

export type MaybePromise<T> = T | Promise<T>

/** What an answer must look like, and how it is read. */
export interface OutputSpec<OUTPUT = unknown, PARTIAL = unknown, ELEMENT = unknown> {
  /** `text`, `object`, `array`, `choice` or `json`. */
  readonly name: string
  /** `text`: any answer will do. `json`: the format must be asked for, and the answer is parsed. */
  readonly kind: 'text' | 'json'
  /** What the model is asked for. Made once. */
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
