import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { RunnableToolCall } from '../../models/versions/any-model.ts'
import type { Issue } from '../../schema/issue.ts'
import type { OpenStep } from '../run/run.ts'

/** The most tool names in a message: a set may have thousands. */
const shown = 20

/** The model called an unknown tool. `NoSuchToolError.isInstance` of `ai` recognises it. */
export function unknownTool(toolName: string, available: readonly string[] | undefined): ToolfitError {
  const more = available && available.length > shown ? `, and ${available.length - shown} more` : ''
  const list =
    available === undefined
      ? 'No tools are available'
      : `Available tools: ${available.slice(0, shown).join(', ')}${more}`
  const message = `Model tried to call unavailable tool '${toolName}'. ${list}.`
  const error = new ToolfitError('tool-unknown', message, { toolName, available })
  return asAiSdkError(Object.assign(error, { toolName, availableTools: available }), 'AI_NoSuchToolError')
}

/** The model's input is invalid. `InvalidToolInputError.isInstance` of `ai` recognises it. */
export function invalidInput(
  { toolName, input: toolInput }: RunnableToolCall,
  problem: string,
  { issues = [], cause }: { readonly issues?: readonly Issue[]; readonly cause?: unknown } = {},
): ToolfitError {
  const message = `Invalid input for tool ${toolName}: ${problem}`
  const error = new ToolfitError('tool-input-invalid', message, { toolName, toolInput, issues }, { cause })
  return asAiSdkError(Object.assign(error, { toolName, toolInput }), 'AI_InvalidToolInputError')
}

/** The issues with their places, in words that a model can act on. */
export function showIssues(issues: readonly Issue[]): string {
  return issues.map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`)).join(' ')
}

/** `toolChoice` was not honoured. `ToolChoiceViolationError.isInstance` of `ai` recognises it. */
function violatedChoice(message: string, step: OpenStep, content: readonly object[]): ToolfitError {
  const { toolChoice: given, finishReason, model } = step
  const toolChoice = typeof given === 'string' ? { type: given } : given
  const { provider, modelId } = model
  const fields = { toolChoice, finishReason: finishReason.unified, provider, modelId, content: [...content] }
  const error = new ToolfitError('tool-choice-violated', message, { toolChoice })
  return asAiSdkError(Object.assign(error, fields), 'AI_ToolChoiceViolationError')
}

/**
 * The model had to call a tool, and did not, or called one that it must not call. An interrupted model may have been about to.
 * `content` is its answer.
 * @throws ToolfitError `tool-choice-violated`
 */
export function assertChoice(step: OpenStep, content: readonly object[] = step.content): void {
  const { toolChoice, calls, finishReason } = step
  if (toolChoice === 'none' && calls.length > 0) throw violatedNone(step, content)
  if (toolChoice === 'auto' || toolChoice === 'none' || finishReason.unified === 'interrupted') return
  const wanted = toolChoice === 'required' ? undefined : toolChoice.toolName
  if (calls.some(({ part }) => wanted === undefined || part.toolName === wanted)) return
  const message =
    wanted === undefined
      ? 'Model response did not contain a tool call even though tool choice was required.'
      : `Model response did not contain a call to the required tool '${wanted}'.`
  throw violatedChoice(message, step, content)
}

/** Some models call a tool in spite of `toolChoice: 'none'`. It is never run. */
export function violatedNone(step: OpenStep, content: readonly object[] = step.content): ToolfitError {
  return violatedChoice('Model response contained a tool call even though tool choice was none.', step, content)
}

/** The error of an invalid call that ends the run: the model has no step left to correct it. Providers answer their own calls. */
export function findFatal(
  { calls }: OpenStep,
  mode: 'throw' | 'report' | undefined,
  isOver: boolean,
): Error | undefined {
  if (mode === 'report' || (mode === undefined && !isOver)) return undefined
  return calls.find(({ error, part }) => error !== undefined && !part.providerExecuted)?.error
}
