import type { Json, JsonObject } from '../../src/core/json.ts'
import { deepEqual, setOwn } from '../../src/core/json.ts'
import { valueAt } from '../../src/core/pointer.ts'
import { trickyStrings } from './arbitrary-json.ts'
import { nastyNames } from './arbitrary-name.ts'
import type { Random } from './random.ts'
import { createRandom } from './random.ts'

/** Values for a normalised (2020-12) schema: most of them valid, some of them nearly, some of them anything. */
export function sampleValues(schema: Json, seed: number, count: number): Json[] {
  const random = createRandom(seed)
  const values: Json[] = []
  for (let index = 0; index < count; index++) {
    const budget = { left: 400 }
    const value = random.chance(0.12) ? anything(random) : new Sampler(schema, random, budget).of([schema], 0)
    if (!values.some((each) => deepEqual(each, value))) values.push(value)
  }
  return values
}

/** Any JSON value. */
function anything(random: Random, depth = 0): Json {
  const dice = random.below(depth > 1 ? 6 : 9)
  if (dice < 2) return random.pick(trickyStrings)
  if (dice < 4) return random.pick<Json>([0, 1, -1, 5, 2.5, 7, 1e15, 10])
  if (dice === 4) return random.chance(0.5)
  if (dice === 5) return null
  if (dice === 6) return Array.from({ length: random.below(3) }, () => anything(random, depth + 1))
  const object: Record<string, Json> = {}
  for (let left = random.below(3); left > 0; left--)
    setOwn(object, random.pick(['a', 'b', 'key', 'value', ...nastyNames]), anything(random, depth + 1))
  return object
}

const types = ['string', 'number', 'boolean', 'array', 'object', 'null'] as const

/** Draws a value that satisfies several schemas at once, as far as a glance can tell. */
class Sampler {
  readonly #root: Json
  readonly #random: Random
  readonly #budget: { left: number }

  constructor(root: Json, random: Random, budget: { left: number }) {
    this.#root = root
    this.#random = random
    this.#budget = budget
  }

