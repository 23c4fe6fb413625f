import type { Issue } from '../issue.ts'
import type { TypeName } from '../read/type-names.ts'

/** A constraint that a value breaks, with what a repair needs to know. */
export interface Violation extends Issue {
  readonly level: 'error'
  /** What is wrong with each branch, where no branch of an `anyOf` or `oneOf` takes the value. */
  readonly branches?: readonly (readonly Violation[])[]
  /** What to mend first under the branch that comes closest. */
  readonly closest?: Violation
  /** The types that are allowed, where the keyword is `type`. */
  readonly expected?: readonly TypeName[]
  /** JSON Pointer to the schema, inside the source, that holds the keyword. Absent for a schema that is not in the source. */
  readonly schemaPointer?: string
}

/** How to read what JSON Schema leaves open. */
export interface ValidateOptions {
  /** `annotate` (default): a format says something, but is not checked. */
  readonly formats?: 'annotate' | 'assert'
  /** Stop at the first violation. */
  readonly firstOnly?: boolean
  /** `apply` (default): keywords beside a `$ref` count in every draft. `by-draft`: drafts 4 to 7 ignore them. */
  readonly refSiblings?: 'apply' | 'by-draft'
}
