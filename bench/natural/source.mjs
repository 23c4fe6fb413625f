/**
 * An independent reading of source schemas: does a place really take anything, does it contain itself, what is the root?
 * Written from JSON Schema, without the compiler, so that both can be compared.
 */

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keywords that say something about the shape or the values of a scalar, a list or an object, each without a `type` too. */
const shapes = new Set(
  'properties patternProperties items prefixItems pattern format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf enum const'.split(
    ' ',
  ),
)

/** Keywords whose value is a schema for what is inside. A change there may speak of the inside. */
const inner = new Set('items additionalItems additionalProperties unevaluatedProperties unevaluatedItems'.split(' '))

/** Keywords with subschemas: a schema, a list of them, or a map of them. */
const parts = {
  one: 'items additionalItems additionalProperties unevaluatedProperties unevaluatedItems contains not if then else propertyNames'.split(
    ' ',
  ),
  list: 'items prefixItems allOf anyOf oneOf'.split(' '),
  map: 'properties patternProperties dependentSchemas'.split(' '),
}

export class SourceReader {
  #root
  #anchors
  #tooLarge

  constructor(root) {
    this.#root = root
  }

  /** The schema at a JSON Pointer, or undefined. */
  at(pointer) {
    let value = this.#root
    for (const step of pointer.split('/').slice(1)) {
      if (value === null || typeof value !== 'object') return undefined
      value = value[step.replaceAll('~1', '/').replaceAll('~0', '~')]
    }
    return value
  }

  /** What a reference names, or undefined where it leads out of the document. */
  resolve(reference) {
    const hash = reference.indexOf('#')
    const fragment = hash === -1 ? undefined : reference.slice(hash + 1)
    if (fragment === '' || fragment?.startsWith('/')) return this.at(decodeFragment(fragment))
    this.#anchors ??= namedSchemas(this.#root)
    return this.#anchors.get(fragment ?? reference) ?? this.#anchors.get(reference)
  }

  /**
   * Whether a schema takes any value, any object or any list: alone, or as a branch of a union.
   * A reference that leads out of the document takes anything.
   */
  isFree(schema, seen = new Set()) {
    if (schema === undefined || schema === true) return true
    if (!isObject(schema)) return false
    if (seen.has(schema)) return false
    const next = new Set(seen).add(schema)
    const isFree = (each) => this.isFree(each, next)
    const reference = schema.$ref ?? schema.$dynamicRef ?? schema.$recursiveRef
    if (typeof reference === 'string' && !isFree(this.resolve(reference))) return false
    if (Array.isArray(schema.allOf) && !schema.allOf.every(isFree)) return false
    for (const union of [schema.anyOf, schema.oneOf]) if (Array.isArray(union) && !union.some(isFree)) return false
    return takesAnything(schema, isFree)
  }

  /** Whether the place that a change names is free: its schema, or what the keyword says about the inside. */
  isFreePlace(at, keyword) {
    const schema = this.at(at)
    if (keyword === 'required' || this.isFree(schema)) return true
    return isObject(schema) && inner.has(keyword) && this.isFree(schema[keyword])
  }

  /** Whether a schema can contain itself. */
  isRecursive(at) {
    const start = this.#follow(this.at(at))
    const queue = this.#children(start)
    const seen = new Set()
    for (const schema of queue) {
      if (schema === start) return true
      if (seen.has(schema)) continue
      seen.add(schema)
      queue.push(...this.#children(schema))
    }
    // The place is not in the circle itself, but leads into one: a list of nodes that refer to each other.
    return [...seen].some((schema) => schema !== start && this.#reaches(schema))
  }

  /**
   * Whether the schema, with every reference written out once on each way and recursion cut where it begins, has more values than an output
   * may have: 10,000, or four times the source.
   */
  isTooLarge() {
    this.#tooLarge ??= this.#count(this.#root, [], Math.max(10_000, 4 * countValues(this.#root))) <= 0
    return this.#tooLarge
  }

  /** How many values are left of an allowance. */
  #count(value, entered, allowance) {
    let left = allowance - 1
    if (value === null || typeof value !== 'object') return left
    const reference = typeof value.$ref === 'string' ? value.$ref : undefined
    if (reference !== undefined && !entered.includes(reference)) {
      left = this.#count(this.resolve(reference), [...entered, reference], left)
    }
    for (const [key, child] of Object.entries(value)) {
      if (left <= 0) return left
      if (key !== '$defs' && key !== 'definitions') left = this.#count(child, entered, left)
    }
    return left
  }

  #reaches(start) {
    const queue = this.#children(start)
    const seen = new Set()
    for (const schema of queue) {
      if (schema === start) return true
      if (seen.has(schema)) continue
      seen.add(schema)
      queue.push(...this.#children(schema))
    }
    return false
  }

  #follow(schema) {
    const seen = new Set()
    let current = schema
    while (isObject(current) && typeof current.$ref === 'string' && !seen.has(current)) {
      seen.add(current)
      const target = this.resolve(current.$ref)
      if (target === undefined) return current
      current = target
    }
    return current
  }

