import type { JsonObject } from '../../../core/json.ts'
import type { AnyModelMessage } from '../../../core/message.ts'
import { createToolCodec, type ToolForm } from '../../../models/tool-codec.ts'
import type { FunctionTool, ToolChoice } from '../../../wire/model-request.ts'
import type { RequestAroundMessages } from '../../../wire/openai-chat/decode-request.ts'
import { tooLong } from '../../../wire/openai-chat/wrong-field.ts'
import { invalidField } from '../../refused-request.ts'

/** More functions are refused by Gemini. */
const mostTools = 512

/** The tools that the model gets, and which of them it may or must call. */
export interface ChosenTools {
  readonly tools: readonly FunctionTool[]
  readonly toolChoice: ToolChoice | undefined
  /** Google's own setting, for choices that the AI SDK has no form of. */
  readonly functionCallingConfig: JsonObject | undefined
  /** Instructions for the model, where Gemini has no setting. */
  readonly instructions: readonly AnyModelMessage[]
  /** At most one call is handed on. */
  readonly isSingle: boolean
}

export interface ChooseOptions {
  /** The endpoint takes a list of allowed tools also where none is required. */
  readonly takesAllowedNames: boolean
  readonly form: ToolForm
}

/**
 * Every form of `tool_choice`, as Gemini takes it.
 *
 * @throws RefusedRequest for a choice that cannot be met.
 */
export function chooseTools(decoded: RequestAroundMessages, options: ChooseOptions): ChosenTools {
  const { tools, allowedTools, request, allowsParallelCalls } = decoded
  const { toolChoice } = request
  if (toolChoice?.type === 'tool') checkNames([toolChoice.toolName], tools)
  if (toolChoice?.type === 'required' && tools.length === 0) throw withoutTools()
  if (allowedTools !== undefined) checkNames(allowedTools, tools)
  const isSingle = !allowsParallelCalls && tools.length > 0 && toolChoice?.type !== 'none'
  const chosen: ChosenTools = {
    tools,
    toolChoice: tools.length === 0 ? undefined : toolChoice,
    functionCallingConfig: toolChoice?.type === 'auto' && tools.length > 0 ? saidAuto : undefined,
    instructions: isSingle ? [oneAtATime] : [],
    isSingle,
  }
  return allowedTools === undefined ? chosen : allowSome(chosen, allowedTools, options)
}

/**
 * Refuses tools that would be left out.
 *
 * @throws RefusedRequest with the tool's place in the list.
 */
export function refuseBadTools(tools: readonly FunctionTool[], form: ToolForm): void {
  const [failure] = createToolCodec(tools, { ...form, issuer: 'google', cachedBy: 'list' }).compiled.failures
  if (failure === undefined) return
  const param = `tools[${failure.index}].function.parameters`
  const message = `Invalid schema for function '${failure.tool.slice(0, 100)}': ${failure.error.message}`
  throw invalidField(param, 'invalid_function_parameters', message)
}

/** The AI SDK sends nothing for `auto`. A client that sends it gets it, whatever the endpoint's default is. */
const saidAuto: JsonObject = { mode: 'AUTO' }

/** Gemini has no such setting: it is instructed, and further calls are dropped. */
const oneAtATime: AnyModelMessage = {
  role: 'system',
  content: 'Call at most one function at a time. Wait for its result before you call another.',
}

/**
 * Refuses more tools than Gemini takes, and two tools of one name.
 *
 * @throws RefusedRequest with the place of the second one.
 */
export function refuseManyTools(tools: readonly FunctionTool[]): void {
  if (tools.length > mostTools) throw tooLong('tools', 'array', tools.length, mostTools)
  const seen = new Set<string>()
  tools.forEach(({ name }, index) => {
    if (seen.has(name)) {
      const param = `tools[${index}].function.name`
      throw invalidField(param, 'duplicate_tool', `Invalid '${param}': there is another tool of this name.`)
    }
    seen.add(name)
  })
}

function checkNames(chosen: readonly string[], tools: readonly FunctionTool[]): void {
  const names = new Set(tools.map(({ name }) => name))
  for (const name of chosen) {
    if (names.size === 0) throw withoutTools()
    if (names.has(name)) continue
    const message = `Invalid value for 'tool_choice': tool choice '${name.slice(0, 100)}' not found in 'tools' parameter.`
    throw invalidField('tool_choice', 'invalid_value', message)
  }
}

function withoutTools() {
  const message = "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified."
  return invalidField('tool_choice', 'invalid_value', message)
}

/**
 * All tools stay declared, so that the calls of the history keep their shapes, and the model may call some. Where an endpoint takes a
 * list for `required` only, `auto` gets just the allowed tools.
 */
function allowSome(
  chosen: ChosenTools,
  allowed: readonly string[],
  { takesAllowedNames, form }: ChooseOptions,
): ChosenTools {
  const isRequired = chosen.toolChoice?.type === 'required'
  if (allowed.length === 0 && isRequired) {
    throw invalidField(
      'tool_choice',
      'invalid_value',
      "Invalid value for 'tool_choice': no tool is allowed, and one is required.",
    )
  }
  if (allowed.length === 0) {
    const toolChoice = { type: 'none' } as const
    return { ...chosen, toolChoice, functionCallingConfig: undefined, instructions: [], isSingle: false }
  }
  if (!isRequired && !takesAllowedNames) {
    return { ...chosen, tools: chosen.tools.filter(({ name }) => allowed.includes(name)) }
  }
  const { wireName } = createToolCodec(chosen.tools, { ...form, issuer: 'google', cachedBy: 'list' })
  const allowedFunctionNames = allowed.map(wireName)
  const mode = isRequired ? 'ANY' : 'VALIDATED'
  return { ...chosen, functionCallingConfig: { mode, allowedFunctionNames } }
}
