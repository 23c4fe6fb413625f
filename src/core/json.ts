/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject

/** A JSON object. Keys are data: read them with {@link ownValue}, write them with {@link setOwn}. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** True for a record-like object: not null, not an array, no Date, Map or other class instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  // Objects from another realm (a vm, an iframe) have another Object.prototype: its own prototype is null too.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
}

/** Foreign JSON, whose members may be anything. */
export type Fields = Readonly<Record<string, unknown>>

/** A value as an object; an empty one where it is none. */
export function asFields(value: unknown): Fields {
  return isPlainObject(value) ? value : {}
}

/** A value as a text; undefined where it is none. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

type Present<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The members of an object that are not undefined. */
export function present<const T extends object>(members: T): Present<T> {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(members)) {
    const value = (members as Readonly<Record<string, unknown>>)[key]
    if (value !== undefined) setOwn(kept, key, value)
  }
  return kept as Present<T>
}

/** The objects of a list; none where the value is not a list. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

/** Reads an own key: one called `__proto__` or `constructor` does not reach the prototype. */
export function ownValue(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined
}

/** Writes a key as data, also when it is called `__proto__`. */
export function setOwn<T>(target: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

/** Equality of JSON values: key order does not matter, `1` equals `1.0`. Dates compare by time. */
export function deepEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return typeof left === 'number' && typeof right === 'number' && Number.isNaN(left) && Number.isNaN(right)
  }
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, i) => deepEqual(item, right[i]))
  }
  if (left instanceof Date || right instanceof Date) {
    return left instanceof Date && right instanceof Date && left.getTime() === right.getTime()
  }
  if (Array.isArray(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && deepEqual(ownValue(left, key), ownValue(right, key)))
}

/** A problem with the shape of a value: it is too deep to recurse into, or circular. */
export type ShapeProblem = 'too-deep' | 'circular'

/**
 * Finds nesting beyond `limit` and cycles, without recursion: a hostile value must not overflow the stack. A shared value is neither, and
 * is walked again only where it is deeper than before.
 */
export function findShapeProblem(value: unknown, limit: number): ShapeProblem | undefined {
  return findProblem(value, limit, () => true) as ShapeProblem | undefined
}

/** Why a value is not JSON: its shape, or a part that JSON has no form for. Undefined where it is JSON. */
export function findJsonProblem(value: unknown, limit: number): ShapeProblem | 'not-json' | undefined {
  return findProblem(value, limit, isJsonPart)
}

type Test = (part: unknown) => boolean

function isJsonPart(part: unknown): boolean {
  if (typeof part === 'object' && part !== null) return Array.isArray(part) || isPlainObject(part)
  return part === null || typeof part === 'string' || typeof part === 'boolean' || Number.isFinite(part)
}

function findProblem(value: unknown, limit: number, isJson: Test): ShapeProblem | 'not-json' | undefined {
  if (isSmall(value, limit, isJson)) return undefined
  const path: { node: object; children: readonly unknown[]; next: number }[] = []
  const onPath = new Set<object>()
  const walkedAt = new Map<object, number>()
  const enter = (node: object) => {
    onPath.add(node)
    path.push({ node, children: Array.isArray(node) ? node : Object.values(node), next: 0 })
  }
  let isWhole = isJson(value)
  if (typeof value === 'object' && value !== null) enter(value)
  while (path.length > 0) {
    const top = path[path.length - 1]!
    if (top.next >= top.children.length) {
      path.pop()
      onPath.delete(top.node)
      walkedAt.set(top.node, path.length)
      continue
    }
    const child = top.children[top.next++]
    isWhole &&= isJson(child)
    if (typeof child !== 'object' || child === null) continue
    if (onPath.has(child)) return 'circular'
    if (path.length >= limit) return 'too-deep'
    if ((walkedAt.get(child) ?? -1) < path.length) enter(child)
  }
  return isWhole ? undefined : 'not-json'
}

/** Values up to this size are walked recursively, which is several times as fast. Few are deeper or larger. */
const small = { depth: 32, nodes: 2_000 }

/** True for a value whose recursive walk ends within bounds, and finds nothing else: it is neither too deep nor circular. */
function isSmall(value: unknown, limit: number, isJson: Test): boolean {
  if (typeof value !== 'object' || value === null) return isJson(value)
  let left = small.nodes
  const walk = (node: object, depth: number): boolean => {
    if (depth === 0 || !isJson(node)) return false
    for (const child of Array.isArray(node) ? node : Object.values(node)) {
      if (left-- === 0) return false
      if (!(typeof child === 'object' && child !== null ? walk(child, depth - 1) : isJson(child))) return false
    }
    return true
  }
  return walk(value, Math.min(limit, small.depth))
}

/**
 * Counts the values inside a JSON value, itself included, without recursion. Stops counting beyond `limit`.
 *
 * @param more What a value counts besides
 */
export function countJsonNodes(
  value: unknown,
  limit = Number.POSITIVE_INFINITY,
  more: (value: unknown) => number = () => 0,
): number {
  const stack: unknown[] = [value]
  let count = 0
  while (stack.length > 0) {
    const top = stack.pop()
    count += 1 + more(top)
    if (count > limit) return count
    if (typeof top === 'object' && top !== null) for (const child of Object.values(top)) stack.push(child)
  }
  return count
}

/** JSON with sorted keys: equal values have the same text. Recursion is as deep as the value, which the caller has bounded. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson((value as Record<string, unknown>)[key])}`)
  return `{${members.join(',')}}`
}

/** The value of a JSON text; undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The same text in memory of its own, for a text that is stored. The platform may hold a slice as a reference to the whole, and a text that
 * was joined from pieces (by `+`, or by `JSON.stringify`) as a tree of them, which the garbage collector walks over each time.
 */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text))
}

/** A value of foreign JSON as a text. `String` would call the member `toString` of an object, which may be anything. */
export function jsonText(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.prototype.toString.call(value) : String(value)
}

/** Shows a value in a message: short, and without throwing. */
export function showValue(value: unknown, longest = 60): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value === 'object' && value !== null && findJsonProblem(value, 100) !== undefined) return 'an object'
  const text = JSON.stringify(value) ?? String(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** The `$schema` of draft 7, as `ai` and the converters of schema libraries write it. */
export const draft7 = 'http://json-schema.org/draft-07/schema#'
