import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual } from '../../src/core/json.ts'
import type { CompiledSchema, CompileOptions } from '../../src/schema/index.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
import { toJsonSchema, wireValidator } from '../oracle/wire-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'

/** Law 3, first half: `check` accepts exactly what the source accepts. */
export function findWrongVerdict(source: JsonObject, seed: number): Breach | undefined {
  const compiled = compileOrRefuse(source, { to: 'gemini' })
  if (compiled === undefined) return undefined
  const isValid = sourceValidator(source)
  for (const value of sampleValues(normaliseSource(source), seed, 12)) {
    const wanted = isValid(value)
    const issues = compiled.check(value)
    if (wanted !== undefined && wanted !== (issues.length === 0)) return { what: `check says ${issues.length === 0}, the source ${wanted}`, value, issues }
  }
  return undefined
}

/** Law 3, second half: what fits the wire breaks, once decoded, only what `changes` lists. */
export function findUnconfessedViolation(source: JsonObject, seed: number, options: CompileOptions): Breach | undefined {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined || compiled.changes.some(({ code }) => code.endsWith('-to-json-text'))) return undefined
  const fitsWire = wireValidator(compiled.schema)
  // A keyword that is only said in other words still holds; every other one may be broken.
  const breakable = new Set(compiled.changes.filter(({ effect }) => effect !== 'rewritten').map(({ keyword }) => keyword))
  const isDescribed = compiled.changes.some(({ effect }) => effect === 'described' || effect === 'dropped')
  for (const wire of sampleValues(toJsonSchema(compiled.schema) as Json, seed, 12)) {
    if (!fitsWire(wire)) continue
    const value = compiled.decode(wire)
    for (const { keyword, pointer } of compiled.check(value)) {
      // A union holds when a branch does: it breaks with any keyword of its branches.
      if (breakable.has(keyword) || (isDescribed && /^(anyOf|oneOf|not|if|then|else)$/.test(keyword))) continue
      return { what: `what fits the wire breaks ${keyword}`, wire, value, pointer, output: compiled.schema, changes: brief(compiled) }
    }
  }
  return undefined
}

/** Law 3, `receive`: a valid value arrives as it was, without a word; any other is mended only into a valid one. */
export function findWrongMending(source: JsonObject, seed: number): Breach | undefined {
  const compiled = compileOrRefuse(withoutDefaults(source) as JsonObject, { to: 'gemini' })
  if (compiled === undefined) return undefined
  for (const value of sampleValues(normaliseSource(source), seed, 8)) {
    const wire = compiled.encode(value)
    const plain = compiled.decode(wire)
    const { value: received, issues } = compiled.receive(wire)
    const evidence = { value, wire, plain, received, issues, output: compiled.schema }
    if (compiled.check(plain).length === 0 && (issues.length > 0 || !deepEqual(received, plain))) return { what: 'receive changes what is valid', ...evidence }
    if (issues.some(({ level }) => level === 'warning') && compiled.check(received).length > 0) return { what: 'receive mends into something invalid', ...evidence }
    if (compiled.check(received).length > 0 && !issues.some(({ level }) => level === 'error')) return { what: 'receive hides what is wrong', ...evidence }
  }
  return undefined
}

function withoutDefaults(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === 'default' ? undefined : value)) as Json
}

export function brief(compiled: CompiledSchema): unknown {
  return compiled.changes.map(({ at, keyword, code, effect }) => `${at} ${keyword}: ${effect}, ${code}`)
}
