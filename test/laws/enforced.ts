import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual } from '../../src/core/json.ts'
import { createValidator } from '../../src/schema/check/create-validator.ts'
import type { Violation } from '../../src/schema/check/violation.ts'
import type { Change, CompiledSchema, CompileOptions, DialectId } from '../../src/schema/index.ts'
import { openDocument } from '../../src/schema/read/document.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { outputAsJsonSchema, readOutput } from '../oracle/read-output.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
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
    if (wanted !== undefined && wanted !== (issues.length === 0))
      return { what: `check says ${issues.length === 0}, the source ${wanted}`, value, issues }
  }
  return undefined
}

/** Law 3, second half: what fits the wire breaks, once decoded, only what `changes` lists. */
export function findUnconfessedViolation(
  source: JsonObject,
  seed: number,
  options: CompileOptions,
): Breach | undefined {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined || isText(compiled.changes, source)) return undefined
  const fitsWire = readOutput(options.to, compiled.schema)
  const validator = createValidator(openDocument(source))
  for (const wire of sampleValues(outputAsJsonSchema(options.to, compiled.schema), seed, 12)) {
    if (fitsWire(wire) !== true) continue
    const value = compiled.decode(wire)
    const violation = validator.validate(value).find((each) => !isConfessed(each, compiled.changes))
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

/** JSON text may hold anything; and where words speak of a definition, what they say has no one place. */
function isText(changes: readonly Change[], source: JsonObject): boolean {
  if (changes.some(({ code }) => code.endsWith('-to-json-text') || code === 'cut-to-free-form')) return true
  const spoken = /^(if|not|then|else|contains|dependentSchemas|patternProperties)$/
  const isDescribed = changes.some(({ keyword, effect }) => effect === 'described' && spoken.test(keyword))
  return isDescribed && JSON.stringify(source).includes('"$ref":')
}

/** A keyword that is only said in other words still holds; any other, and what lies under it, may be broken. */
function isConfessed({ keyword, schemaPointer = '', branches }: Violation, changes: readonly Change[]): boolean {
  const breakable = changes.filter(
    ({ effect }) => effect === 'described' || effect === 'dropped' || effect === 'encoded',
  )
  if (breakable.some((change) => change.at === schemaPointer && change.keyword === keyword)) return true
  if (
    breakable.some(
      (change) => change.effect !== 'encoded' && `${schemaPointer}/`.startsWith(`${change.at}/${change.keyword}/`),
    )
  )
    return true
  // A model that writes the tool's own name instead of the wire's writes an undeclared property.
  const isRenamed = changes.some(
    ({ at, code }) => code === 'property-renamed' && schemaPointer.startsWith(`${at}/properties/`),
  )
  if (isRenamed) return true
  // A union breaks with any branch: what each of them says has to be confessed.
  return branches?.some((branch) => branch.every((each) => isConfessed(each, changes))) === true
}

/** Law 3, `receive`: a valid value arrives as it was, without a word; any other is mended only into a valid one. */
export function findWrongMending(source: JsonObject, seed: number, to: DialectId): Breach | undefined {
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
      return { what: 'receive mends into something invalid', ...evidence }
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
