import type { JsonObject } from '../../src/core/json.ts'
import type { SchemaPlace } from '../../src/emulator/accept/schema/schema-location.ts'
import { checkSchema } from '../../src/emulator/accept/schema/schema-rules.ts'

/** What Vertex refuses in its own Schema message, which has `additionalProperties`, `ref` and `defs` beyond that of AI Studio. */
export function checkVertex(schema: JsonObject, place: SchemaPlace): string[] {
  return checkSchema(schema, { endpoint: 'vertex', place }).map(({ message }) => message)
}
