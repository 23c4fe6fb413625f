import { type DialectId, dialects } from '../schema/dialects/index.ts'
import { UsageError } from './cli-error.ts'
import { oneOf } from './flags.ts'

export const dialectIds = Object.keys(dialects) as DialectId[]

/** `--to` of a command that writes one dialect. */
export function readDialect(value: string | undefined): DialectId {
  if (value === undefined) throw new UsageError(`For which model? Set --to to one of: ${dialectIds.join(', ')}.`)
  return oneOf('--to', value, dialectIds)
}

/** `--to` of a command that takes several: repeated, or with commas between. */
export function readDialects(values: readonly string[] | undefined): readonly DialectId[] {
  if (values === undefined) return lossyDialects()
  const names = values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new UsageError('--to names no dialect.')
  return [...new Set(names.map((name) => oneOf('--to', name, dialectIds)))]
}

/**
 * The dialects worth checking by default. One that says all that JSON Schema says (which is what is passed on unread) has nothing to
 * report.
 */
function lossyDialects(): readonly DialectId[] {
  const everything = dialectIds
    .filter((id) => dialects[id].passThrough === true)
    .flatMap((id) => [...dialects[id].supports])
  return dialectIds.filter((id) => everything.some((feature) => !dialects[id].supports.has(feature)))
}
