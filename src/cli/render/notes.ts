import type { Io } from '../io.ts'
import { printable } from './printable.ts'

/** Remarks for people, on stderr. */
export function sayNotes(notes: readonly (string | undefined)[], { stderr }: Io): void {
  for (const note of notes) if (note !== undefined) stderr.write(`${printable(note)}\n`)
}
