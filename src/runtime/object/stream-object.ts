import type { Json } from '../../core/json.ts'
import type { FlexibleSchema, InferSchema } from '../../tools/flexible-schema.ts'
import { UnsupportedFunctionalityError } from '../errors/value-errors.ts'
import type { DeepPartial } from '../output/output.ts'
import { type AsyncIterableStream, toIterableStream } from '../result/iterable-stream.ts'
import type { RunOptions } from '../run/options.ts'
import type { ServerResponseLike } from '../ui/ui-message-stream-options.ts'
import { createTextStreamResponse, pipeTextStreamToResponse } from '../ui/ui-responses.ts'
import { type AnyObjectOptions, createObjectCall } from './object-call.ts'
import type { AnyObject, EnumObject, ObjectOptions, SchemaList, SchemaObject } from './object-options.ts'
import { ObjectStream, type ObjectStreamFields, type ObjectStreamPart } from './object-stream.ts'
import { SharedParts } from './shared-parts.ts'

/** What `streamObject` gives. Reading any of its streams, or awaiting any of its promises, drives the call. */
export interface StreamObjectResult<PARTIAL, OBJECT, ELEMENT_STREAM>
  extends Readonly<{ [NAME in keyof Omit<ObjectStreamFields, 'object'>]: Promise<ObjectStreamFields[NAME]> }> {
  /** The whole object. Rejects with a `NoObjectGeneratedError` where the answer is not the object that was asked for. */
  readonly object: Promise<OBJECT>
  /** The object so far, each time it grew. It is not validated. */
  readonly partialObjectStream: AsyncIterableStream<PARTIAL>
  /** The elements of a list, each when it is complete; only with `output: 'array'`. */
  readonly elementStream: ELEMENT_STREAM
  /** The JSON of the object. */
  readonly textStream: AsyncIterableStream<string>
  readonly fullStream: AsyncIterableStream<ObjectStreamPart<PARTIAL>>
  toTextStreamResponse(init?: ResponseInit): Response
  pipeTextStreamToResponse(response: ServerResponseLike, init?: ResponseInit): Promise<void>
}

/** What `streamObject` takes, beside what says which object is wanted. */
export interface StreamObjectOptions<OBJECT = unknown> extends ObjectOptions<OBJECT> {
  /** Errors of the stream. Without it, they are written to the console. */
  readonly onError?: RunOptions['onError'] | undefined
}

/**
 * {@link generateObject} as a stream of partial objects. `streamText` with `output` does the same with tools.
 *
 * @throws ToolfitError, InvalidArgumentError: what is wrong with the options themselves. Other errors are parts, and reject the promises.
 *
 * @example
 * ```ts
 * import { streamObject } from 'toolfit'
 * import { emulatedGemini } from 'toolfit/testing'
 * import { z } from 'zod'
 *
 * const { model } = emulatedGemini(['{ "elements": [{ "city": "Rome" }, { "city": "Oslo" }] }'])
 * const { elementStream } = streamObject({
 *   model,
 *   output: 'array',
 *   schema: z.object({ city: z.string() }),
 *   prompt: 'Two capitals.',
 * })
 * const cities: string[] = []
 * for await (const { city } of elementStream) cities.push(city)
 * cities // ['Rome', 'Oslo']
 * ```
 */
export function streamObject<const SCHEMA extends FlexibleSchema>(
  options: StreamObjectOptions<InferSchema<SCHEMA>> & SchemaObject<SCHEMA>,
): StreamObjectResult<DeepPartial<InferSchema<SCHEMA>>, InferSchema<SCHEMA>, never>
export function streamObject<const SCHEMA extends FlexibleSchema>(
  options: StreamObjectOptions<InferSchema<SCHEMA>[]> & SchemaList<SCHEMA>,
): StreamObjectResult<InferSchema<SCHEMA>[], InferSchema<SCHEMA>[], AsyncIterableStream<InferSchema<SCHEMA>>>
export function streamObject<const CHOICE extends string>(
  options: StreamObjectOptions<CHOICE> & EnumObject<CHOICE>,
): StreamObjectResult<string, CHOICE, never>
export function streamObject(options: StreamObjectOptions<Json> & AnyObject): StreamObjectResult<Json, Json, never>
export function streamObject(options: unknown): StreamObjectResult<unknown, unknown, unknown> {
  const call = createObjectCall(options as AnyObjectOptions, true)
  const stream = new ObjectStream(call)
  const parts = new SharedParts(stream.parts())
  return createResult(stream, parts, call.format.type) as StreamObjectResult<unknown, unknown, unknown>
}

const fieldNames = [
  'object',
  'finishReason',
  'usage',
  'warnings',
  'request',
  'response',
  'providerMetadata',
] as const satisfies readonly (keyof ObjectStreamFields)[]

function createResult(stream: ObjectStream, parts: SharedParts<ObjectStreamPart>, type: string): object {
  const texts = () => pick(parts, (part) => (part.type === 'text-delta' ? [part.textDelta] : []))
  const result = {
    get partialObjectStream() {
      return toIterableStream(pick(parts, (part) => (part.type === 'object' ? [part.object] : [])))
    },
    get elementStream() {
      if (type !== 'array')
        throw new UnsupportedFunctionalityError({ functionality: `element streams in ${type} mode` })
      let published = 0
      return toIterableStream(
        pick(parts, (part) => {
          if (part.type !== 'object') return []
          const elements = (part.object as unknown[]).slice(published)
          published += elements.length
          return elements
        }),
      )
    },
    get textStream() {
      return toIterableStream(texts())
    },
    get fullStream() {
      return toIterableStream(parts.read())
    },
    toTextStreamResponse: (init?: ResponseInit) => createTextStreamResponse({ ...init, stream: texts() }),
    pipeTextStreamToResponse: (response: ServerResponseLike, init?: ResponseInit) =>
      pipeTextStreamToResponse({ ...init, response, stream: texts() }),
  }
  for (const name of fieldNames) {
    let promise: Promise<unknown> | undefined
    Object.defineProperty(result, name, {
      get() {
        promise ??= promiseOf(stream, parts, name)
        return promise
      },
      enumerable: true,
      configurable: true,
    })
  }
  return result
}

/** A field of the result. A field that is there resolves, also when the object is not the one that was asked for. */
function promiseOf(
  stream: ObjectStream,
  parts: SharedParts<ObjectStreamPart>,
  name: keyof ObjectStreamFields,
): Promise<unknown> {
  const promise = parts.drain().then(() => {
    if (!Object.hasOwn(stream.fields, name)) throw stream.error?.value
    return stream.fields[name]
  })
  // Where it is not awaited, the error is in the stream and in `onError`.
  promise.catch(() => undefined)
  return promise
}

/** The values that are picked from the parts. */
async function* pick<T>(
  parts: SharedParts<ObjectStreamPart>,
  values: (part: ObjectStreamPart) => readonly T[],
): AsyncGenerator<T> {
  for await (const part of parts.read()) yield* values(part)
}
