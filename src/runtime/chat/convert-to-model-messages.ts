import { isPlainObject } from '../../core/json.ts'
import type {
  AssistantPart,
  FilePart,
  ModelMessage,
  TextPart,
  ToolPart,
  ToolResultOutput,
  ToolResultPart,
} from '../../core/message.ts'
import { parseUrl } from '../../core/parse-url.ts'
import type { ToolSet } from '../../tools/tool.ts'
import { MessageConversionError } from '../errors/prompt-errors.ts'
import { plainOutput, toModelOutput } from '../result/tool-output.ts'
import { withHidden } from '../result/with-hidden.ts'
import type {
  AnyUIMessage,
  DataUIPart,
  DynamicToolUIPart,
  FileUIPart,
  InferUIMessageData,
  TextUIPart,
  ToolUIPart,
  UIMessage,
  UIMessagePart,
} from '../ui/ui-message.ts'
import { getToolName, isDataUIPart, isToolUIPart } from '../ui/ui-message-parts.ts'

/** What {@link convertToModelMessages} takes. */
export interface ConvertToModelMessagesOptions<MESSAGE extends AnyUIMessage = UIMessage> {
  /** Their `toModelOutput` is applied to results. */
  readonly tools?: ToolSet | undefined
  /** Whether calls without a result are left out. */
  readonly ignoreIncompleteToolCalls?: boolean | undefined
  /** Makes text or a file of a data part. Without it, and where it returns undefined, data parts are left out. */
  readonly convertDataPart?:
    | ((part: DataUIPart<InferUIMessageData<MESSAGE>>) => TextPart | FilePart | undefined)
    | undefined
}

/** The options, and outputs that are not there yet. */
interface Conversion extends ConvertToModelMessagesOptions {
  readonly pending: Promise<void>[]
}

/**
 * The messages of `useChat` as messages for a model. A message of the assistant becomes one message for each of its steps, each
 * followed by the results of its calls.
 *
 * What is returned can be awaited, as in `ai` 6 and 7, or used as the list that it is, as in `ai` 5. It has to be awaited where a
 * tool has `toModelOutput`: it is not a list then.
 *
 * @throws MessageConversionError for a role that does not exist, and for what is not a UI message.
 *
 * @example
 * ```ts
 * import { convertToModelMessages } from 'toolfit'
 *
 * const messages = await convertToModelMessages([{ role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }])
 * messages // [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }]
 * ```
 */
export function convertToModelMessages<MESSAGE extends AnyUIMessage = UIMessage>(
  messages: readonly Omit<MESSAGE, 'id'>[],
  options: ConvertToModelMessagesOptions<MESSAGE> = {},
): ModelMessage[] & Promise<ModelMessage[]> {
  const conversion: Conversion = { ...(options as ConvertToModelMessagesOptions), pending: [] }
  let result: Promise<ModelMessage[]>
  try {
    const converted = convert(messages as readonly Omit<UIMessage, 'id'>[], conversion)
    if (conversion.pending.length === 0) return awaitable(converted)
    result = Promise.all(conversion.pending).then(() => converted)
  } catch (error) {
    result = Promise.reject(error)
  }
  // A run refuses the promise of a program that does not await it; the error must not end the process besides.
  result.catch(() => undefined)
  return result as unknown as ReturnType<typeof awaitable<ModelMessage>>
}

function convert(given: readonly Omit<UIMessage, 'id'>[], conversion: Conversion): ModelMessage[] {
  assertUIMessages(given)
  const lastQuestion = given.findLastIndex(({ role }) => role === 'user')
  const converted: ModelMessage[] = []
  for (const [index, { role, parts }] of given.entries()) {
    // A later question supersedes requests for approval that nobody answered.
    const isSuperseded = index < lastQuestion
    const wanted = parts.filter((part) => !isToolUIPart(part) || isWanted(part, isSuperseded, conversion))
    switch (role) {
      case 'system':
        converted.push(toSystemMessage(wanted))
        break
      case 'user':
        converted.push({ role, content: wanted.flatMap((part) => toUserParts(part, conversion)) })
        break
      case 'assistant':
        addSteps(converted, wanted, conversion)
        break
      default: {
        const message = `Unsupported role: ${role satisfies never}`
        throw new MessageConversionError({ originalMessage: given[index]!, message })
      }
    }
  }
  return converted
}

