import { deepEqual, isPlainObject } from '../../core/json.ts'

/** Deeper parts do not enter a fingerprint; `deepEqual` still compares them. */
const fingerprintDepth = 1000

/** A set of JSON values under JSON equality, with constant lookup time. */
export class ValueSet {
  private readonly scalars = new Set<unknown>()
  private readonly others = new Map<string, unknown[]>()

  /** Adds a value. False if an equal one is in the set. */
  add(value: unknown): boolean {
    if (this.has(value)) return false
    if (isScalar(value)) this.scalars.add(value)
    else {
      const key = fingerprint(value, 0)
      const bucket = this.others.get(key)
      if (bucket === undefined) this.others.set(key, [value])
      else bucket.push(value)
    }
    return true
  }

  has(value: unknown): boolean {
    if (isScalar(value)) return this.scalars.has(value)
    if (this.others.size === 0) return false
    return this.others.get(fingerprint(value, 0))?.some((member) => deepEqual(member, value)) === true
  }
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

/** Equal values have equal fingerprints. */
function fingerprint(value: unknown, depth: number): string {
  if (depth > fingerprintDepth) return '…'
  if (Array.isArray(value)) {
    let text = '['
    for (const item of value) text += `${fingerprint(item, depth + 1)},`
    return text
  }
  if (isPlainObject(value)) {
    let text = '{'
    for (const key of Object.keys(value).sort()) text += `${JSON.stringify(key)}:${fingerprint(value[key], depth + 1)},`
    return text
  }
  if (value instanceof Date) return `d${value.getTime()}`
  if (typeof value === 'string') return JSON.stringify(value)
  // `-0` equals `0`.
  return value === 0 ? '0' : `${typeof value === 'object' && value !== null ? 'object' : String(value)}`
}
