import { ToolfitError } from '../core/errors.ts'
import type { Change } from './change.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { TargetId } from './dialects/index.ts'
import { dialects, dialectsFor } from './dialects/index.ts'
import { passesFor } from './dialects/pass-order.ts'
import type { Draft } from './document/document.ts'
import type { Limits } from './feature.ts'

/** How a schema is compiled. Only `to` is needed. */
export interface CompileOptions {
  /** The dialect to write, or `gemini-auto`: the better one of `gemini` and `gemini-json`. */
  readonly to: TargetId
  /** `object`: the schema is a tool's parameters, so its root has to be an object; any other root is wrapped. Default `any`. */
  readonly root?: 'any' | 'object'
  /** Sizes, where the endpoint takes others than the dialect says. */
  readonly limits?: Partial<Limits>
  /** Whether `check` holds `format`. Default `annotate`: it does not, as JSON Schema has it. */
  readonly formats?: 'annotate' | 'assert'
  /** `strip`: the oldest Gemini models know no `anyOf`; alternatives are then said in words. Default `keep`. */
  readonly composition?: 'keep' | 'strip'
  /**
   * `request` leaves out optional properties that are `readOnly`, `response` those that are `writeOnly`, and describes required ones.
   * `keep` sends them all. Default: `request` where `root` is `object`, else `keep`. `compileResponse` has `response`.
   */
  readonly access?: 'request' | 'response' | 'keep'
  /** A reference that leads nowhere is an error, not any value. Default false. */
  readonly strictRefs?: boolean
  /** The draft of a JSON Schema that does not name one. Default 2020-12. */
  readonly draft?: Draft
  /** `throw` makes any change but implicit ones an error; a function is called with each. Default `collect`. */
  readonly onChange?: 'collect' | 'throw' | ((change: Change) => void)
}

/** Options, checked and completed. */
export interface Settings {
  readonly dialect: Dialect
  readonly root: 'any' | 'object'
  readonly limits: Limits
  readonly formats: 'annotate' | 'assert'
  /** The keyword that marks properties to be left out. */
  readonly oneWay: 'readOnly' | 'writeOnly' | undefined
  readonly strictRefs: boolean
  readonly draft: Draft | undefined
}

/** Checks the options and fills in what they leave open. Of a choice between dialects, the first one is read. */
export function readOptions(options: CompileOptions): Settings {
  const found = dialects[dialectsFor(options?.to)[0]]
  if (options.limits !== undefined) checkLimits(options.limits)
  oneOf('root', options.root, 'any', 'object')
  oneOf('formats', options.formats, 'annotate', 'assert')
  oneOf('composition', options.composition, 'keep', 'strip')
  oneOf('access', options.access, 'request', 'response', 'keep')
  if (options.draft !== undefined) checkDraft(options.draft)
  if (options.strictRefs !== undefined && typeof options.strictRefs !== 'boolean')
    refuse('strictRefs', options.strictRefs, 'true or false')
  const { onChange } = options
  if (typeof onChange !== 'function') oneOf('onChange', onChange, 'collect', 'throw')
  return {
    dialect: options.composition === 'strip' ? withoutComposition(found) : found,
    root: options.root ?? 'any',
    limits: options.limits === undefined ? found.limits : { ...found.limits, ...options.limits },
    formats: options.formats ?? 'annotate',
    oneWay: oneWayOf(options),
    strictRefs: options.strictRefs ?? false,
    draft: options.draft,
  }
}

/** What makes two compilations of one source different besides `to` and `root`; undefined where nothing does. */
export function otherOptions(options: CompileOptions): string | undefined {
  const { limits, formats, composition, access, strictRefs, draft } = options
  if (
    limits === undefined &&
    formats === undefined &&
    composition === undefined &&
    access === undefined &&
    !strictRefs &&
    draft === undefined
  ) {
    return undefined
  }
  return JSON.stringify([limits, formats, composition, access, strictRefs, draft])
}

function oneWayOf({ access, root }: CompileOptions): Settings['oneWay'] {
  if (access === undefined) return root === 'object' ? 'readOnly' : undefined
  if (access === 'keep') return undefined
  return access === 'request' ? 'readOnly' : 'writeOnly'
}

function withoutComposition(dialect: Dialect): Dialect {
  const supports = new Set(dialect.supports)
  for (const feature of ['anyOf', 'oneOf', 'allOf', 'not', 'conditions'] as const) supports.delete(feature)
  return dialect.lower.length === 0 ? { ...dialect, supports } : { ...dialect, supports, ...passesFor(supports) }
}

function checkLimits(limits: Partial<Limits>): void {
  for (const [name, value] of Object.entries(limits)) {
    if (!limitNames.has(name)) refuse(`limits.${name}`, value, `left out: the limits are ${[...limitNames].join(', ')}`)
    if (!Number.isInteger(value) || value < (name === 'unroll' ? 0 : 1))
      refuse(`limits.${name}`, value, 'a positive whole number')
  }
}

const limitNames: ReadonlySet<string> = new Set('depth nodes unroll branches properties enumValues'.split(' '))
const drafts: ReadonlySet<string> = new Set(['4', '6', '7', '2019-09', '2020-12'])

function checkDraft(draft: string): void {
  if (!drafts.has(draft)) refuse('draft', draft, `one of ${[...drafts].join(', ')}`)
}

function oneOf(name: string, value: string | undefined, ...wanted: readonly string[]): void {
  if (value !== undefined && !wanted.includes(value))
    refuse(name, value, wanted.map((each) => `"${each}"`).join(' or '))
}

function refuse(name: string, value: unknown, wanted: string): never {
  const message = `${name} must be ${wanted}, got ${JSON.stringify(value)}.`
  throw new ToolfitError('option-invalid', message, { name, value })
}
