import { deepEqual, isPlainObject, type Json, type JsonObject } from '../../src/core/json.ts'
import type { Change, CompiledSchema, CompileOptions, DialectId } from '../../src/schema/index.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { withReadableTexts } from '../oracle/obedient-schema.ts'
import { outputAsJsonSchema, readOutput } from '../oracle/read-output.ts'
import { jsonSchemaValidator, sourceValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { unexplainedBy, violationsOf } from './explained.ts'

/** Law 3, first half: `check` accepts exactly what the source accepts. */
export function findWrongResult(source: JsonObject, seed: number): Breach | undefined {
  const compiled = compileOrRefuse(source, { to: 'gemini' })
  if (compiled === undefined) return undefined
  const isValid = sourceValidator(source)
  for (const value of sampleValues(normaliseSource(source), seed, 12)) {
    const wanted = isValid(value)
    const issues = compiled.check(value)
    if (wanted !== undefined && wanted !== (issues.length === 0))
      return { what: `check says ${issues.length === 0}, the source ${wanted}`, value, issues }
  }
  return undefined
}

/** Law 3, second half: what fits the wire breaks, once decoded, only what `changes` lists. */
export function findUnreportedViolation(source: JsonObject, seed: number, options: CompileOptions): Breach | undefined {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return undefined
  const fitsWire = readOutput(options.to, compiled.schema)
  const violationsIn = violationsOf(source)
  const declared = namesIn(source)
  const findUnexplained = unexplainedBy(source, compiled.changes.filter(isBreakable))
  const written = withReadableTexts(outputAsJsonSchema(options.to, compiled.schema))
  const isWritten = jsonSchemaValidator(written)
  for (const wire of sampleValues(written, seed, 12)) {
    if (fitsWire(wire) !== true || isWritten(wire) !== true || writesDeclaredAsExtra(wire, declared)) continue
    const value = compiled.decode(wire)
    const violation = findUnexplained(violationsIn(value))
    if (violation !== undefined)
      return {
        what: `what fits the wire breaks ${violation.keyword}`,
        wire,
        value,
        violation,
        output: compiled.schema,
        changes: brief(compiled),
      }
  }
  return undefined
}

/** Whether a property that is declared comes in the list of further ones: no encoding puts it there, and no keyword forbids it. */
export function writesDeclaredAsExtra(wire: unknown, declared: ReadonlySet<string>): boolean {
  if (typeof wire !== 'object' || wire === null) return false
  const isDeclared = (entry: unknown) => isPlainObject(entry) && declared.has(String(entry['key']))
  const holdsDeclared = (extras: unknown) =>
    Array.isArray(extras)
      ? extras.some(isDeclared)
      : typeof extras === 'string' && [...declared].some((name) => extras.includes(JSON.stringify(name)))
  // A source may declare a property of that name: then the list has a longer one.
  if (Object.entries(wire).some(([name, each]) => /^extra_properties_*$/.test(name) && holdsDeclared(each))) return true
  return Object.values(wire).some((each) => writesDeclaredAsExtra(each, declared))
}

/** The names of all properties that are declared anywhere in a source. */
export function namesIn(source: JsonObject): Set<string> {
  const names = new Set<string>()
  JSON.stringify(source, (keyword, value) => {
    if (keyword === 'properties' && isPlainObject(value)) for (const name of Object.keys(value)) names.add(name)
    return value
  })
  return names
}

/** A value without properties that no schema names. */
export function onlyNamed(value: Json, names: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return value.map((each) => onlyNamed(each, names))
  if (!isPlainObject(value)) return value
  const named = Object.entries(value as JsonObject).filter(([name]) => names.has(name))
  return Object.fromEntries(named.map(([name, each]) => [name, onlyNamed(each as Json, names)]))
}

/** A keyword that is only said in other words still holds; any other, and what lies under it, may be broken. */
function isBreakable({ effect, code }: Change): boolean {
  // A part that was left out because of what stands around it comes back where that is only said in words.
  return effect === 'described' || effect === 'dropped' || effect === 'encoded' || code === 'impossible-part-removed'
}

/** Law 3, `receive`: a valid value arrives as it was, without a word; any other is repaired only into a valid one. */
export function findWrongRepair(source: JsonObject, seed: number, to: DialectId): Breach | undefined {
  const compiled = compileOrRefuse(withoutDefaults(source) as JsonObject, { to })
  if (compiled === undefined) return undefined
  for (const value of sampleValues(normaliseSource(source), seed, 8)) {
    const wire = compiled.encode(value)
    const plain = compiled.decode(wire)
    const { value: received, issues } = compiled.receive(wire)
    const evidence = { value, wire, plain, received, issues, output: compiled.schema }
    if (compiled.check(plain).length === 0 && (issues.length > 0 || !deepEqual(received, plain)))
      return { what: 'receive changes what is valid', ...evidence }
    if (issues.some(({ level }) => level === 'warning') && compiled.check(received).length > 0)
      return { what: 'receive repairs into something invalid', ...evidence }
    if (compiled.check(received).length > 0 && !issues.some(({ level }) => level === 'error'))
      return { what: 'receive hides what is wrong', ...evidence }
  }
  return undefined
}

function withoutDefaults(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === 'default' ? undefined : value)) as Json
}

export function brief(compiled: CompiledSchema): unknown {
  return compiled.changes.map(({ at, keyword, code, effect }) => `${at} ${keyword}: ${effect}, ${code}`)
}
