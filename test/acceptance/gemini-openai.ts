import type { JsonObject } from '../../src/core/json.ts'
import type { SchemaPlace } from '../../src/emulator/accept/schema/backend-rules.ts'
import { acceptedEverywhere } from './accepted-everywhere.ts'
import { eachSchemaObject } from './each-schema.ts'

/**
 * What Google's OpenAI-compatible endpoint refuses: the schema in the envelope becomes a Schema message and is judged as one.
 * https://ai.google.dev/gemini-api/docs/openai shows the envelope with the lower-case types of OpenAI's own documents.
 */
export function checkGeminiOpenai(schema: JsonObject, place: SchemaPlace): string[] {
  const breaches = acceptedEverywhere(schema, place).map(({ message }) => message)
  for (const { schema: each, pointer } of eachSchemaObject(schema)) {
    const { type } = each
    if (typeof type === 'string' && type !== type.toLowerCase())
      breaches.push(`${pointer}/type: ${type} is not lower case`)
  }
  return breaches
}