  #children(schema) {
    if (!isObject(schema)) return []
    const found = []
    for (const keyword of parts.one) found.push(schema[keyword])
    for (const keyword of parts.list) if (Array.isArray(schema[keyword])) found.push(...schema[keyword])
    for (const keyword of parts.map) if (isObject(schema[keyword])) found.push(...Object.values(schema[keyword]))
    if (typeof schema.$ref === 'string') found.push(this.resolve(schema.$ref))
    return found.filter(isObject).map((each) => this.#follow(each))
  }

  /**
   * `object` (with properties of its own), `nullable` (the same, or null), `union` (of objects, with no properties of its own), or `other`: a
   * record, a list, a scalar.
   */
  rootForm() {
    const root = this.#follow(this.#root)
    if (!isObject(root)) return 'other'
    if (this.#declares(root))
      return root.nullable === true || [root.type].flat().includes('null') ? 'nullable' : 'object'
    const branches = root.anyOf ?? root.oneOf
    if (Array.isArray(branches) && branches.every((each) => this.#isObjectSchema(each))) return 'union'
    return 'other'
  }

  #declares(schema) {
    const followed = this.#follow(schema)
    if (!isObject(followed)) return false
    if (isObject(followed.properties) && Object.keys(followed.properties).length > 0) return true
    return Array.isArray(followed.allOf) && followed.allOf.some((each) => this.#declares(each))
  }

  #isObjectSchema(schema) {
    const followed = this.#follow(schema)
    if (!isObject(followed)) return false
    if (followed.type !== undefined) return followed.type === 'object'
    if (followed.properties !== undefined || followed.required !== undefined) return true
    return Array.isArray(followed.allOf) && followed.allOf.some((each) => this.#isObjectSchema(each))
  }
}

/** Looks at the keywords beside references and unions only. */
function takesAnything(schema, isFree) {
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (schema.enum !== undefined || schema.const !== undefined) return false
  if (types === undefined) {
    if ('additionalProperties' in schema && !isShaped(schema)) return isOpenObject(schema, isFree)
    return !isShaped(schema)
  }
  const isNamed = (name) => types.some((type) => typeof type === 'string' && type.toLowerCase() === name)
  if (isNamed('object') && isOpenObject(schema, isFree)) return true
  return isNamed('array') && isOpenList(schema, isFree)
}

const isShaped = (schema) => Object.keys(schema).some((keyword) => shapes.has(keyword))

function isOpenObject({ properties = {}, patternProperties = {}, additionalProperties }, isFree) {
  const declares = Object.keys(properties).length + Object.keys(patternProperties).length > 0
  return !declares && isFree(additionalProperties)
}

function isOpenList({ items, prefixItems }, isFree) {
  return prefixItems === undefined && !Array.isArray(items) && isFree(items)
}

function namedSchemas(root) {
  const names = new Map()
  const visit = (value) => {
    if (value === null || typeof value !== 'object') return
    for (const key of ['$id', 'id', '$anchor', '$dynamicAnchor'])
      if (typeof value[key] === 'string') names.set(value[key].replace(/^#/, ''), value)
    for (const child of Object.values(value)) visit(child)
  }
  visit(root)
  return names
}

function countValues(value) {
  if (value === null || typeof value !== 'object') return 1
  return Object.values(value).reduce((sum, child) => sum + countValues(child), 1)
}

/** A fragment is percent-encoded; one that is not well formed stands for itself. */
function decodeFragment(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
