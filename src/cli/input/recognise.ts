import { isPlainObject, present } from '../../core/json.ts'
import { keywordInfo } from '../../schema/document/keywords.ts'
import { isAiSdkSchema } from '../../schema/read/ai-sdk-schema.ts'
import { isStandardSchema } from '../../schema/read/standard-schema.ts'
import { zodViewOf } from '../../schema/read/zod/read-zod.ts'
import type { InputContent } from '../core/command.ts'

type Plain = Record<string, unknown>

/**
 * Finds out what a value is: a schema, a tool, a list or a set of tools, an OpenAI request, an MCP server's answer.
 * `name` is for a tool that has none. undefined where it is none of them.
 */
export function recognise(value: unknown, name: string): InputContent | undefined {
  if (typeof value === 'boolean' || isForeignSchema(value)) return { form: 'schema', schema: value }
  if (Array.isArray(value)) return recogniseList(value)
  if (!isPlainObject(value)) return undefined
  return (
    recogniseAnswer(value, name) ??
    recogniseRequest(value) ??
    recogniseTool(value, name) ??
    recogniseSchema(value) ??
    recogniseSet(value)
  )
}

/** A schema that is more than JSON: Zod, any Standard Schema, `jsonSchema()` of the AI SDK. */
function isForeignSchema(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return zodViewOf(value) !== undefined || isStandardSchema(value) || isAiSdkSchema(value)
}

function recogniseList(list: readonly unknown[]): InputContent | undefined {
  // The library reports entries that are not tools, beside the good ones.
  if (list.length > 0 && !list.some((item) => isTool(item) || isGroup(item))) return undefined
  return { form: 'tools', tools: list }
}

/** Gemini groups declarations: `{ functionDeclarations: [...] }`. */
function isGroup(item: unknown): boolean {
  return isPlainObject(item) && Array.isArray(item['functionDeclarations'] ?? item['function_declarations'])
}

/** The result inside a JSON-RPC answer. */
function recogniseAnswer(value: Plain, name: string): InputContent | undefined {
  return value['jsonrpc'] === '2.0' && isPlainObject(value['result']) ? recognise(value['result'], name) : undefined
}

function recogniseRequest(value: Plain): InputContent | undefined {
  if (value['type'] === 'json_schema' && (isPlainObject(value['json_schema']) || 'schema' in value))
    return { form: 'request', response: value }
  const list = value['tools'] ?? value['functions']
  const tools = Array.isArray(list) ? recogniseList(list) : undefined
  const response = responseOf(value)
  const isRequest = response !== undefined || ['messages', 'input', 'contents'].some((key) => key in value)
  if (!isRequest || isSchema(value)) return tools
  return {
    form: 'request',
    ...present({ tools: tools?.form === 'tools' ? tools.tools : undefined, response }),
  }
}

/** `response_format` of chat completions, `text.format` of the Responses API. */
function responseOf(value: Plain): unknown {
  const text = value['text']
  const format = value['response_format'] ?? (isPlainObject(text) ? text['format'] : undefined)
  // `text` and `json_object` carry no schema.
  return isPlainObject(format) && format['type'] === 'json_schema' ? format : undefined
}

function recogniseTool(value: Plain, name: string): InputContent | undefined {
  if (!isTool(value)) return undefined
  const hasName = typeof value['name'] === 'string' || isPlainObject(value['function'])
  return { form: 'tools', tools: hasName ? [value] : { [name]: value } }
}

const parameterKeys = ['inputSchema', 'input_schema', 'parameters', 'parametersJsonSchema']

/** A tool has parameters, or says that it is a function, or has a name and nothing of a schema. */
function isTool(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  if (parameterKeys.some((key) => typeof value[key] === 'object' || isForeignSchema(value[key]))) return true
  if (value['type'] === 'function' && (isPlainObject(value['function']) || typeof value['name'] === 'string'))
    return true
  return typeof value['name'] === 'string' && !isSchema(value)
}

function recogniseSchema(value: Plain): InputContent | undefined {
  const keys = Object.keys(value)
  const isAnnotated = keys.some((key) => keywordInfo(key)?.isWellFormed(value[key]) === true)
  return keys.length === 0 || isAnnotated || isSchema(value) ? { form: 'schema', schema: value } : undefined
}

/** Holds a keyword that says something about values, or one of JSON Schema's own (`$ref`, `$defs` …). */
function isSchema(value: Plain): boolean {
  return Object.keys(value).some((key) => {
    const info = keywordInfo(key)
    return (info?.asserts === true && info.isWellFormed(value[key])) || /^\$|^definitions$/.test(key)
  })
}

/** Tools or schemas by name. */
function recogniseSet(value: Plain): InputContent | undefined {
  const entries = Object.entries(value)
  if (entries.every(([, member]) => isTool(member))) return { form: 'tools', tools: value }
  const areSchemas = entries.every(
    ([, member]) => isForeignSchema(member) || (isPlainObject(member) && isSchema(member)),
  )
  return areSchemas ? { form: 'schemas', schemas: entries } : undefined
}
