import { ToolfitError } from '../../core/errors.ts'
import { findShapeProblem, isPlainObject, ownValue, parseJson } from '../../core/json.ts'
import type { MessageJsonObject } from '../../core/message.ts'
import type { RunnableToolCall } from '../../models/versions/any-model.ts'
import type { ReceivedInput } from '../../schema/compiled-schema.ts'
import { deepestValue, type ParseResult } from '../../schema/issue.ts'
import type { OpenedInput } from '../../schema/open-input.ts'
import { errorText } from '../result/tool-output.ts'
import { aliasInput, aliasOutput, type TypedToolCall, type TypedToolError } from '../result/tool-parts.ts'
import type { OpenStep, PreparedTool, ReadCall, Run } from '../run/run.ts'
import { invalidInput, showIssues, unknownTool } from './tool-errors.ts'

/**
 * Reads a call: finds the tool, parses the text, validates it. Invalid input is repaired where possible (broken JSON, then
 * `repairToolCall`); a call that cannot be repaired has an `error`. It never throws.
 */
export async function readCall(run: Run, step: OpenStep, call: RunnableToolCall): Promise<ReadCall> {
  try {
    return await refine(run, step, await readOrRepair(run, step, call))
  } catch (error) {
    return invalid(step, call, error instanceof Error ? error : new Error(String(error)))
  }
}

async function readOrRepair(run: Run, step: OpenStep, call: RunnableToolCall): Promise<ReadCall> {
  try {
    return await read(run, step, call)
  } catch (error) {
    if (!ToolfitError.isInstance(error)) throw error
    const { repairCall } = await import('./repair-call.ts')
    const repaired = await repairCall(run, step, call, error)
    if (repaired === null || repaired === undefined) throw error
    return read(run, step, repaired)
  }
}

/** Lets the caller change the input. With the choice `none`, a call is not one to run. */
async function refine({ options }: Run, { toolChoice }: OpenStep, call: ReadCall): Promise<ReadCall> {
  const { toolName, input } = call.part
  const ask = ownValue(options.experimental_refineToolInput ?? {}, toolName) as
    | ((input: unknown) => unknown)
    | undefined
  if (ask === undefined || toolChoice === 'none') return call
  return { ...call, part: aliasInput({ ...call.part, input: await ask(input) } as TypedToolCall) }
}

async function read({ options: { tools } }: Run, step: OpenStep, call: RunnableToolCall): Promise<ReadCall> {
  const { byName } = step.tools
  const prepared = byName.get(call.toolName)
  const isForeign = call.providerExecuted === true && prepared?.input === undefined
  // A call of an undeclared tool has to say that only the provider knows the tool.
  if (isForeign && (prepared !== undefined || call.dynamic === true)) return readForeign(call, prepared)
  if (prepared === undefined) throw unknownTool(call.toolName, tools && [...byName.keys()])
  const { json: sent, value, issues } = call.received ?? (await parseText(call, prepared.input))
  const errors = issues.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw invalidInput(call, showIssues(errors), { issues: errors })
  return { part: callPart(call, value, prepared), sent, prepared, error: undefined }
}

/** A call of a foreign model: its text is parsed here. */
async function parseText(call: RunnableToolCall, input: OpenedInput | undefined): Promise<ReceivedInput> {
  const json = await readText(call)
  if (input === undefined) return { json, value: json, issues: [] }
  const { value, issues = [] } = await parse(call, input, json)
  return { json, value, issues }
}

/** Checks and transforms of a schema are code of the tool's author: an error that they throw is about the input. */
async function parse(call: RunnableToolCall, input: OpenedInput, sent: unknown): Promise<ParseResult> {
  try {
    return await input.parse(sent)
  } catch (cause) {
    throw invalidInput(call, errorText(cause), { cause })
  }
}

/** A call that the provider runs: the provider validates its input. */
async function readForeign(call: RunnableToolCall, prepared: PreparedTool | undefined): Promise<ReadCall> {
  const sent = await readText(call)
  const part =
    prepared === undefined
      ? { ...callFields(call, sent), providerExecuted: true, dynamic: true }
      : callPart(call, sent, prepared)
  return { part: aliasInput(part as TypedToolCall), sent, prepared, error: undefined }
}

/** Empty text means no arguments. Broken JSON is repaired where its meaning is clear. */
async function readText(call: RunnableToolCall): Promise<unknown> {
  const given: unknown = call.input
  // Some models give the value itself, against the specification.
  if (typeof given !== 'string') return given ?? {}
  const text = given.trim()
  if (text === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    const { readArguments } = await import('../../wire/read-arguments.ts')
    const { args } = readArguments(text)
    if (args !== undefined) return args
    throw invalidInput(call, 'It is not JSON.', { cause })
  }
}

function callPart(call: RunnableToolCall, input: unknown, prepared: PreparedTool | undefined): TypedToolCall {
  return aliasInput({
    ...callFields(call, input),
    ...(prepared?.isDynamic === true ? { dynamic: true } : {}),
    title: prepared?.tool.title,
    ...metadataOf(prepared),
  } as unknown as TypedToolCall)
}

function callFields({ toolCallId, toolName, providerExecuted, providerMetadata }: RunnableToolCall, input: unknown) {
  return { type: 'tool-call' as const, toolCallId, toolName, input, providerExecuted, providerMetadata }
}

/** The tool's `metadata`, as the parts of a call have it. */
export function metadataOf(prepared: PreparedTool | undefined): { toolMetadata?: MessageJsonObject } {
  const metadata = prepared?.tool.metadata
  return metadata === undefined ? {} : { toolMetadata: metadata as MessageJsonObject }
}

/** An invalid call. It is always dynamic, because its input does not have the tool's type. */
function invalid(step: OpenStep, call: RunnableToolCall, error: Error): ReadCall {
  const parsed = parseJson(call.input)
  // Text that is not JSON is shown as it is: the error says so.
  const sent = parsed === undefined ? call.input : parsed
  const prepared = step.tools.byName.get(call.toolName)
  // Without a name, the call and its result could not be sent again.
  const toolName = call.toolName === '' ? 'unnamed' : call.toolName
  const part = { ...callPart(call, sent, prepared), toolName, dynamic: true, invalid: true, error }
  // The history must be able to be sent again.
  const isSendable = isPlainObject(sent) && findShapeProblem(sent, deepestValue) === undefined
  return { part: aliasInput(part as TypedToolCall), sent: isSendable ? sent : {}, prepared, error }
}

/** The error part of an invalid call. A stream says more about its tool, as that of `ai`. */
export function toToolError({ part, error, prepared }: ReadCall, isStreamed: boolean): TypedToolError {
  const { toolCallId, toolName, input, title } = part
  const more = isStreamed ? { title, ...metadataOf(prepared) } : {}
  const made = { type: 'tool-error', toolCallId, toolName, input, error: errorText(error), dynamic: true, ...more }
  return aliasOutput(made) as unknown as TypedToolError
}
