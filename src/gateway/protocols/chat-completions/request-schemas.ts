import { type Fields, isPlainObject, jsonText } from '../../../core/json.ts'
import type { RequestSchema } from '../check-schemas.ts'

/** The schemas of the tools. */
export function toolSchemas({ tools, functions }: Fields): readonly RequestSchema[] {
  if (Array.isArray(tools)) return schemasIn('tools', tools)
  return Array.isArray(functions) ? schemasIn('functions', functions) : []
}

/** The schema of the response format, if it has one. */
export function formatSchemas({ response_format: given }: Fields): readonly RequestSchema[] {
  if (!isPlainObject(given)) return []
  const format = given['type'] === 'json_object' ? given : given['json_schema']
  if (!isPlainObject(format) || !isPlainObject(format['schema'])) return []
  const owner = `response_format '${jsonText(format['name'] ?? '').slice(0, 100)}'`
  return [{ param: 'response_format', owner, schema: format['schema'] }]
}

function schemasIn(list: 'tools' | 'functions', tools: readonly unknown[]): readonly RequestSchema[] {
  return tools.flatMap((tool: unknown, index): RequestSchema[] => {
    if (!isPlainObject(tool)) return []
    const isWrapped = isPlainObject(tool['function'])
    const { name, parameters } = (isWrapped ? tool['function'] : tool) as Fields
    if (!isPlainObject(parameters)) return []
    const param = `${list}[${index}]${isWrapped ? '.function' : ''}.parameters`
    return [{ param, owner: `function '${jsonText(name).slice(0, 100)}'`, schema: parameters }]
  })
}
