import type { AnyModelMessage } from '../../core/message.ts'
import { type Entry, partsOf, withParts } from '../entry.ts'
import { markOptions } from '../mark.ts'
import type { FoundResult, Matching } from '../match-results.ts'
import { outputText } from '../output-text.ts'
import type { Rule, RuleContext } from '../rule.ts'

/** A result needs a call before it, and a call takes one result. */
export const dropStrayResults: Rule = {
  id: 'drop-stray-results',
  mend(entries, context) {
    // Again until nothing is found: with a message that goes, those around it become one turn, whose results are matched anew.
    for (let current = entries; ; ) {
      const matching = context.match(current)
      if (matching.orphans.length === 0 && matching.duplicates.length === 0) return current
      const strays = findStrays(matching)
      current = current.flatMap((entry, index) => {
        const kinds = strays.get(index)
        return kinds === undefined ? [entry] : withoutStrays(entry, kinds, context)
      })
    }
  },
}

type Kinds = Map<number, 'orphan' | 'duplicate'>

/** Which parts of which entries belong to no call, or to one that has its result. */
function findStrays({ orphans, duplicates }: Matching): Map<number, Kinds> {
  const strays = new Map<number, Kinds>()
  const note = (kind: 'orphan' | 'duplicate') => (found: FoundResult) => {
    if (!strays.has(found.entry)) strays.set(found.entry, new Map())
    strays.get(found.entry)!.set(found.part, kind)
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
    const isTurned = kind === 'orphan' && orphans === 'text'
    if (isTurned) {
      const content = `Result of the tool "${part.toolName}", whose call is not part of this conversation any more:\n${outputText(part.output)}`
      texts.push({ role: 'user', content, providerOptions: markOptions({ synthetic: 'orphan' }) })
    }
    report({ action: isTurned ? 'changed' : 'removed', at, problem, toolCallId: part.toolCallId, item: part })
    return false
  })
  const rest = parts.length === 0 ? [] : [{ ...entry, message: withParts(message, parts) }]
  return [...rest, ...texts.map((text) => ({ message: text, at }))]
}
