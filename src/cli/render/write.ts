import { inputError } from '../cli-error.ts'
import type { Io, Output } from '../command.ts'
import { printable } from './paint.ts'
import { count } from './words.ts'

/** Writes a value as one JSON document. */
export function writeJson(output: Output, value: unknown, isPretty: boolean): void {
  output.write(`${stringify(value, isPretty)}\n`)
}

function stringify(value: unknown, isPretty: boolean): string {
  try {
    return JSON.stringify(value, undefined, isPretty ? 2 : undefined)
  } catch (error) {
    // A dialect that passes schemas on as they are passes on any depth, too.
    if (error instanceof RangeError)
      throw inputError('The output is nested too deep to be written as JSON.', { cause: error })
    throw error
  }
}

/** Remarks for people, on stderr. */
export function sayNotes(notes: readonly (string | undefined)[], { stderr }: Io): void {
  for (const note of notes) if (note !== undefined) stderr.write(`${printable(note)}\n`)
}

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
