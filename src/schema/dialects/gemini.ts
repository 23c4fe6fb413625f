import type { Feature } from '../feature.ts'
import type { Dialect } from './dialect.ts'
import { emitGemini } from './emit-gemini.ts'
import { passesFor } from './pass-order.ts'

const supports = new Set<Feature>([
  ...(['anyOf', 'nullableKeyword', 'lengths', 'patterns', 'lookarounds', 'optionalProperties'] as const),
  ...(['objectCounts', 'propertyOrdering', 'defaults', 'example'] as const),
])

/**
 * Gemini's native `Schema` message: `parameters` and `responseSchema`. The strict intersection of what AI Studio, Vertex AI
 * and Cloud Code take, so that one output works on every endpoint and age of model.
 *
 * Source: the proto of `google.ai.generativelanguage.v1beta.Schema` and recorded rejections.
 */
export const gemini: Dialect = {
  id: 'gemini',
  supports,
  limits: {
    // Thirty nested `properties` parse, thirty-one do not; a branch or an item costs no more than a property.
    depth: 30,
    nodes: 10_000,
    unroll: 3,
    branches: 64,
    properties: Number.POSITIVE_INFINITY,
    enumValues: Number.POSITIVE_INFINITY,
  },
  formats: {
    // `enum` is a format too, but only beside an enum.
    string: new Set(['date-time']),
    number: new Set(['float', 'double']),
    integer: new Set(['int32', 'int64']),
  },
  ...passesFor(supports),
  emit: emitGemini,
}
