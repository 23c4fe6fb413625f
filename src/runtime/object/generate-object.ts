import type { Json } from '../../core/json.ts'
import type { RunnableContent, RunnableResult } from '../../models/versions/any-model.ts'
import type { FlexibleSchema, InferSchema } from '../../tools/flexible-schema.ts'
import type { ProviderMetadata } from '../../wire/model-reply.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { NoObjectGeneratedError, type ObjectResponse } from '../errors/output-errors.ts'
import { failRun } from '../loop/end-run.ts'
import { callModel } from '../loop/model-call.ts'
import type { RequestMetadata, RunFinishReason } from '../result/content.ts'
import { type LanguageModelUsage, toUsage } from '../result/usage.ts'
import { logWarnings } from '../run/log-warnings.ts'
import { type AnyObjectOptions, createObjectCall, endSpans, type ObjectCall, openObjectStep } from './object-call.ts'
import type { AnyObject, EnumObject, ObjectOptions, SchemaList, SchemaObject } from './object-options.ts'
import { type ObjectContext, parseObject } from './parse-object.ts'

/** What `generateObject` gives. */
export interface GenerateObjectResult<OBJECT> {
  readonly object: OBJECT
  readonly reasoning: string | undefined
  readonly finishReason: RunFinishReason
  readonly usage: LanguageModelUsage
  readonly warnings: RequestWarning[] | undefined
  readonly request: RequestMetadata
  readonly response: ObjectResponse
  readonly providerMetadata: ProviderMetadata | undefined
  /** The object as a response with the type `application/json`. */
  toJsonResponse(init?: ResponseInit): Response
}

/**
 * Asks a model for an object: one call, no tools. `generateText` with `output` does the same with tools, and repairs answers that are
 * nearly JSON.
 *
 * - `schema`: a value that fits it. With `output: 'array'`, a list of such values.
 * - `output: 'enum'`, `enum`: one of several words.
 * - `output: 'no-schema'`: any JSON.
 *
 * @throws NoObjectGeneratedError (`ToolfitError` with the code `output-invalid`): the answer is not the object that was asked for, and
 * `repairText` did not help. And what `generateText` throws about options and models.
 *
 * @example
 * ```ts
 * import { generateObject } from 'toolfit'
 * import { emulatedGemini } from 'toolfit/testing'
 * import { z } from 'zod'
 *
 * const { model } = emulatedGemini(['{ "city": "Rome", "celsius": 31 }'])
 * const { object } = await generateObject({
 *   model,
 *   schema: z.object({ city: z.string(), celsius: z.number() }),
 *   prompt: 'The weather in Rome: sunny, 31 degrees.',
 * })
 * object // { city: 'Rome', celsius: 31 }
 * ```
 */
export function generateObject<const SCHEMA extends FlexibleSchema>(
  options: ObjectOptions<InferSchema<SCHEMA>> & SchemaObject<SCHEMA>,
): Promise<GenerateObjectResult<InferSchema<SCHEMA>>>
export function generateObject<const SCHEMA extends FlexibleSchema>(
  options: ObjectOptions<InferSchema<SCHEMA>[]> & SchemaList<SCHEMA>,
): Promise<GenerateObjectResult<InferSchema<SCHEMA>[]>>
export function generateObject<const CHOICE extends string>(
  options: ObjectOptions<CHOICE> & EnumObject<CHOICE>,
): Promise<GenerateObjectResult<CHOICE>>
export function generateObject(options: ObjectOptions<Json> & AnyObject): Promise<GenerateObjectResult<Json>>
export async function generateObject(options: unknown): Promise<GenerateObjectResult<unknown>> {
  const call = createObjectCall(options as AnyObjectOptions, false)
  try {
    return await ask(call)
  } catch (error) {
    throw await failRun(call.run, error)
  } finally {
    call.run.clear()
  }
}

async function ask(objectCall: ObjectCall): Promise<GenerateObjectResult<unknown>> {
  const { run, options, format, id, internals } = objectCall
  const { step, call, clear } = await openObjectStep(objectCall)
  let result: RunnableResult
  try {
    result = await callModel(run, step, call, () => step.model.generate(call))
  } finally {
    clear()
  }
  const response = {
    id: result.response?.id ?? internals.generateId(),
    timestamp: result.response?.timestamp ?? internals.currentDate(),
    modelId: result.response?.modelId ?? step.model.modelId,
    headers: result.response?.headers,
    body: result.response?.body,
  }
  const context: ObjectContext & { readonly finishReason: RunFinishReason } = {
    response,
    usage: toUsage(result.usage, run.model.aiVersion),
    finishReason: result.finishReason.unified,
  }
  const text = joined(result.content, 'text', '')
  if (text === undefined) {
    const message = 'No object generated: the model did not return a response.'
    throw new NoObjectGeneratedError({ message, ...context })
  }
  const answer = {
    callId: id,
    finishReason: context.finishReason,
    usage: context.usage,
    reasoning: joined(result.content, 'reasoning', '\n'),
    warnings: [...step.warnings, ...(result.warnings ?? [])],
    request: result.request ?? {},
    response,
    providerMetadata: result.providerMetadata,
  }
  endSpans(run, { ...context, response, text })
  logWarnings(answer.warnings, run.model)
  const { provider, modelId } = run.model
  await run.notify(options.onStepEnd ?? options.onStepFinish, {
    ...answer,
    stepNumber: 0,
    provider,
    modelId,
    objectText: text,
    msToFirstChunk: undefined,
  })
  const repair = options.repairText ?? options.experimental_repairText
  const object = await parseObject(text, format, repair, context)
  await run.notify(options.onFinish, { ...answer, object, error: undefined })
  const { callId: _, ...fields } = answer
  return new DefaultGenerateObjectResult({ object, ...fields })
}

/** The texts of one kind; undefined where there is none. */
function joined(content: readonly RunnableContent[], type: 'text' | 'reasoning', separator: string) {
  const texts = content.flatMap((part) => (part.type === type ? [(part as { text: string }).text] : []))
  return texts.length === 0 ? undefined : texts.join(separator)
}

class DefaultGenerateObjectResult implements GenerateObjectResult<unknown> {
  declare readonly object: unknown
  declare readonly reasoning: string | undefined
  declare readonly finishReason: RunFinishReason
  declare readonly usage: LanguageModelUsage
  declare readonly warnings: RequestWarning[] | undefined
  declare readonly request: RequestMetadata
  declare readonly response: ObjectResponse
  declare readonly providerMetadata: ProviderMetadata | undefined

  constructor(fields: Omit<GenerateObjectResult<unknown>, 'toJsonResponse'>) {
    Object.assign(this, fields)
  }

  toJsonResponse(init: ResponseInit = {}): Response {
    const headers = new Headers(init.headers)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json; charset=utf-8')
    return new Response(JSON.stringify(this.object), { status: init.status ?? 200, headers })
  }
}
