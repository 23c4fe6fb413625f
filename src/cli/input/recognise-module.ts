import { inputError } from '../core/cli-error.ts'
import type { Input, InputContent } from '../core/command.ts'
import { didYouMean } from '../core/flags.ts'
import { recognise } from './recognise.ts'

interface Export {
  readonly name: string
  readonly content: InputContent
}

/**
 * What a module offers: the export that was asked for, else its default export, else its named ones (one of any kind, or tools, or
 * schemas). `name` is what messages call the module, `toolName` stands in for the name of a default export.
 */
export async function recogniseModule(
  exports: Readonly<Record<string, unknown>>,
  names: { readonly name: string; readonly toolName: string; readonly wanted?: string | undefined },
): Promise<Omit<Input, 'name'>> {
  const { name, toolName, wanted } = names
  if (wanted !== undefined) return { content: await wantedExport(exports, name, wanted), notes: [] }
  const fallback = recognise(await exports['default'], toolName)
  if (fallback !== undefined) return { content: fallback, notes: await noteOthers(exports) }
  const found: Export[] = []
  const passedOver: string[] = []
  for (const [exported, value] of Object.entries(exports)) {
    // Newer versions of Node show a CommonJS module's exports under this name too.
    if (exported === 'module.exports') continue
    const content = recogniseNamed(await value, exported)
    if (content === undefined) passedOver.push(exported)
    else found.push({ name: exported, content })
  }
  if (found.length === 0) throw nothingIn(name, Object.values(exports))
  const content = combine(found, name)
  const notes = passedOver.length === 0 ? [] : [`Skipped, neither a schema nor a tool: ${passedOver.join(', ')}.`]
  return { content, notes }
}

function nothingIn(what: string, values: readonly unknown[]) {
  const hint = values.some(isMcpServer) ? ' An MCP server is checked while it runs: --mcp "<command>".' : ''
  return inputError(`${what} has no schema, tool or set of tools.${hint}`)
}

/** A server of the MCP SDK: it can list its tools only to a client. */
function isMcpServer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { registerTool, setRequestHandler } = value as Readonly<Record<string, unknown>>
  return typeof (registerTool ?? setRequestHandler) === 'function'
}

/** Says which schemas and tools a module exports besides its default export. Members of that one may be exported by name too. */
async function noteOthers(exports: Readonly<Record<string, unknown>>): Promise<string[]> {
  const chosen = await exports['default']
  const members = new Set<unknown>([chosen, ...Object.values(chosen as object)])
  const others: string[] = []
  for (const [name, promised] of Object.entries(exports)) {
    const value = await promised
    if (!members.has(value) && recogniseNamed(value, name) !== undefined) others.push(name)
  }
  return others.length === 0 ? [] : [`The default export is read. Choose another with --export: ${others.join(', ')}.`]
}

/** true and false are schemas, but a named export that is one of them is a setting. */
function recogniseNamed(value: unknown, name: string): InputContent | undefined {
  return typeof value === 'boolean' ? undefined : recognise(value, name)
}

async function wantedExport(exports: Readonly<Record<string, unknown>>, name: string, wanted: string) {
  if (!Object.hasOwn(exports, wanted)) {
    const known = Object.keys(exports)
    throw inputError(`${name} has no export "${wanted}".${didYouMean(wanted, known)} It has: ${known.join(', ')}.`)
  }
  const value = await exports[wanted]
  const content = recognise(value, wanted)
  if (content === undefined) throw nothingIn(`The export "${wanted}" of ${name}`, [value])
  return content
}

function combine(found: readonly Export[], name: string): InputContent {
  if (found.length === 1) return found[0]!.content
  if (found.every(({ content }) => content.form === 'schema')) {
    const schemas = found.flatMap(({ name: exported, content }) =>
      content.form === 'schema' ? [[exported, content.schema] as const] : [],
    )
    return { form: 'schemas', schemas }
  }
  const tools = found.flatMap(({ content }) => singleTool(content) ?? [])
  if (tools.length === found.length) return { form: 'tools', tools: Object.fromEntries(tools) }
  const names = found.map(({ name: exported }) => exported).join(', ')
  throw inputError(`${name} exports several things that could be meant: ${names}. Choose one with --export.`)
}

/** An export that is one tool, with the name that it has or that the export gives it. */
function singleTool(content: InputContent): [name: string, tool: unknown][] | undefined {
  if (content.form !== 'tools' || content.tools === undefined) return undefined
  if (!Array.isArray(content.tools)) {
    const entries = Object.entries(content.tools)
    return entries.length === 1 ? entries : undefined
  }
  const [tool] = content.tools as readonly { readonly name?: string; readonly function?: { readonly name?: string } }[]
  const name = tool?.name ?? tool?.function?.name
  return content.tools.length === 1 && name !== undefined ? [[name, tool]] : undefined
}
