import { ToolfitError } from '../../core/errors.ts'
import { findShapeProblem, type JsonObject } from '../../core/json.ts'
import { matchesPattern } from '../../core/pattern/match-pattern.ts'
import { type Pattern, parsePattern } from '../../core/pattern/parse-pattern.ts'
import type { SchemaDocument } from '../document/document.ts'
import type { Schema } from '../document/schema.ts'
import { compilePlan } from './keywords/compile-keywords.ts'
import { type Context, type Plan, Run } from './run.ts'
import { setCached } from './set-cached.ts'
import type { ValidateOptions, Violation } from './violation.ts'

/** The deepest nesting of a value. Deeper values could exhaust the call stack. */
const maxValueDepth = 1000

/** Checks values against a JSON Schema document, without copying or changing it. */
export interface Validator {
  /**
   * The violations of a value; empty if it is valid.
   * The schema may be any subschema of the document, or a synthetic one that embeds some. Default: the root.
   * @throws ToolfitError `value-too-deep`, `value-circular`, `schema-too-deep`
   */
  validate(value: unknown, schema?: Schema): Violation[]
  /** Whether a value is valid. Faster: stops at the first violation and writes no messages. */
  accepts(value: unknown, schema?: Schema): boolean
}

/** Creates a validator. Each subschema is compiled when it is first applied to a value. */
export function createValidator(document: SchemaDocument, options: ValidateOptions = {}): Validator {
  const context = createContext(document, options)
  return {
    validate(value, schema = document.root) {
      refuseShape(value)
      const violations: Violation[] = []
      new Run(context, value, { violations, firstOnly: options.firstOnly === true }).start(schema, value)
      return options.firstOnly === true ? violations.slice(0, 1) : withoutRepetitions(violations)
    },
    accepts(value, schema = document.root) {
      refuseShape(value)
      return new Run(context, value, {}).start(schema, value)
    },
  }
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

function createContext(document: SchemaDocument, options: ValidateOptions): Context {
  const plans = new WeakMap<JsonObject, Plan>()
  const patterns = new Map<string, Pattern | undefined>()
  const context: Context = {
    document,
    isFormat: options.formats,
    appliesRefSiblings: options.refSiblings !== 'by-draft',
    matches(source, text) {
      const pattern = patterns.has(source) ? patterns.get(source) : setCached(patterns, source, parsePattern(source))
      return matchesPattern(pattern, text)
    },
    planOf: (schema) => plans.get(schema) ?? setCached(plans, schema, compilePlan(schema, context)),
  }
  return context
}

function refuseShape(value: unknown): void {
  const problem = findShapeProblem(value, maxValueDepth)
  if (problem === undefined) return
  if (problem === 'circular') {
    throw new ToolfitError('value-circular', 'The value contains itself. Pass a value that JSON can express.')
  }
  throw new ToolfitError(
    'value-too-deep',
    `The value nests deeper than ${maxValueDepth} levels. Flatten it, or pass the deep part as JSON text.`,
    { limit: maxValueDepth },
  )
}
