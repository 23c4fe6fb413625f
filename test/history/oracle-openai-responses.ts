import type { AnyModelMessage } from '../../src/core/message.ts'

interface Item {
  readonly type: 'message' | 'reasoning' | 'function_call' | 'function_call_output'
  readonly callId?: string
  readonly isEmpty?: boolean
  /** Reasoning belongs to the item after it in the same reply. */
  readonly reply: number
}

/** The rules of Responses on its items. Neighbours are asked for, as compatible servers do. */
export function openaiResponsesRefusals(messages: readonly AnyModelMessage[]): string[] {
  const items = messages.flatMap(toItems)
  const refusals: string[] = []
  const called = new Set<string>()
  let open = new Set<string>()
  for (const [index, item] of items.entries()) {
    if (item.isEmpty) refusals.push('An input item is empty.')
    if (item.type === 'reasoning') {
      const next = items[index + 1]
      if (next === undefined || next.reply !== item.reply) {
        refusals.push("Item of type 'reasoning' was provided without its required following item.")
      }
    }
    if (item.type === 'function_call') {
      const id = item.callId!
      if (id === '' || id.length > 64) refusals.push(`Invalid length of call_id: ${id.length}`)
      if (called.has(id)) refusals.push(`Two calls have the id ${id}.`)
      called.add(id)
      open.add(id)
    } else if (item.type === 'function_call_output') {
      if (!open.delete(item.callId!)) {
        refusals.push(`No tool call found for function call output with call_id ${item.callId}.`)
      }
    } else if (open.size > 0 && items[index - 1]?.reply !== item.reply) {
      refusals.push(`No tool output found for function call ${[...open].join(', ')}.`)
      open = new Set()
    }
  }
  if (open.size > 0) refusals.push(`No tool output found for function call ${[...open].join(', ')}.`)
  return refusals
}

function toItems(message: AnyModelMessage, reply: number): Item[] {
  if (typeof message.content === 'string') return [{ type: 'message', isEmpty: message.content === '', reply }]
  if (message.content.length === 0) return [{ type: 'message', isEmpty: true, reply }]
  return message.content.flatMap((part): Item[] => {
    if (part.type.startsWith('tool-approval')) return []
    if (part.type.startsWith('reasoning')) return [{ type: 'reasoning', reply }]
    if (part.type === 'tool-call' && part.providerExecuted !== true) {
      return [{ type: 'function_call', callId: part.toolCallId, reply }]
    }
    if (part.type === 'tool-result' && message.role === 'tool') {
      return [{ type: 'function_call_output', callId: part.toolCallId, reply }]
    }
    return [{ type: 'message', isEmpty: part.type === 'text' && part.text === '', reply }]
  })
}
