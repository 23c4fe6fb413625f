import type { FinishReason, ReplyContent, ReplyEvent, ReplyToolCall } from '../../wire/model-reply.ts'
import type { ToolCodec } from '../tool-codec.ts'
import type { ModelCallOptions, ModelFunctionTool } from '../versions/language-model.ts'

/**
 * A tool whose arguments are the answer: every Claude model can give a response in a format this way. Undefined where there is no
 * response schema. No other tool has its name.
 */
export function responseToolFor({ responseFormat, tools = [] }: ModelCallOptions): ModelFunctionTool | undefined {
  if (responseFormat?.type !== 'json' || responseFormat.schema === undefined) return undefined
  let name = 'json'
  while (tools.some((tool) => tool.name === name)) name += '_'
  const description = responseFormat.description ?? 'Call this with the answer.'
  return { type: 'function', name, description, inputSchema: responseFormat.schema }
}

type Event = Exclude<ReplyEvent, { type: 'error' }>

/** The text of an answer that came as a call of the response tool. */
function answerText(call: ReplyToolCall, codec: ToolCodec): string {
  return codec.decodeCall(call).input
}

/** Replaces the call of the response tool by the text of the answer. */
export function replaceCall(
  content: readonly ReplyContent[],
  tool: ModelFunctionTool,
  codec: ToolCodec,
): ReplyContent[] {
  const wireName = codec.wireName(tool.name)
  return content.map((part) =>
    part.type === 'tool-call' && part.toolName === wireName ? { type: 'text', text: answerText(part, codec) } : part,
  )
}

/** The same for a stream. Arguments that need no decoding are delivered as they come. */
export function createCallReplacer(tool: ModelFunctionTool, codec: ToolCodec): (event: Event) => Event[] {
  const wireName = codec.wireName(tool.name)
  const isPlain = codec.isPlain(wireName)
  const open = new Set<string>()
  let hasOthers = false
  return (event) => {
    switch (event.type) {
      case 'tool-input-start': {
        if (event.toolName !== wireName) {
          hasOthers ||= event.providerExecuted !== true
          return [event]
        }
        open.add(event.id)
        return [{ type: 'text-start', id: event.id }]
      }
      case 'tool-input-delta':
        if (!open.has(event.id)) return [event]
        return isPlain ? [{ type: 'text-delta', id: event.id, delta: event.delta }] : []
      case 'tool-input-end':
        return open.has(event.id) ? [] : [event]
      case 'tool-call': {
        const id = event.toolCallId
        if (!open.has(id)) return [event]
        const text: Event[] = isPlain ? [] : [{ type: 'text-delta', id, delta: answerText(event, codec) }]
        return [...text, { type: 'text-end', id }]
      }
      case 'finish':
        return [open.size > 0 && !hasOthers ? { ...event, finishReason: stopped(event.finishReason) } : event]
      default:
        return [event]
    }
  }
}

/** A call that was the answer ends the turn. */
export function stopped(reason: FinishReason): FinishReason {
  return reason.unified === 'tool-calls' ? { unified: 'stop', raw: reason.raw } : reason
}
