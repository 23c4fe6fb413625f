import { isPlainObject, type Json, type JsonObject, setOwn } from '../../../core/json.ts'
import { joinPointer } from '../../../core/pointer.ts'
import { asSchema, dependentNames } from '../../document/keyword-values.ts'
import { keywordInfo } from '../../document/keywords.ts'
import type { TypeName } from '../../document/type-names.ts'
import type { Node, Rule } from '../../ir/node.ts'
import type { Reader } from './reader.ts'

/** Reads the assertions that have no field in a node. Those for types that the schema excludes are omitted. */
export function readRules(
  reader: Reader,
  schema: JsonObject,
  at: string,
  types: readonly TypeName[] | undefined,
  depth: number,
): Rule[] {
  const rules: Rule[] = []
  for (const [keyword, shape] of shapes) {
    const value = schema[keyword]
    if (value === undefined || !Object.hasOwn(schema, keyword)) continue
    const family = keywordInfo(keyword)?.family
    if (family !== undefined && types !== undefined && !types.includes(family)) continue
    const nodes = readNodes(reader, schema, keyword, shape, at, depth)
    const read = shape === 'map' || shape === 'names' ? readMap(value as JsonObject, keyword) : (value as Json)
    if (nodes !== undefined && read !== undefined) rules.push({ at, keyword, value: read, owner: schema, nodes })
  }
  return rules
}

type Shape = 'schema' | 'map' | 'names' | 'condition' | 'value'

const shapes: readonly (readonly [string, Shape])[] = [
  ['not', 'schema'],
  ['if', 'condition'],
  ['dependentRequired', 'names'],
  ['dependentSchemas', 'map'],
  ['dependencies', 'map'],
  ['propertyNames', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['contains', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contentEncoding', 'value'],
  ['contentMediaType', 'value'],
  ['contentSchema', 'schema'],
]

const nothing: ReadonlyMap<string, Node> = new Map()

/** The entries of a map that are schemas or lists of names, as the keyword asks; undefined if there are none. */
function readMap(map: JsonObject, keyword: string): JsonObject | undefined {
  if (!isPlainObject(map)) return undefined
  const entries: Record<string, Json> = {}
  for (const name of Object.keys(map)) {
    const names = keyword === 'dependentSchemas' ? undefined : dependentNames(map[name])
    const entry = names ?? (keyword === 'dependentRequired' ? undefined : asSchema(map[name]))
    if (entry !== undefined) setOwn(entries, name, entry)
  }
  return Object.keys(entries).length === 0 ? undefined : entries
}

/** The subschemas of a rule; undefined if the value of the keyword is malformed. */
function readNodes(
  reader: Reader,
  schema: JsonObject,
  keyword: string,
  shape: Shape,
  at: string,
  depth: number,
): ReadonlyMap<string, Node> | undefined {
  const value = schema[keyword]
  if (shape === 'value' || shape === 'names') return nothing
  if (shape === 'schema') {
    const inner = asSchema(value)
    return inner === undefined ? undefined : new Map([['', reader.read(inner, `${at}/${keyword}`, depth + 1)]])
  }
  const nodes = new Map<string, Node>()
  if (shape === 'condition') {
    for (const part of ['if', 'then', 'else']) {
      const inner = Object.hasOwn(schema, part) ? asSchema(schema[part]) : undefined
      if (inner !== undefined) nodes.set(part, reader.read(inner, `${at}/${part}`, depth + 1))
    }
    return nodes.has('if') && nodes.size > 1 ? nodes : undefined
  }
  if (!isPlainObject(value)) return undefined
  for (const name of Object.keys(value)) {
    const inner = asSchema(value[name])
    if (inner !== undefined) nodes.set(name, reader.read(inner, joinPointer(`${at}/${keyword}`, name), depth + 1))
  }
  return nodes
}
