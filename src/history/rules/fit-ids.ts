import { ToolfitError } from '../../core/errors.ts'
import { type AnyPart, type Entry, partsOf, pendingFrom, withParts } from '../entry.ts'
import type { Profile } from '../profile.ts'
import type { Rule, RuleContext } from '../rule.ts'

/** Ids of calls are there, are unique, and are what the provider takes; a new one is given to call, result and approval alike. */
export const fitIds: Rule = {
  id: 'fit-ids',
  mend(entries, context) {
    const { slots } = context.match(entries)
    const end = context.allowPending ? pendingFrom(entries) : entries.length
    const settled = end === entries.length ? slots : slots.filter((slot) => slot.entry < end)
    // Calls that wait for an answer keep their id, for somebody out there knows them by it.
    const used = new Set(slots.filter((slot) => slot.entry >= end).map(({ call }) => call.toolCallId))
    // Made when the first one is needed: most ids are fit.
    let create: (() => string) | undefined
    const createId = () => {
      create ??= createIds(entries, context)
      return create()
    }
    const renames = new Map<number, Map<number, string>>()
    const rename = (entry: number, part: number, id: string) => {
      if (!renames.has(entry)) renames.set(entry, new Map())
      renames.get(entry)!.set(part, id)
    }
    for (const { entry, part, call, result } of settled) {
      const isFit = fits(call.toolCallId, context.profile) && !used.has(call.toolCallId)
      const id = isFit ? call.toolCallId : createId()
      used.add(id)
      if (!isFit) {
        const problem = used.has(call.toolCallId)
          ? 'The id of a call was used before.'
          : 'The id of a call is not one that the provider takes.'
        context.report({ action: 'changed', at: entries[entry]!.at, problem, toolCallId: call.toolCallId, item: call })
        rename(entry, part, id)
      }
      if (result !== undefined && result.result.toolCallId !== id) rename(result.entry, result.part, id)
    }
    return renames.size === 0 ? entries : writeIds(entries, renames)
  },
}

function fits(id: unknown, { idLength, idPattern }: Profile): boolean {
  return typeof id === 'string' && id !== '' && id.length <= idLength && idPattern.test(id)
}

/** How often `nextId` may give an id that is taken. */
const patience = 1000

function createIds(entries: readonly Entry[], { nextId, profile }: RuleContext): () => string {
  const taken = new Set<unknown>()
  for (const { message } of entries) {
    for (const part of partsOf(message)) if ('toolCallId' in part) taken.add(part.toolCallId)
  }
  return () => {
    for (let attempt = 0; attempt < patience + taken.size; attempt++) {
      const id = nextId()
      if (taken.has(id) || !fits(id, profile)) continue
      taken.add(id)
      return id
    }
    throw new ToolfitError('option-invalid', 'nextId gives no id that is free and that the provider takes.', {
      option: 'nextId',
      profile: profile.id,
    })
  }
}

function writeIds(entries: readonly Entry[], renames: ReadonlyMap<number, ReadonlyMap<number, string>>): Entry[] {
  // The latest new id of an old one: a request for approval stands with its call.
  const latest = new Map<string, string>()
  return entries.map((entry, index) => {
    const wanted = renames.get(index)
    let isTouched = wanted !== undefined
    for (const [place, part] of partsOf(entry.message).entries()) {
      if (part.type === 'tool-call') latest.set(part.toolCallId, wanted?.get(place) ?? part.toolCallId)
    }
    const parts = partsOf(entry.message).map((part, place): AnyPart => {
      const id = wanted?.get(place)
      if (part.type === 'tool-call' || part.type === 'tool-result')
        return id === undefined ? part : { ...part, toolCallId: id }
      const known = part.type === 'tool-approval-request' ? latest.get(part.toolCallId) : undefined
      if (part.type !== 'tool-approval-request' || known === undefined || known === part.toolCallId) return part
      isTouched = true
      return { ...part, toolCallId: known }
    })
    return isTouched ? { ...entry, message: withParts(entry.message, parts) } : entry
  })
}
