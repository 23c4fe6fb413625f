import fc from 'fast-check'
import type { JsonObject } from '../../src/core/json.ts'
import { arbitrarySchema } from './arbitrary-schema.ts'
import type { Breach } from './breach.ts'
import type { Law } from './known-breaches.ts'
import { isKnownBreach } from './known-breaches.ts'
import { runs } from './runs.ts'

/** Tries a law on generated schemas. The seed makes the choices inside it, such as the values. `share` of the usual runs are made. */
export function holds(
  law: Law,
  find: (source: JsonObject, seed: number) => Breach | undefined,
  schemas: fc.Arbitrary<JsonObject> = arbitrarySchema,
  share = 1,
): void {
  fc.assert(
    fc.property(schemas, fc.integer({ min: 1, max: 1_000_000 }), (source, seed) => {
      fc.pre(!isKnownBreach(source, law))
      const breach = find(source, seed)
      if (breach !== undefined) throw new Error(`${breach.what}\n${JSON.stringify({ source, ...breach }, null, 1)}`)
    }),
    runs(share),
  )
}
