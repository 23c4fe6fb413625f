import type { ModelCallOptions } from '../../models/versions/language-model.ts'
import { headersFor } from '../loop/model-call.ts'
import { openStep } from '../loop/open-step.ts'
import { createOutput } from '../output/output-spec.ts'
import type { LanguageModelUsage } from '../result/usage.ts'
import { createRun } from '../run/create-run.ts'
import type { RunOptions } from '../run/options.ts'
import type { OpenStep, Run } from '../run/run.ts'
import type { GenerateObjectStartEvent } from './object-events.ts'
import { type ObjectFormat, type ObjectFormatOptions, readObjectFormat } from './object-format.ts'
import type { ObjectInternals, ObjectOptions } from './object-options.ts'

/** The options of any call for an object, as they are read. */
export type AnyObjectOptions = ObjectOptions &
  ObjectFormatOptions & { readonly onError?: RunOptions['onError'] | undefined }

/** A call for an object: a run of one step without tools. */
export interface ObjectCall {
  readonly options: AnyObjectOptions
  readonly format: ObjectFormat
  readonly run: Run
  readonly id: string
  readonly internals: { readonly [NAME in keyof ObjectInternals]-?: NonNullable<ObjectInternals[NAME]> }
}

/** The step of a call, when the model is about to be called. */
export interface ObjectStep {
  readonly step: OpenStep
  readonly call: ModelCallOptions
  readonly clear: () => void
}

/** @throws ToolfitError and InvalidArgumentError for invalid options. */
export function createObjectCall(options: AnyObjectOptions, isStreamed: boolean): ObjectCall {
  const format = readObjectFormat(options)
  const { _internal, ...given } = options
  const run = createRun(toRunOptions(given), isStreamed)
  const internals = {
    generateId: _internal?.generateId ?? createObjectId,
    currentDate: _internal?.currentDate ?? (() => new Date()),
    now: _internal?.now ?? (() => performance.now()),
  }
  run.output = createOutput<unknown, unknown, unknown>({
    name: format.type,
    kind: 'json',
    formatFor: (model) => format.responseFormat(model),
    parseComplete: (text) => text,
    readPartial: () => ({ push: () => undefined }),
  })
  return { options, format, run, id: internals.generateId(), internals }
}

/** Without what a run does not know, and would warn about. */
function toRunOptions(options: Omit<AnyObjectOptions, '_internal'>): RunOptions {
  const {
    repairText: _1,
    experimental_repairText: _2,
    onStart: _3,
    experimental_onStart: _4,
    onStepStart: _5,
    experimental_onStepStart: _6,
    onStepEnd: _7,
    onStepFinish: _8,
    onFinish: _9,
    output: _10,
    schema: _11,
    schemaName: _12,
    schemaDescription: _13,
    enum: _14,
    ...run
  } = options
  return run
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function createObjectId(): string {
  const characters = Array.from({ length: 24 }, () => alphabet[Math.floor(Math.random() * alphabet.length)])
  return `aiobj-${characters.join('')}`
}

/** Announces the call, and opens its step. */
export async function openObjectStep({ options, format, run, id }: ObjectCall): Promise<ObjectStep> {
  const { schema } = await format.responseFormat(run.model)
  const { provider, modelId } = run.model
  await run.notify(options.onStart ?? options.experimental_onStart, startEvent(options, format, run, id, schema))
  if (run.opening !== undefined) Object.assign(run, await run.opening)
  const { step, call: whole, deadline } = await openStep(run, 'turn')
  // There are no tools to choose from.
  const { tools: _tools, toolChoice: _choice, ...call } = whole
  step.span = run.telemetry?.startStep({
    stepNumber: 0,
    model: { provider, modelId },
    settings: call,
    messages: call.prompt,
  })
  await run.notify(options.onStepStart ?? options.experimental_onStepStart, {
    callId: id,
    stepNumber: 0,
    provider,
    modelId,
    providerOptions: options.providerOptions,
    headers: run.isStreamed ? options.headers : call.headers,
    promptMessages: call.prompt,
  })
  return { step, call, clear: () => deadline.clear() }
}

/** What telemetry says about an answer. */
export interface ObjectOutcome {
  readonly usage: LanguageModelUsage
  readonly finishReason: string
  readonly response: { readonly id: string; readonly modelId: string }
  readonly text: string
}

/** Ends the spans of a call whose model has answered. */
export function endSpans({ open, telemetry }: Run, { usage, finishReason, response, text }: ObjectOutcome): void {
  open?.span?.end({ usage, finishReason, response, content: [{ type: 'text', text }] })
  telemetry?.end({ usage, finishReason, text })
}

function startEvent(
  options: AnyObjectOptions,
  format: ObjectFormat,
  run: Run,
  callId: string,
  schema: unknown,
): GenerateObjectStartEvent {
  return {
    callId,
    operationId: run.isStreamed ? 'ai.streamObject' : 'ai.generateObject',
    provider: run.model.provider,
    modelId: run.model.modelId,
    system: options.instructions ?? options.system,
    prompt: options.prompt,
    messages: options.messages,
    maxOutputTokens: options.maxOutputTokens,
    temperature: options.temperature,
    topP: options.topP,
    topK: options.topK,
    presencePenalty: options.presencePenalty,
    frequencyPenalty: options.frequencyPenalty,
    seed: options.seed,
    maxRetries: options.maxRetries ?? 2,
    headers: run.isStreamed ? options.headers : headersFor(run, run.model),
    providerOptions: options.providerOptions,
    output: format.type,
    schema: schema as Record<string, unknown> | undefined,
    schemaName: options.schemaName,
    schemaDescription: options.schemaDescription,
  }
}
