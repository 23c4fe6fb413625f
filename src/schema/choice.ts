import type { Change } from './change.ts'
import type { DialectId } from './dialects/dialect.ts'
import { dialects } from './dialects/index.ts'
import type { Feature } from './feature.ts'
import type { FittedSchema } from './fitted-schema.ts'
import type { Traits } from './ir/traits.ts'
import { traits } from './ir/traits.ts'
import { isBetter, type Score } from './report/score-output.ts'

/** A schema in one of the dialects of a choice. */
export interface Attempt {
  readonly compiled: FittedSchema
  readonly score: Score
}

/** What a dialect can only encode if it lacks the feature. */
const structures: readonly (readonly [traits: Traits, feature: Feature])[] = [
  [traits('any'), 'freeForm'],
  [traits('ref'), 'refs'],
  [traits('prefix'), 'tuples'],
  [traits('extras'), 'additionalProperties'],
]

/** The dialects of a choice, the likely best first: often it says all, and the others need not be tried. */
export function orderDialects(between: readonly DialectId[], found: Traits): readonly DialectId[] {
  const used = structures.filter(([trait]) => (found & trait) !== 0)
  const lacks = (id: DialectId) => used.filter(([, feature]) => !dialects[id].supports.has(feature)).length
  return [...between].sort((left, right) => lacks(left) - lacks(right))
}

/**
 * The attempt with the best score (the first of several alike), with a report of the choice.
 * @param between the dialects of the choice
 * @param compile compiles to one of those that were not tried
 */
export function takeBest(
  attempts: readonly Attempt[],
  between: readonly DialectId[],
  compile: (to: DialectId) => FittedSchema,
): FittedSchema {
  const best = attempts.reduce((left, right) => (isBetter(right.score, left.score) ? right : left))
  const scores = attempts.map(({ compiled, score }) => `${compiled.dialect} scores ${inWords(score)}`)
  const why = best.score.isPlain ? ', which says all of it without encodings' : `: ${scores.join(', ')}`
  const note = `Written in ${best.compiled.dialect}${why}.`
  const change = { at: '', keyword: 'dialect', code: 'dialect-chosen', effect: 'rewritten', enforced: true } as const
  const others = between.filter((id) => id !== best.compiled.dialect)
  return best.compiled.chosen({ ...change, implicit: true, note } satisfies Change, function* () {
    for (const to of others) yield compile(to)
  })
}

/** `139 (1 JSON text, 2 other encodings)`. */
function inWords({ total, texts, encodings, unsaid }: Score): string {
  const counts = [
    count(texts, 'JSON text'),
    count(encodings, 'other encoding'),
    count(unsaid, 'constraint not in the schema', 'constraints not in the schema'),
  ]
  const listed = counts.filter((each) => each !== '')
  return listed.length === 0 ? String(total) : `${total} (${listed.join(', ')})`
}

function count(number: number, one: string, several = `${one}s`): string {
  return number === 0 ? '' : `${number} ${number === 1 ? one : several}`
}
