import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import { isAiSdkSchema } from '../schema/read/ai-sdk-schema.ts'
import { isStandardSchema } from '../schema/read/standard-schema.ts'
import { zodViewOf } from '../schema/read/zod/read-zod.ts'
import type { ToolFailure } from './compiled-tools.ts'
import { type ListedTool, listTools } from './list-tools.ts'

/** A tool that was read, or the reason why it could not be. */
export type ReadTool = { readonly index: number } & (
  | { readonly parts: ToolParts; readonly failure?: undefined }
  | { readonly failure: ToolFailure; readonly parts?: undefined }
)

/**
 * Reads every tool of a set. A tool that cannot be read, or has the name of an earlier one, becomes a failure at its index.
 *
 * @throws ToolfitError `tools-unreadable` if the value is not a tool set.
 */
export function readTools(tools: unknown): readonly ReadTool[] {
  const names = new Set<string>()
  return listTools(tools).map((listed, index): ReadTool => {
    let parts: ToolParts
    try {
      if (listed.thrown !== undefined) throw listed.thrown.error
      parts = readTool(listed.value, listed.key)
    } catch (error) {
      return { index, failure: failTool(nameOf(listed), index, error) }
    }
    if (names.has(parts.name)) return { index, failure: failTool(parts.name, index, duplicate()) }
    names.add(parts.name)
    return { index, parts }
  })
}

/** The failure of a tool, with its name and index. It keeps the code of the cause. */
export function failTool(tool: string, index: number, cause: unknown): ToolFailure {
  const isOurs = ToolfitError.isInstance(cause)
  const reason = cause instanceof Error ? cause.message : String(cause)
  const which = tool === '' ? `Tool ${index}` : `Tool ${index} ("${tool.length > 80 ? `${tool.slice(0, 80)}…` : tool}")`
  const evidence = isOurs ? cause.evidence : {}
  const error = new ToolfitError(
    isOurs ? cause.code : 'tool-unreadable',
    `${which}: ${reason}`,
    { ...evidence, tool, index },
    { cause },
  )
  return { tool, index, error }
}

function duplicate(): ToolfitError {
  return new ToolfitError('tool-name-duplicate', 'An earlier tool has the same name. Rename one of them.')
}

/** The name of a tool that could not be read; empty if it has none. */
function nameOf({ key, value }: ListedTool): string {
  if (key !== undefined) return key
  try {
    const { name, function: inner } = (value ?? {}) as { readonly name?: unknown; readonly function?: unknown }
    const own = name ?? (inner as { readonly name?: unknown } | null | undefined)?.name
    return typeof own === 'string' && typeof value === 'object' ? own : ''
  } catch {
    // The failure itself reports the getter that throws.
    return ''
  }
}

type Fields = Readonly<Record<string, unknown>>

/** The keys of a tool's schema: the AI SDK and MCP, Anthropic, OpenAI and Gemini, Gemini (two spellings), LangChain. */
const schemaKeys = [
  'inputSchema',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'schema',
] as const

/** The types of tools that a function declaration can express. Anthropic's `custom` is checked separately. */
const functionTypes: ReadonlySet<unknown> = new Set([undefined, null, 'function', 'dynamic'])

const jsonTypes: ReadonlySet<unknown> = new Set('object array string number integer boolean null'.split(' '))

/**
 * Reads a tool of any form. `key` is its name in a record, which takes precedence over its own.
 *
 * @throws ToolfitError `tool-unreadable`, or what a getter of the tool throws.
 */
function readTool(original: unknown, key: string | undefined): ToolParts {
  if (typeof original !== 'object' || original === null || Array.isArray(original)) {
    throw unreadable(
      `${showKind(original)} is not a tool. A tool is an object with a name, a description and a schema.`,
    )
  }
  const fields = functionIn(original as Fields)
  const { name: own, description, strict } = fields
  const name = key ?? own
  if (typeof name !== 'string' || name === '') {
    const found = own === undefined ? 'it has none' : `got ${showValue(own)}`
    throw unreadable(`A tool needs a name that is a non-empty string: ${found}. ${providerHint}`)
  }
  if (typeof (description ?? '') !== 'string') {
    const message = `The description must be text, got ${showKind(description).toLowerCase()}. Resolve it before the tool is compiled.`
    throw unreadable(message)
  }
  return {
    name,
    description: (description ?? undefined) as string | undefined,
    schema: schemaOf(fields),
    strict: typeof strict === 'boolean' ? strict : undefined,
    original,
    isOpenai: fields !== original,
  }
}

/** The object with name and schema: the tool itself, or OpenAI's `function` inside it. */
function functionIn(tool: Fields): Fields {
  const { type, function: inner } = tool
  const isFunction = functionTypes.has(type) || (type === 'custom' && tool['input_schema'] !== undefined)
  if (!isFunction) {
    if (jsonTypes.has(type)) throw notATool()
    throw unreadable(`A tool of type ${showValue(type)} is not a function. ${providerHint}`)
  }
  return typeof inner === 'object' && inner !== null ? (inner as Fields) : tool
}

function schemaOf(fields: Fields): unknown {
  for (const key of schemaKeys) {
    const schema = fields[key]
    if (schema !== undefined && schema !== null) return schema
  }
  // Without this check, a schema in place of a tool would become a tool without parameters.
  if (isAiSdkSchema(fields) || isStandardSchema(fields) || zodViewOf(fields) !== undefined) throw notATool()
  return undefined
}

const providerHint = 'Tools that a provider runs itself are not compiled: add them to the request as they are.'

function notATool(): ToolfitError {
  return unreadable('This is a schema, not a tool. Write { description, inputSchema: schema }.')
}

function unreadable(message: string): ToolfitError {
  return new ToolfitError('tool-unreadable', message)
}

function showKind(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'An array'
  return typeof value === 'object' || typeof value === 'function' ? `A ${typeof value}` : showValue(value)
}

/** What is read of a tool, whatever form it has. */
export interface ToolParts {
  readonly name: string
  readonly description: string | undefined
  /** A schema in any form; undefined where the tool has none. */
  readonly schema: unknown
  readonly strict: boolean | undefined
  /** The tool as it came. */
  readonly original: object
  /** True for OpenAI's `{ type: 'function', function: { … } }`. */
  readonly isOpenai: boolean
}
