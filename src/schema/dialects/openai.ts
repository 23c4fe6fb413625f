import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { jsonSchema } from './json-schema.ts'

/** OpenAI's non-strict tools: the user's own JSON Schema, untouched. What the provider does not know it ignores. */
export const openai: Dialect = {
  id: 'openai',
  supports: new Set<Feature>(jsonSchema.supports),
  limits: jsonSchema.limits,
  formats: {},
  simplify: [],
  lower: [],
  emit: jsonSchema.emit,
  passThrough: true,
}
