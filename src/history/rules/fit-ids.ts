import { mapSame } from '../../core/collections.ts'
import { ToolfitError } from '../../core/errors.ts'
import { type AnyPart, type Entry, mapParts, partsOf, pendingFrom } from '../turns/entry.ts'
import { placeOf } from '../turns/history-index.ts'
import type { TurnRules } from '../turns/turn-rules.ts'
import type { Rule, RuleContext } from './rule.ts'

/** Every call has a unique id that the provider accepts. A new id replaces the old one in call, result and approval. */
export const fitIds: Rule = {
  id: 'fit-ids',
  repair(entries, context) {
    const { slots } = context.index(entries)
    if (slots.length === 0) return entries
    const end = context.allowPending ? pendingFrom(entries) : entries.length
    const settled = end === entries.length ? slots : slots.filter((slot) => slot.entry < end)
    // Pending calls keep their ids, because whoever answers them refers to these ids.
    const used = new Set(slots.filter((slot) => slot.entry >= end).map(({ call }) => call.toolCallId))
    // Created on first use: most histories need no new id.
    let create: (() => string) | undefined
    const createId = () => {
      create ??= createIds(entries, context)
      return create()
    }
    const renames = new Map<number, string>()
    for (const { entry, part, call, result } of settled) {
      const isValid = isAccepted(call.toolCallId, context.profile) && !used.has(call.toolCallId)
      const id = isValid ? call.toolCallId : createId()
      used.add(id)
      if (!isValid) {
        const problem = used.has(call.toolCallId)
          ? 'The id of a call was used before.'
          : 'The provider does not accept the id of a call.'
        context.report({ action: 'changed', at: entries[entry]!.at, problem, toolCallId: call.toolCallId, item: call })
        renames.set(placeOf(entry, part), id)
      }
      if (result !== undefined && result.result.toolCallId !== id) renames.set(placeOf(result.entry, result.part), id)
    }
    return renames.size === 0 ? entries : writeIds(entries, renames)
  },
}

function isAccepted(id: unknown, { idLength, idPattern }: TurnRules): boolean {
  return typeof id === 'string' && id !== '' && id.length <= idLength && idPattern.test(id)
}

/** How many ids of `nextId` may be taken already. */
const maxAttempts = 1000

function createIds(entries: readonly Entry[], { nextId, profile }: RuleContext): () => string {
  const taken = new Set<unknown>()
  for (const { message } of entries) {
    for (const part of partsOf(message)) if ('toolCallId' in part) taken.add(part.toolCallId)
  }
  return () => {
    for (let attempt = 0; attempt < maxAttempts + taken.size; attempt++) {
      const id = nextId()
      if (taken.has(id) || !isAccepted(id, profile)) continue
      taken.add(id)
      return id
    }
    throw new ToolfitError('option-invalid', 'nextId returns no unused id that the provider accepts.', {
      option: 'nextId',
      profile: profile.id,
    })
  }
}

function writeIds(entries: readonly Entry[], renames: ReadonlyMap<number, string>): readonly Entry[] {
  // The new id of each call so far: a request for approval follows its call.
  const latest = new Map<string, string>()
  return mapParts(entries, (parts, _, entry) => {
    for (const [index, part] of parts.entries()) {
      if (part.type !== 'tool-call') continue
      latest.set(part.toolCallId, renames.get(placeOf(entry, index)) ?? part.toolCallId)
    }
    return mapSame(parts, (part, index) => {
      const isRequest = part.type === 'tool-approval-request'
      const id = isRequest ? latest.get(part.toolCallId) : renames.get(placeOf(entry, index))
      const isSame = id === undefined || ('toolCallId' in part && part.toolCallId === id)
      return isSame ? part : ({ ...part, toolCallId: id } as AnyPart)
    })
  })
}
