import { ToolfitError } from '../../core/errors.ts'
import type { RunnableStream, RunnableStreamPart } from '../../models/versions/any-model.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import type { ObjectResponse } from '../errors/output-errors.ts'
import { failRun } from '../loop/end-run.ts'
import { callModel } from '../loop/model-call.ts'
import type { RequestMetadata, RunFinishReason } from '../result/content.ts'
import { type LanguageModelUsage, noUsage, toUsage } from '../result/usage.ts'
import { guard } from '../run/deadline.ts'
import { logWarnings } from '../run/log-warnings.ts'
import { endSpans, type ObjectCall, type ObjectStep, openObjectStep } from './object-call.ts'
import { parseObject } from './parse-object.ts'
import { PartialObjectReader } from './partial-object.ts'

/** A part of the stream of an object. */
export type ObjectStreamPart<PARTIAL = unknown> =
  | { readonly type: 'object'; readonly object: PARTIAL }
  | { readonly type: 'text-delta'; readonly textDelta: string }
  | { readonly type: 'error'; readonly error: unknown }
  | {
      readonly type: 'finish'
      readonly finishReason: RunFinishReason
      readonly usage: LanguageModelUsage
      readonly response: ObjectResponse
      readonly providerMetadata?: ProviderMetadata
    }

/** What a stream has when it is over. */
export interface ObjectStreamFields {
  readonly object: unknown
  readonly finishReason: RunFinishReason
  readonly usage: LanguageModelUsage
  readonly warnings: RequestWarning[] | undefined
  readonly request: RequestMetadata
  readonly response: ObjectResponse
  readonly providerMetadata: ProviderMetadata | undefined
}

type FinishPart = Extract<RunnableStreamPart, { type: 'finish' }>

/** Streams an object, and has its outcome when the stream is over. */
export class ObjectStream {
  readonly #call: ObjectCall
  /** The fields that are there. */
  readonly fields: { -readonly [NAME in keyof ObjectStreamFields]?: ObjectStreamFields[NAME] } = {}
  /** Why the stream failed, or the answer is not the object. The other fields may still be there. */
  error: { readonly value: unknown } | undefined
  #reader: PartialObjectReader
  #text = ''
  #response: { id: string; timestamp: Date; modelId: string }
  #headers: Readonly<Record<string, string>> | undefined
  #warnings: RequestWarning[] | undefined
  #providerMetadata: ProviderMetadata | undefined
  #usage = noUsage
  #finishReason: RunFinishReason = 'other'
  #startedAt = 0
  #msToFirstChunk: number | undefined

  constructor(call: ObjectCall) {
    this.#call = call
    this.#reader = new PartialObjectReader(call.format)
    this.#response = { id: '', timestamp: new Date(0), modelId: call.run.model.modelId }
  }

  /** All parts. An error of the model is a part; a stream that breaks throws. */
  async *parts(): AsyncGenerator<ObjectStreamPart> {
    const { run } = this.#call
    try {
      let opened: ObjectStep
      let result: RunnableStream
      try {
        opened = await openObjectStep(this.#call)
        result = await this.#open(opened)
      } catch (error) {
        yield await this.#fail(await failRun(run, error))
        return
      }
      try {
        yield* this.#read(opened, result)
      } finally {
        opened.clear()
      }
      await this.#finish()
    } finally {
      run.clear()
    }
  }

  async #open({ step, call }: ObjectStep): Promise<RunnableStream> {
    const { run, internals } = this.#call
    this.#startedAt = internals.now()
    const result = await callModel(run, step, call, () => step.model.stream(call))
    this.fields.request = result.request ?? {}
    this.#response = { id: internals.generateId(), timestamp: internals.currentDate(), modelId: step.model.modelId }
    this.#headers = result.response?.headers
    return result
  }

