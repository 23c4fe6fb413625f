import type { JsonObject } from '../../core/json.ts'
import type { Resource, SchemaDocument } from '../read/document.ts'
import type { Run } from './run.ts'

/** One keyword, made ready: true when the value satisfies it; otherwise it has told the run what is wrong. */
export type Check = (value: unknown, run: Run) => boolean

/** Makes a keyword family of a schema ready. Undefined when it restricts nothing. */
export type KeywordCompiler = (schema: JsonObject, context: Context) => Check | undefined

/** A schema, made ready when a value first meets it. */
export interface Plan {
  readonly checks: readonly Check[]
  /** OpenAPI 3.0 `nullable`: null is taken whatever the checks say. */
  readonly isNullable: boolean
  /** Set when the schema is the root of an embedded resource: evaluating it enlarges the dynamic scope. */
  readonly resource: Resource | undefined
}

/** What compiling a keyword may ask of its validator. */
export interface Context {
  readonly document: SchemaDocument
  readonly assertsFormats: boolean
  readonly appliesRefSiblings: boolean
  /** Whether the text matches; undefined when the pattern is invalid or could run away. */
  matches(pattern: string, text: string): boolean | undefined
  planOf(schema: JsonObject): Plan
}
