import type { JsonObject } from '../../core/json.ts'
import type { Outcome } from '../../core/outcome.ts'
import { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { SchemaDocument } from '../document/document.ts'
import type { Schema } from '../document/schema.ts'
import { type Issue, refuseShape } from '../issue.ts'
import { compilePlan } from './keywords/compile-keywords.ts'
import { type Context, type Plan, Run } from './run.ts'
import { setCached } from './set-cached.ts'
import type { ValidateOptions, Violation } from './violation.ts'

/** Checks values against a JSON Schema document, without copying or changing it. */
export interface Validator {
  /**
   * The violations of a value; empty if it is valid.
   * The schema may be any subschema of the document, or a synthetic one that embeds some. Default: the root.
   * @throws ToolfitError `value-too-deep`, `value-circular`, `schema-too-deep`
   */
  validate(value: unknown, schema?: Schema): Violation[]
  /** As `validate` for the root, with what could not be checked. */
  inspect(value: unknown): { readonly violations: readonly Violation[]; readonly warnings: readonly Issue[] }
  /**
   * Whether a value is valid under a schema, or under all of a list. Faster: stops at the first violation and writes no messages. The schemas
   * of a list share what they ask, so that nested ones cost no more than the outermost.
   */
  accepts(value: unknown, schema?: Schema | readonly Schema[]): Outcome
  /** The patterns of the document. What calls the validator several times for one value does so within one call. */
  readonly patterns: PatternMatcher
}

/** Creates a validator. Each subschema is compiled when it is first applied to a value. */
export function createValidator(document: SchemaDocument, options: ValidateOptions = {}): Validator {
  const patterns = options.patterns ?? new PatternMatcher()
  const context = createContext(document, options, patterns)
  const inspect = (value: unknown, schema: Schema) => {
    refuseShape(value)
    const found: Violation[] = []
    const run = new Run(context, found)
    patterns.within(value, () => run.start(schema, value))
    const violations = withoutRepetitions(found)
    return { violations, warnings: run.unfinished === undefined ? none : [notFinished(run.unfinished)] }
  }
  return {
    patterns,
    validate: (value, schema = document.root) => inspect(value, schema).violations,
    inspect: (value) => inspect(value, document.root),
    accepts(value, schema = document.root) {
      refuseShape(value)
      const run = new Run(context)
      const schemas: readonly Schema[] = isList(schema) ? schema : [schema]
      return patterns.within(value, () => run.every(schemas, (each) => run.start(each, value)))
    },
  }
}

const none: readonly Issue[] = []

function isList(schema: Schema | readonly Schema[]): schema is readonly Schema[] {
  return Array.isArray(schema)
}

/** One warning for the whole value: what comes after it was not checked, or is not listed. */
function notFinished({ pointer, keyword }: Pick<Issue, 'pointer' | 'keyword'>): Issue {
  const message = 'Not everything was checked or listed: the value takes too many steps.'
  return { level: 'warning', pointer, keyword, message }
}

/** Removes duplicates: a schema that is reached on several paths reports the same violation several times. */
function withoutRepetitions(violations: Violation[]): Violation[] {
  if (violations.length < 2) return violations
  const seen = new Set<string>()
  return violations.filter(({ pointer, keyword, schemaPointer, message }) => {
    const key = JSON.stringify([pointer, keyword, schemaPointer, message])
    return !seen.has(key) && seen.add(key)
  })
}

function createContext(document: SchemaDocument, options: ValidateOptions, patterns: PatternMatcher): Context {
  const plans = new WeakMap<JsonObject, Plan>()
  const context: Context = {
    document,
    isFormat: options.formats,
    patterns,
    written: new WeakMap(),
    planOf: (schema) => plans.get(schema) ?? setCached(plans, schema, compilePlan(schema, context)),
  }
  return context
}
