import { getOrInsert } from '../../core/collections.ts'
import { ToolfitError } from '../../core/errors.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { estimateTextTokens } from '../../history/estimate-tokens.ts'
import type { Change } from '../../schema/change.ts'
import { compileSchemaAsync } from '../../schema/compile.ts'
import type { CompiledSchema } from '../../schema/compiled-schema.ts'
import type { DialectId, TargetId } from '../../schema/dialects/index.ts'
import type { CompileOptions } from '../../schema/options.ts'
import { compileResponseAsync } from '../../tools/compile-response.ts'
import { compileToolsAsync } from '../../tools/compile-tools.ts'
import type { CompiledTools, ToolSetInput } from '../../tools/compiled-tools.ts'
import type { InputContent } from './command.ts'

/** How to compile, as far as flags say it. */
export type CompileFlags = Pick<CompileOptions, 'formats' | 'composition' | 'access' | 'strictRefs' | 'draft'>

export type PartKind = 'tool' | 'response' | 'schema'

/** One of the things that an input holds, compiled. */
export interface CompiledPart {
  readonly kind: PartKind
  readonly name: string
  readonly changes: readonly Change[]
  /** Absent for a tool without parameters, and where compiling failed. */
  readonly schema?: JsonObject
  /** What the schema is written in: of a choice between dialects, the one that was chosen. */
  readonly dialect?: DialectId
  /** Tokens of what is sent for it: an estimate. */
  readonly tokens: number
  readonly error?: ToolfitError
}

export interface CompiledInput {
  /** What to send: a schema for a schema, `tools` for tools, the keys of a request for a request. undefined: nothing compiled. */
  readonly output: Json | undefined
  /** In the order of the input, also those that failed: the same parts for every dialect. */
  readonly parts: readonly CompiledPart[]
}

/** Compiles all that an input holds to one dialect. A part that fails is reported beside the others. */
export async function compileInput(content: InputContent, to: TargetId, flags: CompileFlags): Promise<CompiledInput> {
  switch (content.form) {
    case 'schema': {
      const part = await schemaPart(content.schema, 'schema', { ...flags, to })
      return { output: part.schema, parts: [part] }
    }
    case 'schemas': {
      const parts: CompiledPart[] = []
      for (const [name, schema] of content.schemas) parts.push(await schemaPart(schema, name, { ...flags, to }))
      const compiled = parts.flatMap(({ name, schema }) => (schema === undefined ? [] : [[name, schema] as const]))
      // fromEntries defines keys, also one that is called `__proto__`.
      return { output: Object.fromEntries(compiled), parts }
    }
    case 'tools':
      return compileToolSet(content.tools, { ...flags, to })
    case 'request':
      return compileRequest(content, { ...flags, to })
  }
}

type Options = CompileFlags & { readonly to: TargetId }

async function schemaPart(source: unknown, name: string, options: Options): Promise<CompiledPart> {
  return attempt('schema', name, async () => {
    const { schema, dialect, changes } = await compileSchemaAsync(source, options)
    return { schema, dialect, changes }
  })
}

async function attempt(
  kind: PartKind,
  name: string,
  compile: () => Promise<Pick<CompiledPart, 'schema' | 'dialect' | 'changes'>>,
): Promise<CompiledPart> {
  try {
    const part = await compile()
    return { kind, name, ...part, tokens: tokensOf(part.schema) }
  } catch (error) {
    // Only what the library refuses for a reason is a finding; anything else is a fault.
    if (!ToolfitError.isInstance(error)) throw error
    return { kind, name, changes: [], tokens: 0, error }
  }
}

function tokensOf(sent: JsonObject | undefined): number {
  return sent === undefined ? 0 : estimateTextTokens(JSON.stringify(sent))
}

async function compileToolSet(tools: ToolSetInput, options: Options): Promise<CompiledInput> {
  const compiled = await compileToolsAsync(tools, { ...options, onError: 'skip' })
  // An empty list, where nothing is to be sent: it is what a script can handle.
  return { output: compiled.tools ?? [], parts: toolParts(compiled) }
}

/** Compiled tools and failures in one list, in the order of the input. */
function toolParts({ entries, failures, changes }: CompiledTools): CompiledPart[] {
  const byTool = groupByTool(changes)
  const parts = entries.map(({ toolName, compiled, declaration }): CompiledPart => {
    const own = byTool.get(toolName) ?? []
    return { kind: 'tool', name: toolName, changes: own, tokens: tokensOf(declaration), ...written(compiled) }
  })
  for (const { tool, index, error } of [...failures].sort((a, b) => a.index - b.index)) {
    parts.splice(index, 0, { kind: 'tool', name: tool === '' ? `#${index + 1}` : tool, changes: [], tokens: 0, error })
  }
  return parts
}

function written(compiled: CompiledSchema | undefined): Pick<CompiledPart, 'schema' | 'dialect'> {
  return compiled === undefined ? {} : { schema: compiled.schema, dialect: compiled.dialect }
}

function groupByTool(changes: CompiledTools['changes']): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>()
  for (const { tool, ...change } of changes) {
    getOrInsert(groups, tool, () => []).push(change)
  }
  return groups
}

async function compileRequest(
  { tools, response }: Extract<InputContent, { form: 'request' }>,
  options: Options,
): Promise<CompiledInput> {
  const compiled = tools === undefined ? undefined : await compileToolSet(tools, options)
  const parts = [...(compiled?.parts ?? [])]
  let config: JsonObject = {}
  if (response !== undefined) {
    const part = await attempt('response', 'response_format', async () => {
      const found = await compileResponseAsync(response, options)
      config = found.config
      return { ...written(found.compiled), changes: found.changes }
    })
    parts.push(part)
  }
  const isEmpty = Array.isArray(compiled?.output) && compiled.output.length === 0
  return {
    output: { ...(compiled?.output !== undefined && !isEmpty && { tools: compiled.output }), ...placed(config) },
    parts,
  }
}

/** Gemini has the response's keys in `generationConfig`, OpenAI at the top of the request. */
function placed(config: JsonObject): JsonObject {
  return 'responseMimeType' in config ? { generationConfig: config } : config
}
