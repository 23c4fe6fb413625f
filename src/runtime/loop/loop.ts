import { settleCalls } from '../calls/settle-calls.ts'
import type { ResponseMessage } from '../result/content.ts'
import { loadFields, showFields, showPart } from '../result/show-fields.ts'
import { createStep, type Step } from '../result/step.ts'
import type { TextStreamPart } from '../result/stream-part.ts'
import { sumUsage } from '../result/usage.ts'
import { announce } from '../run/announce.ts'
import { guard } from '../run/deadline.ts'
import { logWarnings } from '../run/log-warnings.ts'
import { fieldsOf6, type OpenStep, type Run, shownContext } from '../run/run.ts'
import { nameOf } from './model-call.ts'
import { type NextStep, nextStep } from './next-step.ts'
import { openStep, type ReadyStep } from './open-step.ts'
import { toResponseMessages } from './response-messages.ts'
import { startEvent, stepStartEvent } from './run-events.ts'

/** Asks the model, records its answer in the step, and yields it part by part. */
export type Ask = (run: Run, step: OpenStep, call: ReadyStep['call']) => AsyncGenerator<TextStreamPart>

/**
 * The loop: ask the model, run the tools that it calls, send it the results, until it is done or a condition stops it. Events are
 * yielded as parts; the outcome is in the run. An error that ends the run is thrown.
 */
export async function* runLoop(run: Run, ask: Ask): AsyncGenerator<TextStreamPart> {
  await load(run)
  await announce(run, 'onStart', () => startEvent(run))
  yield { type: 'start' }
  yield* resume(run)
  for (let next: NextStep | undefined = 'turn'; next !== undefined; ) {
    const { step, call, overrides, deadline } = await openStep(run, next)
    step.span = run.telemetry?.startStep({
      stepNumber: step.number,
      model: nameOf(step.model),
      settings: call,
      messages: call.prompt,
    })
    try {
      const started = () => stepStartEvent(run, step, call, overrides)
      await announce(run, 'onStepStart', started)
      step.started = started
      yield* ask(run, step, call)
      endSpan(step)
      yield* settleCalls(run, step)
      step.signal?.throwIfAborted()
    } finally {
      deadline.clear()
    }
    yield finishStep(closeStep(run, step))
    // Transforms of the stream may have replaced the step.
    await reportStep(run, run.steps[run.steps.length - 1]!)
    next = await guard(nextStep(run, step), run.signal)
  }
  const last = run.steps[run.steps.length - 1]!
  const totalUsage = sumUsage(run)
  yield { type: 'finish', finishReason: last.finishReason, rawFinishReason: last.rawFinishReason, totalUsage }
}

/** Telemetry and output parsing are loaded only where they are asked for. */
async function load(run: Run): Promise<void> {
  if (run.model.aiVersion < 7) await loadFields()
  const source = run.options.output ?? run.options.experimental_output
  if (run.opening !== undefined) Object.assign(run, await run.opening)
  if (source !== undefined) run.output = (await import('../output/read-output.ts')).readOutput(source)
}

function closeStep(run: Run, step: OpenStep): Step {
  const messages = toResponseMessages(step)
  addMessages(run, messages)
  const result = stepOf(run, step, messages)
  run.steps.push(result)
  run.open = undefined
  run.closed = step
  return result
}

/** Calls the caller's listeners of warnings and of the ends of steps. */
export async function reportStep(run: Run, step: Step): Promise<void> {
  logWarnings(step.warnings, step.model)
  await announce(run, 'onStepEnd', () => step)
}

/** A step as callbacks and results have it. */
export function stepOf(run: Run, step: OpenStep, messages: ResponseMessage[]): Step {
  const { number, model, content, finishReason, usage, warnings, request, response, providerMetadata } = step
  const result = createStep({
    callId: run.callId,
    stepNumber: number,
    model: nameOf(model),
    runtimeContext: shownContext(run),
    toolsContext: run.toolsContext,
    content,
    finishReason: finishReason.unified,
    rawFinishReason: finishReason.raw,
    usage,
    performance: {
      stepTimeMs: step.timer.readStep(),
      toolExecutionMs: step.toolExecutionMs,
      ...(step.performance ?? step.timer.measure(usage, run.isStreamed)),
    },
    warnings,
    request,
    response: { ...response, messages },
    providerMetadata,
    ...(run.model.aiVersion < 7 ? fieldsOf6(run) : {}),
  })
  const { aiVersion } = run.model
  for (const part of content) showPart(aiVersion, part)
  return showFields(aiVersion, 'step', result)
}

/** The model has answered: the time of its tools is not part of the span. */
function endSpan({ span, usage, finishReason, response, content }: OpenStep): void {
  span?.end({ usage, finishReason: finishReason.unified, response, content })
}

function addMessages(run: Run, messages: readonly ResponseMessage[]): void {
  run.responseMessages.push(...messages)
  run.messages = [...run.messages, ...messages]
}

function finishStep(step: Step): TextStreamPart {
  const { response, usage, finishReason, rawFinishReason, providerMetadata, performance } = step
  const { messages: _, ...rest } = response
  return { type: 'finish-step', finishReason, rawFinishReason, usage, performance, providerMetadata, response: rest }
}

/** Calls that the user has approved or denied since the last run come first. */
async function* resume(run: Run): AsyncGenerator<TextStreamPart> {
  const last = run.messages[run.messages.length - 1]!
  if (last.role !== 'tool' || typeof last.content === 'string') return
  if (!last.content.some(({ type }) => type === 'tool-approval-response')) return
  const { resumeRun } = await import('./resume-run.ts')
  addMessages(run, yield* resumeRun(run))
}
