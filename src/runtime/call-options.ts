import type { ModelMessage } from '../core/message.ts'
import type { ToolCallOptions } from '../tools/tool-options.ts'
import { contextOf, type Run } from './run.ts'

/** Where a call stands. */
export interface CallPlace {
  readonly number: number
  readonly messages: readonly ModelMessage[]
  readonly signal: AbortSignal | undefined
}

/** What a tool is told beside its input. */
export function callOptionsFor(run: Run, place: CallPlace, toolCallId: string, toolName: string): ToolCallOptions {
  return {
    toolCallId,
    messages: place.messages as ModelMessage[],
    experimental_context: run.context,
    context: contextOf(run, toolName),
    toolName,
    stepNumber: place.number,
    // Last: in V8 every field behind a spread costs more than all those before it.
    ...(place.signal === undefined ? {} : { abortSignal: place.signal }),
  }
}
