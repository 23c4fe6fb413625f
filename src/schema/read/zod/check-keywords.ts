import type { Json } from '../../../core/json.ts'
import { patternOf } from './pattern-of.ts'
import type { ZodCheck } from './zod-node.ts'

/** Zod's names of formats that have another name in JSON Schema. */
const formats: Readonly<Record<string, string>> = {
  guid: 'uuid',
  url: 'uri',
  datetime: 'date-time',
  json_string: 'json-string',
}
const encodings = new Set(['base64', 'base64url'])

/** A schema while it is being written. */
export type Draft = Record<string, Json>

/** Writes the checks of a string as keywords. Returns those without a keyword. */
export function writeStringChecks(draft: Draft, checks: readonly ZodCheck[]): ZodCheck[] {
  const patterns: string[] = []
  const left: ZodCheck[] = []
  for (const check of checks) {
    if (check.check === 'length') writeLength(draft, check, 'Length')
    else if (check.check === 'pattern' || check.check === 'format') {
      if (check.check === 'format') writeFormat(draft, check.format)
      const pattern = check.pattern === undefined ? undefined : patternOf(check.pattern)
      if (pattern !== undefined) patterns.push(pattern)
      const isWhole = check.check === 'format' ? check.exact : pattern !== undefined
      if (!isWhole) left.push({ check: 'custom' })
    } else left.push(check)
  }
  writeConjunction(draft, 'pattern', patterns)
  return left
}

function writeFormat(draft: Draft, format: string): void {
  if (encodings.has(format)) draft.contentEncoding = format
  else draft.format = Object.hasOwn(formats, format) ? formats[format]! : format
}

/** Writes the tighter of the existing bounds and those of `check`. */
export function writeLength(draft: Draft, check: ZodCheck & { check: 'length' }, of: 'Length' | 'Items'): void {
  const { min, max } = check
  if (min !== undefined) draft[`min${of}`] = Math.max(min, (draft[`min${of}`] as number | undefined) ?? min)
  if (max !== undefined) draft[`max${of}`] = Math.min(max, (draft[`max${of}`] as number | undefined) ?? max)
}

/** Writes the first value as the keyword, and further values under `allOf`. */
function writeConjunction(draft: Draft, keyword: string, values: readonly Json[]): void {
  const [first, ...others] = new Set(values)
  if (first === undefined) return
  draft[keyword] = first
  if (others.length > 0) draft.allOf = others.map((value) => ({ [keyword]: value }))
}

/** Describes a check without a keyword; undefined if it has no description. */
export function checkSentence(check: ZodCheck): string | undefined {
  switch (check.check) {
    case 'rule':
      return check.sentence
    case 'custom':
      return check.message === undefined
        ? undefined
        : `Must pass a check that fails with ${JSON.stringify(check.message)}.`
    case 'bound':
      return boundSentence(check)
    case 'multiple':
      return `Must be a multiple of ${String(check.of)}.`
    default:
      return undefined
  }
}

function boundSentence({ side, value, inclusive }: ZodCheck & { check: 'bound' }): string {
  const isMin = side === 'min'
  if (value instanceof Date) {
    const date = Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString()
    return inclusive ? `Not ${isMin ? 'before' : 'after'} ${date}.` : `${isMin ? 'After' : 'Before'} ${date}.`
  }
  return inclusive ? `At ${isMin ? 'least' : 'most'} ${value}.` : `${isMin ? 'Greater' : 'Less'} than ${value}.`
}

type Bound = ZodCheck & { check: 'bound' }

/** Writes the checks of a number as keywords. Returns those without a keyword. */
export function writeNumberChecks(draft: Draft, checks: readonly ZodCheck[]): ZodCheck[] {
  const left: ZodCheck[] = []
  const divisors: number[] = []
  for (const check of checks) {
    if (check.check === 'integer') draft.type = 'integer'
    else if (check.check === 'bound' && typeof check.value === 'number') writeBound(draft, check, check.value, left)
    else if (check.check === 'multiple' && typeof check.of === 'number' && isDivisor(check.of))
      divisors.push(Math.abs(check.of))
    else left.push(check)
  }
  writeConjunction(draft, 'multipleOf', divisors)
  return left
}

const isDivisor = (value: number) => Number.isFinite(value) && value !== 0

/** Keeps the tightest bound of each side; of equal bounds the exclusive one. */
function writeBound(draft: Draft, check: Bound, value: number, left: ZodCheck[]): void {
  const isMin = check.side === 'min'
  if (!Number.isFinite(value)) {
    const excludesNothing = value === (isMin ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY)
    if (!excludesNothing) left.push({ check: 'custom' })
    return
  }
  const [inclusive, exclusive] = isMin ? ['minimum', 'exclusiveMinimum'] : ['maximum', 'exclusiveMaximum']
  const isTighter = (than: number) => (isMin ? value > than : value < than)
  const old = (draft[inclusive] ?? draft[exclusive]) as number | undefined
  const wins = old === undefined || isTighter(old) || (value === old && !check.inclusive)
  if (!wins) return
  delete draft[inclusive]
  delete draft[exclusive]
  draft[check.inclusive ? inclusive : exclusive] = value
}

/** The parts of a description: the user's text, then sentences for checks without a keyword. */
export interface Words {
  user: string | undefined
  readonly rules: string[]
}

/** The user's text, with a full stop if a sentence follows. */
export function endSentence({ user, rules }: Words): string | undefined {
  return user && rules.length > 0 && !/[.!?:;]\s*$/.test(user) ? `${user}.` : user
}
