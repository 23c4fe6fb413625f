import { checkSchema } from '../../src/emulator/accept/check-schema.ts'
import type { Rejection } from '../../src/emulator/accept/rules.ts'
import type { SchemaPlace } from '../../src/emulator/accept/schema/backend-rules.ts'
import { endpoints } from '../../src/emulator/api/endpoint.ts'

/** Why some endpoint, read strictly, refuses the schema. `[]`: all three accept it. */
export function acceptedEverywhere(schema: unknown, place: SchemaPlace): Rejection[] {
  return endpoints.flatMap((endpoint) => checkSchema(schema, { endpoint, place }))
}
