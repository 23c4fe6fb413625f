import type { JsonObject } from '../../core/json.ts'
import { errorMessage } from '../../emulator/accept/rule/rule.ts'
import type { Rejection } from '../../emulator/accept/rules.ts'
import type { SchemaPlace } from '../../emulator/accept/schema/backend-rules.ts'
import { checkSchema } from '../../emulator/accept/schema/check-schema.ts'
import type { Endpoint } from '../../emulator/api/endpoint.ts'

/** What an endpoint of Google's says to a schema that nobody converted. */
export interface Explanation {
  readonly endpoint: Endpoint
  /** The text of the 400, or undefined where the schema is accepted as it is. */
  readonly message?: string
  /** What it comes down to, each once. */
  readonly rules: readonly string[]
}

/** AI Studio's answer, and Vertex AI's where it refuses for other reasons. Their texts differ in the names of packages alone. */
export function explainRejection(schema: JsonObject, place: SchemaPlace, functionName: string): readonly Explanation[] {
  const [studio, vertex] = (['ai-studio', 'vertex'] as const).map((endpoint) =>
    explanation(endpoint, checkSchema(schema, { endpoint, place, functionName })),
  )
  return studio!.rules.join() === vertex!.rules.join() ? [studio!] : [studio!, vertex!]
}

function explanation(endpoint: Endpoint, rejections: readonly Rejection[]): Explanation {
  const rules = [...new Set(rejections.map(({ rule }) => rule))]
  return rejections.length === 0
    ? { endpoint, rules }
    : { endpoint, message: errorMessage(rejections).trimEnd(), rules }
}
