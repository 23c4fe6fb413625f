import { getOrInsert } from '../../core/collections.ts'
import type { AnyModelMessage } from '../../core/message.ts'
import { type Entry, outputText, partsOf, withParts } from '../turns/entry.ts'
import type { FoundResult, HistoryIndex } from '../turns/history-index.ts'
import { markOptions } from '../turns/mark.ts'
import type { Rule, RuleContext } from './rule.ts'

/** Every result has a call before it, and every call at most one result. */
export const dropStrayResults: Rule = {
  id: 'drop-stray-results',
  repair(entries, context) {
    // Repeated until no stray is left: removing a message joins the turns around it, and their results are matched again.
    for (let current = entries; ; ) {
      const index = context.index(current)
      if (index.orphans.length === 0 && index.duplicates.length === 0) return current
      const strays = findStrays(index)
      current = current.flatMap((entry, place) => {
        const kinds = strays.get(place)
        return kinds === undefined ? [entry] : withoutStrays(entry, kinds, context)
      })
    }
  },
}

type Kinds = Map<number, 'orphan' | 'duplicate'>

/** The stray parts of each entry. */
function findStrays({ orphans, duplicates }: HistoryIndex): Map<number, Kinds> {
  const strays = new Map<number, Kinds>()
  const note = (kind: 'orphan' | 'duplicate') => (found: FoundResult) => {
    getOrInsert(strays, found.entry, (): Kinds => new Map()).set(found.part, kind)
  }
  orphans.forEach(note('orphan'))
  duplicates.forEach(note('duplicate'))
  return strays
}

function withoutStrays(entry: Entry, kinds: Kinds, { orphans, report }: RuleContext): Entry[] {
  const { message, at } = entry
  const texts: AnyModelMessage[] = []
  const parts = partsOf(message).filter((part, index) => {
    const kind = kinds.get(index)
    if (kind === undefined || part.type !== 'tool-result') return true
    const problem = kind === 'orphan' ? 'A result has no call before it.' : 'A call has more than one result.'
    const becomesText = kind === 'orphan' && orphans === 'text'
    if (becomesText) {
      const content = `Result of the tool "${part.toolName}", whose call is no longer part of this conversation:\n${outputText(part.output)}`
      texts.push({ role: 'user', content, providerOptions: markOptions({ synthetic: 'orphan' }) })
    }
    report({ action: becomesText ? 'changed' : 'removed', at, problem, toolCallId: part.toolCallId, item: part })
    return false
  })
  const rest = parts.length === 0 ? [] : [{ ...entry, message: withParts(message, parts) }]
  return [...rest, ...texts.map((text) => ({ message: text, at }))]
}
