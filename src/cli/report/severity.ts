import type { Change, Effect } from '../../schema/change.ts'
import { keywordInfo } from '../../schema/document/keywords.ts'

/** From harmless to bad: what `--fail-on` counts from. */
export const severities = [
  'rewritten',
  'encoded',
  'described',
  'narrowed',
  'dropped',
] as const satisfies readonly Effect[]

export type Severity = (typeof severities)[number]

/**
 * How much a change matters; undefined for the implicit one, which never counts. A keyword that was dropped and carried nothing for a model
 * (`$schema`, a title), or that `check` still holds, is no worse than a rewording: `dropped` is for what is lost.
 */
export function severityOf(change: Change): Severity | undefined {
  if (change.implicit === true) return undefined
  return change.effect === 'dropped' && !isLoss(change) ? 'rewritten' : change.effect
}

function isLoss({ keyword, enforced }: Change): boolean {
  return !enforced && (keyword === 'refine' || keywordInfo(keyword)?.asserts === true)
}

/** The worst of some changes. */
export function worstOf(changes: Iterable<Change>): Severity | undefined {
  let worst = -1
  for (const change of changes) {
    const severity = severityOf(change)
    if (severity !== undefined) worst = Math.max(worst, severities.indexOf(severity))
  }
  return severities[worst]
}

/** Whether one is at least as bad as the other. */
export function isAsBadAs(severity: Severity | undefined, limit: Severity): boolean {
  return severity !== undefined && severities.indexOf(severity) >= severities.indexOf(limit)
}
