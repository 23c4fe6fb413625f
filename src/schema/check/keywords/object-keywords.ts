import { isPlainObject, type JsonObject, ownValue } from '../../../core/json.ts'
import { both, type Outcome } from '../../../core/outcome.ts'
import type { NameMatch } from '../../../core/pattern/pattern-matcher.ts'
import { asSchema, dependentNames, requiredNames } from '../../document/keyword-values.ts'
import { listValues, quote } from '../messages.ts'
import type { KeywordCompiler, Run } from '../run.ts'

/** An undefined property counts as absent. */
export function hasProperty(value: Record<string, unknown>, name: string): boolean {
  return ownValue(value, name) !== undefined
}

/** `required`, and `required: true` on a property. */
export const compileRequired: KeywordCompiler = (schema) => {
  const names = requiredNames(schema)
  if (names.length === 0) return undefined
  return (value, run) => {
    if (!isPlainObject(value)) return true
    return run.every(
      names,
      (name) => hasProperty(value, name) || run.fail(schema, 'required', () => missing(run, name)),
    )
  }
}

function missing(run: Run, name: string): string {
  const subject = run.subject()
  return `Missing required property ${quote(name)}${subject === 'The value' ? '' : ` in ${subject}`}.`
}

/** The map of names to schemas of a keyword; undefined if there is none. */
export function schemaMap(schema: JsonObject, keyword: string): JsonObject | undefined {
  const map = ownValue(schema, keyword)
  return typeof map === 'object' && map !== null && !Array.isArray(map) ? (map as JsonObject) : undefined
}

/** `properties`, `patternProperties` and `additionalProperties`, in one walk over the value. */
export const compileProperties: KeywordCompiler = (schema) => {
  const properties = schemaMap(schema, 'properties') ?? {}
  const patterns = Object.keys(schemaMap(schema, 'patternProperties') ?? {})
  const matching = Object.values(schemaMap(schema, 'patternProperties') ?? {}).map((each) => asSchema(each) ?? true)
  const additional = asSchema(ownValue(schema, 'additionalProperties')) ?? true
  return (value, run) => {
    if (!isPlainObject(value)) return true
    let outcome: Outcome = true
    for (const name of Object.keys(value)) {
      const part = value[name]
      if (part === undefined) continue
      const isDeclared = Object.hasOwn(properties, name)
      let holds: Outcome = true
      if (isDeclared) holds = run.child(asSchema(properties[name]) ?? true, part, name, schema, 'properties')
      const match = patterns.length === 0 ? noMatch : run.matchName(patterns, name, 'patternProperties')
      for (const index of match.matching)
        holds = both(holds, run.child(matching[index]!, part, name, schema, 'patternProperties'))
      // A pattern that is not run might match, so the name counts as known and its value is not refused.
      if (!match.isCertain) holds = both(holds, 'unknown')
      else if (!isDeclared && match.matching.length === 0)
        holds =
          additional === false
            ? run.extra(name, schema, 'additionalProperties', knownNames(properties))
            : run.child(additional, part, name, schema, 'additionalProperties')
      outcome = both(outcome, holds)
      if (!outcome && run.isQuick) return false
    }
    return outcome
  }
}

const noMatch: NameMatch = { matching: [], isCertain: true }

function knownNames(properties: JsonObject): () => string {
  return () => {
    const names = Object.keys(properties)
    return names.length === 0 ? '' : ` Known properties: ${listValues(names)}.`
  }
}

export const compilePropertyNames: KeywordCompiler = (schema) => {
  const names = asSchema(ownValue(schema, 'propertyNames'))
  if (names === undefined) return undefined
  return (value, run) => {
    if (!isPlainObject(value)) return true
    const say = (name: string) => `${run.subject()} has a property with a name that is not allowed: ${quote(name)}.`
    return run.every(Object.keys(value), (name) => {
      return (
        value[name] === undefined || run.testPart(names, name) || run.fail(schema, 'propertyNames', () => say(name))
      )
    })
  }
}

/** `dependentRequired`, and the lists of `dependencies`. */
export const compileDependentRequired: KeywordCompiler = (schema) => {
  const rules = ['dependentRequired', 'dependencies'].flatMap((keyword) =>
    Object.entries(schemaMap(schema, keyword) ?? {}).flatMap(([name, value]) =>
      (dependentNames(value) ?? []).map((needed) => ({ keyword, name, needed })),
    ),
  )
  if (rules.length === 0) return undefined
  return (value, run) => {
    if (!isPlainObject(value)) return true
    return run.every(rules, ({ keyword, name, needed }) => {
      if (hasProperty(value, needed) || !hasProperty(value, name)) return true
      return run.fail(schema, keyword, () => `${missing(run, needed).slice(0, -1)}, needed beside ${quote(name)}.`)
    })
  }
}

/** The schemas that apply if an object has a property: `dependentSchemas`, and those of `dependencies`. */
export function dependentSchemas(schema: JsonObject) {
  return ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(schemaMap(schema, keyword) ?? {}).flatMap(([name, dependent]) => {
      const read = asSchema(dependent)
      return read === undefined ? [] : [{ keyword, name, dependent: read }]
    }),
  )
}

/** `dependentSchemas`, and the schemas of `dependencies`. */
export const compileDependentSchemas: KeywordCompiler = (schema) => {
  const rules = dependentSchemas(schema)
  if (rules.length === 0) return undefined
  return (value, run) => {
    if (!isPlainObject(value)) return true
    return run.every(
      rules,
      ({ keyword, name, dependent }) => !hasProperty(value, name) || run.apply(dependent, value, schema, keyword),
    )
  }
}
