import { ToolfitError } from '../../core/errors.ts'
import { findShapeProblem, isPlainObject } from '../../core/json.ts'
import type { MessageJson, ToolResultOutput } from '../../core/message.ts'
import type { AnyTool } from '../../tools/tool.ts'

/** A result as the model gets it: what `toModelOutput` returns, else text as text and everything else as JSON. */
export async function toModelOutput(
  tool: AnyTool,
  { toolCallId, input, output }: { readonly toolCallId: string; readonly input: unknown; readonly output: unknown },
): Promise<ToolResultOutput> {
  if (tool.toModelOutput === undefined) return plainOutput(output)
  const made = (await tool.toModelOutput({ toolCallId, input, output } as never)) as ToolResultOutput | undefined
  switch (made?.type) {
    case 'json':
    case 'error-json':
      return { ...made, value: toJson(made.value) }
    case 'text':
    case 'error-text':
      if (typeof made.value === 'string') return made
      break
    case 'content':
      if (Array.isArray(made.value) && made.value.every(isPlainObject)) return made
      break
    case 'execution-denied':
      return made
  }
  const message = "toModelOutput must return { type: 'text' | 'json' | 'content', value }."
  throw new ToolfitError('tool-output-unserialisable', message)
}

export function plainOutput(output: unknown): ToolResultOutput {
  if (typeof output === 'string') return { type: 'text', value: output }
  return { type: 'json', value: output === undefined ? null : toJson(output) }
}

/** Serialising deeper values would exhaust the stack. */
const deepest = 1_000

/**
 * A JSON copy: later changes of the object do not reach the history. Values that JSON would lose are converted: a Map to an object or
 * entries, a Set to a list, a BigInt to digits.
 */
function toJson(output: unknown): MessageJson {
  const problem = findShapeProblem(output, deepest)
  if (problem !== undefined) {
    const what = problem === 'circular' ? 'contains itself' : `nests deeper than ${deepest} levels`
    const message = `The output of the tool ${what}, and has no JSON form. Return plain data, or set toModelOutput.`
    throw new ToolfitError('tool-output-unserialisable', message, { problem })
  }
  const text = JSON.stringify(output, replace) as string | undefined
  if (text !== undefined) return JSON.parse(text) as MessageJson
  const message = `A ${typeof output} has no JSON form. Return plain data, or set toModelOutput.`
  throw new ToolfitError('tool-output-unserialisable', message, { type: typeof output })
}

export function replace(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Set) return [...value]
  if (!(value instanceof Map)) return value
  const entries = [...value]
  return entries.every(([key]) => typeof key === 'string') ? Object.fromEntries(entries) : entries
}

/** An error as the model gets it: its message, with its name where it has one of its own. */
export function errorOutput(error: unknown): ToolResultOutput {
  return { type: 'error-text', value: errorText(error) }
}

/** The text of anything that was thrown. Never throws itself. */
export function errorText(error: unknown): string {
  try {
    if (typeof error === 'string') return error
    // The name of an error of `ai` says what kind it is; ours alone says nothing.
    if (ToolfitError.isInstance(error) && error.name === 'ToolfitError') return error.message
    if (error instanceof Error) return String(error)
    if (typeof error === 'object' && error !== null) return JSON.stringify(error) ?? String(error)
    if (error !== undefined && error !== null) return String(error)
  } catch {
    // It contains itself, or its getters throw.
  }
  return 'unknown error'
}