function awaitable<T>(list: T[]): T[] & Promise<T[]> {
  // A copy: a promise cannot be fulfilled with something that has a `then`.
  const promise = Promise.resolve([...list])
  const methods = { then: promise.then, catch: promise.catch, finally: promise.finally }
  const bound = Object.entries(methods).map(([name, method]) => [name, method.bind(promise)])
  return withHidden(list, Object.fromEntries(bound)) as T[] & Promise<T[]>
}

/** Messages that were converted already, and a body that was not parsed, are passed by mistake. */
function assertUIMessages(messages: unknown): void {
  if (!Array.isArray(messages)) {
    const message = 'The messages are not a list of UI messages.'
    throw new MessageConversionError({ originalMessage: messages, message })
  }
  messages.forEach((each: unknown, index) => {
    const parts = isPlainObject(each) ? each['parts'] : undefined
    const problem = !Array.isArray(parts)
      ? 'has no parts, so it is not a UI message. A message of a model is not converted.'
      : !parts.every(isPart)
        ? 'has a part without a type, or a file whose url is not a URL.'
        : undefined
    if (problem === undefined) return
    throw new MessageConversionError({ originalMessage: each as never, message: `messages[${index}] ${problem}` })
  })
}

function isPart(part: unknown): boolean {
  if (!isPlainObject(part) || typeof part['type'] !== 'string') return false
  const { type, url, providerReference, parts } = part
  if (type === 'steering-message') return Array.isArray(parts) && parts.every(isPart)
  const hasUrl = type === 'reasoning-file' || (type === 'file' && providerReference == null)
  return !hasUrl || url instanceof URL || (typeof url === 'string' && parseUrl(url) !== undefined)
}

type CallPart = ToolUIPart | DynamicToolUIPart

function isWanted(part: CallPart, isSuperseded: boolean, options: ConvertToModelMessagesOptions): boolean {
  if (part.state === 'approval-requested' && isSuperseded) return false
  if (options.ignoreIncompleteToolCalls !== true) return true
  if (part.state === 'output-available') return part.preliminary !== true
  return part.state === 'approval-responded' || part.state === 'output-error' || part.state === 'output-denied'
}

function toSystemMessage(parts: readonly UIMessagePart[]): ModelMessage {
  const texts = parts.filter((part): part is TextUIPart => part.type === 'text')
  const providerOptions = Object.assign({}, ...texts.map(({ providerMetadata }) => providerMetadata))
  const content = texts.map(({ text }) => text).join('')
  return { role: 'system', content, ...(Object.keys(providerOptions).length > 0 ? { providerOptions } : {}) }
}

function toUserParts(part: UIMessagePart, { convertDataPart }: ConvertToModelMessagesOptions): (TextPart | FilePart)[] {
  if (part.type === 'text' || part.type === 'file') return [toContent(part)]
  return isDataUIPart(part) ? [convertDataPart?.(part as never) ?? []].flat() : []
}

function toContent(part: TextUIPart | FileUIPart): TextPart | FilePart {
  if (part.type === 'text') return { type: 'text', text: part.text, ...optionsOf(part.providerMetadata) }
  const { mediaType, filename, url, providerReference, providerMetadata } = part
  const data =
    providerReference == null ? { type: 'url', url: new URL(url) } : { type: 'reference', reference: providerReference }
  // Keys without a value are those that `ai` writes.
  return { type: 'file', mediaType, filename, data, ...optionsOf(providerMetadata) } as FilePart
}

function optionsOf(metadata: TextPart['providerOptions']): { providerOptions?: NonNullable<typeof metadata> } {
  return metadata == null ? {} : { providerOptions: metadata }
}

/** A step is a message of the model, and one with the results of its calls. */
function addSteps(messages: ModelMessage[], parts: readonly UIMessagePart[], conversion: Conversion): void {
  let step: UIMessagePart[] = []
  const close = () => {
    const said = step.flatMap((part) => toAssistantParts(part, conversion))
    if (said.length > 0) messages.push({ role: 'assistant', content: said })
    const answers = step.filter(isToolUIPart).flatMap((part) => toToolParts(part, conversion))
    if (answers.length > 0) messages.push({ role: 'tool', content: answers })
    step = []
  }
  for (const part of parts) {
    if (part.type === 'step-start' || part.type === 'steering-message') close()
    else step.push(part)
    if (part.type === 'steering-message') messages.push({ role: 'user', content: part.parts.map(toContent) })
  }
  close()
}

