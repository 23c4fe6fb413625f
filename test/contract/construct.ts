import type { Json } from '../../src/core/json.ts'
import type { Dialect } from '../../src/schema/dialects/dialect.ts'
import type { Feature, Limits } from '../../src/schema/feature.ts'
import type { SentAs } from '../acceptance/index.ts'

/** Something that a schema can say, and what has to become of it in every dialect. */
export interface Construct {
  readonly name: string
  readonly schema: Json
  /** How it is sent. Both, where nothing is said. */
  readonly sentAs?: SentAs
  /** Values that the source takes and that every dialect can write. */
  readonly valid: readonly Json[]
  /** Values that the source takes and that a dialect may be unable to write, if it says so. */
  readonly losable?: readonly Losable[]
  readonly invalid: readonly Invalid[]
  /** Takes seconds: `npm test` tries it in one dialect, `npm run test:all` in all of them. */
  readonly isLarge?: true
}

/** Whether a dialect can do something, read from its own table. */
export type Ability = (dialect: Dialect) => boolean

/** A value that is lost, under a `narrowed` change, unless the dialect is able to write it. */
export interface Losable {
  readonly value: Json
  readonly unless: Ability
}

/** A value that the source refuses: `check` must, and the output too where the dialect can say why. */
export interface Invalid {
  readonly value: Json
  /** The keyword that it breaks. Where the output takes the value, a change names this keyword. */
  readonly breaks: string
  /** When the output has to refuse the value itself. */
  readonly refusedWhen: Ability
}

/** In every dialect. */
const always: Ability = () => true

/** In no dialect. */
export const never: Ability = () => false

/** Where all these features are there. */
export function has(...features: readonly Feature[]): Ability {
  return ({ supports }) => features.every((feature) => supports.has(feature))
}

/** Where this feature is missing. */
export function lacks(feature: Feature): Ability {
  return ({ supports }) => !supports.has(feature)
}

/** Where a size is within the dialect's limits. */
export function within(limit: keyof Limits, size: number): Ability {
  return ({ limits }) => size <= limits[limit]
}

/** Where any of these holds. */
export function either(...abilities: readonly Ability[]): Ability {
  return (dialect) => abilities.some((able) => able(dialect))
}

/** A value that breaks a keyword; the output refuses it in every dialect, unless something else is said. */
export function breaking(breaks: string, value: Json, refusedWhen: Ability = always): Invalid {
  return { value, breaks, refusedWhen }
}

/** The same for several values. */
export function allBreaking(breaks: string, values: readonly Json[], refusedWhen: Ability = always): Invalid[] {
  return values.map((value) => breaking(breaks, value, refusedWhen))
}
