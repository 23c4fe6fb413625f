import { type Draft, writeConjunction } from './string-keywords.ts'
import type { ZodCheck } from './zod-node.ts'

type Bound = ZodCheck & { check: 'bound' }

/** Writes the checks of a number as keywords. Returns those that no keyword can hold. */
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

/** Keeps the tightest bound of each side, exclusive before inclusive where they are equal. */
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
