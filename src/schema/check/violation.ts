import type { TypeName } from '../document/type-names.ts'
import type { Issue } from '../issue.ts'

/** A constraint that a value breaks, with what a repair needs to know. */
export interface Violation extends Issue {
  readonly level: 'error'
  /** What is wrong with each branch, where no branch of an `anyOf` or `oneOf` takes the value. */
  readonly branches?: readonly (readonly Violation[])[]
  /** What to repair first under the branch that comes closest. */
  readonly closest?: Violation
  /** The types that are allowed, where the keyword is `type`. */
  readonly expected?: readonly TypeName[]
  /** JSON Pointer to the schema, inside the source, that holds the keyword. Absent for a schema that is not in the source. */
  readonly schemaPointer?: string
}

/** Whether a text has a format; undefined for a format that is not known. */
export type FormatCheck = (format: string, text: string) => boolean | undefined

/** How to read what JSON Schema leaves open. */
export interface ValidateOptions {
  /** Checks formats: `isFormat`, say. Absent: a format says something, but is not checked. */
  readonly formats?: FormatCheck | undefined
  /** Stop at the first violation. */
  readonly firstOnly?: boolean
  /** `apply` (default): keywords beside a `$ref` count in every draft. `by-draft`: drafts 4 to 7 ignore them. */
  readonly refSiblings?: 'apply' | 'by-draft'
}
