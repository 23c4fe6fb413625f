import type { AnyModelMessage } from '../../src/core/message.ts'

/** The turn rules of Chat Completions. A tool message on its wire holds one result. */
export function openaiChatRefusals(messages: readonly AnyModelMessage[]): string[] {
  const refusals: string[] = []
  const seen = new Set<string>()
  let open: string[] = []
  let isAfterCalls = false
  const close = () => {
    if (open.length > 0) {
      refusals.push(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
      )
    }
    open = []
  }
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue
        const place = open.indexOf(part.toolCallId)
        if (!isAfterCalls || place < 0) {
          refusals.push(
            `Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'. (messages.[${index}].role)`,
          )
        } else open.splice(place, 1)
      }
      continue
    }
    close()
    const calls = callIds(message)
    isAfterCalls = calls.length > 0
    open = [...calls]
    for (const id of calls) {
      if (id === '' || id.length > 40) refusals.push(`Invalid length of tool_calls id: ${id.length}`)
      if (seen.has(id)) refusals.push(`Two calls have the id ${id}.`)
      seen.add(id)
    }
    if (!hasContent(message) && calls.length === 0) {
      refusals.push(`Invalid value for 'content': expected a string, got null. (messages.[${index}])`)
    }
  }
  close()
  return refusals
}

function callIds(message: AnyModelMessage): string[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return []
  return message.content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true ? [part.toolCallId] : [],
  )
}

function hasContent(message: AnyModelMessage): boolean {
  if (typeof message.content === 'string') return message.content !== ''
  return message.content.some((part) => {
    if (part.type === 'text') return part.text !== ''
    return !part.type.startsWith('reasoning') && !part.type.startsWith('tool-approval')
  })
}
