import type { JsonObject } from '../../src/core/json.ts'
import { checkSchema } from '../../src/emulator/accept/check-schema.ts'
import type { SchemaPlace } from '../../src/emulator/accept/schema/backend-rules.ts'

/** What Vertex refuses in its own Schema message, which has `additionalProperties`, `ref` and `defs` beyond that of AI Studio. */
export function checkVertex(schema: JsonObject, place: SchemaPlace): string[] {
  return checkSchema(schema, { endpoint: 'vertex', place }).map(({ message }) => message)
}
