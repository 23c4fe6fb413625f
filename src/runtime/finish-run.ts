import { contentOf, type FinishEvent } from './events.ts'
import { sumUsage } from './language-model-usage.ts'
import type { Run } from './run.ts'
import type { Step } from './step-result.ts'

/**
 * Tells everybody that a run is over. An answer that `output` could not read is the run's error, unless it streams: then all has been
 * seen by now, and only the promise of `output` rejects.
 */
export async function finishRun(run: Run): Promise<void> {
  const { options, steps, telemetry, notify, parsed } = run
  const last = steps[steps.length - 1]!
  const usage = sumUsage(steps.map((step) => step.usage))
  if (parsed !== undefined && 'error' in parsed) {
    if (!run.isStreamed) throw parsed.error
    await notify(options.onError, { error: parsed.error })
  }
  telemetry?.end({ usage, finishReason: last.finishReason, text: last.text })
  const listener = options.onEnd ?? options.onFinish
  if (listener !== undefined) await notify(listener, finishEvent(run, last, usage))
}

/** The last step, and the whole beside it. */
function finishEvent(run: Run, last: Step, totalUsage: FinishEvent['totalUsage']): FinishEvent {
  const { steps, responseMessages, context } = run
  const properties = {
    steps,
    totalUsage,
    usage: totalUsage,
    finalStep: last,
    content: contentOf(steps),
    text: last.text,
    reasoning: last.reasoning,
    reasoningText: last.reasoningText,
    responseMessages,
    warnings: steps.flatMap(({ warnings }) => warnings),
    response: { ...last.response, messages: responseMessages },
    experimental_context: context,
  }
  const describe = (value: unknown): PropertyDescriptor => ({ value, enumerable: true })
  const descriptors = Object.entries(properties).map(([name, value]) => [name, describe(value)] as const)
  return Object.create(last, Object.fromEntries(descriptors)) as FinishEvent
}
