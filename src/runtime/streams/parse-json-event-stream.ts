import type { FlexibleSchema, InferSchema } from '../../tools/flexible-schema.ts'
import { createSseDecoder } from '../../wire/sse.ts'
import { JSONParseError, TypeValidationError } from '../errors/value-errors.ts'
import { openSchema } from '../output/parse-answer.ts'

/** The JSON of an event, or why it is not what the schema says. */
export type JsonEvent<VALUE> =
  | { readonly success: true; readonly value: VALUE; readonly rawValue: unknown }
  | { readonly success: false; readonly error: JSONParseError | TypeValidationError; readonly rawValue: unknown }

/**
 * Reads a stream of server-sent events whose data is JSON, such as a UI message stream. The event `[DONE]` is left out.
 *
 * @example
 * ```ts
 * import { parseJsonEventStream } from 'toolfit'
 * import { z } from 'zod'
 *
 * const { body } = new Response('data: {"n":1}\n\ndata: [DONE]\n\n')
 * const events = parseJsonEventStream({ stream: body!, schema: z.object({ n: z.number() }) })
 * const { value } = await events.getReader().read()
 * value // { success: true, value: { n: 1 }, rawValue: { n: 1 } }
 * ```
 */
export function parseJsonEventStream<SCHEMA extends FlexibleSchema>({
  stream,
  schema,
}: {
  readonly stream: ReadableStream<Uint8Array>
  readonly schema: SCHEMA
}): ReadableStream<JsonEvent<InferSchema<SCHEMA>>> {
  const decoder = createSseDecoder()
  const emit = async (events: readonly string[], controller: TransformStreamDefaultController) => {
    for (const data of events) if (data !== '[DONE]') controller.enqueue(await parse(data, schema))
  }
  return stream.pipeThrough(
    new TransformStream<Uint8Array, JsonEvent<InferSchema<SCHEMA>>>({
      transform: (bytes, controller) => emit(decoder.push(bytes), controller),
      flush: (controller) => emit(decoder.end(), controller),
    }),
  )
}

async function parse(text: string, schema: FlexibleSchema): Promise<JsonEvent<unknown>> {
  let rawValue: unknown
  try {
    rawValue = JSON.parse(text)
  } catch (cause) {
    return { success: false, error: new JSONParseError({ text, cause }), rawValue: undefined }
  }
  const { value, issues } = await (await openSchema(schema)).parse(rawValue)
  if (issues === undefined) return { success: true, value, rawValue }
  return { success: false, error: new TypeValidationError({ value: rawValue, cause: issues }), rawValue }
}
