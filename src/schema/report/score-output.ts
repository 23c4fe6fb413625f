import type { JsonObject } from '../../core/json.ts'
import type { Effect } from '../change.ts'
import type { ChangeCode } from '../change-code.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { Forest } from '../ir/walk.ts'
import { nodesOf, treesOf } from '../ir/walk.ts'
import { collectChanges } from './collect-changes.ts'

/** How well a dialect says a schema. `docs/dialects.md` explains it. */
export interface Score {
  /** No encoding, nothing in words, nothing narrowed, no reference written out: no dialect could do better. */
  readonly isPlain: boolean
  /** Places where the model writes JSON as text: none is better than any. */
  readonly texts: number
  /** Characters of the output, and what its other changes cost: less is better. */
  readonly total: number
  /** Other encodings. */
  readonly encodings: number
  /** Constraints in words, and values that the model cannot write. */
  readonly unsaid: number
}

/** What a change costs, in characters of schema that a model would rather read. */
const costs = { cut: 800, encoded: 400, narrowed: 100, relabelled: 100, described: 50 }

const costByEffect: Readonly<Record<Effect, number>> = {
  rewritten: 0,
  encoded: costs.encoded,
  described: costs.described,
  narrowed: costs.narrowed,
  dropped: 0,
}

const costByCode: Partial<Readonly<Record<ChangeCode, number>>> = {
  'cut-to-free-form': costs.cut,
  // The shape stays, with other names in it.
  'enum-to-strings': costs.relabelled,
  'property-renamed': costs.relabelled,
  'empty-object-placeholder': costs.relabelled,
  // A date is a text on every wire. Defaults and examples are words for a model wherever they stand.
  'native-encoded': 0,
  'annotation-described': 0,
  // Left out in every dialect.
  'field-omitted': 0,
}

const texts: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  ...(['free-form-to-json-text', 'recursion-to-json-text', 'depth-to-json-text'] as const),
  ...(['size-to-json-text', 'union-to-json-text', 'extras-to-text'] as const),
])

/** Scores what was written, from the changes that its trees carry. A subtree that was written several times is counted once. */
export function scoreOutput(schema: JsonObject, written: Forest, dialect: Dialect): Score {
  const score = { isPlain: true, texts: 0, encodings: 0, unsaid: 0 }
  let cost = 0
  collectChanges(nodesOf(treesOf(written)).nodes, dialect, ({ code, effect, implicit }) => {
    const own = implicit ? 0 : (costByCode[code] ?? costByEffect[effect])
    if (own > 0 || code === 'ref-inlined') score.isPlain = false
    if (texts.has(code)) score.texts++
    else {
      cost += own
      if (own > 0) score[effect === 'encoded' ? 'encodings' : 'unsaid']++
    }
  })
  let length: number | undefined
  return {
    ...score,
    // Counted when it is asked for: the first plain output is taken without a comparison.
    get total() {
      length ??= JSON.stringify(schema).length
      return length + cost
    },
  }
}

/** Whether one score is better than another: fewer JSON texts, then the smaller total. */
export function isBetter(score: Score, other: Score): boolean {
  return score.texts === other.texts ? score.total < other.total : score.texts < other.texts
}
