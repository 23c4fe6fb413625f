import type { Json, JsonObject } from '../../src/core/json.ts'
import type { DialectId } from '../../src/schema/index.ts'
import { dialects } from '../../src/schema/index.ts'
import { normaliseSource } from '../oracle/normalise-source.ts'
import { sampleValues } from './arbitrary-value.ts'
import type { Breach } from './breach.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'

/** Law 6: compiling, and using what was compiled, changes nothing and depends on nothing but the input. */
export function findImpurity(source: JsonObject, seed: number): Breach | undefined {
  const before = JSON.stringify(source)
  const values = sampleValues(normaliseSource(source), seed, 4)
  for (const to of Object.keys(dialects) as DialectId[]) {
    const first = written(deepFreeze(structuredClone(source)), values, to)
    const second = written(deepFreeze(structuredClone(source)), values, to)
    if (first !== second) return { what: `${to} gives other bytes the second time`, first, second }
    if (written(source, values, to) !== first)
      return { what: `${to} gives other bytes for an input that is not frozen`, first }
    if (JSON.stringify(source) !== before) return { what: `${to} mutates its input`, before }
  }
  return undefined
}

function written(source: JsonObject, values: readonly Json[], to: DialectId): string {
  const compiled = compileOrRefuse(source, { to })
  if (compiled === undefined) return 'refused'
  const used = values.map((value) => {
    const wire = compiled.encode(deepFreeze(structuredClone(value)))
    const frozen = deepFreeze(structuredClone(wire) as Json)
    return [wire, compiled.decode(frozen), compiled.check(deepFreeze(structuredClone(value))), compiled.receive(frozen)]
  })
  return JSON.stringify([compiled.schema, compiled.changes, used])
}

function deepFreeze<T extends Json>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) deepFreeze(child as Json)
  return Object.freeze(value)
}
