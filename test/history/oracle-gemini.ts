import type { AnyModelMessage } from '../../src/core/message.ts'

interface Content {
  readonly role: 'user' | 'model'
  readonly parts: readonly GeminiPart[]
}

interface GeminiPart {
  readonly kind: 'text' | 'data' | 'call' | 'response'
  readonly id?: string
  readonly name?: string
  readonly isEmpty?: boolean
}

/** The turn rules of generateContent. Contents are not merged: what only passes after a merge is refused here. */
export function geminiRefusals(messages: readonly AnyModelMessage[]): string[] {
  const start = messages.findIndex((message) => message.role !== 'system')
  const system = start < 0 ? messages : messages.slice(0, start)
  const refusals = system.flatMap((message) =>
    message.content === '' ? ["system_instruction.parts[0].data: required oneof field 'data'"] : [],
  )
  const rest = start < 0 ? [] : messages.slice(start)
  if (rest.some((message) => message.role === 'system')) refusals.push('Please use a valid role: user, model.')
  const contents = toContents(rest)
  if (contents[0]?.role === 'model') refusals.push('The first turn is not the user.')
  for (const [index, content] of contents.entries()) refusals.push(...refusalsOf(content, contents, index))
  const ids = contents.flatMap(({ parts }) => parts.flatMap(({ kind, id }) => (kind === 'call' ? [id] : [])))
  if (new Set(ids).size !== ids.length || ids.includes('')) refusals.push('Two calls cannot be told apart.')
  return refusals
}

function refusalsOf(content: Content, contents: readonly Content[], index: number): string[] {
  const refusals: string[] = []
  const calls = content.parts.filter(({ kind }) => kind === 'call')
  const responses = content.parts.filter(({ kind }) => kind === 'response')
  const [before, after] = [contents[index - 1], contents[index + 1]]
  if (content.parts.length === 0) refusals.push(`contents[${index}].parts: contents.parts must not be empty.`)
  if (content.parts.some(({ isEmpty }) => isEmpty)) refusals.push(`contents[${index}]: required oneof field 'data'`)
  if (calls.length > 0 && before?.role !== 'user') {
    refusals.push(
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    )
  }
  if (responses.length > 0) {
    const asked = (before?.parts ?? []).filter(({ kind }) => kind === 'call')
    if (before?.role !== 'model' || asked.length === 0) {
      refusals.push('Please ensure that function response turn comes immediately after a function call turn.')
    } else if (asked.some(({ id, name }, place) => responses[place]?.id !== id || responses[place]?.name !== name)) {
      refusals.push('functionResponse id and name must match, in order.')
    }
    if (responses.length !== content.parts.length) refusals.push('A response turn holds something else.')
  }
  if (calls.length > 0) {
    const answered = (after?.parts ?? []).filter(({ kind }) => kind === 'response')
    if (answered.length !== calls.length) {
      refusals.push(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      )
    }
  }
  return refusals
}

/** One content a message, but for tool messages in a row, whose results are one turn. Thoughts are not sent back. */
function toContents(messages: readonly AnyModelMessage[]): Content[] {
  const contents: { role: 'user' | 'model'; parts: GeminiPart[]; isTool: boolean }[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const parts = toParts(message)
    if (message.role === 'tool') {
      // Answers to requests for approval are between our side and the user.
      if (parts.length === 0 && message.content.length > 0) continue
      const last = contents.at(-1)
      if (last?.isTool) last.parts.push(...parts)
      else contents.push({ role: 'user', parts, isTool: true })
    } else contents.push({ role: message.role === 'user' ? 'user' : 'model', parts, isTool: false })
  }
  return contents
}

function toParts(message: AnyModelMessage): GeminiPart[] {
  if (typeof message.content === 'string') return [{ kind: 'text', isEmpty: message.content === '' }]
  return message.content.flatMap((part): GeminiPart[] => {
    if (part.type === 'text') {
      const isSigned = part.providerOptions?.['google'] !== undefined
      return [{ kind: 'text', isEmpty: part.text === '' && !isSigned }]
    }
    if (part.type === 'tool-call') {
      return part.providerExecuted ? [{ kind: 'data' }] : [{ kind: 'call', id: part.toolCallId, name: part.toolName }]
    }
    if (part.type === 'tool-result') {
      return message.role === 'tool'
        ? [{ kind: 'response', id: part.toolCallId, name: part.toolName }]
        : [{ kind: 'data' }]
    }
    return part.type.startsWith('reasoning') || part.type.startsWith('tool-approval') ? [] : [{ kind: 'data' }]
  })
}
