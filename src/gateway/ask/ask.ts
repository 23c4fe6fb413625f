import type { AnyModelMessage } from '../../core/message.ts'
import type { GeminiDialect } from '../../models/gemini/model-traits.ts'
import type { ModelCallOptions, ModelResult, ModelStreamPart } from '../../models/versions/language-model.ts'
import type { GeminiTraits } from '../../wire/gemini/gemini-traits.ts'
import type { Usage } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { Client } from '../access/client-keys.ts'
import type { ClientShare } from '../access/rate-limits.ts'
import type { RequestDraft } from '../observe/request-record.ts'
import type { Pause } from '../turns.ts'

/** One question for a model, in the words of no protocol. */
export interface Ask {
  /** The model's name upstream. */
  readonly modelId: string
  /** What the model takes. */
  readonly traits: GeminiTraits
  /** The dialect in which Gemini gets the schemas of tools and responses. */
  readonly dialect: GeminiDialect
  /** Whether properties that the other side sets are asked for, too. */
  readonly access: 'keep' | undefined
  /** Prompt, tools and settings. */
  /** The abort signal is that of the {@link AskContext}. */
  readonly options: Omit<ModelCallOptions, 'abortSignal'>
  /** Instructions of the gateway's own, in front of the prompt. */
  readonly instructions: readonly AnyModelMessage[]
  /** How many answers the client wants. */
  readonly count: number
  /** At most one tool call of an answer is passed on. */
  readonly isSingle: boolean
  /** Parameters without an effect, in the client's words. */
  readonly ignored: readonly string[]
  /** Rules by which the prompt was repaired. */
  readonly repaired: readonly string[]
}

/** The request that an {@link Ask} belongs to. */
export interface AskContext {
  /** Who asks. Signatures, failures and compiled tool sets are counted and stored by client. */
  readonly client: Client
  readonly record: RequestDraft
  /** Undefined for a client without limits. */
  readonly share: ClientShare | undefined
  /** Aborted when the client leaves. */
  readonly abortSignal: AbortSignal
  /** For long work on it. */
  readonly pause: Pause
}

interface AnswerBase {
  /** The question as it was sent: its history is repaired. */
  readonly ask: Ask
  readonly warnings: readonly RequestWarning[]
}

/** Complete answers, as many as the client wants. */
export interface Answer extends AnswerBase {
  readonly results: readonly ModelResult[]
  /** Of all results together. */
  readonly usage: Usage
}

export interface AnswerStream extends AnswerBase {
  /** Ends by `done`. A failure after the first batch is an `error` part. `return()` ends the calls upstream. */
  readonly batches: AsyncIterator<AnswerBatch, undefined>
  /** What is counted so far, of all answers together. Calling it also writes it to the record of the request. */
  usage(): Usage | undefined
}

/** Parts of one of the answers that came together. */
export interface AnswerBatch {
  /** Which answer. */
  readonly index: number
  /** Empty where the answer is over. */
  readonly parts: readonly ModelStreamPart[]
}
