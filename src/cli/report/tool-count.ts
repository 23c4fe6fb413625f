import { count } from '../render/words.ts'

/** Tools that one request may carry, by the providers' documents. */
const mostTools = { OpenAI: 128, Gemini: 512 } as const

/** Says so where an input holds more tools than one request may carry: compiled one by one they are fine, together they are not. */
export function noteOnToolCount(parts: readonly { readonly kind: string }[]): string | undefined {
  const tools = parts.filter(({ kind }) => kind === 'tool').length
  const limits = Object.entries(mostTools).filter(([, most]) => tools > most)
  if (limits.length === 0) return undefined
  const list = limits.map(([provider, most]) => `${provider} takes ${most}`).join(', ')
  return `${count(tools, 'tool')} are more than one request may carry: ${list}. Send some at a time.`
}
