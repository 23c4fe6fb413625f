import { described, dropped, type PendingChange } from '../change.ts'

/** A pattern that nothing runs: whether a value or a name matches it is unknown. */
export function patternNotRun(at: string, keyword: 'pattern' | 'patternProperties'): PendingChange {
  const what = keyword === 'pattern' ? '`check` does not run it' : '`check` does not run one of these patterns'
  const note = `${what}: it has a back reference, or it is too large.`
  return described({ at, keyword }, 'pattern-not-run', note, { enforced: false })
}

/** Patterns that were not compared with all declared names. */
export function namesNotMatched(at: string): PendingChange {
  const note = 'Not compared with all declared names: that takes too many steps for a schema of this size.'
  return dropped({ at, keyword: 'patternProperties' }, 'pattern-not-run', note)
}
