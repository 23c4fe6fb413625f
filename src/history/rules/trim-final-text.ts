import type { AnyModelMessage, ProviderOptions } from '../../core/message.ts'
import { type AnyPart, partsOf } from '../turns/entry.ts'
import type { Rule } from './rule.ts'

/** Trims the end of a last assistant message, which the model is to continue. */
export const trimFinalText: Rule = {
  id: 'trim-final-text',
  repair(entries, { profile, report }) {
    const last = entries.at(-1)
    if (!profile.refusesTrailingSpace || last?.message.role !== 'assistant') return entries
    const message = trimmed(last.message)
    if (message === last.message) return entries
    const problem = 'The last message of the assistant ends in white space.'
    report({ action: 'changed', at: last.at, problem, item: last.message })
    return [...entries.slice(0, -1), { ...last, message }]
  },
}

function trimmed(message: AnyModelMessage & { role: 'assistant' }): AnyModelMessage {
  if (typeof message.content === 'string') {
    const content = message.content.trimEnd()
    return content === message.content ? message : { ...message, content }
  }
  const part: AnyPart | undefined = partsOf(message).at(-1)
  if (part?.type !== 'text' || part.text === part.text.trimEnd()) return message
  const { providerOptions, ...rest } = part
  const options = withoutSignatures(providerOptions)
  const last = { ...rest, text: part.text.trimEnd(), ...(options === undefined ? {} : { providerOptions: options }) }
  return { ...message, content: [...message.content.slice(0, -1), last] }
}

/** A signature covers the original text, so it is removed with it. All other options stay. */
function withoutSignatures(options: ProviderOptions | undefined): ProviderOptions | undefined {
  const kept = Object.entries(options ?? {}).flatMap(([provider, values]) => {
    const entries = Object.entries(values).filter(([name]) => !/signature/i.test(name))
    return entries.length === 0 ? [] : [[provider, Object.fromEntries(entries)] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
