import { isPlainObject, type Json } from '../../../core/json.ts'
import { jsonCopy } from './json-copy.ts'

/** A default as JSON; undefined when it is none, is another one at every call, or is not of the input's type. */
export function stableDefault(fallback: () => unknown, type: Json | undefined): Json | undefined {
  const [first, second] = [callSafely(fallback), callSafely(fallback)]
  const isStable = first !== undefined && JSON.stringify(first) === JSON.stringify(second)
  return isStable && fitsType(first, type) ? first : undefined
}

function callSafely(fallback: () => unknown): Json | undefined {
  try {
    return jsonCopy(fallback())
  } catch {
    return undefined
  }
}

/** A default of Zod 4 is an output: behind a transform it need not be of the input's type. */
function fitsType(value: Json, type: Json | undefined): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'number':
    case 'integer':
      return typeof value === 'number'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isPlainObject(value)
    default:
      return true
  }
}
