import { isPlainObject, type Json, setOwn } from '../../../core/json.ts'

const maxDepth = 100

/** A copy of a JSON value; undefined if any part of it is not JSON. */
export function jsonCopy(value: unknown, depth = 0): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'object' || depth > maxDepth) return undefined
  if (Array.isArray(value)) return copyItems(value, depth)
  return isPlainObject(value) ? copyProperties(value, depth) : undefined
}

function copyItems(items: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = []
  for (const item of items) {
    const json = jsonCopy(item, depth + 1)
    if (json === undefined) return undefined
    copy.push(json)
  }
  return copy
}

function copyProperties(object: Record<string, unknown>, depth: number): Json | undefined {
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(object)) {
    // An undefined property is absent in JSON.
    if (object[key] === undefined) continue
    const json = jsonCopy(object[key], depth + 1)
    if (json === undefined) return undefined
    setOwn(copy, key, json)
  }
  return copy
}

/** A default as JSON; undefined if it is not JSON, differs between calls, or does not have the input's type. */
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

/** A default of Zod 4 is an output: behind a transform it may have another type than the input. */
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
