import { present } from '../../core/json.ts'
import { type DialectId, dialects, type TargetId, targetIds } from '../../schema/dialects/index.ts'
import { UsageError } from './cli-error.ts'
import type { CompileFlags } from './compile-input.ts'
import { type Flags, type FlagTable, oneOf, splitList } from './flags.ts'

export const dialectIds = Object.keys(dialects) as DialectId[]

/** `--to` of a command that writes one dialect. */
export function readDialect(values: readonly string[] = []): TargetId {
  const value = values.join(',')
  if (value === '') throw new UsageError(`For which model? Set --to to one of: ${targetIds.join(', ')}.`)
  if (value.includes(',')) throw new UsageError(`--to takes one dialect here, got "${value}". Convert once for each.`)
  return oneOf('--to', value, targetIds)
}

/** `--to` of a command that takes several: repeated, or with commas between. */
export function readDialects(values: readonly string[] | undefined): readonly TargetId[] {
  if (values === undefined) return lossyDialects()
  const names = splitList(values)
  if (names.length === 0) throw new UsageError('--to names no dialect.')
  return [...new Set(names.map((name) => oneOf('--to', name, targetIds)))]
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

/** The options of `compileSchema` that make sense on a command line. */
export const compileFlags = {
  draft: { type: 'string' },
  formats: { type: 'string' },
  composition: { type: 'string' },
  access: { type: 'string' },
  'strict-refs': { type: 'boolean' },
} as const satisfies FlagTable

export const compileFlagsHelp = `  --draft <draft>       The draft of schemas that name none: 4, 6, 7, 2019-09, 2020-12.
  --formats assert      Check the formats of values too.
  --composition strip   Send no anyOf: for the oldest Gemini models.
  --access keep         Keep readOnly and writeOnly properties. Also: request, response.
  --strict-refs         A $ref that leads nowhere is an error.
`

export function readCompileFlags({ values }: Flags<typeof compileFlags>): CompileFlags {
  const read = <Name extends string>(flag: 'draft' | 'formats' | 'composition' | 'access', known: readonly Name[]) =>
    values[flag] === undefined ? undefined : oneOf(`--${flag}`, values[flag], known)
  return present({
    draft: read('draft', ['4', '6', '7', '2019-09', '2020-12']),
    formats: read('formats', ['annotate', 'assert']),
    composition: read('composition', ['keep', 'strip']),
    access: read('access', ['request', 'response', 'keep']),
    strictRefs: values['strict-refs'],
  })
}
