import { ToolfitError } from '../core/errors.ts'
import { isPlainObject, showValue } from '../core/json.ts'

/** A tool of a set, before it is read. */
export interface ListedTool {
  /** Its name, if the set is a record. */
  readonly key: string | undefined
  readonly value: unknown
  /** What the getter of the record threw. */
  readonly thrown?: { readonly error: unknown }
}

/** The keys of a list of tools: MCP and OpenAI, Gemini in both spellings, the oldest OpenAI requests. */
const listKeys = ['tools', 'functionDeclarations', 'function_declarations', 'functions'] as const

/**
 * The tools of a set in any form that {@link ToolSetInput} names, in order.
 *
 * @throws ToolfitError `tools-unreadable` if the value is not a tool set.
 */
export function listTools(tools: unknown): readonly ListedTool[] {
  try {
    return list(tools)
  } catch (error) {
    if (ToolfitError.isInstance(error)) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new ToolfitError('tools-unreadable', `The tool set cannot be read: ${reason}`, {}, { cause: error })
  }
}

function list(tools: unknown): readonly ListedTool[] {
  if (tools === undefined) return []
  if (Array.isArray(tools)) return flatten(tools)
  if (typeof tools !== 'object' || tools === null) throw unreadable(tools)
  const inner = listIn(tools)
  if (inner !== undefined) return flatten(inner)
  if (isNamed(tools)) return [{ key: undefined, value: tools }]
  if (isRequest(tools)) return list(field(tools, 'tools') ?? undefined)
  if (isNameless(tools)) {
    throw new ToolfitError('tools-unreadable', 'This is a tool without a name. Pass { name: tool }, or give it a name.')
  }
  if (!isPlainObject(tools)) throw unreadable(tools)
  return Object.keys(tools).map((key) => entry(tools, key))
}

/** A list may contain groups: a Gemini tool holds many declarations. */
function flatten(members: readonly unknown[]): ListedTool[] {
  const found: ListedTool[] = []
  for (const member of members) {
    const group = typeof member === 'object' && member !== null ? listIn(member) : undefined
    for (const value of group ?? [member]) found.push({ key: undefined, value })
  }
  return found
}

function entry(tools: object, key: string): ListedTool {
  try {
    return { key, value: field(tools, key) }
  } catch (error) {
    return { key, value: undefined, thrown: { error } }
  }
}

/** The list of tools in an object, also inside a JSON-RPC response. An object with a `type` is a tool itself. */
function listIn(object: object): readonly unknown[] | undefined {
  if (typeof field(object, 'type') === 'string') return undefined
  for (const key of listKeys) {
    const value = field(object, key)
    if (Array.isArray(value)) return value
  }
  const result = field(object, 'result')
  const inner = typeof result === 'object' && result !== null ? field(result, 'tools') : undefined
  return Array.isArray(inner) ? inner : undefined
}

/** The values of a record are objects, so an object with a text as `name` is a tool itself. */
function isNamed(object: object): boolean {
  return typeof field(object, 'name') === 'string' || field(object, 'type') === 'function'
}

function isNameless(object: object): boolean {
  const isText = (key: string) => typeof field(object, key) === 'string'
  return isText('description') || isText('type') || typeof field(object, 'execute') === 'function'
}

/** Whether the object is a request without a list of tools. */
function isRequest(object: object): boolean {
  return (
    Array.isArray(field(object, 'messages')) ||
    typeof field(object, 'model') === 'string' ||
    (Object.hasOwn(object, 'tools') && (field(object, 'tools') ?? undefined) === undefined)
  )
}

function field(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key]
}

function unreadable(tools: unknown): ToolfitError {
  const isPromise = typeof tools === 'object' && tools !== null && typeof field(tools, 'then') === 'function'
  const hint = isPromise
    ? 'Await it first, or use compileToolsAsync.'
    : 'Pass a record { name: tool }, or a list of tools.'
  const shown = typeof tools === 'function' ? 'A function' : showValue(tools)
  return new ToolfitError('tools-unreadable', `${shown} is not a tool set. ${hint}`, { type: typeof tools })
}
