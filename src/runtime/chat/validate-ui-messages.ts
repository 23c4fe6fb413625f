import { deepEqual, findShapeProblem } from '../../core/json.ts'
import { deepestValue } from '../../schema/issue.ts'
import type { FlexibleSchema } from '../../tools/flexible-schema.ts'
import { InvalidArgumentError, TypeValidationError } from '../errors/value-errors.ts'
import { withHidden } from '../result/with-hidden.ts'
import type { AnyUIMessage, DataUIPart, ToolUIPart, UIMessage, UIMessagePart } from '../ui/ui-message.ts'
import { getToolName, isDataUIPart, isStaticToolUIPart } from '../ui/ui-message-parts.ts'
import { readUiMessages, type ShapeIssue } from './ui-message-shape.ts'
import { validateValue } from './validate-value.ts'

/** A tool, as far as messages are validated with it. */
interface ValidatingTool {
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
}

/** What {@link validateUIMessages} takes. */
export interface ValidateUIMessagesOptions {
  /** What a client sent, or a store kept. */
  readonly messages: unknown
  readonly metadataSchema?: FlexibleSchema | undefined
  /** The schemas of data parts, by their names without `data-`. With it, a data part of another name is an error. */
  readonly dataSchemas?: Readonly<Record<string, FlexibleSchema | undefined>> | undefined
  /** With it, calls are validated: inputs, and outputs where there is an `outputSchema`. */
  readonly tools?: Readonly<Record<string, ValidatingTool | undefined>> | undefined
  /** What `experimental_refineToolInput` of the run does to inputs. */
  readonly experimental_refineToolInput?: Readonly<Record<string, ((input: never) => unknown) | undefined>> | undefined
}

export type SafeValidateUIMessagesResult<MESSAGE extends AnyUIMessage = UIMessage> =
  | { success: true; data: MESSAGE[] }
  | { success: false; error: Error }

/**
 * Checks messages of a client or a store, and returns them with what their schemas make of them. Unknown fields are left out.
 * A finished call whose tool is gone becomes a `dynamic-tool` part.
 *
 * @throws TypeValidationError; InvalidArgumentError without messages.
 *
 * @example
 * ```ts
 * import { validateUIMessages } from 'toolfit'
 * import { z } from 'zod'
 *
 * const [message] = await validateUIMessages({
 *   messages: [{ id: 'u1', role: 'user', metadata: { at: '5' }, parts: [{ type: 'text', text: 'Hi.' }] }],
 *   metadataSchema: z.object({ at: z.coerce.number() }),
 * })
 * message.metadata // { at: 5 }
 * ```
 */
export async function validateUIMessages<MESSAGE extends AnyUIMessage = UIMessage>(
  options: ValidateUIMessagesOptions,
): Promise<MESSAGE[]> {
  return (await validate(options, options.tools !== undefined)) as unknown as MESSAGE[]
}

/** The same, with errors as a result. */
export async function safeValidateUIMessages<MESSAGE extends AnyUIMessage = UIMessage>(
  options: ValidateUIMessagesOptions,
): Promise<SafeValidateUIMessagesResult<MESSAGE>> {
  try {
    return { success: true, data: await validateUIMessages<MESSAGE>(options) }
  } catch (error) {
    return { success: false, error: error as Error }
  }
}

/** For agents: calls are validated also by an agent without tools. */
export async function validateMessagesForAgent(options: ValidateUIMessagesOptions): Promise<UIMessage[]> {
  return await validate(options, true)
}

async function validate(options: ValidateUIMessagesOptions, hasTools: boolean): Promise<UIMessage[]> {
  const { messages: given, metadataSchema, dataSchemas } = options
  if (given === undefined || given === null) {
    const message = 'messages parameter must be provided'
    throw new InvalidArgumentError({ parameter: 'messages', value: given, message })
  }
  // Everything that reads messages recurses into them, and so does the error that shows them.
  if (findShapeProblem(given, deepestValue) !== undefined) {
    const cause = `The messages nest deeper than ${deepestValue} levels, or contain themselves.`
    throw new TypeValidationError({ value: undefined, cause })
  }
  const read = readUiMessages(given)
  if ('issues' in read) {
    throw new TypeValidationError({ value: given, cause: shapeError(read.issues) })
  }
  for (const [index, message] of read.messages.entries()) {
    const at = `messages[${index}]`
    if (metadataSchema !== undefined) {
      const context = { field: `${at}.metadata`, entityId: message.id }
      message.metadata = await parse(metadataSchema, message.metadata, context)
    }
    for (const [partIndex, part] of message.parts.entries()) {
      const partAt = `${at}.parts[${partIndex}]`
      if (dataSchemas !== undefined && isDataUIPart(part)) await parseData(part, partAt, dataSchemas)
      if (hasTools && isStaticToolUIPart(part)) message.parts[partIndex] = await parseCall(part, partAt, options)
    }
  }
  return read.messages
}