function toAssistantParts(part: UIMessagePart, conversion: Conversion): AssistantPart[] {
  if (isToolUIPart(part)) return toCallParts(part, conversion)
  switch (part.type) {
    case 'custom':
      return [{ type: 'custom', kind: part.kind, ...optionsOf(part.providerMetadata) }]
    case 'reasoning':
      return [{ type: 'reasoning', text: part.text, providerOptions: part.providerMetadata } as AssistantPart]
    case 'reasoning-file': {
      const { mediaType, url, providerMetadata: providerOptions } = part
      return [
        { type: part.type, data: { type: 'url', url: new URL(url) }, mediaType, providerOptions } as AssistantPart,
      ]
    }
    default:
      return toUserParts(part, conversion) as AssistantPart[]
  }
}

/** The call, the request for its approval, and the result if the provider ran it. */
function toCallParts(part: CallPart, conversion: Conversion): AssistantPart[] {
  if (part.state === 'input-streaming') return []
  const { toolCallId, providerExecuted, approval } = part
  const toolName = getToolName(part)
  const isError = part.state === 'output-error'
  const input = isError ? (part.input ?? (part as { rawInput?: unknown }).rawInput) : part.input
  const metadata = part.callProviderMetadata ?? (isError ? part.resultProviderMetadata : undefined)
  const call = { type: 'tool-call', toolCallId, toolName, input, providerExecuted, ...optionsOf(metadata) }
  const parts = [call as AssistantPart]
  if (approval != null) parts.push(toRequest(toolCallId, approval))
  if (providerExecuted === true && (part.state === 'output-available' || isError)) {
    const resultMetadata = part.resultProviderMetadata ?? part.callProviderMetadata
    parts.push(toResult(part, outputOf(part, toolName, 'error-json', conversion), resultMetadata, conversion))
  }
  return parts
}

function toRequest(toolCallId: string, approval: NonNullable<CallPart['approval']>): AssistantPart {
  const { id: approvalId, isAutomatic, requestReason: reason, signature } = approval
  return {
    type: 'tool-approval-request',
    approvalId,
    toolCallId,
    isAutomatic,
    ...(reason == null ? {} : { reason }),
    ...(Object.hasOwn(approval, 'inputSchemaInput') ? { inputSchemaInput: approval.inputSchemaInput } : {}),
    ...(signature == null ? {} : { signature }),
  } as AssistantPart
}

/** The answer to a request for approval, and the result. */
function toToolParts(part: CallPart, conversion: Conversion): ToolPart[] {
  const { providerExecuted, approval, callProviderMetadata } = part
  const result = (output: Output) => toResult(part, output, callProviderMetadata, conversion)
  const parts: ToolPart[] = []
  if (approval?.approved != null) {
    const { id: approvalId, approved, reason } = approval
    parts.push({ type: 'tool-approval-response', approvalId, approved, reason, providerExecuted } as ToolPart)
    if (part.state === 'approval-responded' && !approved) {
      parts.push(result({ type: 'execution-denied', reason } as ToolResultOutput))
    }
  }
  // The result of a tool that the provider ran is in the message of its call.
  if (providerExecuted === true) return parts
  if (part.state === 'output-denied') {
    parts.push(result({ type: 'error-text', value: approval?.reason ?? 'Tool call execution denied.' }))
  } else if (part.state === 'output-available' || part.state === 'output-error') {
    parts.push(result(outputOf(part, getToolName(part), 'error-text', conversion)))
  }
  return parts
}

type Output = ToolResultOutput | Promise<ToolResultOutput>

function toResult(
  part: CallPart,
  output: Output,
  metadata: CallPart['callProviderMetadata'],
  { pending }: Conversion,
): ToolResultPart {
  const { toolCallId } = part
  const result = {
    type: 'tool-result',
    toolCallId,
    toolName: getToolName(part),
    output,
    ...optionsOf(metadata),
  } as const
  if (output instanceof Promise) {
    const filled = output.then((made) => void Object.assign(result, { output: made }))
    // Its error is that of the conversion, unless that has failed already.
    filled.catch(() => undefined)
    pending.push(filled)
  }
  return result as ToolResultPart
}

function outputOf(
  part: Extract<CallPart, { state: 'output-available' | 'output-error' }>,
  toolName: string,
  errorType: 'error-text' | 'error-json',
  { tools = {} }: ConvertToModelMessagesOptions,
): Output {
  if (part.state === 'output-error') return { type: errorType, value: part.errorText }
  const { toolCallId, input, output } = part
  const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined
  // What the tool would have shown of its result is not known any more.
  if (tool === undefined && part.type === 'dynamic-tool' && part.dynamic === false) {
    return { type: 'text', value: 'Tool output omitted because the tool is no longer available.' }
  }
  return tool?.toModelOutput === undefined ? plainOutput(output) : toModelOutput(tool, { toolCallId, input, output })
}
