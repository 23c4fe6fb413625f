import { ownValue } from '../../core/json.ts'
import type { ModelMessage } from '../../core/message.ts'
import type { AnyTool, ToolSet } from '../../tools/tool.ts'
import type { StepTools } from '../run/run.ts'
import type { Experimental_ToolCallerTool } from '../run/tool-caller.ts'

/** Who may call each tool, by its name. */
export type ToolCallers = Readonly<Record<string, readonly string[] | undefined>>

/** Hides the tools that the model may not call, and gives them to their callers. A tool without `callers` stays as it is. */
export function bindCallers(
  tools: ToolSet,
  names: readonly string[],
  callers: ToolCallers,
): { tools: ToolSet; withNotes: StepTools['withNotes'] } {
  const active = new Map(names.map((name) => [name, tools[name] as AnyTool & MaybeCaller]))
  const hidden = new Set<string>()
  const callable: { callerName: string; entry: [string, AnyTool] }[] = []
  for (let [name, tool] of active) {
    const callerNames = ownValue(callers, name) as ToolCallers[string]
    if (callerNames?.includes('AI_SDK_DIRECT_TOOL_CALL') === false) hidden.add(name)
    for (const callerName of callerNames ?? []) {
      const caller = active.get(callerName)?.experimental_toolCaller
      if (caller?.type === 'provider') {
        // The provider calls tools that it is told about.
        hidden.delete(name)
        tool = { ...tool, providerOptions: caller.prepareProviderOptions(tool.providerOptions) }
        active.set(name, tool)
      } else callable.push({ callerName, entry: [name, tool] })
    }
  }
  const notes = new Set<string | undefined>()
  for (const [name, tool] of active) {
    const caller = tool.experimental_toolCaller
    if (caller?.type !== 'local') continue
    const own = Object.fromEntries(callable.flatMap(({ callerName, entry }) => (callerName === name ? [entry] : [])))
    const bound = caller.bind(own)
    const note = caller.prepareModelMessage
    // With a note, the model sees the tool as it was.
    active.set(name, note ? { ...tool, execute: bound.execute, toModelOutput: bound.toModelOutput } : bound)
    if (!hidden.has(name)) notes.add(note?.(own))
  }
  for (const name of hidden) active.delete(name)
  return { tools: Object.fromEntries(active), withNotes: (messages) => addNotes(messages, notes) }
}

type MaybeCaller = Partial<Pick<Experimental_ToolCallerTool, 'experimental_toolCaller'>>

/** Adds messages with the notes. What the last message of the user says is not said again. */
function addNotes(messages: readonly ModelMessage[], notes: ReadonlySet<string | undefined>): readonly ModelMessage[] {
  const last = messages.findLast(({ role, content }) => role === 'user' && typeof content === 'string')?.content
  const fresh = [...notes].filter((note): note is string => note !== undefined && note !== last)
  return [...messages, ...fresh.map((content) => ({ role: 'user' as const, content }))]
}
