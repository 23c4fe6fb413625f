import type { FunctionDeclaration, GenerateContentRequest, Tool } from '../../api/message.ts'

/** The tools of a request, as the rules need them. */
export interface ToolSet {
  readonly declarations: readonly FunctionDeclaration[]
  /** Names of the built-in tools, each once: `googleSearch`. */
  readonly builtIns: readonly string[]
  /** The number of Tool objects that do more than search. */
  readonly notSearching: number
}

/** Built-in tools that do not search. */
const notSearchTools: ReadonlySet<string> = new Set(['codeExecution', 'computerUse', 'mcpServers'])

export function readTools({ tools = [] }: GenerateContentRequest): ToolSet {
  const declarations: FunctionDeclaration[] = []
  const builtIns = new Set<string>()
  let notSearching = 0
  for (const tool of tools) {
    const { functionDeclarations = [] } = tool
    const own = builtInsOf(tool)
    // Not spread into `push`: a long list of arguments overflows the stack.
    for (const declaration of functionDeclarations) declarations.push(declaration)
    for (const name of own) builtIns.add(name)
    const isSearchOnly = functionDeclarations.length === 0 && own.length > 0 && own.every(isSearchTool)
    if (!isSearchOnly) notSearching++
  }
  return { declarations, builtIns: [...builtIns], notSearching }
}

function builtInsOf(tool: Tool): string[] {
  return Object.keys(tool).filter((key) => key !== 'functionDeclarations')
}

/** Whether a built-in tool of the set searches. */
export function searches({ builtIns }: ToolSet): boolean {
  return builtIns.some(isSearchTool)
}

export function isSearchTool(name: string): boolean {
  return !notSearchTools.has(name)
}

/** `googleSearch` → `google_search` */
export function protoName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
