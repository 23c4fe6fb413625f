import type { Json, JsonObject } from '../../src/core/json.ts'
import { setOwn } from '../../src/core/json.ts'
import { valueAt } from '../../src/core/pointer.ts'

const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const singles = new Set(
  'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else'.split(
    ' ',
  ),
)

/** Type names that people write by hand, and what DESIGN.md says that they mean. */
const spellings: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'integer',
  float: 'number',
  dict: 'object',
  list: 'array',
  bool: 'boolean',
}

/** The 2020-12 schema that says what a schema of any draft says, by the documented reading of it. References stay references. */
export function normaliseSource(source: Json): Json {
  const anchors = new Set([...JSON.stringify(source).matchAll(/"\$anchor":"(\w+)"/g)].map((match) => `#${match[1]}`))
  const resolves = (ref: string) =>
    ref === '#' ||
    anchors.has(ref) ||
    (ref.startsWith('#/') && valueAt(source, decodeURIComponent(ref.slice(1))) !== undefined)

  function walk(schema: Json, isRoot = false): Json {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
      return typeof schema === 'boolean' ? schema : true
    const out: Record<string, Json> = {}
    for (const [keyword, value] of Object.entries(schema as JsonObject))
      if (!isMalformed(keyword, value)) setOwn(out, keyword, walkKeyword(keyword, value))
    restateItems(out)
    restateBounds(out)
    restateType(out)
    restateRequired(out, schema as JsonObject)
    if (Array.isArray(out['enum']) && out['enum'].length === 0) out['not'] = {}
    if (Array.isArray(out['enum']) && out['enum'].length === 0) delete out['enum']
    restateContains(out)
    restateDependencies(out)
    restateOneOf(out, schema as JsonObject, source)
    if (typeof out['$ref'] === 'string' && !resolves(out['$ref'])) delete out['$ref']
    const isNullable = out['nullable'] === true
    for (const keyword of ['nullable', 'default', 'examples', 'example', 'format']) delete out[keyword]
    if (!isNullable) return out
    const { $defs, $anchor, ...inner } = out
    const wrapped: Record<string, Json> = { anyOf: [{ type: 'null' }, inner] }
    if (isRoot && $defs !== undefined) wrapped['$defs'] = $defs
    if ($anchor !== undefined) wrapped['$anchor'] = $anchor
    return wrapped
  }

  function walkKeyword(keyword: string, value: Json): Json {
    if (maps.has(keyword)) return mapValues(value as JsonObject, (each) => walk(each))
    if (lists.has(keyword) || (keyword === 'items' && Array.isArray(value)))
      return (value as Json[]).map((each) => walk(each))
    return singles.has(keyword) ? walk(value) : value
  }

  return walk(source, true)
}

/** One schema is due, and there is something else: the keyword has no effect. */
function isMalformed(keyword: string, value: Json): boolean {
  if (!singles.has(keyword) || (keyword === 'items' && Array.isArray(value))) return false
  return typeof value !== 'boolean' && (typeof value !== 'object' || value === null || Array.isArray(value))
}

function mapValues(map: JsonObject, each: (value: Json) => Json): JsonObject {
  const out: Record<string, Json> = {}
  for (const [name, value] of Object.entries(map)) setOwn(out, name, each(value))
  return out
}

function restateItems(out: Record<string, Json>): void {
  const { items, additionalItems } = out
  delete out['additionalItems']
  if (!Array.isArray(items)) return
  delete out['items']
  if (out['prefixItems'] !== undefined) return
  if (items.length > 0) out['prefixItems'] = items
  if (additionalItems !== undefined) out['items'] = additionalItems
}

/** ajv remembers a match of `contains` from one property to the next: the same is said once more in other words. */
function restateContains(out: Record<string, Json>): void {
  const { contains, minContains, maxContains, allOf } = out
  if (contains === undefined || minContains !== undefined || maxContains !== undefined) return
  const some: Json = { anyOf: [{ not: { type: 'array' } }, { not: { items: { not: contains } } }] }
  out['allOf'] = [...((allOf ?? []) as Json[]), some]
}

/** The names that properties need beside them, in both spellings. A single name is a list of one; what is no name has no effect. */
function restateDependencies(out: Record<string, Json>): void {
  const { dependentRequired, dependencies } = out
  const needed: Record<string, Json> = {}
  for (const map of [dependentRequired, dependencies]) {
    if (typeof map !== 'object' || map === null) continue
    for (const [name, value] of Object.entries(map)) {
      const names = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
      const before = Object.hasOwn(needed, name) ? (needed[name] as Json[]) : []
      setOwn<Json>(needed, name, [...before, ...names])
    }
  }
  delete out['dependencies']
  delete out['dependentRequired']
  if (Object.keys(needed).length > 0) out['dependentRequired'] = needed
}

/** Branches that only their formats tell apart: formats are not checked, so a value may fit several. */
function restateOneOf(out: Record<string, Json>, schema: JsonObject, root: Json): void {
  const { oneOf } = schema
  if (!Array.isArray(oneOf)) return
  const branches = oneOf.map((branch: Json): JsonObject => {
    const ref = (branch as JsonObject | null)?.['$ref']
    const target =
      typeof ref === 'string' && ref.startsWith('#/') ? valueAt(root, decodeURIComponent(ref.slice(1))) : branch
    return (typeof target === 'object' && target !== null ? target : {}) as JsonObject
  })
  const asserted = (branch: JsonObject) =>
    ['type', 'nullable', 'pattern', 'multipleOf', ...boundKeywords].map((keyword) => branch[keyword] ?? null)
  const isScalar = (branch: JsonObject) =>
    typeof branch['type'] === 'string' &&
    Object.values(branch).every((value) => typeof value !== 'object' || value === null)
  const isTwin = (branch: JsonObject, place: number) =>
    branches.some(
      (other, index) =>
        index !== place && isScalar(other) && JSON.stringify(asserted(other)) === JSON.stringify(asserted(branch)),
    )
  const isMeant = branches.some(
    (branch, place) => typeof branch['format'] === 'string' && isScalar(branch) && isTwin(branch, place),
  )
  if (!isMeant) return
  out['allOf'] = [...((out['allOf'] ?? []) as Json[]), { anyOf: out['oneOf']! }]
  delete out['oneOf']
}

const boundKeywords = 'minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength'.split(' ')

function restateBounds(out: Record<string, Json>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof out[flag] !== 'boolean') continue
    const isExclusive = out[flag]
    delete out[flag]
    if (isExclusive && out[bound] !== undefined) {
      out[flag] = out[bound]
      delete out[bound]
    }
  }
}

function restateType(out: Record<string, Json>): void {
  const { type } = out
  if (typeof type !== 'string') return
  const name = type.toLowerCase()
  if (name === 'any') delete out['type']
  else out['type'] = spellings[name] ?? name
}

function restateRequired(out: Record<string, Json>, source: JsonObject): void {
  if (typeof out['required'] === 'boolean') delete out['required']
  const names = new Set<string>(
    Array.isArray(out['required']) ? (out['required'] as Json[]).filter((name) => typeof name === 'string') : [],
  )
  for (const [name, value] of Object.entries((source['properties'] ?? {}) as JsonObject)) {
    if (typeof value === 'object' && value !== null && (value as JsonObject)['required'] === true) names.add(name)
  }
  if (names.size > 0) out['required'] = [...names]
  else delete out['required']
}
