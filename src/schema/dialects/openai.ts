import type { Dialect } from './dialect.ts'
import { jsonSchema } from './json-schema.ts'

/**
 * OpenAI's non-strict tools: the user's own JSON Schema, untouched. What the provider does not know it ignores.
 *
 * Source: https://platform.openai.com/docs/guides/function-calling
 */
export const openai: Dialect = {
  id: 'openai',
  supports: jsonSchema.supports,
  limits: jsonSchema.limits,
  formats: {},
  simplify: [],
  lower: [],
  emit: jsonSchema.emit,
  passThrough: true,
}
