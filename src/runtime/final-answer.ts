import type { OpenStep, Run } from './run.ts'
import { isComplete } from './settle-calls.ts'
import { textOf } from './step-result.ts'

/**
 * Whether the model has to be asked once more, for an answer in the format of `output`. Many models take no format beside tools, so
 * it is asked for when the tools are done; a last text that fits already saves the call.
 */
export async function needsFinalAnswer(run: Run, step: OpenStep): Promise<boolean> {
  const { output } = run
  if (output === undefined) return false
  const isOpen = step.calls.some(({ part }) => part.providerExecuted !== true && !step.answers.has(part.toolCallId))
  // Calls that wait for the caller, or an answer that was cut off: there is none to read yet.
  if (isOpen || !isComplete(step)) return false
  const text = textOf(step.content)
  const isLastWord = step.calls.every(({ part }) => part.providerExecuted === true)
  if (step.hasFormat || output.kind === 'text' || (isLastWord && text.trim() !== '')) {
    run.parsed = await read(run, step, text)
    return 'error' in run.parsed && !step.hasFormat && output.kind !== 'text'
  }
  return true
}

async function read({ output }: Run, step: OpenStep, text: string): Promise<NonNullable<Run['parsed']>> {
  const { finishReason, usage, response } = step
  try {
    return { value: await output!.parseComplete(text, { finishReason: finishReason.unified, usage, response }) }
  } catch (error) {
    return { error }
  }
}
