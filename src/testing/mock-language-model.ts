import type { SpecificationVersion } from '../models/versions/any-model.ts'
import type { Untyped } from '../tools/flexible-schema.ts'

/** What a mock returns: a function, one result for all calls, or a list with one for each call. */
type Scripted = ((options: Untyped) => PromiseLike<Untyped>) | readonly Untyped[] | Untyped

/** What a mock of a language model takes. */
export interface MockLanguageModelOptions {
  /** Default `mock-provider`. */
  readonly provider?: string
  /** Default `mock-model-id`. */
  readonly modelId?: string
  readonly supportedUrls?: Record<string, RegExp[]> | (() => Record<string, RegExp[]>)
  /** A function, a result, or a list of results. Without it, a call throws. */
  readonly doGenerate?: Scripted
  readonly doStream?: Scripted
}

/** A language model for tests that records how it is called, as in `ai/test`. */
abstract class MockLanguageModel<VERSION extends SpecificationVersion> {
  abstract readonly specificationVersion: VERSION
  readonly provider: string
  readonly modelId: string
  readonly doGenerateCalls: Untyped[] = []
  readonly doStreamCalls: Untyped[] = []
  doGenerate: (options: Untyped) => Promise<Untyped>
  doStream: (options: Untyped) => Promise<Untyped>
  readonly #supportedUrls: () => Record<string, RegExp[]>

  constructor({
    provider = 'mock-provider',
    modelId = 'mock-model-id',
    supportedUrls = {},
    doGenerate,
    doStream,
  }: MockLanguageModelOptions = {}) {
    this.provider = provider
    this.modelId = modelId
    this.#supportedUrls = typeof supportedUrls === 'function' ? supportedUrls : () => supportedUrls
    this.doGenerate = async (options) => answer(doGenerate, options, this.doGenerateCalls)
    this.doStream = async (options) => answer(doStream, options, this.doStreamCalls)
  }

  get supportedUrls(): Record<string, RegExp[]> {
    return this.#supportedUrls()
  }
}

function answer(scripted: Scripted, options: Untyped, calls: Untyped[]): Untyped {
  calls.push(options)
  if (scripted === undefined) throw new Error('Not implemented')
  if (typeof scripted === 'function') return scripted(options)
  return Array.isArray(scripted) ? scripted[calls.length - 1] : scripted
}

/**
 * A language model of specification v4 (`ai` 7), for tests that care about the exact parts of a model. To test an agent, see
 * `emulatedGemini`.
 *
 * @example
 * ```ts
 * import { generateText } from 'toolfit'
 * import { MockLanguageModelV4 } from 'toolfit/testing'
 *
 * const model = new MockLanguageModelV4({
 *   doGenerate: {
 *     content: [{ type: 'text', text: 'Sunny.' }],
 *     finishReason: { unified: 'stop', raw: undefined },
 *     usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
 *     warnings: [],
 *   },
 * })
 * const { text } = await generateText({ model, prompt: 'Rome?' })
 * text // 'Sunny.'
 * model.doGenerateCalls.length // 1
 * ```
 */
export class MockLanguageModelV4 extends MockLanguageModel<'v4'> {
  readonly specificationVersion = 'v4'
}

/** A language model of specification v3 (`ai` 6), for tests. */
export class MockLanguageModelV3 extends MockLanguageModel<'v3'> {
  readonly specificationVersion = 'v3'
}

/** A language model of specification v2 (`ai` 5), for tests. */
export class MockLanguageModelV2 extends MockLanguageModel<'v2'> {
  readonly specificationVersion = 'v2'
}

/** Gives these values one after the other, and then the last one again and again. */
export function mockValues<T>(...values: readonly T[]): () => T {
  let count = 0
  return () => values[count++] ?? values[values.length - 1]!
}

/** Ids in a row: `id-0`, `id-1`, … */
export function mockId({ prefix = 'id' }: { readonly prefix?: string } = {}): () => string {
  let count = 0
  return () => `${prefix}-${count++}`
}

/** A stream of these values. */
export function convertArrayToReadableStream<T>(values: readonly T[]): ReadableStream<T> {
  return new ReadableStream({
    start(controller) {
      for (const value of values) controller.enqueue(value)
      controller.close()
    },
  })
}

export function convertArrayToAsyncIterable<T>(values: readonly T[]): AsyncIterable<T> {
  return {
    async *[Symbol.asyncIterator]() {
      yield* values
    },
  }
}

/** All values of a stream. */
export async function convertReadableStreamToArray<T>(stream: ReadableStream<T>): Promise<T[]> {
  const values: T[] = []
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) values.push(next.value)
  return values
}
