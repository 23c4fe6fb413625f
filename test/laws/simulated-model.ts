import type { Json, JsonObject } from '../../src/core/json.ts'
import type { Violation } from '../../src/schema/check/violation.ts'
import type { Change, CompiledSchema, CompileOptions } from '../../src/schema/index.ts'
import { obedientSchema } from '../oracle/obedient-schema.ts'
import { outputAsJsonSchema, readOutput } from '../oracle/read-output.ts'
import { jsonSchemaValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief, namesIn, writesDeclaredAsExtra } from './enforced.ts'
import { isText, unexplainedBy, violationsOf } from './explained.ts'

/** What a simulated model did with a tool. */
export interface Simulation {
  /** Calls that obey the output and its sentences. */
  readonly calls: number
  /** Those that `check` accepts. */
  readonly accepted: number
  readonly breach?: Breach | undefined
}

const drawn = 24

/**
 * A model that fills the output in at random, and heeds the sentences that a program can read. What `check` refuses breaks a
 * constraint that is only said in words, or lies in JSON text; anything else is a mistake of the compiler.
 */
export function simulateModel(source: JsonObject, seed: number, options: CompileOptions): Simulation {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return { calls: 0, accepted: 0 }
  const violationsIn = violationsOf(source)
  const findUnexplained = unexplainedBy(source, compiled.changes.filter(isSpoken))
  let accepted = 0
  const calls = obedientCalls(compiled, source, seed, options)
  for (const wire of calls) {
    const value = compiled.decode(wire)
    const violations = violationsIn(value)
    if (violations.length === 0) accepted++
    const violation = findUnexplained(violations.filter((each) => !isUnseen(each)))
    if (violation === undefined) continue
    const what = `a model that obeys breaks ${violation.keyword}`
    const breach = { what, wire, value, violation, output: compiled.schema, changes: brief(compiled) }
    return { calls: calls.length, accepted, breach }
  }
  return { calls: calls.length, accepted }
}

function obedientCalls(compiled: CompiledSchema, source: JsonObject, seed: number, { to }: CompileOptions): Json[] {
  const read = obedientSchema(outputAsJsonSchema(to, compiled.schema))
  const obeys = jsonSchemaValidator(read)
  const fitsWire = readOutput(to, compiled.schema)
  const declared = namesIn(source)
  return sampleValues(read, seed, drawn).filter(
    (wire) => fitsWire(wire) === true && obeys(wire) === true && !writesDeclaredAsExtra(wire, declared),
  )
}

/** What the model was told in words alone, or writes as text. A name that the wire does not take is nothing that it was told. */
function isSpoken({ effect, code }: Change): boolean {
  // No value has a name that is required and forbidden: such a tool cannot be called, and the report says so.
  if (code === 'required-name-undeclared' && effect === 'dropped') return true
  return effect === 'described' || effect === 'narrowed' || code === 'property-renamed' || isText(code)
}

/** A pattern that only the older syntax takes: the oracle, which reads the newer one, draws values without it. */
function isUnseen({ keyword, message }: Violation): boolean {
  const pattern = keyword === 'pattern' ? / must match the pattern (.*), got /s.exec(message)?.[1] : undefined
  if (pattern === undefined) return false
  try {
    return new RegExp(pattern, 'u') === undefined
  } catch {
    return true
  }
}
