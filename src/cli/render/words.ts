import { inputError } from '../core/cli-error.ts'
import type { Io, Output } from '../core/command.ts'
import type { PartKind } from '../core/compile-input.ts'
import { type Severity, severities } from '../report/severity.ts'
import { printable, type Style } from './paint.ts'

/** How each effect looks. */
export const effectStyles: Readonly<Record<Severity, Style>> = {
  rewritten: 'green',
  encoded: 'cyan',
  described: 'blue',
  narrowed: 'magenta',
  dropped: 'red',
}

/** `1 tool`, `1,200 tools`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

/** The first names of a list, and how many more there are. */
export function listNames(names: readonly string[], most: number): string {
  const shown = names.slice(0, most).map((name) => printable(name))
  const hidden = names.length - shown.length
  return hidden > 0 ? `${shown.join(', ')} and ${hidden.toLocaleString('en')} more` : shown.join(', ')
}

/** What the parts of an input are called together: `3 tools and 1 response format`. */
export function countParts(parts: readonly { readonly kind: PartKind }[]): string {
  const nouns = { tool: 'tool', response: 'response format', schema: 'schema' } as const
  const kinds = (Object.keys(nouns) as PartKind[]).flatMap((kind) => {
    const number = parts.filter((part) => part.kind === kind).length
    return number === 0 ? [] : [count(number, nouns[kind])]
  })
  return kinds.length === 0 ? 'no tools' : kinds.join(' and ')
}

/** `2 rewritten, 1 encoded`: effects that occur, from harmless to bad. */
export function listEffects(
  counts: Readonly<Record<Severity, number>>,
  paint: (style: Style, text: string) => string,
): string {
  return severities
    .filter((effect) => counts[effect] > 0)
    .map((effect) => paint(effectStyles[effect], `${counts[effect].toLocaleString('en')} ${effect}`))
    .join(', ')
}

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
