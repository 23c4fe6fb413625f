import { type DialectId, dialects, type TargetId, targetIds } from '../schema/dialects/index.ts'
import { UsageError } from './cli-error.ts'
import type { CompileFlags } from './compile-input.ts'
import { type Flags, type FlagTable, oneOf, splitList } from './flags.ts'

export const dialectIds = Object.keys(dialects) as DialectId[]

/** `--to` of a command that writes one dialect. */
export function readDialect(value: string | undefined): TargetId {
  if (value === undefined) throw new UsageError(`For which model? Set --to to one of: ${targetIds.join(', ')}.`)
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
  --formats assert      Formats are held against values, not only noted.
  --composition strip   For the oldest Gemini models, which know no anyOf.
  --access keep         Properties that are readOnly or writeOnly are not left out. Also: request, response.
  --strict-refs         A $ref that leads nowhere is an error.
`

export function readCompileFlags({ values }: Flags<typeof compileFlags>): CompileFlags {
  const { draft, formats, composition, access } = values
  return {
    ...(draft !== undefined && { draft: oneOf('--draft', draft, ['4', '6', '7', '2019-09', '2020-12']) }),
    ...(formats !== undefined && { formats: oneOf('--formats', formats, ['annotate', 'assert']) }),
    ...(composition !== undefined && { composition: oneOf('--composition', composition, ['keep', 'strip']) }),
    ...(access !== undefined && { access: oneOf('--access', access, ['request', 'response', 'keep']) }),
    ...(values['strict-refs'] === true && { strictRefs: true }),
  }
}
