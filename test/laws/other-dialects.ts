import type { JsonObject } from '../../src/core/json.ts'
import { deepEqual } from '../../src/core/json.ts'
import { compileSchema } from '../../src/schema/index.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { jsonSchemaValidator, sourceValidator } from '../oracle/source-validator.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'

/** The `openai` dialect hands the user's own schema on. */
export function findUntouchedChanged(source: JsonObject): Breach | undefined {
  const before = JSON.stringify(source)
  compileOrRefuse(source, { to: 'gemini', root: 'object' })
  const { schema } = compileSchema(source, { to: 'openai' })
  if (JSON.stringify(source) !== before) return { what: 'the input was mutated' }
  return JSON.stringify(schema) === before ? undefined : { what: 'the output is not the input', schema }
}

/** The `json-schema` dialect says the same in 2020-12. The output is judged by ajv as it stands. */
export function findOtherMeaning(source: JsonObject, seed: number): Breach | undefined {
  const compiled = compileOrRefuse(source, { to: 'json-schema' })
  if (compiled === undefined) return undefined
  const isValid = sourceValidator(source)
  const fits = jsonSchemaValidator(compiled.schema)
  for (const value of sampleValues(normaliseSource(source), seed, 8)) {
    const wanted = isValid(value)
    const got = fits(value)
    if (wanted !== undefined && got !== undefined && wanted !== got)
      return { what: `source says ${wanted}, output ${got}`, value, output: compiled.schema }
    if (!deepEqual(compiled.encode(value), value) || !deepEqual(compiled.decode(value), value))
      return { what: 'a value is changed', value }
  }
  return undefined
}
