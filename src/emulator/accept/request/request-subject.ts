import type {
  Content,
  FunctionCall,
  FunctionDeclaration,
  FunctionResponse,
  GenerateContentRequest,
  GenerationConfig,
  Part,
  Tool,
} from '../../api/message.ts'
import type { Model } from '../../api/model.ts'
import { rulesAbout } from '../rule/rule.ts'

/** What the rules about requests check: the request, its config, its contents as turns, its tools, and the model that it is for. */
export interface RequestSubject {
  readonly request: GenerateContentRequest
  /** Its `generationConfig`; empty where there is none. */
  readonly config: GenerationConfig
  readonly turns: readonly Turn[]
  readonly tools: ToolSet
  readonly model: Model
}

export const validateRequest = rulesAbout<RequestSubject>('validate')
export const refuseRequest = rulesAbout<RequestSubject>('backend')

/** What Google says where it gives no reason. Also the text of rules whose own text is not recorded. */
export const bareRefusal = 'Request contains an invalid argument.'

export const aboutRequests = 'Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini'

/** A model as sentences about what it cannot do name it. */
export function modelSaid(model: Model): string {
  return model.supports.has('media') ? 'this model' : `models/${model.id}`
}

/** Every function declaration with its position in the request. */
export function* declarationsOf({ tools = [] }: GenerateContentRequest): Generator<{
  readonly declaration: FunctionDeclaration
  readonly path: string
}> {
  for (const [tool, { functionDeclarations = [] }] of tools.entries()) {
    for (const [index, declaration] of functionDeclarations.entries()) {
      yield { declaration, path: `tools[${tool}].function_declarations[${index}]` }
    }
  }
}

/** A content of the history, as the rules about turns need it. */
export interface Turn {
  /** Position in `contents`. */
  readonly index: number
  readonly content: Content
  /** Any role but `model` counts as the user's; another rule refuses unknown roles. */
  readonly speaker: 'user' | 'model'
  readonly kind: 'plain' | 'call' | 'response'
  readonly calls: readonly CallPart[]
  readonly responses: readonly FunctionResponse[]
  /** Parts that are neither a call nor a response. */
  readonly others: readonly Part[]
}

export interface CallPart {
  readonly call: FunctionCall
  readonly part: Part
}

export function readTurns(contents: readonly Content[]): Turn[] {
  return contents.map(readTurn)
}

function readTurn(content: Content, index: number): Turn {
  const calls: CallPart[] = []
  const responses: FunctionResponse[] = []
  const others: Part[] = []
  for (const part of content.parts ?? []) {
    if (part.functionCall !== undefined) calls.push({ call: part.functionCall, part })
    else if (part.functionResponse !== undefined) responses.push(part.functionResponse)
    else others.push(part)
  }
  return {
    index,
    content,
    speaker: content.role === 'model' ? 'model' : 'user',
    kind: calls.length > 0 ? 'call' : responses.length > 0 ? 'response' : 'plain',
    calls,
    responses,
    others,
  }
}

/** A call turn and the response turns that directly follow it. */
export interface Exchange {
  readonly call: Turn
  readonly answers: readonly Turn[]
  /** The turn after the answers. */
  readonly next: Turn | undefined
}

/** Every call turn with its answers, in order. */
export function readExchanges(turns: readonly Turn[]): Exchange[] {
  const exchanges: Exchange[] = []
  for (const call of turns) {
    if (call.kind !== 'call') continue
    let end = call.index + 1
    while (turns[end]?.kind === 'response') end++
    exchanges.push({ call, answers: turns.slice(call.index + 1, end), next: turns[end] })
  }
  return exchanges
}

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
