import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { valueAt } from '../../src/core/pointer.ts'

/** More combinations of branches than this are not written out: with 40, the code that ajv makes of them fills the memory of a worker (conditions, seed 5501). */
const mostAlternatives = 16

/** What is kept of a schema here. The rest is for the source itself to judge. */
const kept =
  'type enum const minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems required minProperties maxProperties'.split(
    ' ',
  )

/** The name under which the whole schema stands in the closed one, for what is asked of it as it is. */
const whole = 'whole'

/**
 * A normalised schema in which every object that declares properties holds no others. One branch of each union, or of each
 * condition, has to declare all of them. Undefined where they combine in too many ways.
 */
export function closeObjects(root: Json): JsonObject | undefined {
  const names = new Map<Json, string>()
  const queue: JsonObject[] = []
  const definitions: Record<string, Json> = {}

  /** A reference to the closed form of a schema that stands for a whole value. */
  function site(schema: Json): Json {
    if (typeof schema !== 'object' || schema === null) return schema
    let name = names.get(schema)
    if (name === undefined) {
      name = `c${names.size}`
      names.set(schema, name)
      queue.push(schema as JsonObject)
    }
    return { $ref: `#/$defs/${name}` }
  }

  function close(schema: JsonObject): Json | undefined {
    const alternatives = expand(schema, root, 0)
    if (alternatives === undefined) return undefined
    return { anyOf: alternatives.map((parts) => closeParts(parts)) }
  }

  function closeParts(parts: readonly Json[]): Json {
    const allOf = parts.map((part) => (typeof part === 'object' ? strip(part as JsonObject) : part))
    return parts.some(declares) ? { allOf, unevaluatedProperties: false } : { allOf }
  }

  function strip(part: JsonObject): JsonObject {
    const out: Record<string, Json> = {}
    for (const keyword of kept) if (part[keyword] !== undefined) out[keyword] = part[keyword]
    for (const keyword of ['properties', 'patternProperties']) {
      const map = part[keyword] as JsonObject | undefined
      if (map === undefined) continue
      const sites: Record<string, Json> = {}
      for (const [name, value] of Object.entries(map)) setOwn(sites, name, site(value))
      out[keyword] = sites
    }
    for (const keyword of ['additionalProperties', 'items'])
      if (part[keyword] !== undefined) out[keyword] = site(part[keyword])
    if (Array.isArray(part['prefixItems'])) out['prefixItems'] = part['prefixItems'].map(site)
    if (part[isUnmet] !== undefined) out['not'] = asItIs(part[isUnmet])
    // It sees the properties of its own schema only, not those of the whole.
    if (part !== closing && part['unevaluatedProperties'] !== undefined) {
      // Names of the document stand in the whole, and only once. Under `not`, nothing counts as evaluated.
      const { $defs: _, $anchor: __, ...own } = part
      out['allOf'] = [{ not: { not: asItIs(own) } }]
    }
    return out
  }

  /** A schema as it stands, open, with its references into the whole, whose own references lead there too. */
  function asItIs(schema: Json): Json {
    if (definitions[whole] === undefined) {
      definitions[whole] = true
      definitions[whole] = asItIs(root)
    }
    return JSON.parse(JSON.stringify(schema), (keyword, value) =>
      keyword === '$ref' && typeof value === 'string' ? value.replace(/^#(?=\/|$)/, `#/$defs/${whole}`) : value,
    ) as Json
  }

  const top = site(root)
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const closed = close(next)
    if (closed === undefined) return undefined
    definitions[names.get(next)!] = closed
  }
  return typeof top === 'object' ? { ...(top as JsonObject), $defs: definitions } : top ? {} : { not: {} }
}

/** Marks the part that stands for a condition which does not hold: no keyword has the name. */
const isUnmet = '(unmet)'

const closing: JsonObject = { unevaluatedProperties: false }

/** Whether a schema declares properties, or forbids all that are not declared. */
function declares(part: Json): boolean {
  if (typeof part !== 'object' || part === null) return false
  const { properties, patternProperties, unevaluatedProperties } = part as JsonObject
  if (unevaluatedProperties === false) return true
  return [properties, patternProperties].some((map) => Object.keys((map ?? {}) as JsonObject).length > 0)
}

/** Every way to choose one branch of each union and of each condition: the schemas that then hold together. */
function expand(schema: Json, root: Json, depth: number): Json[][] | undefined {
  if (typeof schema !== 'object' || schema === null) return [[schema]]
  if (depth > 60) return [[true]]
  const { $ref, allOf, anyOf, oneOf } = schema as JsonObject
  let alternatives: Json[][] = [[schema]]
  const conjoin = (more: Json[][] | undefined): boolean => {
    if (more === undefined || more.length * alternatives.length > mostAlternatives) return false
    alternatives = alternatives.flatMap((one) => more.map((other) => [...one, ...other]))
    return true
  }
  const conjuncts = [...(typeof $ref === 'string' ? [follow(root, $ref)] : []), ...((allOf ?? []) as Json[])]
  for (const each of conjuncts) if (!conjoin(expand(each, root, depth + 1))) return undefined
  for (const union of [anyOf, oneOf]) {
    if (!Array.isArray(union)) continue
    const branches = union.map((branch) => expand(branch as Json, root, depth + 1))
    if (branches.includes(undefined) || !conjoin((branches as Json[][][]).flat())) return undefined
  }
  for (const condition of conditionsOf(schema as JsonObject)) {
    const met = expand({ allOf: [condition.if, condition.then] }, root, depth + 1)
    const unmet = expand({ allOf: [{ [isUnmet]: condition.if }, condition.else] }, root, depth + 1)
    if (met === undefined || unmet === undefined) return undefined
    // One object has the properties of both cases, and no others.
    const cases = [...met, ...unmet]
    const closed = cases.some((parts) => parts.some(declares)) ? cases.map((parts) => [...parts, closing]) : cases
    if (!conjoin(closed)) return undefined
  }
  return alternatives
}

interface Condition {
  readonly if: Json
  readonly then: Json
  readonly else: Json
}

/** The conditions of a schema; a schema that depends on a property is one. */
function conditionsOf(schema: JsonObject): Condition[] {
  const { if: condition, then = true, else: otherwise = true, dependentSchemas = {} } = schema
  const found = Object.entries(dependentSchemas as JsonObject).map(([name, needed]): Condition => {
    return { if: { type: 'object', required: [name] }, then: needed!, else: true }
  })
  return condition === undefined ? found : [...found, { if: condition, then, else: otherwise }]
}

function follow(root: Json, ref: string): Json {
  if (ref === '#') return root
  if (ref.startsWith('#/')) return (valueAt(root, decodeURIComponent(ref.slice(1))) ?? true) as Json
  const definitions = Object.values(((root as JsonObject)['$defs'] ?? {}) as JsonObject)
  return definitions.find((each) => (each as JsonObject)['$anchor'] === ref.slice(1)) ?? true
}
