import type { AnyModelMessage } from '../../core/message.ts'
import { type Entry, outputText, partsOf, withParts } from '../turns/entry.ts'
import type { HistoryIndex } from '../turns/history-index.ts'
import { placeOf } from '../turns/history-index.ts'
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
      current = current.flatMap((entry, place) => withoutStrays(entry, place, strays, context))
    }
  },
}

type Strays = ReadonlyMap<number, 'orphan' | 'duplicate'>

/** The stray results, by their places. */
function findStrays({ orphans, duplicates }: HistoryIndex): Strays {
  return new Map([
    ...orphans.map(({ entry, part }) => [placeOf(entry, part), 'orphan'] as const),
    ...duplicates.map(({ entry, part }) => [placeOf(entry, part), 'duplicate'] as const),
  ])
}

function withoutStrays(entry: Entry, place: number, strays: Strays, { orphans, report }: RuleContext): Entry[] {
  const { message, at } = entry
  const texts: AnyModelMessage[] = []
  const all = partsOf(message)
  const parts = all.filter((part, index) => {
    const kind = strays.get(placeOf(place, index))
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
  if (parts.length === all.length) return [entry]
  const rest = parts.length === 0 ? [] : [{ ...entry, message: withParts(message, parts) }]
  return [...rest, ...texts.map((text) => ({ message: text, at }))]
}