/** Shown as Zod shows its errors: as the list of the issues. */
function shapeError(issues: readonly ShapeIssue[]): Error {
  const text = JSON.stringify(issues, null, 2)
  const error = withHidden(new Error(text), { issues, toString: () => text })
  return Object.defineProperty(error, 'name', { value: 'ZodError' })
}

type Context = NonNullable<ConstructorParameters<typeof TypeValidationError>[0]['context']>

async function parse(schema: FlexibleSchema, value: unknown, context: Context): Promise<unknown> {
  const result = await validateValue(schema, value, context)
  if (result.error !== undefined) throw result.error
  return result.value
}

async function parseData(
  part: DataUIPart,
  at: string,
  schemas: NonNullable<ValidateUIMessagesOptions['dataSchemas']>,
): Promise<void> {
  const entityName = part.type.slice('data-'.length)
  const schema = Object.hasOwn(schemas, entityName) ? schemas[entityName] : undefined
  const context = { field: `${at}.data`, entityName, entityId: part.id }
  if (schema === undefined) {
    const cause = `No data schema found for data part ${entityName}`
    throw new TypeValidationError({ value: part.data, cause, context })
  }
  part.data = await parse(schema, part.data, context)
}

/** A call as it may be shown: a dynamic one where it does not fit the tool of today. */
async function parseCall(part: ToolUIPart, at: string, options: ValidateUIMessagesOptions): Promise<UIMessagePart> {
  const { tools = {} } = options
  const entityName = getToolName(part)
  const context = { field: `${at}.input`, entityName, entityId: part.toolCallId }
  const tool = Object.hasOwn(tools, entityName) ? tools[entityName] : undefined
  if (tool === undefined) {
    if (isOver(part)) return toDynamic(part)
    const cause = `No tool schema found for tool part ${entityName}`
    throw new TypeValidationError({ value: part.input, cause, context })
  }
  const error = await findInputError(part, tool, context, options)
  // A call that failed, perhaps for its input, must stay readable; so must one whose input was emptied.
  const isTolerated = part.state === 'output-error' || (part.state === 'output-available' && isEmpty(part.input))
  if (error !== undefined && !isTolerated) throw error
  if (part.state === 'output-available' && tool.outputSchema != null) {
    await parse(tool.outputSchema as FlexibleSchema, part.output, { ...context, field: `${at}.output` })
  }
  return error === undefined ? part : toDynamic(part)
}

function isOver({ state }: ToolUIPart): boolean {
  return state === 'output-available' || state === 'output-error' || state === 'output-denied'
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
}

function toDynamic(part: ToolUIPart): UIMessagePart {
  const { type: _, ...rest } = part
  return { ...rest, type: 'dynamic-tool', toolName: getToolName(part), dynamic: false } as UIMessagePart
}

async function findInputError(
  part: ToolUIPart,
  tool: ValidatingTool,
  context: Context,
  options: ValidateUIMessagesOptions,
): Promise<TypeValidationError | undefined> {
  const { state, approval, input } = part
  if (state === 'input-streaming') return undefined
  // An approval keeps what the input was parsed from.
  const original = approval != null && Object.hasOwn(approval, 'inputSchemaInput') ? approval : undefined
  if (state === 'output-error' && original === undefined && input === undefined) return undefined
  const value = original === undefined ? input : original.inputSchemaInput
  const result = await validateValue(tool.inputSchema as FlexibleSchema, value, context)
  if (result.error !== undefined || original === undefined) return result.error
  try {
    const refine = options.experimental_refineToolInput?.[context.entityName!]
    const made = refine === undefined ? result.value : await refine(result.value as never)
    if (deepEqual(made, input)) return undefined
  } catch (cause) {
    return new TypeValidationError({ value, cause, context })
  }
  const cause = 'Tool input does not match the output reconstructed from inputSchemaInput.'
  return new TypeValidationError({ value: input, cause, context })
}
