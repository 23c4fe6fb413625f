/** A JSON scalar. A bigint is an integer that a double cannot hold. */
export type JsonScalar = string | number | bigint | boolean

/** A JSON value whose members are not read yet. */
export type JsonValue = JsonScalar | object | null

/**
 * A JSON object in the order of its text, where a JavaScript object would lose something: keys that come twice, keys that look
 * like numbers (which JavaScript puts first), and `__proto__`.
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

/** Returns a test for keys that came before. A JavaScript object has each key once, so only {@link JsonMembers} can repeat one. */
export function repeatedKeys(object: object): (key: string) => boolean {
  if (!(object instanceof JsonMembers)) return () => false
  const seen = new Set<string>()
  return (key) => seen.size === seen.add(key).size
}
