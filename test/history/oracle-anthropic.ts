import type { AnyModelMessage } from '../../src/core/message.ts'

interface Block {
  readonly type: 'text' | 'thinking' | 'tool_use' | 'tool_result' | 'other'
  readonly id?: string
  readonly text?: string
}

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly blocks: Block[]
}

/** The rules of Messages. Neighbours of one role are one turn, as the API takes them. */
export function anthropicRefusals(messages: readonly AnyModelMessage[]): string[] {
  const start = messages.findIndex((message) => message.role !== 'system')
  const rest = start < 0 ? [] : messages.slice(start)
  const refusals = messages
    .slice(0, start < 0 ? messages.length : start)
    .flatMap(({ content }) => (content === '' ? ['system: text content blocks must be non-empty'] : []))
  if (rest.some((message) => message.role === 'system')) refusals.push('messages: Unexpected role "system"')
  const turns = toTurns(rest)
  if (turns[0]?.role === 'assistant') refusals.push('messages: first message must use the "user" role')
  const seen = new Set<string>()
  for (const [index, turn] of turns.entries()) {
    refusals.push(...pairRefusals(turn, turns[index - 1], turns[index + 1]))
    for (const { type, id, text } of turn.blocks) {
      if (type === 'text' && text!.trim() === '') refusals.push('text content blocks must contain non-whitespace text')
      if (type !== 'tool_use') continue
      if (!/^[a-zA-Z0-9_-]+$/.test(id!)) refusals.push('tool_use.id: String should match pattern')
      if (seen.has(id!)) refusals.push('`tool_use` ids must be unique')
      seen.add(id!)
    }
  }
  return [...refusals, ...replyRefusals(rest), ...endRefusals(turns)]
}

function pairRefusals(turn: Turn, before: Turn | undefined, after: Turn | undefined): string[] {
  const refusals: string[] = []
  const answered = new Set(after?.blocks.flatMap(({ type, id }) => (type === 'tool_result' ? [id] : [])))
  const asked = before?.blocks.flatMap(({ type, id }) => (type === 'tool_use' ? [id] : [])) ?? []
  for (const { type, id } of turn.blocks) {
    if (type === 'tool_use' && !answered.has(id)) {
      refusals.push(`\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}.`)
    }
  }
  const results = turn.blocks.flatMap(({ type, id }) => (type === 'tool_result' ? [id] : []))
  for (const id of results) {
    if (!asked.includes(id)) refusals.push(`unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}.`)
  }
  if (new Set(results).size !== results.length) refusals.push('each tool_use must have a single result')
  const firstOther = turn.blocks.findIndex(({ type }) => type !== 'tool_result')
  if (firstOther >= 0 && turn.blocks.slice(firstOther).some(({ type }) => type === 'tool_result')) {
    refusals.push(
      '`tool_use` ids were found without `tool_result` blocks immediately after (results do not come first).',
    )
  }
  return refusals
}

/** A reply that is nothing but thinking, or ends in it. */
function replyRefusals(messages: readonly AnyModelMessage[]): string[] {
  return messages.flatMap((message) => {
    const last = toBlocks(message).at(-1)
    return message.role === 'assistant' && last?.type === 'thinking'
      ? ['The final block in an assistant message cannot be `thinking`.']
      : []
  })
}

function endRefusals(turns: readonly Turn[]): string[] {
  const last = turns.at(-1)
  const text = last?.blocks.at(-1)?.text
  return last?.role === 'assistant' && text !== undefined && text !== text.trimEnd()
    ? ['messages: final assistant content cannot end with trailing whitespace']
    : []
}

function toTurns(messages: readonly AnyModelMessage[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const blocks = toBlocks(message)
    if (blocks.length === 0 && message.role === 'tool' && message.content.length > 0) continue
    const last = turns.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks })
  }
  return turns
}

function toBlocks(message: AnyModelMessage): Block[] {
  if (typeof message.content === 'string') return [{ type: 'text', text: message.content }]
  if (message.content.length === 0) return [{ type: 'text', text: '' }]
  return message.content.flatMap((part): Block[] => {
    if (part.type.startsWith('tool-approval')) return []
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    if (part.type === 'reasoning') return [{ type: 'thinking' }]
    if (part.type === 'tool-call' && part.providerExecuted !== true) return [{ type: 'tool_use', id: part.toolCallId }]
    if (part.type === 'tool-result' && message.role === 'tool') return [{ type: 'tool_result', id: part.toolCallId }]
    return [{ type: 'other' }]
  })
}
