import type { Change } from '../change.ts'
import type { Meant } from '../document/read-as-meant.ts'

/** A keyword that was read in the sense of its author. */
export function meantChange({ keyword, below, isIdle, note }: Meant, pointer: string): Change {
  const at = pointer + below
  const code = 'read-as-meant'
  return isIdle
    ? { at, keyword, code, effect: 'dropped', enforced: false, note }
    : { at, keyword, code, effect: 'rewritten', enforced: true, note }
}
