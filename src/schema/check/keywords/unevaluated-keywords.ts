import { isPlainObject, type JsonObject, ownValue } from '../../../core/json.ts'
import { asSchema, readItems } from '../../document/keyword-values.ts'
import type { Schema } from '../../document/schema.ts'
import { enlargeScope, type Scope } from '../dynamic-scope.ts'
import type { KeywordCompiler, Run } from '../run.ts'
import { schemaList } from './combinator-keywords.ts'
import { dependentSchemas, hasProperty, schemaMap } from './object-keywords.ts'
import { readReferences } from './reference-keywords.ts'

/** The properties or items of a value that some subschema has evaluated. */
interface Evaluated {
  all: boolean
  readonly keys: Set<string | number>
}

/** A subschema, and the dynamic scope in which it applies. */
interface Part {
  readonly schema: JsonObject
  readonly scope: Scope | undefined
}

/** Adds what a schema itself evaluates, without its subschemas for the same value. */
type Collector = (schema: JsonObject, value: unknown, run: Run, evaluated: Evaluated) => void

/** `unevaluatedProperties`. */
export const compileUnevaluatedProperties: KeywordCompiler = (schema) => {
  const rest = asSchema(ownValue(schema, 'unevaluatedProperties'))
  if (rest === undefined || rest === true) return undefined
  return (value, run) => {
    if (!isPlainObject(value)) return true
    const evaluated = evaluate(schema, value, run, collectProperties)
    return run.every(Object.keys(value), (name) => {
      if (evaluated.all || value[name] === undefined || evaluated.keys.has(name)) return true
      return rest === false
        ? run.extra(name, schema, 'unevaluatedProperties', () => '')
        : run.child(rest, value[name], name, schema, 'unevaluatedProperties')
    })
  }
}

/** `unevaluatedItems`. */
export const compileUnevaluatedItems: KeywordCompiler = (schema) => {
  const rest = asSchema(ownValue(schema, 'unevaluatedItems'))
  if (rest === undefined || rest === true) return undefined
  return (value, run) => {
    if (!Array.isArray(value)) return true
    const evaluated = evaluate(schema, value, run, collectItems)
    return run.every(value.entries(), ([index, item]) => {
      return evaluated.all || evaluated.keys.has(index) || run.child(rest, item, index, schema, 'unevaluatedItems')
    })
  }
}

/** Collects from all subschemas that apply to the same value and accept it. Others evaluate nothing. */
function evaluate(schema: JsonObject, value: unknown, run: Run, collect: Collector): Evaluated {
  const { scope } = run
  const evaluated: Evaluated = { all: false, keys: new Set() }
  const visited = new Set<JsonObject>([schema])
  const pending: Part[] = [{ schema, scope }]
  for (let part = pending.pop(); part !== undefined && !evaluated.all; part = pending.pop()) {
    run.scope = part.scope
    if (part.schema !== schema) markUnevaluated(part.schema, value, evaluated)
    collect(part.schema, value, run, evaluated)
    for (const next of partsOf(part.schema, value, run)) {
      run.scope = next.scope
      if (visited.has(next.schema) || !run.isAccepted(next.schema, value)) continue
      visited.add(next.schema)
      pending.push(next)
    }
  }
  run.scope = scope
  return evaluated
}

/** An inner `unevaluatedItems` or `unevaluatedProperties` evaluates everything. */
function markUnevaluated(schema: JsonObject, value: unknown, evaluated: Evaluated): void {
  if (Object.hasOwn(schema, Array.isArray(value) ? 'unevaluatedItems' : 'unevaluatedProperties')) evaluated.all = true
}

/** The subschemas that apply to the same value. */
function partsOf(schema: JsonObject, value: unknown, run: Run): Part[] {
  const { scope } = run
  const parts: Part[] = []
  const add = (part: Schema | undefined, inner = scope) => {
    if (typeof part === 'object') parts.push({ schema: part, scope: inner })
  }
  for (const { follow } of readReferences(schema, run.context)) {
    const target = follow(run)
    add(target?.schema, target?.resource === undefined ? scope : enlargeScope(run, target.resource))
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) for (const part of schemaList(schema, keyword) ?? []) add(part)
  const condition = asSchema(ownValue(schema, 'if'))
  if (condition !== undefined) {
    add(condition)
    add(asSchema(ownValue(schema, run.isAccepted(condition, value) ? 'then' : 'else')))
  }
  if (!isPlainObject(value)) return parts
  for (const { name, dependent } of dependentSchemas(schema)) if (hasProperty(value, name)) add(dependent)
  return parts
}

const collectProperties: Collector = (schema, value, run, evaluated) => {
  if (asSchema(ownValue(schema, 'additionalProperties')) !== undefined) {
    evaluated.all = true
    return
  }
  const properties = schemaMap(schema, 'properties') ?? {}
  const patterns = Object.keys(schemaMap(schema, 'patternProperties') ?? {})
  for (const name of Object.keys(value as object)) {
    if (Object.hasOwn(properties, name)) evaluated.keys.add(name)
    else if (patterns.some((pattern) => run.context.matches(pattern, name) !== false)) evaluated.keys.add(name)
  }
}

const collectItems: Collector = (schema, value, run, evaluated) => {
  const { prefix, rest } = readItems(schema)
  if (rest !== undefined) {
    evaluated.all = true
    return
  }
  const items = value as readonly unknown[]
  for (let index = 0; index < Math.min(prefix.length, items.length); index++) evaluated.keys.add(index)
  const contains = asSchema(ownValue(schema, 'contains'))
  // In 2019-09, `contains` does not evaluate items.
  if (contains === undefined || run.document.draftAt(schema) === '2019-09') return
  for (const [index, item] of items.entries()) if (run.isPartAccepted(contains, item)) evaluated.keys.add(index)
}
