import { ToolfitError } from '../core/errors.ts'
import type { Change } from './change.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { DialectId } from './dialects/index.ts'
import { dialectFor } from './dialects/index.ts'
import type { Limits } from './feature.ts'
import type { Draft } from './read/draft.ts'

/** How a schema is compiled. Only `to` is needed. */
export interface CompileOptions {
  /** The dialect to write. */
  readonly to: DialectId
  /** `object`: the schema is a tool's parameters, so its root has to be an object; any other root is wrapped. Default `any`. */
  readonly root?: 'any' | 'object'
  /** Sizes, where the endpoint takes others than the dialect says. */
  readonly limits?: Partial<Limits>
  /** Whether `check` holds `format`. Default `annotate`: it does not, as JSON Schema has it. */
  readonly formats?: 'annotate' | 'assert'
  /** `strip`: the oldest Gemini models know no `anyOf`; alternatives are then said in words. Default `keep`. */
  readonly composition?: 'keep' | 'strip'
  /** A reference that leads nowhere is an error, not any value. Default false. */
  readonly strictRefs?: boolean
  /** The draft of a JSON Schema that does not name one. Default 2020-12. */
  readonly draft?: Draft
  /** `throw` makes any change but the implicit one an error; a function is called with each. Default `collect`. */
  readonly onChange?: 'collect' | 'throw' | ((change: Change) => void)
}

/** Options, checked and completed. */
export interface Settings {
  readonly dialect: Dialect
  readonly root: 'any' | 'object'
  readonly limits: Limits
  readonly formats: 'annotate' | 'assert'
  readonly strictRefs: boolean
  readonly draft: Draft | undefined
}

/** Checks the options and fills in what they leave open. */
export function readOptions(options: CompileOptions): Settings {
  const found = dialectFor(options?.to)
  if (options.limits !== undefined) checkLimits(options.limits)
  oneOf('root', options.root, 'any', 'object')
  oneOf('formats', options.formats, 'annotate', 'assert')
  oneOf('composition', options.composition, 'keep', 'strip')
  return {
    dialect: options.composition === 'strip' ? withoutComposition(found) : found,
    root: options.root ?? 'any',
    limits: options.limits === undefined ? found.limits : { ...found.limits, ...options.limits },
    formats: options.formats ?? 'annotate',
    strictRefs: options.strictRefs ?? false,
    draft: options.draft,
  }
}

/** What makes two compilations of one source different. */
export function optionsKey(options: CompileOptions): string {
  const { to, root, limits, formats, composition, strictRefs, draft } = options
  // The common call names a dialect, or a dialect and a root.
  if (
    limits === undefined &&
    formats === undefined &&
    composition === undefined &&
    !strictRefs &&
    draft === undefined
  ) {
    return root === undefined ? to : `${to} ${root}`
  }
  return JSON.stringify([to, root, limits, formats, composition, strictRefs, draft])
}

function withoutComposition(dialect: Dialect): Dialect {
  const supports = new Set(dialect.supports)
  for (const feature of ['anyOf', 'oneOf', 'allOf', 'not', 'conditions'] as const) supports.delete(feature)
  return { ...dialect, supports }
}

function checkLimits(limits: Partial<Limits>): void {
  for (const [name, value] of Object.entries(limits)) {
    if (Number.isInteger(value) && value >= (name === 'unroll' ? 0 : 1)) continue
    throw new ToolfitError('option-invalid', `limits.${name} must be a positive whole number, got ${value}.`, {
      name,
      value,
    })
  }
}

function oneOf(name: string, value: string | undefined, first: string, second: string): void {
  if (value === undefined || value === first || value === second) return
  const message = `${name} must be "${first}" or "${second}", got ${JSON.stringify(value)}.`
  throw new ToolfitError('option-invalid', message, { name, value })
}
