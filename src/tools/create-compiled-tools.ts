import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import { compileSchema } from '../schema/compile.ts'
import type { CompiledSchema } from '../schema/compiled-schema.ts'
import type { CompiledTool, CompiledTools, ToolChange, ToolFailure } from './compiled-tools.ts'
import { declareTool, declareTools } from './declare-tool.ts'
import type { Envelope } from './envelopes.ts'
import { fitNames } from './fit-name.ts'
import { changesOfTool } from './tool-changes.ts'
import type { ToolParts } from './tool-parts.ts'

/** A tool whose schema is compiled, not yet named and declared. */
export interface ReadyTool {
  readonly parts: ToolParts
  readonly compiled: CompiledSchema | undefined
}

/** Names and declares the tools of a set, and finds them again when they are called. */
export function createCompiledTools(
  ready: readonly ReadyTool[],
  failures: readonly ToolFailure[],
  envelope: Envelope,
): CompiledTools {
  const names = fitNames(
    ready.map(({ parts }) => parts.name),
    envelope.name,
  )
  const entries = Object.freeze(ready.map((tool, index) => createEntry(tool, names[index]!, envelope)))
  const byWireName = new Map(entries.map((entry) => [entry.wireName, entry]))
  const byToolName = new Map(entries.map((entry) => [entry.toolName, entry]))
  const declarations = entries.map(({ declaration }) => declaration)
  let changes: readonly ToolChange[] | undefined
  return {
    get tools() {
      return declareTools(declarations, envelope)
    },
    get changes() {
      changes ??= gatherChanges(ready, entries, envelope)
      return changes
    },
    failures,
    entries,
    receiveCall({ name, args }) {
      const { toolName, compiled } = find(byWireName, name)
      const { value, issues } = (compiled ?? anyObject()).receive(given(args))
      return { toolName, input: value, issues }
    },
    async receiveCallAsync({ name, args }) {
      const { toolName, compiled } = find(byWireName, name)
      const { value, issues } = await (compiled ?? anyObject()).receiveAsync(given(args))
      return { toolName, input: value, issues }
    },
    encodeCall({ toolName, input }) {
      const { wireName, compiled } = find(byToolName, toolName)
      // Arguments are an object on every wire. Null may be a tool's own value, which has become one by now.
      const args = compiled === undefined || input === undefined ? input : compiled.encode(input)
      return { name: wireName, args: args ?? {} }
    },
  }
}

function createEntry({ parts, compiled }: ReadyTool, wireName: string, envelope: Envelope): CompiledTool {
  const { name: toolName, description } = parts
  const declaration = declareTool(parts, wireName, compiled, envelope)
  return Object.freeze({
    toolName,
    wireName,
    ...(description === undefined ? {} : { description }),
    compiled,
    declaration,
  })
}

function gatherChanges(
  ready: readonly ReadyTool[],
  entries: readonly CompiledTool[],
  envelope: Envelope,
): readonly ToolChange[] {
  return ready.flatMap(({ parts, compiled }, index) =>
    changesOfTool(parts, entries[index]!.wireName, compiled, envelope).map((change) => ({
      ...change,
      tool: parts.name,
    })),
  )
}

/** Arguments that are not there: providers leave an empty object out, and some send an empty text for it. */
function given(args: unknown): unknown {
  return args === undefined || args === null || args === '' ? {} : args
}

const anyArguments = { type: 'object' } as const

/** What a tool without a schema takes. Compiled once, as every schema is. */
function anyObject(): CompiledSchema {
  return compileSchema(anyArguments, { to: 'json-schema' })
}

/** Names in a message: a set of thousands would drown it. */
const shown = 20

function find(entries: ReadonlyMap<string, CompiledTool>, name: string): CompiledTool {
  const entry = entries.get(name)
  if (entry !== undefined) return entry
  const known = [...entries.keys()]
  const more = known.length > shown ? `, and ${known.length - shown} more` : ''
  const list = known.length === 0 ? 'There are no tools' : `Known tools: ${known.slice(0, shown).join(', ')}${more}`
  throw new ToolfitError('tool-unknown', `No tool is called ${showValue(name)}. ${list}.`, { name, known })
}
