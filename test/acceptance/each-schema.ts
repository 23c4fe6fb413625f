import type { JsonObject } from '../../src/core/json.ts'
import { joinPointer } from '../../src/core/pointer.ts'
import { childSchemas, isSchemaObject } from '../../src/emulator/accept/schema/json-schema-document.ts'

/** A schema of a document, and where it stands. */
export interface PlacedSchema {
  readonly schema: JsonObject | boolean
  readonly pointer: string
  /** The keyword that holds it; undefined for the whole document. */
  readonly keyword: string | undefined
}

/** Every schema of a document, itself first. What only looks like one (a default, a property called `items`) is none. */
export function* eachSchema(root: JsonObject): Generator<PlacedSchema> {
  yield* below({ schema: root, pointer: '', keyword: undefined })
}

function* below(place: PlacedSchema): Generator<PlacedSchema> {
  yield place
  if (!isSchemaObject(place.schema)) return
  for (const { keyword, tokens, schema } of childSchemas(place.schema)) {
    const pointer = tokens.reduce(joinPointer, place.pointer)
    yield* below({ schema: schema as JsonObject | boolean, pointer, keyword })
  }
}

/** Those that are no booleans. */
export function* eachSchemaObject(root: JsonObject): Generator<PlacedSchema & { readonly schema: JsonObject }> {
  for (const place of eachSchema(root)) {
    const { schema } = place
    if (typeof schema === 'object') yield { ...place, schema }
  }
}
