import { isPlainObject, type Json, setOwn } from '../../../core/json.ts'

const maxDepth = 100

/** A copy of a value that is JSON through and through; undefined when any part of it is not. */
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
    // JSON says undefined by leaving the property out.
    if (object[key] === undefined) continue
    const json = jsonCopy(object[key], depth + 1)
    if (json === undefined) return undefined
    setOwn(copy, key, json)
  }
  return copy
}
