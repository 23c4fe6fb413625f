import { ToolfitError } from '../../core/errors.ts'
import { asAiSdkError } from '../../models/http/api-call-error.ts'
import type { RunnableToolCall } from '../../models/versions/any-model.ts'
import { errorText } from '../result/tool-output.ts'
import type { OpenStep, Run } from '../run/run.ts'

/** Asks the caller for a call in place of an invalid one. */
export async function repairCall(
  run: Run,
  step: OpenStep,
  { received: _, ...toolCall }: RunnableToolCall,
  error: ToolfitError,
): Promise<RunnableToolCall | null> {
  const { options } = run
  const ask = options.repairToolCall ?? options.experimental_repairToolCall
  // Without tools, no call can be valid; with the choice `none`, none may be.
  if (ask === undefined || options.tools === undefined || step.toolChoice === 'none') return null
  try {
    return await ask({
      toolCall,
      tools: options.tools,
      error,
      inputSchema({ toolName }) {
        const schema = step.tools.byName.get(toolName)?.input?.closedSchema
        return typeof schema === 'object' ? schema : {}
      },
      messages: step.messages,
      system: step.instructions,
      instructions: step.instructions,
      abortSignal: step.signal,
    })
  } catch (cause) {
    const message = `Error repairing tool call: ${errorText(cause)}`
    const failed = new ToolfitError(error.code, message, error.evidence, { cause })
    throw asAiSdkError(Object.assign(failed, { originalError: error }), 'AI_ToolCallRepairError')
  }
}
