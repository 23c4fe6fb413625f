import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { TypeName } from '../document/type-names.ts'
import type { Issue } from '../issue.ts'

/** A constraint that a value violates, with details for repairs. */
export interface Violation extends Issue {
  readonly level: 'error'
  /** The violations of each branch, if no branch of an `anyOf` or `oneOf` accepts the value. */
  readonly branches?: readonly (readonly Violation[])[]
  /** The most important violation of the closest branch. */
  readonly closest?: Violation
  /** The allowed types, for the keyword `type`. */
  readonly expected?: readonly TypeName[]
  /** JSON Pointer to the schema with the keyword; absent for a schema that is not in the source. */
  readonly schemaPointer?: string
}

/** Whether a text has a format; undefined for an unknown format. */
export type FormatCheck = (format: string, text: string) => boolean | undefined

/** Options for what JSON Schema leaves open. */
export interface ValidateOptions {
  /** Checks formats, usually `isFormat`. Absent: formats are not checked. */
  readonly formats?: FormatCheck | undefined
  /** The patterns of the document, where others match them too. */
  readonly patterns?: PatternMatcher
}
