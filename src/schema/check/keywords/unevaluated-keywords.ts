import { isPlainObject, type JsonObject, ownValue } from '../../../core/json.ts'
import { both, type Outcome } from '../../../core/outcome.ts'
import { asSchema, readItems } from '../../document/keyword-values.ts'
import type { Schema } from '../../document/schema.ts'
import { enlargeScope, type Scope } from '../dynamic-scope.ts'
import type { KeywordCompiler, Run } from '../run.ts'
import { schemaList } from './combinator-keywords.ts'
import { dependentSchemas, hasProperty, schemaMap } from './object-keywords.ts'
import { readReferences } from './reference-keywords.ts'

/** The properties or items of a value that some subschema has evaluated. Where it is unknown whether it applies, they are possible. */
class Evaluated {
  private readonly keys = new Map<string | number, Outcome>()
  private everything: Outcome = false

  get isComplete(): boolean {
    return this.everything === true
  }

  add(key: string | number, outcome: Outcome): void {
    if (outcome && this.keys.get(key) !== true) this.keys.set(key, outcome)
  }

  addAll(outcome: Outcome): void {
    if (this.everything !== true) this.everything = outcome
  }

  has(key: string | number): Outcome {
    return this.everything || (this.keys.get(key) ?? false)
  }
}

/** A subschema, and the dynamic scope in which it applies. */
interface Part {
  readonly schema: JsonObject
  readonly scope: Scope | undefined
  /** Whether it applies and accepts the value. */
  readonly outcome: Outcome
}

/** Adds what a schema itself evaluates, without its subschemas for the same value. */
type Collector = (part: Part, value: unknown, run: Run, evaluated: Evaluated) => void

export const compileUnevaluatedProperties: KeywordCompiler = (schema) => {
  const rest = asSchema(ownValue(schema, 'unevaluatedProperties'))
  if (rest === undefined || rest === true) return undefined
  return (value, run) => {
    if (!isPlainObject(value)) return true
    const evaluated = evaluate(schema, value, run, collectProperties)
    return run.every(Object.keys(value), (name) => {
      const isEvaluated = value[name] === undefined || evaluated.has(name)
      if (isEvaluated) return isEvaluated
      return rest === false
        ? run.extra(name, schema, 'unevaluatedProperties', () => '')
        : run.child(rest, value[name], name, schema, 'unevaluatedProperties')
    })
  }
}

export const compileUnevaluatedItems: KeywordCompiler = (schema) => {
  const rest = asSchema(ownValue(schema, 'unevaluatedItems'))
  if (rest === undefined || rest === true) return undefined
  return (value, run) => {
    if (!Array.isArray(value)) return true
    const evaluated = evaluate(schema, value, run, collectItems)
    return run.every(value.entries(), ([index, item]) => {
      return evaluated.has(index) || run.child(rest, item, index, schema, 'unevaluatedItems')
    })
  }
}

/** Collects from all subschemas that apply to the same value and accept it. Others evaluate nothing. */
function evaluate(schema: JsonObject, value: unknown, run: Run, collect: Collector): Evaluated {
  const { scope } = run
  const evaluated = new Evaluated()
  const visited = new Map<JsonObject, Outcome>([[schema, true]])
  const pending: Part[] = [{ schema, scope, outcome: true }]
  for (let part = pending.pop(); part !== undefined && !evaluated.isComplete; part = pending.pop()) {
    run.scope = part.scope
    if (part.schema !== schema) markUnevaluated(part, value, evaluated)
    collect(part, value, run, evaluated)
    for (const next of partsOf(part, value, run, evaluated)) {
      run.scope = next.scope
      const before = visited.get(next.schema)
      if (before === true || before === next.outcome) continue
      const outcome = both(next.outcome, run.test(next.schema, value))
      if (!outcome || before === outcome) continue
      visited.set(next.schema, outcome)
      pending.push({ ...next, outcome })
    }
  }
  run.scope = scope
  return evaluated
}

/** An inner `unevaluatedItems` or `unevaluatedProperties` evaluates everything. */
function markUnevaluated({ schema, outcome }: Part, value: unknown, evaluated: Evaluated): void {
  if (Object.hasOwn(schema, Array.isArray(value) ? 'unevaluatedItems' : 'unevaluatedProperties'))
    evaluated.addAll(outcome)
}

/** The subschemas that apply to the same value. A reference that leads nowhere may evaluate everything. */
function partsOf({ schema, outcome }: Part, value: unknown, run: Run, evaluated: Evaluated): Part[] {
  const { scope } = run
  const parts: Part[] = []
  const add = (part: Schema | undefined, inner = scope, applies: Outcome = outcome) => {
    if (typeof part === 'object') parts.push({ schema: part, scope: inner, outcome: applies })
  }
  for (const { follow } of readReferences(schema, run.context)) {
    const target = follow(run)
    if (target === undefined) evaluated.addAll('unknown')
    add(target?.schema, target?.resource === undefined ? scope : enlargeScope(run, target.resource))
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const part of schemaList(schema, keyword) ?? []) add(part)
  const condition = asSchema(ownValue(schema, 'if'))
  if (condition !== undefined) {
    add(condition)
    const holds = run.test(condition, value)
    if (holds) add(asSchema(ownValue(schema, 'then')), scope, both(outcome, holds))
    if (holds !== true) add(asSchema(ownValue(schema, 'else')), scope, holds === false ? outcome : 'unknown')
  }
  if (!isPlainObject(value)) return parts
  for (const { name, dependent } of dependentSchemas(schema)) if (hasProperty(value, name)) add(dependent)
  return parts
}

const collectProperties: Collector = ({ schema, outcome }, value, run, evaluated) => {
  if (asSchema(ownValue(schema, 'additionalProperties')) !== undefined) {
    evaluated.addAll(outcome)
    return
  }
  const properties = schemaMap(schema, 'properties') ?? {}
  const patterns = Object.keys(schemaMap(schema, 'patternProperties') ?? {})
  for (const name of Object.keys(value as object)) {
    if (Object.hasOwn(properties, name)) evaluated.add(name, outcome)
    else if (patterns.length > 0) {
      const { matching, isCertain } = run.matchName(patterns, name, 'patternProperties')
      if (matching.length > 0) evaluated.add(name, outcome)
      else if (!isCertain) evaluated.add(name, 'unknown')
    }
  }
}

const collectItems: Collector = ({ schema, outcome }, value, run, evaluated) => {
  const { prefix, rest } = readItems(schema)
  if (rest !== undefined) {
    evaluated.addAll(outcome)
    return
  }
  const items = value as readonly unknown[]
  for (let index = 0; index < Math.min(prefix.length, items.length); index++) evaluated.add(index, outcome)
  const contains = asSchema(ownValue(schema, 'contains'))
  // In 2019-09, `contains` does not evaluate items.
  if (contains === undefined || run.document.draftAt(schema) === '2019-09') return
  for (const [index, item] of items.entries()) evaluated.add(index, both(outcome, run.testPart(contains, item)))
}
