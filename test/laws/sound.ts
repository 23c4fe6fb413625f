import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual } from '../../src/core/json.ts'
import type { CompileOptions } from '../../src/schema/index.ts'
import { narrowedValidator } from '../oracle/narrowed-validator.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { readOutput } from '../oracle/read-output.ts'
import { sourceValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { namesIn, onlyNamed } from './enforced.ts'

/** Law 2: what is valid under the source and outside a narrowed change is valid on the wire, and comes back as it was. */
export function findUnsoundness(source: JsonObject, seed: number, options: CompileOptions): Breach | undefined {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return undefined
  const isValid = sourceValidator(source)
  const isOutside = narrowedValidator(source, compiled.changes)
  const names = namesIn(source)
  const others = compiled.changes.filter(
    ({ code, keyword }) => code !== 'open-object-closed' || keyword === 'patternProperties',
  )
  const hasShape = narrowedValidator(source, others)
  // Names that nothing declares pass as they are, beside a value that comes back. One that another branch declares may look like that branch.
  const comesBack = (value: Json): boolean => {
    const plain = onlyNamed(value, names)
    return hasShape?.(value) === true && isValid(plain) === true && isOutside?.(plain) === true
  }
  const fitsWire = readOutput(options.to, compiled.schema)
  // A tool's root that says nothing about its arguments has none: the implicit change says that all others are lost.
  const isArgumentless = options.root === 'object' && isPlaceholder(compiled.schema)
  for (const value of sampleValues(normaliseSource(source), seed, 8)) {
    if (isValid(value) !== true || (isArgumentless && !deepEqual(value, {}))) continue
    const wire = compiled.encode(value) as Json
    const back = compiled.decode(wire)
    const evidence = {
      value,
      wire,
      output: compiled.schema,
      changes: compiled.changes.map(({ at, keyword, code, effect }) => ({ at, keyword, code, effect })),
    }
    if (!deepEqual(back, value) && (isOutside?.(value) === true || comesBack(value)))
      return { what: 'decode(encode(v)) is not v', ...evidence, back }
    if (isOutside?.(value) === true && fitsWire(wire) === false)
      return { what: 'encode(v) is not valid under the output', ...evidence }
  }
  return undefined
}

function isPlaceholder(output: JsonObject): boolean {
  const properties = Object.entries((output['properties'] ?? {}) as JsonObject)
  if (properties.length === 0) return output['additionalProperties'] === false
  return properties.length === 1 && (properties[0]![1] as JsonObject)['description'] === 'Not used. Leave it out.'
}
