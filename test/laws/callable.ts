import type { Json, JsonObject } from '../../src/core/json.ts'
import type { CompileOptions } from '../../src/schema/index.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { outputAsJsonSchema, readOutput } from '../oracle/read-output.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief, namesIn, onlyNamed } from './enforced.ts'

/** Law 9: if the source accepts a value, some value that fits the wire is, once decoded, one that `check` accepts. */
export function findUncallable(source: JsonObject, seed: number, options: CompileOptions): Breach | undefined {
  const isValid = sourceValidator(source)
  const valid = sampleValues(normaliseSource(source), seed, 20).filter((value) => isValid(value) === true)
  if (valid.length === 0) return undefined
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return { what: 'refused, although a value is valid', value: valid[0] }
  const fitsWire = readOutput(options.to, compiled.schema)
  const works = (wire: Json) => fitsWire(wire) === true && compiled.check(compiled.decode(wire)).length === 0
  const names = namesIn(source)
  // A drawn value often has further properties, which the wire does not take.
  const candidates = valid.flatMap((value) => [value, onlyNamed(value, names)])
  if (candidates.some((value) => works(compiled.encode(value) as Json))) return undefined
  const wires = sampleValues(outputAsJsonSchema(options.to, compiled.schema), seed, 60)
  if (wires.some(works)) return undefined
  return { what: 'no call is accepted', value: valid[0], output: compiled.schema, changes: brief(compiled) }
}