  of(schemas: readonly Json[], depth: number): Json {
    this.#budget.left--
    // A schema that requires itself has no value: any end will do.
    if (depth > 60 || this.#budget.left < -1000) return null
    const parts = this.#conjuncts(schemas)
    const listed = parts.flatMap((part) =>
      'const' in part ? [[part['const']!]] : Array.isArray(part['enum']) ? [part['enum'] as Json[]] : [],
    )
    if (listed.length > 0) {
      const common = listed[0]!.filter((value) => listed.every((list) => list.some((each) => deepEqual(each, value))))
      return this.#random.pick(common.length > 0 ? common : listed[0]!)
    }
    const type = this.#type(parts)
    if (type === undefined) return anything(this.#random)
    if (type === 'string') return this.#string(parts)
    if (type === 'number' || type === 'integer') return this.#number(parts, type === 'integer')
    if (type === 'boolean') return this.#random.chance(0.5)
    if (type === 'null') return null
    return type === 'array' ? this.#array(parts, depth) : this.#object(parts, depth)
  }

  /** The schema objects that hold together: through references, `allOf`, and one chosen branch of each union. */
  #conjuncts(schemas: readonly Json[]): JsonObject[] {
    const parts: JsonObject[] = []
    const queue = [...schemas]
    for (let steps = 0; queue.length > 0 && steps < 60; steps++) {
      const schema = queue.shift()!
      if (typeof schema !== 'object' || schema === null) continue
      const part = schema as JsonObject
      parts.push(part)
      if (typeof part['$ref'] === 'string') queue.push(this.#resolve(part['$ref']))
      if (Array.isArray(part['allOf'])) queue.push(...(part['allOf'] as Json[]))
      for (const keyword of ['anyOf', 'oneOf'])
        if (Array.isArray(part[keyword])) queue.push(this.#random.pick(part[keyword] as Json[]))
      if (part['if'] !== undefined) {
        if (this.#random.chance(0.5)) queue.push(part['if'], part['then'] ?? true)
        else queue.push(part['else'] ?? true, otherThan(part['if']))
      }
    }
    return parts
  }

  #resolve(ref: string): Json {
    if (ref === '#') return this.#root
    if (ref.startsWith('#/')) return (valueAt(this.#root, decodeURIComponent(ref.slice(1))) ?? true) as Json
    const definitions = Object.values(((this.#root as JsonObject)['$defs'] ?? {}) as JsonObject)
    return definitions.find((each) => (each as JsonObject)['$anchor'] === ref.slice(1)) ?? true
  }

  #type(parts: readonly JsonObject[]): string | undefined {
    let allowed: readonly string[] | undefined
    for (const { type } of parts) {
      if (type === undefined) continue
      const named = (Array.isArray(type) ? type : [type]) as string[]
      if (allowed === undefined) allowed = named
      else
        allowed = allowed
          .filter((each) => named.includes(each) || (each === 'integer' && named.includes('number')))
          .concat(named.filter((each) => each === 'integer' && allowed!.includes('number')))
    }
    if (allowed !== undefined) return allowed.length === 0 ? undefined : this.#random.pick(allowed)
    const text = parts.map((part) => Object.keys(part).join(' ')).join(' ')
    if (this.#random.chance(0.15)) return this.#random.pick(types)
    if (/ropert|required|dependent/.test(text)) return 'object'
    if (/tems|contains/i.test(text)) return 'array'
    if (/Length|pattern/.test(text)) return 'string'
    return /imum|multiple/.test(text) ? 'number' : undefined
  }

  #string(parts: readonly JsonObject[]): string {
    const low = Math.max(0, ...parts.map((part) => Number(part['minLength'] ?? 0)))
    const high = Math.min(12, ...parts.map((part) => Number(part['maxLength'] ?? 12)))
    const patterns = parts.flatMap((part) =>
      typeof part['pattern'] === 'string' ? [new RegExp(part['pattern'], 'u')] : [],
    )
    const fits = (text: string) =>
      [...text].length >= low && [...text].length <= high && patterns.every((pattern) => pattern.test(text))
    const pool = [
      'aaa',
      'abcdef',
      'a1',
      'ax',
      'xx',
      'a'.repeat(Math.max(1, low)),
      '1'.repeat(Math.max(1, low)),
      ...trickyStrings,
    ]
    const fitting = pool.filter(fits)
    return this.#random.pick(fitting.length > 0 ? fitting : pool)
  }

  #number(parts: readonly JsonObject[], isInteger: boolean): number {
    const low = Math.max(
      -1e9,
      ...parts.flatMap((part) => [Number(part['minimum'] ?? -1e9), Number(part['exclusiveMinimum'] ?? -1e9)]),
    )
    const high = Math.min(
      1e9,
      ...parts.flatMap((part) => [Number(part['maximum'] ?? 1e9), Number(part['exclusiveMaximum'] ?? 1e9)]),
    )
    const pool = [low, high, low + 1, high - 1, 0, 1, -1, 5, 10, 2, 4, 3, ...(isInteger ? [] : [2.5, 0.5, 1.5])]
    const fitting = pool.filter((each) => each >= low && each <= high && (!isInteger || Number.isInteger(each)))
    return this.#random.pick(fitting.length > 0 ? fitting : pool)
  }

  #array(parts: readonly JsonObject[], depth: number): Json[] {
    const low = Math.max(0, ...parts.map((part) => Number(part['minItems'] ?? 0)))
    const high = Math.min(5, ...parts.map((part) => Number(part['maxItems'] ?? 5)))
    const longest = Math.max(0, ...parts.map((part) => ((part['prefixItems'] ?? []) as Json[]).length))
    const wanted = this.#isSpent(depth)
      ? low
      : Math.max(low, Math.min(high, this.#random.below(3) + this.#random.below(longest + 1)))
    const items: Json[] = []
    for (let index = 0; index < wanted; index++) {
      const schemas = parts.flatMap((part) => {
        const prefix = (part['prefixItems'] ?? []) as Json[]
        return index < prefix.length ? [prefix[index]!] : part['items'] === undefined ? [] : [part['items']]
      })
      if (schemas.includes(false) && index >= low) break
      items.push(this.of(schemas, depth + 1))
    }
    for (const part of parts)
      if (part['contains'] !== undefined && items.length > longest && this.#random.chance(0.7))
        items[items.length - 1] = this.of([part['contains'], part['items'] ?? true], depth + 1)
    return items
  }

  #object(parts: readonly JsonObject[], depth: number): JsonObject {
    const object: Record<string, Json> = {}
    const isSpent = this.#isSpent(depth)
    const required = new Set(
      parts.flatMap((part) => (Array.isArray(part['required']) ? (part['required'] as string[]) : [])),
    )
    const declared = new Set(parts.flatMap((part) => Object.keys((part['properties'] ?? {}) as JsonObject)))
    const put = (name: string) => {
      if (Object.hasOwn(object, name)) return
      const schemas = parts.flatMap((part) => schemasOf(part, name))
      if (schemas.includes(false) && !required.has(name)) return
      setOwn(object, name, this.of(schemas, depth + 1))
    }
    for (const name of declared) if (required.has(name) || (!isSpent && this.#random.chance(0.6))) put(name)
    for (const name of required) put(name)
    if (!isSpent) this.#extras(parts, put)
    const low = Math.max(0, ...parts.map((part) => Number(part['minProperties'] ?? 0)))
    for (const name of [...declared, 'a', 'x_1', 'b', 'y2']) if (Object.keys(object).length < low) put(name)
    for (const part of parts) {
      for (const [name, names] of Object.entries((part['dependentRequired'] ?? {}) as JsonObject))
        if (Object.hasOwn(object, name)) (names as string[]).forEach(put)
    }
    return object
  }

  #extras(parts: readonly JsonObject[], put: (name: string) => void): void {
    const isRecord = parts.some(
      (part) => part['patternProperties'] !== undefined || (part['additionalProperties'] ?? false) !== false,
    )
    const isOpen = parts.every((part) => part['additionalProperties'] !== false)
    if (!isRecord && !(isOpen && this.#random.chance(0.15))) return
    const names = ['x_1', 'x_ab', 'a', 'z', 'y', 'hay', 'key', 'value', 'type', '', '__proto__', 'constructor', 'a/b']
    for (let left = this.#random.below(4); left > 0; left--) put(this.#random.pick(names))
  }

  #isSpent(depth: number): boolean {
    return this.#budget.left < 0 || depth > 45 || (depth > 6 && this.#random.chance(0.3))
  }
}

/** A schema for values that do not meet a condition about a property: with another value there. */
function otherThan(condition: Json): Json {
  const { properties } = (typeof condition === 'object' ? condition : {}) as JsonObject
  const names = Object.keys((properties ?? {}) as JsonObject)
  return names.length === 0
    ? true
    : { properties: { [names[0]!]: { enum: ['s', 'u', 'z', 0] } }, required: [names[0]!] }
}

function schemasOf(part: JsonObject, name: string): Json[] {
  const properties = (part['properties'] ?? {}) as JsonObject
  const patterns = Object.entries((part['patternProperties'] ?? {}) as JsonObject).filter(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  )
  const found = [...(Object.hasOwn(properties, name) ? [properties[name]!] : []), ...patterns.map(([, value]) => value)]
  return found.length > 0 || part['additionalProperties'] === undefined ? found : [part['additionalProperties']]
}
