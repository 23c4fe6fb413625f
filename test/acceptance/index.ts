import type { JsonObject } from '../../src/core/json.ts'
import { checkJsonSchema } from '../../src/emulator/accept/check-schema.ts'
import type { SchemaPlace } from '../../src/emulator/accept/schema/backend-rules.ts'
import { acceptedEverywhere } from './accepted-everywhere.ts'
import { checkAnthropic } from './anthropic.ts'
import { checkGeminiOpenai } from './gemini-openai.ts'
import { checkOpenaiStrict } from './openai-strict.ts'
import { checkValidJsonSchema } from './valid-json-schema.ts'
import { checkVertex } from './vertex.ts'

/** A schema is sent as a tool's parameters, or as what a response has to look like. */
export type SentAs = 'tool' | 'response'

/** What is wrong with a schema, one line a breach; `[]` means accepted. */
export type Acceptance = (schema: JsonObject, place: SentAs) => string[]

/**
 * Whether the endpoints that a dialect names accept a schema. Written from public documents and recorded rejections, and
 * never from a dialect: what the sources leave open is read strictly.
 */
export const accepts: Readonly<Record<string, Acceptance>> = {
  gemini: (schema, place) => acceptedEverywhere(schema, googlePlace(place)).map(({ message }) => message),
  'gemini-json': (schema, place) =>
    (['ai-studio', 'vertex'] as const).flatMap((endpoint) =>
      checkJsonSchema(schema, { endpoint, place: googlePlace(place) }).map(({ message }) => `${endpoint}: ${message}`),
    ),
  'gemini-openai': (schema, place) => checkGeminiOpenai(schema, googlePlace(place)),
  vertex: (schema, place) => checkVertex(schema, googlePlace(place)),
  'openai-strict': checkOpenaiStrict,
  anthropic: checkAnthropic,
  'json-schema': checkValidJsonSchema,
}

function googlePlace(place: SentAs): SchemaPlace {
  return place === 'tool' ? 'parameters' : 'response'
}
