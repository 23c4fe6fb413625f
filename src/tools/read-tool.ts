import { ToolfitError } from '../core/errors.ts'
import { showValue } from '../core/json.ts'
import { isAiSdkSchema } from '../schema/read/ai-sdk-schema.ts'
import { isStandardSchema } from '../schema/read/standard-schema.ts'
import { zodViewOf } from '../schema/read/zod/read-zod.ts'
import type { ToolParts } from './tool-parts.ts'

type Fields = Readonly<Record<string, unknown>>

/** Where the forms of a tool have its schema: the AI SDK and MCP, Anthropic, OpenAI and Gemini, Gemini again, LangChain. */
const schemaKeys = [
  'inputSchema',
  'input_schema',
  'parameters',
  'parametersJsonSchema',
  'parameters_json_schema',
  'schema',
] as const

/** What people and providers call tools that a function declaration can stand for. Anthropic's `custom` is looked at apart. */
const functionTypes: ReadonlySet<unknown> = new Set([undefined, null, 'function', 'dynamic'])

const jsonTypes: ReadonlySet<unknown> = new Set('object array string number integer boolean null'.split(' '))

/**
 * Reads one tool of any form. `key` is its name in a record, which is the name that it is called by.
 *
 * @throws ToolfitError `tool-unreadable`; what getters of the tool throw passes on.
 */
export function readTool(given: unknown, key: string | undefined): ToolParts {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw unreadable(`${showKind(given)} is not a tool. A tool is an object with a name, a description and a schema.`)
  }
  const fields = functionIn(given as Fields)
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
    given,
    isOpenai: fields !== given,
  }
}

/** The object that holds name and schema: the tool itself, or OpenAI's `function` inside it. */
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
  // A schema in the place of a tool would be taken for a tool without parameters.
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
