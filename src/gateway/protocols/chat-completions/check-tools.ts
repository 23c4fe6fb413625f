import { isPlainObject, jsonText } from '../../../core/json.ts'
import { invalidField, type RefusedRequest } from '../../refused-request.ts'
import type { RequestSchema } from '../check-schemas.ts'
import { isSaid, missingField, unsupportedValue, wrongType } from './check-parameters.ts'

type Fields = Readonly<Record<string, unknown>>

/** Names are fitted to Gemini's rules, up to this length. */
const longestName = 1_000

/**
 * Checks the tools of a request, the choice among them and the response format, field by field: the codec would leave out what it
 * cannot read.
 *
 * @param isChecked Whether `tools` was checked before.
 * @throws RefusedRequest with the path of what is wrong.
 */
export function checkTools(body: Fields, isChecked: boolean): void {
  const { tools, functions, tool_choice: choice, function_call: oldChoice } = body
  if (isSaid(tools) && !isChecked) checkList('tools', tools)
  if (isSaid(functions)) checkList('functions', functions)
  if (isSaid(choice)) checkChoice('tool_choice', choice)
  else if (isSaid(oldChoice)) checkChoice('function_call', oldChoice)
  if (isPlainObject(body['response_format'])) checkFormat(body['response_format'])
}

function checkList(list: 'tools' | 'functions', tools: unknown): void {
  if (!Array.isArray(tools)) throw wrongType(list, tools, 'array of objects')
  tools.forEach((tool: unknown, index) => {
    const at = `${list}[${index}]`
    if (!isPlainObject(tool)) throw wrongType(at, tool, 'object')
    if (list === 'functions') checkFunction(tool, at)
    else checkTool(tool, at)
  })
}

function checkTool(tool: Fields, at: string): void {
  const { type, function: called, name } = tool
  if (isSaid(type) && type !== 'function') throw unsupportedValue(`${at}.type`, type, ['function'])
  // Some clients leave out `function`.
  if (!isSaid(called) && typeof name === 'string') checkFunction(tool, at)
  else if (!isSaid(called)) throw missingField(`${at}.function`)
  else if (!isPlainObject(called)) throw wrongType(`${at}.function`, called, 'object')
  else checkFunction(called, `${at}.function`)
}

function checkFunction({ name, description, parameters, strict }: Fields, at: string): void {
  if (!isSaid(name) || name === '') throw missingField(`${at}.name`)
  if (typeof name !== 'string') throw wrongType(`${at}.name`, name, 'string')
  if (name.length > longestName) throw tooLongName(`${at}.name`, name.length)
  if (isSaid(description) && typeof description !== 'string') {
    throw wrongType(`${at}.description`, description, 'string')
  }
  if (isSaid(parameters) && !isPlainObject(parameters)) throw wrongType(`${at}.parameters`, parameters, 'object')
  if (isSaid(strict) && typeof strict !== 'boolean') throw wrongType(`${at}.strict`, strict, 'boolean')
}

/** OpenAI's words. */
function tooLongName(param: string, length: number): RefusedRequest {
  const message = `Invalid '${param}': string too long. Expected a string with maximum length ${longestName}, but got a string with length ${length} instead.`
  return invalidField(param, 'string_above_max_length', message)
}

const choices = ['none', 'auto', 'required']
const oldChoices = ['none', 'auto']

function checkChoice(param: 'tool_choice' | 'function_call', choice: unknown): void {
  if (typeof choice === 'string') {
    // Some clients write `any` for `required`.
    const words = param === 'tool_choice' ? choices : oldChoices
    if (!words.includes(choice) && choice !== 'any') throw unsupportedValue(param, choice, words)
    return
  }
  if (!isPlainObject(choice)) throw wrongType(param, choice, 'string or an object')
  if (choice['type'] === 'allowed_tools') {
    checkAllowed(choice, param)
    return
  }
  const isOld = param === 'function_call' || typeof choice['name'] === 'string'
  checkNamed(choice, isOld ? `${param}.name` : `${param}.function.name`)
}

/** A tool that is chosen by its name, with `function` around it or without. */
function checkNamed(choice: Fields, at: string): void {
  const called = isPlainObject(choice['function']) ? choice['function'] : choice
  const { name } = called
  if (!isSaid(name) || name === '') throw missingField(at)
  if (typeof name !== 'string') throw wrongType(at, name, 'string')
}

function checkAllowed(choice: Fields, param: string): void {
  const inner = choice['allowed_tools']
  const at = isSaid(inner) ? `${param}.allowed_tools` : param
  const allowed = isSaid(inner) ? inner : choice
  if (!isPlainObject(allowed)) throw wrongType(at, allowed, 'object')
  const { mode, tools } = allowed
  if (isSaid(mode) && mode !== 'auto' && mode !== 'required') {
    throw unsupportedValue(`${at}.mode`, mode, ['auto', 'required'])
  }
  if (!isSaid(tools)) throw missingField(`${at}.tools`)
  if (!Array.isArray(tools)) throw wrongType(`${at}.tools`, tools, 'array of objects')
  tools.forEach((tool: unknown, index) => {
    if (!isPlainObject(tool)) throw wrongType(`${at}.tools[${index}]`, tool, 'object')
    checkNamed(tool, `${at}.tools[${index}].function.name`)
  })
}

const formats = ['json_object', 'json_schema', 'text']

function checkFormat({ type, schema: own, json_schema: given }: Fields): void {
  if (!isSaid(type)) throw missingField('response_format.type')
  if (typeof type !== 'string' || !formats.includes(type)) throw unsupportedValue('response_format.type', type, formats)
  if (type === 'json_object' && isSaid(own) && !isPlainObject(own)) {
    throw wrongType('response_format.schema', own, 'object')
  }
  if (type !== 'json_schema') return
  const at = 'response_format.json_schema'
  if (!isSaid(given)) throw missingField(at)
  if (!isPlainObject(given)) throw wrongType(at, given, 'object')
  const { schema, strict, name } = given
  if (isSaid(schema) && !isPlainObject(schema)) throw wrongType(`${at}.schema`, schema, 'object')
  if (isSaid(strict) && typeof strict !== 'boolean') throw wrongType(`${at}.strict`, strict, 'boolean')
  if (isSaid(name) && typeof name !== 'string') throw wrongType(`${at}.name`, name, 'string')
}

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
