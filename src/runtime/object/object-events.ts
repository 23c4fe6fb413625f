import type { AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { ObjectResponse } from '../errors/output-errors.ts'
import type { Instructions, RequestMetadata, RunFinishReason } from '../result/content.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import type { ObjectOutputType } from './object-format.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The event of `onStart` in `generateObject` and `streamObject`. */
export interface GenerateObjectStartEvent {
  /** The same in all events of a call. */
  readonly callId: string
  readonly operationId: 'ai.generateObject' | 'ai.streamObject'
  readonly provider: string
  readonly modelId: string
  readonly system: Instructions | undefined
  readonly prompt: string | readonly AnyModelMessage[] | undefined
  readonly messages: readonly AnyModelMessage[] | undefined
  readonly maxOutputTokens: number | undefined
  readonly temperature: number | undefined
  readonly topP: number | undefined
  readonly topK: number | undefined
  readonly presencePenalty: number | undefined
  readonly frequencyPenalty: number | undefined
  readonly seed: number | undefined
  readonly maxRetries: number
  readonly headers: Headers | undefined
  readonly providerOptions: ProviderOptions | undefined
  readonly output: ObjectOutputType
  /** The JSON Schema that the model is sent. */
  readonly schema: Record<string, unknown> | undefined
  readonly schemaName: string | undefined
  readonly schemaDescription: string | undefined
}

/** The event of `onStepStart`: the model is about to be called. */
export interface GenerateObjectStepStartEvent {
  readonly callId: string
  readonly stepNumber: 0
  readonly provider: string
  readonly modelId: string
  readonly providerOptions: ProviderOptions | undefined
  readonly headers: Headers | undefined
  /** The prompt as the model gets it. */
  readonly promptMessages: readonly unknown[]
}

/** What the last two events have in common. */
interface ObjectAnswer {
  readonly callId: string
  readonly finishReason: RunFinishReason
  readonly usage: LanguageModelUsage
  readonly reasoning: string | undefined
  readonly warnings: RequestWarning[] | undefined
  readonly request: RequestMetadata
  readonly response: ObjectResponse
  readonly providerMetadata: ProviderMetadata | undefined
}

/** The event of `onStepEnd`: the model has answered, and the answer is not parsed yet. */
export interface GenerateObjectStepEndEvent extends ObjectAnswer {
  readonly stepNumber: 0
  readonly provider: string
  readonly modelId: string
  /** The answer as it came. */
  readonly objectText: string
  /** From the call to the first part of the stream; undefined in `generateObject`. */
  readonly msToFirstChunk: number | undefined
}

/** The event of `onFinish`. In `streamObject`, an object that is not the one asked for is undefined, and `error` says why. */
export interface GenerateObjectEndEvent<OBJECT = unknown> extends ObjectAnswer {
  readonly object: OBJECT | undefined
  readonly error: unknown
}
