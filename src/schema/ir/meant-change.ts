import { type Change, rewritten } from '../change.ts'
import type { Meant } from '../document/read-as-meant.ts'

const notes: Readonly<Record<Meant['kind'], string>> = {
  empty: 'The list is empty, so that no value could be written: it is ignored.',
  'empty-items': 'The list is empty, so that no value could be written: it is ignored.',
  items: 'The values are no arrays: they are the items that the array may have.',
  parsed: 'The values are written as strings beside another type: they are read as values of that type.',
  listed: 'The values are words: they are strings, whatever the type beside them says.',
  whole: 'Properties are required that only allOf declares: it closes the whole, with the properties of allOf.',
}

/** A keyword that was read in the sense of its author. */
export function meantChange({ kind }: Meant, pointer: string): Change {
  const at = kind === 'empty-items' ? `${pointer}/items` : pointer
  const keyword = kind === 'whole' ? 'additionalProperties' : kind === 'listed' ? 'type' : 'enum'
  const isIdle = kind === 'empty' || kind === 'empty-items'
  const effect = isIdle ? 'dropped' : 'rewritten'
  return { at, keyword, code: 'read-as-meant', effect, enforced: !isIdle, note: notes[kind] }
}

/** A `oneOf` of which only the formats tell the branches apart. */
export function toldApartByFormat(at: string): Change {
  const note = 'Only their formats tell the branches apart, and formats are not checked: a value may fit several.'
  return rewritten({ at, keyword: 'oneOf' }, 'read-as-meant', note)
}
