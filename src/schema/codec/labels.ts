import type { Json } from '../../core/json.ts'
import { deepEqual } from '../../core/json.ts'
import type { Codec } from './codec.ts'

/** Sends listed values as their labels. */
export function labelsCodec(labels: readonly string[], values: readonly Json[]): Codec {
  const byLabel = new Map(labels.map((label, index) => [label, values[index]]))
  const byScalar = new Map(values.map((value, index) => [value, labels[index]]))
  return {
    encode(value) {
      const label = byScalar.get(value as Json)
      if (label !== undefined) return label
      if (typeof value !== 'object' || value === null) return value
      const index = values.findIndex((each) => deepEqual(each, value))
      return index === -1 ? value : labels[index]
    },
    decode: (wire) => (typeof wire === 'string' && byLabel.has(wire) ? byLabel.get(wire) : wire),
  }
}

/** Listed values that are sent as they are. Decodes their labels too: calls of the first version of the encodings have those. */
export function listedCodec(values: readonly Json[]): Codec {
  const labels = values.map((value) => JSON.stringify(value))
  return { encode: (value) => value, decode: labelsCodec(labels, values).decode }
}
