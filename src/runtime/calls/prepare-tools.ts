import { ToolfitError } from '../../core/errors.ts'
import { isPlainObject, present } from '../../core/json.ts'
import type { ProviderOptions } from '../../core/message.ts'
import type { AiVersion } from '../../models/versions/any-model.ts'
import type { ModelFunctionTool, ModelTool } from '../../models/versions/language-model.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import { type AnyTool, inputSchemaOf, type ToolSet } from '../../tools/tool.ts'
import type { RequestWarning } from '../../wire/model-request.ts'
import { errorText } from '../result/tool-output.ts'
import type { PreparedTool, StepTools } from '../run/run.ts'
import type { ToolCallers } from './bind-callers.ts'

export interface ToolSelection {
  readonly tools: ToolSet | undefined
  /** Undefined for all. */
  readonly active: readonly string[] | undefined
  readonly order: readonly string[] | undefined
  /** Which tools other tools may call. */
  readonly callers?: ToolCallers | undefined
  readonly withNotes?: StepTools['withNotes']
  readonly contextOf: (toolName: string) => unknown
  readonly sandbox: unknown
  /** Whether the model is of this copy of the package: it compiles the tools' own schemas, and parses the input of calls by them. */
  readonly isInternal: boolean
  /** `ai` 5 and 6 write a field even if it is undefined. */
  readonly aiVersion: AiVersion
}

const noTools: StepTools = { modelTools: undefined, byName: new Map(), warnings: [] }

/** Opens the schemas of the tools that a step may use. A tool that cannot be read is left out, and a warning says so. */
export async function prepareTools(given: ToolSelection): Promise<StepTools> {
  const selection = given.callers === undefined ? given : await withCallers(given, given.callers)
  const { tools, order, withNotes } = selection
  const names = namesOf(selection)
  if (tools === undefined || names.length === 0) return noTools
  const byName = new Map<string, PreparedTool>()
  const modelTools: ModelTool[] = []
  const warnings: RequestWarning[] = []
  // Outside of the loop: a failure to load it is not the fault of a tool.
  if (opener === undefined) await loadOpener()
  for (const name of names) {
    try {
      const prepared = await prepareTool(name, tools[name]!)
      modelTools.push(declare(prepared, selection))
      byName.set(name, prepared)
    } catch (error) {
      warnings.push({
        type: 'unsupported',
        feature: `tool ${JSON.stringify(name)}`,
        details: `It is left out. ${errorText(error)}`,
      })
    }
  }
  if (order !== undefined) modelTools.sort((one, other) => compare(one.name, other.name, order))
  return { modelTools: modelTools.length === 0 ? undefined : modelTools, byName, warnings, withNotes }
}

async function withCallers(selection: ToolSelection, callers: ToolCallers): Promise<ToolSelection> {
  const { bindCallers } = await import('./bind-callers.ts')
  return { ...selection, ...bindCallers(selection.tools ?? {}, namesOf(selection), callers) }
}

/** Own properties only: a model may well call `constructor`. */
function namesOf({ tools, active }: ToolSelection): string[] {
  const names = Object.keys(tools ?? {})
  return active === undefined ? names : names.filter((name) => active.includes(name))
}

/** The named tools in their order, then all others by their names. */
function compare(one: string, other: string, order: readonly string[]): number {
  const places = [one, other].map((name) => (order.includes(name) ? order.indexOf(name) : order.length))
  return places[0]! - places[1]! || (one < other ? -1 : 1)
}

function isProviderTool(tool: AnyTool): boolean {
  return tool.type === 'provider' || tool.type === 'provider-defined'
}

async function prepareTool(name: string, tool: AnyTool): Promise<PreparedTool> {
  const unreadable = (problem: string) =>
    new ToolfitError('tool-unreadable', `The tool ${JSON.stringify(name)} ${problem}`, { tool: name })
  if (typeof tool !== 'object' || tool === null) {
    throw unreadable('is not a tool. Create it with tool({ inputSchema }).')
  }
  const isDynamic = tool.type === 'dynamic'
  const source = inputSchemaOf(tool)
  if (isProviderTool(tool) && source === undefined) return { name, tool, input: undefined, isDynamic }
  if (source === undefined) throw unreadable("has no inputSchema. Without parameters it is { type: 'object' }.")
  return { name, tool, input: await openSchema(source), isDynamic }
}

let opener: typeof import('../../schema/open-input.ts') | undefined

/** Opens a schema. Readers and validators are loaded with the first one: a run without tools does not need them. */
export function openSchema(source: unknown): OpenedInput | Promise<OpenedInput> {
  return opener === undefined ? loadOpener().then(({ openInput }) => openInput(source)) : opener.openInput(source)
}

async function loadOpener(): Promise<typeof import('../../schema/open-input.ts')> {
  opener = await import('../../schema/open-input.ts')
  return opener
}

/** By the tool: a model that is given the same declarations again has compiled them. */
const declarations = new WeakMap<AnyTool, ModelFunctionTool>()

function declare(
  { name, tool, input }: PreparedTool,
  { contextOf, sandbox, isInternal, aiVersion }: ToolSelection,
): ModelTool {
  if (isProviderTool(tool)) {
    const { id, args } = tool as { id?: unknown; args?: unknown }
    return { type: 'provider', name, id: String(id), args: isPlainObject(args) ? args : {} }
  }
  const { description: given, strict, inputExamples, providerOptions } = tool
  const description: unknown =
    typeof given === 'function' ? given({ context: contextOf(name), experimental_sandbox: sandbox }) : given
  const parsesInput = isInternal && input!.source !== undefined
  const declaration: ModelFunctionTool = {
    type: 'function',
    name,
    inputSchema: parsesInput ? input!.source : isInternal ? input!.jsonSchema : input!.closedSchema,
    ...(aiVersion < 7 ? { description: undefined, providerOptions: undefined } : {}),
    ...present({
      description: description === undefined ? undefined : String(description),
      inputExamples,
      providerOptions: providerOptions as ProviderOptions | undefined,
      strict,
      parsesInput: parsesInput || undefined,
    }),
  }
  const cached = declarations.get(tool)
  if (cached !== undefined && isSame(cached, declaration)) return cached
  declarations.set(tool, declaration)
  return declaration
}

function isSame(one: ModelFunctionTool, other: ModelFunctionTool): boolean {
  const fields = Object.keys({ ...one, ...other }) as (keyof ModelFunctionTool)[]
  return fields.every((field) => one[field] === other[field])
}
