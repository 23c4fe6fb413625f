import { ToolfitError } from '../core/errors.ts'
import { present, showValue } from '../core/json.ts'
import type { Change } from '../schema/change.ts'
import { compileSchema } from '../schema/compile.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { CompiledTool, CompiledTools, ToolChange, ToolFailure } from './compiled-tools.ts'
import { changesOfTool, declareTool, declareTools, type NamedTool } from './declare-tool.ts'
import { type Envelope, envelopeOf } from './envelopes.ts'
import { fitNames } from './fit-name.ts'

/** A tool with a compiled schema, before it is named and declared. */
export type ReadyTool = Omit<NamedTool, 'wireName'>

/** Names and declares the tools of a set, and looks them up when they are called. */
export function createCompiledTools(
  ready: readonly ReadyTool[],
  failures: readonly ToolFailure[],
  envelope: Envelope,
): CompiledTools {
  const names = fitNames(
    ready.map(({ parts }) => parts.name),
    envelope.name,
  )
  const named = ready.map((tool, index): NamedTool => ({ ...tool, wireName: names[index]! }))
  const entries = Object.freeze(named.map((tool) => createEntry(tool, envelopeOf(tool.compiled, envelope))))
  const byWireName = new Map(entries.map((entry) => [entry.wireName, entry]))
  const byToolName = new Map(entries.map((entry) => [entry.toolName, entry]))
  const declarations = entries.map(({ declaration }) => declaration)
  entries.forEach((entry, index) => {
    changesByEntry.set(entry, () => changesOfTool(named[index]!, envelope))
  })
  let changes: readonly ToolChange[] | undefined
  return {
    get tools() {
      return declareTools(declarations, envelope)
    },
    get changes() {
      changes ??= entries.flatMap((entry) => changesOf(entry).map((change) => ({ ...change, tool: entry.toolName })))
      return changes
    },
    failures,
    entries,
    receiveCall({ name, args }) {
      const { toolName, compiled } = find(byWireName, name)
      const { value, issues } = (compiled ?? anyObject()).receive(argumentsOf(args))
      return { toolName, input: value, issues }
    },
    async receiveCallAsync({ name, args }) {
      const { toolName, compiled } = find(byWireName, name)
      const { value, issues } = await (compiled ?? anyObject()).receiveAsync(argumentsOf(args))
      return { toolName, input: value, issues }
    },
    encodeCall({ toolName, input }) {
      const { wireName, compiled } = find(byToolName, toolName)
      // Arguments are an object on every wire. A tool's own null was wrapped by the encoder.
      const args = compiled === undefined || input === undefined ? input : compiled.encode(input)
      return { name: wireName, args: args ?? {} }
    },
  }
}

const changesByEntry = new WeakMap<CompiledTool, () => readonly Change[]>()

/** The changes of one tool of a set, for callers that do not need those of all. */
export function changesOf(entry: CompiledTool): readonly Change[] {
  return changesByEntry.get(entry)?.() ?? []
}

function createEntry(tool: NamedTool, envelope: Envelope): CompiledTool {
  const { parts, wireName, compiled } = tool
  const { name: toolName, description } = parts
  const named = present({ toolName, wireName, description })
  return Object.freeze({ ...named, compiled, declaration: declareTool(tool, envelope) })
}

/** Missing arguments count as none: providers omit an empty object, and some send an empty text for it. */
function argumentsOf(args: unknown): unknown {
  return args === undefined || args === null || args === '' ? {} : args
}

const anyArguments = { type: 'object' } as const

/** What a tool without a schema accepts. The compiler caches it. */
function anyObject(): CompiledSchema {
  return compileSchema(anyArguments, { to: 'json-schema' })
}

/** How many names an error message lists. */
const maxNames = 20

function find(entries: ReadonlyMap<string, CompiledTool>, name: string): CompiledTool {
  const entry = entries.get(name)
  if (entry !== undefined) return entry
  const known = [...entries.keys()]
  const more = known.length > maxNames ? `, and ${known.length - maxNames} more` : ''
  const list = known.length === 0 ? 'There are no tools' : `Known tools: ${known.slice(0, maxNames).join(', ')}${more}`
  throw new ToolfitError('tool-unknown', `There is no tool ${showValue(name)}. ${list}.`, { name, known })
}