  async *#read({ step }: ObjectStep, { parts }: RunnableStream): AsyncGenerator<ObjectStreamPart> {
    const batches = parts[Symbol.asyncIterator]()
    let isOver = false
    try {
      for (;;) {
        const { done, value: batch } = await guard(batches.next(), step.signal)
        if (done === true) break
        for (const part of batch) yield* this.#take(part)
      }
      isOver = true
    } catch (error) {
      const failure = await failRun(this.#call.run, error)
      await this.#fail(failure)
      throw failure
    } finally {
      // Does not wait for the provider, and ignores its errors.
      if (!isOver) batches.return?.().catch(() => undefined)
    }
    if (this.fields.usage === undefined && this.error === undefined) yield await this.#fail(truncated())
  }

  async *#take(part: RunnableStreamPart): AsyncGenerator<ObjectStreamPart> {
    if (part.type === 'stream-start') {
      this.#warnings = part.warnings
      return
    }
    if (!['text-delta', 'response-metadata', 'finish', 'error'].includes(part.type)) return
    this.#msToFirstChunk ??= this.#call.internals.now() - this.#startedAt
    if (part.type === 'text-delta') {
      this.#text += part.delta
      const partial = await this.#reader.push(part.delta)
      if (partial === undefined) return
      yield { type: 'object', object: partial.object }
      yield { type: 'text-delta', textDelta: partial.textDelta }
    } else if (part.type === 'response-metadata') {
      const { id, timestamp, modelId } = this.#response
      this.#response = {
        id: part.id ?? id,
        timestamp: part.timestamp ?? timestamp,
        modelId: part.modelId ?? modelId,
      }
    } else if (part.type === 'error') {
      yield await this.#fail(part.error)
    } else if (part.type === 'finish') {
      yield* this.#end(part)
    }
  }

  async *#end(part: FinishPart): AsyncGenerator<ObjectStreamPart> {
    const { run, options, format } = this.#call
    const { rest } = this.#reader
    if (rest !== '') yield { type: 'text-delta', textDelta: rest }
    const finishReason = this.error === undefined ? part.finishReason.unified : 'error'
    const usage = toUsage(part.usage, run.model.aiVersion)
    this.#usage = usage
    this.#finishReason = finishReason
    this.#providerMetadata = part.providerMetadata
    yield { ...part, finishReason, usage, response: this.#response }
    if (this.error !== undefined) return
    const response = { ...this.#response, headers: this.#headers }
    const { providerMetadata } = part
    Object.assign(this.fields, { finishReason, usage, response, providerMetadata, warnings: this.#warnings })
    endSpans(run, { usage, finishReason, response, text: this.#text })
    const context = { response: this.#response, usage, finishReason }
    try {
      const repair = options.repairText ?? options.experimental_repairText
      this.fields.object = await parseObject(this.#text, format, repair, context)
    } catch (error) {
      this.error = { value: error }
    }
  }

  /** Records an error. The first one is that of the result. */
  async #fail(error: unknown): Promise<ObjectStreamPart> {
    const { run } = this.#call
    this.error ??= { value: error }
    this.#finishReason = 'error'
    await run.notify(run.onError, { error })
    return { type: 'error', error }
  }

  async #finish(): Promise<void> {
    const { options, run, id } = this.#call
    const { provider, modelId } = run.model
    logWarnings(this.#warnings ?? [], run.model)
    const answer = {
      callId: id,
      finishReason: this.#finishReason,
      usage: this.#usage,
      reasoning: undefined,
      warnings: this.#warnings,
      request: this.fields.request ?? {},
      response: { ...this.#response, headers: this.#headers },
      providerMetadata: this.#providerMetadata,
    }
    await run.notify(options.onStepEnd ?? options.onStepFinish, {
      ...answer,
      stepNumber: 0,
      provider,
      modelId,
      objectText: this.#text,
      msToFirstChunk: this.#msToFirstChunk,
    })
    await run.notify(options.onFinish, { ...answer, object: this.fields.object, error: this.error?.value })
  }
}

function truncated(): ToolfitError {
  return new ToolfitError('model-stream-truncated', 'The stream of the model ended before it said that it was done.')
}
