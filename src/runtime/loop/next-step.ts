import { isComplete } from '../calls/settle-calls.ts'
import { findFatal } from '../calls/tool-errors.ts'
import type { ParsedOutput } from '../result/run-result.ts'
import { type Step, textOf } from '../result/step.ts'
import type { OpenStep, ReadCall, Run } from '../run/run.ts'
import { isStopped } from '../run/stop-when.ts'

/** A turn of the conversation, or a last step that only asks for the answer in the format of `output`. */
export type NextStep = 'turn' | 'format'

/** The step that follows; undefined where the run is over. */
export async function nextStep(run: Run, step: OpenStep): Promise<NextStep | undefined> {
  const canContinue = canGoOn(step)
  const isOver = canContinue && (await isStopped(run.stopConditions, run.steps))
  const fatal = findFatal(step, run.options.invalidToolInput, isOver && isComplete(step))
  if (fatal !== undefined) throw fatal
  if (canContinue && !isOver) return 'turn'
  return (await needsFinalAnswer(run, step)) ? 'format' : undefined
}

/**
 * Whether there are calls, and each has a result, or will get one from the provider in a later step. Calls of an answer that was cut off
 * have none, unless they are invalid.
 */
function canGoOn(step: OpenStep): boolean {
  const answered = new Set(
    step.content.map((part) => part.type !== 'tool-call' && (part as { toolCallId?: string }).toolCallId),
  )
  const isDue = ({ part, prepared }: ReadCall) =>
    part.providerExecuted !== true || (isDeferred(prepared?.tool) && !answered.has(part.toolCallId))
  return step.calls.some(isDue) && step.finishReason.unified !== 'interrupted' && !hasOpenCalls(step)
}

/** Whether a call that is not the provider's has no result. */
function hasOpenCalls({ calls, answers }: OpenStep): boolean {
  return calls.some(({ part }) => part.providerExecuted !== true && !answers.has(part.toolCallId))
}

/** Some tools of providers give their results only when the model is asked again. */
function isDeferred(tool: object | undefined): boolean {
  return (tool as { supportsDeferredResults?: boolean } | undefined)?.supportsDeferredResults === true
}

/**
 * Whether the model has to be asked once more, for an answer in the format of `output`. Some models take no format together with
 * tools, so it is asked for when the tools are done, unless the last text is valid already.
 */
async function needsFinalAnswer(run: Run, step: OpenStep): Promise<boolean> {
  const { output } = run
  if (output === undefined || output.kind === 'text') return false
  // A model that was asked for the format with its tools may still not honour it. Those of other packages are not asked again, as in `ai`.
  if (step.hasFormat && !(step.model.isInternal && step.tools.modelTools !== undefined)) return false
  // With calls that wait for the caller, or an answer that was cut off, there is no output yet.
  if (hasOpenCalls(step) || !isComplete(step)) return false
  const isLastWord = step.calls.every(({ part }) => part.providerExecuted === true)
  if (!isLastWord || textOf(step.content).trim() === '') return true
  const parsed = await parseOutput(run, run.steps[run.steps.length - 1]!)
  if ('error' in parsed) return true
  run.parsed = parsed
  return false
}

/** The answer of a step, as `output` parses it. */
export async function parseOutput({ output }: Run, step: Step): Promise<ParsedOutput> {
  const { finishReason, usage, response, text } = step
  try {
    return { value: await output!.parseComplete(text, { finishReason, usage, response }) }
  } catch (error) {
    return { error }
  }
}
