import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { valueAt } from '../../src/core/pointer.ts'

/** More combinations of branches than this are not worth writing out. */
const mostAlternatives = 40

/** What is kept of a schema here. The rest is for the source itself to judge. */
const kept =
  'type enum const minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems required minProperties maxProperties'.split(
    ' ',
  )

/**
 * A normalised schema in which every object that declares properties holds no others. One branch of each union has to
 * declare all of them. Undefined where unions combine in too many ways.
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
    const declares = parts.some(
      (part) =>
        typeof part === 'object' &&
        ((part as JsonObject)['unevaluatedProperties'] === false ||
          ['properties', 'patternProperties'].some(
            (each) => Object.keys(((part as JsonObject)[each] ?? {}) as JsonObject).length > 0,
          )),
    )
    const allOf = parts.map((part) => (typeof part === 'object' ? strip(part as JsonObject) : part))
    return declares ? { allOf, unevaluatedProperties: false } : { allOf }
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
    return out
  }

  const top = site(root)
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const closed = close(next)
    if (closed === undefined) return undefined
    definitions[names.get(next)!] = closed
  }
  return typeof top === 'object' ? { ...(top as JsonObject), $defs: definitions } : top ? {} : { not: {} }
}

/** Every way to choose one branch of each union: the schemas that then hold together. */
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
  return alternatives
}

function follow(root: Json, ref: string): Json {
  if (ref === '#') return root
  if (ref.startsWith('#/')) return (valueAt(root, decodeURIComponent(ref.slice(1))) ?? true) as Json
  const definitions = Object.values(((root as JsonObject)['$defs'] ?? {}) as JsonObject)
  return definitions.find((each) => (each as JsonObject)['$anchor'] === ref.slice(1)) ?? true
}
