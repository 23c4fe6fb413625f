import type {
  AssistantPart,
  ProviderOptions,
  ToolCallPart,
  ToolPart,
  ToolResultOutput,
  ToolResultPart,
} from '../../core/message.ts'
import { markOptions } from '../../history/turns/mark.ts'
import type { AiVersion } from '../../models/versions/any-model.ts'
import type { ContentPart, ResponseMessage } from '../result/content.ts'
import { showFields } from '../result/show-fields.ts'
import { errorText } from '../result/tool-output.ts'
import type { OpenStep } from '../run/run.ts'

/** How the messages of an interrupted step are written. */
export interface ResponseOptions {
  /** The result of calls that have none, so that the messages can be sent again. Without it, such calls stay open. */
  readonly interrupted?: string
}

/**
 * The messages that a step adds: the model's message, and one with the results of its calls, in the order of the calls. Calls keep
 * the arguments that the model sent.
 */
export function toResponseMessages(
  { content, calls, answers, model }: Pick<OpenStep, 'content' | 'calls' | 'answers' | 'model'>,
  { interrupted }: ResponseOptions = {},
): ResponseMessage[] {
  const sent = new Map(calls.map(({ part, sent }) => [part.toolCallId, sent]))
  const said = content.flatMap((part) =>
    interrupted !== undefined && isBlank(part) ? [] : toAssistantParts(part, sent, model.aiVersion),
  )
  // Reasoning without text or calls after it: providers refuse it alone.
  while (interrupted !== undefined && said[said.length - 1]?.type.startsWith('reasoning')) said.pop()
  const results = calls.flatMap(({ part, error }): ToolResultPart[] => {
    if (part.providerExecuted === true) return []
    const { toolCallId, toolName, providerMetadata } = part
    const output = answers.get(toolCallId)
    if (output !== undefined) {
      // A denial is about the approval, and an invalid call has no result of its tool.
      const isOwn = error === undefined && output.type !== 'execution-denied'
      return [resultPart(toolCallId, toolName, output, isOwn ? providerMetadata : undefined)]
    }
    if (interrupted === undefined) return []
    const options = markOptions({ synthetic: 'interrupted' })
    return [resultPart(toolCallId, toolName, { type: 'error-text', value: interrupted }, options)]
  })
  const messages: ResponseMessage[] = [
    { role: 'assistant', content: said },
    { role: 'tool', content: withApprovals(content, results) },
  ]
  return messages.filter((message) => message.content.length > 0)
}

/** The results, with the automatic answers to requests for approval in the places where they were given. */
function withApprovals(content: readonly ContentPart[], results: readonly ToolResultPart[]): ToolPart[] {
  if (!content.some(({ type }) => type === 'tool-approval-response')) return [...results]
  let next = 0
  const parts: ToolPart[] = []
  for (const part of content) {
    const isApproval = part.type === 'tool-approval-response'
    if (isApproval) {
      const { type, approvalId, approved, reason, providerExecuted } = part
      parts.push({ type, approvalId, approved, reason, providerExecuted } as ToolPart)
    }
    const isResult = (part.type === 'tool-result' || part.type === 'tool-error') && part.providerExecuted !== true
    if (isResult || (isApproval && !part.approved)) parts.push(...results.slice(next, ++next))
  }
  return [...parts, ...results.slice(next)]
}

/** Some providers refuse a message of blanks. */
function isBlank(part: ContentPart): boolean {
  return part.type === 'text' && part.text.trim() === '' && part.providerMetadata === undefined
}

/** A result as a part of a message. */
function resultPart(
  toolCallId: string,
  toolName: string,
  output: ToolResultOutput,
  providerOptions: ProviderOptions | undefined,
): ToolResultPart {
  return { type: 'tool-result', toolCallId, toolName, output, ...(providerOptions && { providerOptions }) }
}

function toAssistantParts(part: ContentPart, sent: ReadonlyMap<string, unknown>, version: AiVersion): AssistantPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      // Signatures may come without text.
      if (part.type === 'text' && part.text === '' && part.providerMetadata === undefined) return []
      return [withOptions({ type: part.type, text: part.text }, part.providerMetadata)]
    case 'file':
    case 'reasoning-file': {
      const { base64: data, mediaType } = part.file
      return [withOptions({ type: part.type, data, mediaType }, part.providerMetadata)]
    }
    case 'custom':
      return [withOptions({ type: 'custom', kind: part.kind }, part.providerMetadata)]
    case 'tool-call': {
      const { toolCallId, toolName, providerExecuted, providerMetadata } = part
      const input = sent.get(toolCallId) ?? part.input
      const call = { type: 'tool-call' as const, toolCallId, toolName, input, providerExecuted } as ToolCallPart
      return [withOptions(call, providerMetadata)]
    }
    case 'tool-result':
    case 'tool-error':
      return part.providerExecuted === true ? [foreignResult(part)] : []
    case 'tool-approval-request': {
      // The call has the input as the model sent it.
      const { toolCall, ...request } = part
      const { isAutomatic } = request
      const shown = { ...request, isAutomatic, toolCallId: toolCall.toolCallId } as AssistantPart
      return [showFields(version, 'request for approval', shown)]
    }
    default:
      return []
  }
}

/** A result of the provider belongs to the message of its call. */
function foreignResult(part: Extract<ContentPart, { type: 'tool-result' | 'tool-error' }>): AssistantPart {
  const output: ToolResultOutput =
    part.type === 'tool-error'
      ? { type: 'error-json', value: (part.error ?? errorText(part.error)) as never }
      : typeof part.output === 'string'
        ? { type: 'text', value: part.output }
        : { type: 'json', value: part.output as never }
  return withOptions(resultPart(part.toolCallId, part.toolName, output, undefined), part.providerMetadata)
}

/** The key is there without a value too, as in `ai`. */
function withOptions<PART extends object>(part: PART, providerOptions: ProviderOptions | undefined): PART {
  return { ...part, providerOptions }
}
