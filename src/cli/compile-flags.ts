import type { CompileFlags } from './compile-input.ts'
import { type Flags, type FlagTable, oneOf } from './flags.ts'

/** The options of `compileSchema` that make sense on a command line. */
export const compileFlags = {
  draft: { type: 'string' },
  formats: { type: 'string' },
  composition: { type: 'string' },
  'strict-refs': { type: 'boolean' },
} as const satisfies FlagTable

export const compileFlagsHelp = `  --draft <draft>       The draft of schemas that name none: 4, 6, 7, 2019-09, 2020-12.
  --formats assert      Formats are held against values, not only noted.
  --composition strip   For the oldest Gemini models, which know no anyOf.
  --strict-refs         A $ref that leads nowhere is an error.
`

export function readCompileFlags({ values }: Flags<typeof compileFlags>): CompileFlags {
  const { draft, formats, composition } = values
  return {
    ...(draft !== undefined && { draft: oneOf('--draft', draft, ['4', '6', '7', '2019-09', '2020-12']) }),
    ...(formats !== undefined && { formats: oneOf('--formats', formats, ['annotate', 'assert']) }),
    ...(composition !== undefined && { composition: oneOf('--composition', composition, ['keep', 'strip']) }),
    ...(values['strict-refs'] === true && { strictRefs: true }),
  }
}
