/** Registered, so that two copies of this package know each other's schemas. */
const marker = Symbol.for('toolfit.source')

/** Notes on a schema what it was made from: the source says more than its JSON Schema does. */
export function noteSource<SCHEMA extends object>(schema: SCHEMA, source: unknown): SCHEMA {
  return Object.defineProperty(schema, marker, { value: source })
}

/** What a schema was made from, if that was noted. */
export function notedSource(schema: object): unknown {
  return (schema as Record<symbol, unknown>)[marker]
}
