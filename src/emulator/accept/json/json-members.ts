/**
 * A JSON object as it was written, where a JavaScript object would not tell: keys that come twice, keys that look like
 * numbers (which JavaScript puts first), and `__proto__`.
 */
export class JsonMembers {
  readonly keys: string[]
  readonly values: unknown[]

  constructor(keys: string[], values: unknown[]) {
    this.keys = keys
    this.values = values
  }
}

/** The keys of an object, in the order of the document. */
export function keysOf(object: object): readonly string[] {
  return object instanceof JsonMembers ? object.keys : Object.keys(object)
}

/** The value of the key at a position of {@link keysOf}. */
export function valueAt(object: object, keys: readonly string[], position: number): unknown {
  return object instanceof JsonMembers
    ? object.values[position]
    : (object as Record<string, unknown>)[keys[position] as string]
}

/** Tells keys that an object has had already. A JavaScript object has each key once, so only {@link JsonMembers} can repeat one. */
export function repeatedKeys(object: object): (key: string) => boolean {
  if (!(object instanceof JsonMembers)) return never
  const seen = new Set<string>()
  return (key) => seen.size === seen.add(key).size
}

function never(): boolean {
  return false
}
