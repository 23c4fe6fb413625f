import type { Json } from '../../core/json.ts'

/** A schema as it is written. */
export type Output = Record<string, Json>

/** What stands around a schema, with what a union or a reference around it adds. Any schema is such a thing. */
export interface Around {
  readonly title?: Json | undefined
  readonly description?: Json | undefined
  readonly default?: Json | undefined
  readonly nullable?: Json | undefined
  /** A union around it takes null: text holds that by itself. */
  readonly orNull?: boolean | undefined
}

/** Puts what stands around a place onto the schema that is written there. */
export type Surround = (inner: Around) => Around

/** What the parts of the plain writer share. */
export interface PlainWriter {
  /** How many values have had another form on the wire than in the tool, so far. */
  readonly encodings: number
  /** Writes a schema, so many steps from the deepest; undefined where it needs the compiler. */
  write(schema: unknown, depth: number, surround?: Surround): Output | undefined
  /** The same, by the compiler where it has to be. For places where nothing around depends on what comes out. */
  writeInside(schema: unknown, depth: number): Output | undefined
  /** Notes that a value has another form on the wire. */
  noteEncoding(): void
}
