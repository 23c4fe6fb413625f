import type { ChangeCode } from './change-code.ts'
import type { Feature } from './feature.ts'

/**
 * What happened to a keyword that did not travel one to one.
 *
 * - `rewritten`: same meaning, other words.
 * - `encoded`: the model sees another shape; `decode` restores the tool's.
 * - `described`: cannot be expressed; written into the description.
 * - `narrowed`: the model cannot produce some values that the source allows.
 * - `dropped`: carries nothing for a model, or cannot be resolved.
 */
export type Effect = 'rewritten' | 'encoded' | 'described' | 'narrowed' | 'dropped'

/** One keyword of the source that did not travel one to one. */
export interface Change {
  /** JSON Pointer to the schema, inside the source, that holds the keyword. */
  readonly at: string
  /** The keyword as the source spells it. `refine` stands for a check that the source makes beyond its JSON Schema. */
  readonly keyword: string
  /** Why, as a closed list. */
  readonly code: ChangeCode
  readonly effect: Effect
  /** Whether `check` holds the keyword against what the model sends. */
  readonly enforced: boolean
  /** Set on entries that report no loss: JSON Schema's open default, and the dialect that was chosen. `--fail-on` does not count them. */
  readonly implicit?: true
  /** One sentence for people. */
  readonly note: string
}

/** A change that a node carries until the end; it does not happen in dialects that support `unless`. */
export interface PendingChange extends Change {
  readonly unless?: Feature | undefined
}

/** An occurrence of a keyword in the source. */
export interface Mention {
  readonly at: string
  readonly keyword: string
}

type More = Partial<Pick<PendingChange, 'enforced' | 'implicit' | 'unless'>>
type Draft = { -readonly [K in keyof PendingChange]: PendingChange[K] }

/** Makes the changes of one effect. `check` holds what is not lost. No spread: it makes larger objects, in 8 us (docs/decisions/0024). */
function changesOf(effect: Effect, isHeld: boolean) {
  return ({ at, keyword }: Mention, code: ChangeCode, note: string, more?: More): PendingChange => {
    const change: Draft = { at, keyword, code, effect, enforced: more?.enforced ?? isHeld, note }
    if (more?.implicit !== undefined) change.implicit = more.implicit
    if (more?.unless !== undefined) change.unless = more.unless
    return change
  }
}

export const rewritten = changesOf('rewritten', true)
export const encoded = changesOf('encoded', true)
export const described = changesOf('described', true)
export const narrowed = changesOf('narrowed', false)
export const dropped = changesOf('dropped', false)
