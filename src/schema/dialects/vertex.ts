import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { emitGemini } from './emit-gemini.ts'
import { gemini } from './gemini.ts'
import { passesFor } from './pass-order.ts'

const supports = new Set<Feature>([...gemini.supports, 'additionalProperties', 'refs'])

/**
 * The `Schema` message of Vertex AI and Cloud Code, which has three fields more than AI Studio's: `additionalProperties`,
 * and `ref` to one of the root's `defs`.
 *
 * Source: https://cloud.google.com/vertex-ai/docs/reference/rest/v1/Schema
 */
export const vertex: Dialect = {
  id: 'vertex',
  supports,
  limits: gemini.limits,
  formats: gemini.formats,
  ...passesFor(supports),
  emit: emitGemini,
}
