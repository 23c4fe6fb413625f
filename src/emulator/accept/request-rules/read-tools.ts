import type { FunctionDeclaration, GenerateContentRequest, Tool } from '../../message.ts'

/** The tools of a request, sorted by what they are to the rules. */
export interface ToolSet {
  readonly declarations: readonly FunctionDeclaration[]
  /** Names of the built-in tools, each once: `googleSearch`. */
  readonly builtIns: readonly string[]
  /** How many Tool objects are not only for searching. */
  readonly notSearching: number
}

/** Built-in tools that do something else than to search. */
const notSearchTools: ReadonlySet<string> = new Set(['codeExecution', 'computerUse', 'mcpServers'])

export function readTools({ tools = [] }: GenerateContentRequest): ToolSet {
  return {
    declarations: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations),
    builtIns: [...new Set(tools.flatMap(builtInsOf))],
    notSearching: tools.filter((tool) => !isSearchOnly(tool)).length,
  }
}

function builtInsOf(tool: Tool): string[] {
  return Object.keys(tool).filter((key) => key !== 'functionDeclarations')
}

function isSearchOnly(tool: Tool): boolean {
  const builtIns = builtInsOf(tool)
  return (
    (tool.functionDeclarations ?? []).length === 0 &&
    builtIns.length > 0 &&
    !builtIns.some((name) => notSearchTools.has(name))
  )
}

/** Whether a built-in tool of the set searches. */
export function searches({ builtIns }: ToolSet): boolean {
  return builtIns.some((name) => !notSearchTools.has(name))
}

/** `googleSearch` → `google_search` */
export function protoName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
