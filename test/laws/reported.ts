import type { Json, JsonObject } from '../../src/core/json.ts'
import { isPlainObject } from '../../src/core/json.ts'
import { valueAt } from '../../src/core/pointer.ts'
import type { Change, ChangeCode, CompileOptions } from '../../src/schema/index.ts'
import { misspeltKeywords } from './arbitrary-slips.ts'
import type { Breach } from './breach.ts'
import { changeCodes, effects } from './closed-lists.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { brief } from './enforced.ts'
import { isKept } from './kept-keyword.ts'
import { reachableKeywords } from './reachable-keywords.ts'

/** Law 4: every reachable keyword is kept or reported, and every report is well-formed. */
export function findUnreported(source: JsonObject, options: CompileOptions): Breach | undefined {
  const compiled = compileOrRefuse(source, options)
  if (compiled === undefined) return undefined
  const { changes, schema: output } = compiled
  const evidence = { output, changes: brief(compiled) }
  const malformed = findMalformed(source, changes)
  if (malformed !== undefined) return { ...malformed, ...evidence }
  const reported = new Set(changes.map((change) => `${change.at}\n${change.keyword}`))
  // A node of another shape on the wire has another type there: one report says both.
  for (const { at, effect } of changes) if (effect === 'encoded') reported.add(`${at}\ntype`)
  // Of several encodings of one place, the code is that of the first.
  const isRenamed = changes.some(({ code, note }) => code === 'property-renamed' || note.includes('Not every name'))
  const hasNullable = changes.some(({ code }) => code === 'null-to-nullable')
  for (const { at, keyword, value } of reachableKeywords(source, changes)) {
    const silent = findSilent(at, keyword, value, changes)
    if (silent !== undefined) return { what: `${silent} is read as anything in silence`, at, value, ...evidence }
    if (hasNullable && keyword === 'type' && value === 'null') continue
    if (isRenamed && namesOthers(keyword, value)) continue
    if (reported.has(`${at}\n${keyword}`) || isKept(keyword, value, output)) continue
    return { what: `${keyword} is lost in silence`, at, value, ...evidence }
  }
  return undefined
}

/** What is not a schema, not a name or not a keyword, and no change that is not enforced says so. */
function findSilent(at: string, keyword: string, value: Json, changes: readonly Change[]): string | undefined {
  const here = changes.filter((change) => change.at === at && change.keyword === keyword && !change.enforced)
  const isSaid = (text: string) => here.some(({ note }) => note.includes(text))
  if (misspeltKeywords.includes(keyword))
    return here.some(({ code, note }) => code === 'keyword-misspelt' && note.includes('Did you mean'))
      ? undefined
      : keyword
  if (holdsMaps.has(keyword) && isPlainObject(value)) {
    const names = Object.keys(value).filter((name) => !isSchema((value as JsonObject)[name]!))
    return names.find((name) => !isSaid(JSON.stringify(name)))
  }
  if (holdsLists.has(keyword) && Array.isArray(value)) {
    const index = value.findIndex((each, place) => !isSchema(each) && !isSaid(`${keyword}/${place}`))
    return index < 0 ? undefined : `${keyword}/${index}`
  }
  if (holdsOne.has(keyword) && !isSchema(value)) return here.length > 0 ? undefined : keyword
  const isOdd = keyword === 'required' && Array.isArray(value) && value.some((name) => typeof name !== 'string')
  return isOdd && here.length === 0 ? keyword : undefined
}

const holdsMaps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const holdsLists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const holdsOne = new Set(['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if'])

function isSchema(value: Json): boolean {
  return typeof value === 'boolean' || isPlainObject(value)
}

/** A list of names in which one stands that has another on the wire: it is there, under that name. */
function namesOthers(keyword: string, value: Json): boolean {
  const isList = (keyword === 'required' || keyword === 'propertyOrdering') && Array.isArray(value)
  return isList && value.some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(String(name)))
}

function findMalformed(source: JsonObject, changes: readonly Change[]): Breach | undefined {
  const seen = new Set<string>()
  for (const change of changes) {
    const key = [change.at, change.keyword, change.effect].join('\n')
    if (seen.has(key)) return { what: 'a change is there twice', change }
    seen.add(key)
    if (!Object.hasOwn(effects, change.effect) || !Object.hasOwn(changeCodes, change.code))
      return { what: 'a change of no known kind', change }
    const schema = change.at === '' ? (source as Json) : valueAt(source, change.at)
    if (schema !== undefined && !isSchema(schema as Json) && isNoSchema(change.at, changes)) continue
    if (typeof schema !== 'boolean' && !isPlainObject(schema)) return { what: 'a change points nowhere', change }
    if (!isPlainObject(schema) || Object.hasOwn(schema, change.keyword) || aboutAbsent.has(change.code)) continue
    return { what: 'a change names a keyword that is not there', change }
  }
  return undefined
}

/** Whether a place is reported as one where a schema is due and is not. */
function isNoSchema(at: string, changes: readonly Change[]): boolean {
  return changes.some((change) => change.code === 'not-a-schema' && at.startsWith(`${change.at}/${change.keyword}/`))
}

/** Changes that speak of a keyword which the source leaves out. */
const aboutAbsent = new Set<ChangeCode>([
  'type-inferred',
  'root-wrapped',
  'open-object-closed',
  'free-form-to-json-text',
  'empty-object-placeholder',
  'optional-to-null',
  'property-renamed',
])
