import type { SchemaPlace } from '../../src/emulator/accept/schema/backend-rules.ts'
import { checkSchema, type SchemaRejection } from '../../src/emulator/accept/schema/check-schema.ts'
import { endpoints } from '../../src/emulator/api/endpoint.ts'

/** Why some endpoint, read strictly, refuses the schema. `[]`: all three accept it. */
export function acceptedEverywhere(schema: unknown, place: SchemaPlace): SchemaRejection[] {
  return endpoints.flatMap((endpoint) => checkSchema(schema, { endpoint, place }))
}
