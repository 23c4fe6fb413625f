import type { Change, Effect } from '../../schema/change.ts'
import type { ChangeCode } from '../../schema/change-code.ts'
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

/** Changes of what means nothing to the compiler: most often a mistake in the source. */
const unknownCodes: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  'keyword-misspelt',
  'not-a-schema',
  'keyword-malformed',
  'type-unknown',
  'ref-unresolved',
])

/** Whether a change is about something that means nothing, such as a misspelt keyword. */
export function isUnknown({ code }: Change): boolean {
  return unknownCodes.has(code)
}

/** What `--fail-on` names: an effect on the scale, and `unknown` beside it. */
export interface FailOn {
  /** This effect and worse ones; undefined for none. */
  readonly severity: Severity | undefined
  readonly unknown: boolean
}

/** The words that `--fail-on` takes. */
export const failOnWords = [...severities, 'unknown', 'never'] as const

/** Reads the words of `--fail-on`. Of several effects the mildest counts, because it includes the others. */
export function readFailOn(words: readonly (typeof failOnWords)[number][]): FailOn {
  return { severity: severities.find((severity) => words.includes(severity)), unknown: words.includes('unknown') }
}

/** `described,unknown`, as on the command line. */
export function showFailOn({ severity, unknown }: FailOn): string {
  const words = [...(severity === undefined ? [] : [severity]), ...(unknown ? ['unknown'] : [])]
  return words.join(',') || 'never'
}

/** Whether one is at least as bad as the other. */
export function isAsBadAs(severity: Severity | undefined, limit: Severity): boolean {
  return severity !== undefined && severities.indexOf(severity) >= severities.indexOf(limit)
}
