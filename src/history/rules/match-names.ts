import { mapSame } from '../../core/collections.ts'
import { mapParts } from '../turns/entry.ts'
import { placeOf } from '../turns/history-index.ts'
import type { Rule } from './rule.ts'

/** A result has the tool name of its call. Newer Gemini models refuse another name. */
export const matchNames: Rule = {
  id: 'match-names',
  repair(entries, context) {
    const { slots } = context.index(entries)
    if (slots.length === 0) return entries
    const names = new Map<number, string>()
    for (const { call, result } of slots) {
      if (result === undefined || result.result.toolName === call.toolName) continue
      names.set(placeOf(result.entry, result.part), call.toolName)
    }
    return mapParts(entries, (parts, { at }, index) =>
      mapSame(parts, (part, place) => {
        const toolName = names.get(placeOf(index, place))
        if (toolName === undefined || part.type !== 'tool-result') return part
        const problem = `A result names the tool "${part.toolName}", its call "${toolName}".`
        context.report({ action: 'changed', at, problem, toolCallId: part.toolCallId, item: part })
        return { ...part, toolName }
      }),
    )
  },
}
