import { isPlainObject, type Json, type JsonObject, showValue } from '../../core/json.ts'
import { type Change, dropped } from '../change.ts'
import { asSchema, dependentNames } from '../document/keyword-values.ts'
import { keywordInfo } from '../document/keywords.ts'
import { nearestKeyword } from '../document/nearest-keyword.ts'
import type { Place } from '../document/reachable-keywords.ts'
import { readListAsMeant } from '../document/read-as-meant.ts'
import { documentKeywords, schemaKeywords } from '../document/schema-keywords.ts'
import { readTypes } from '../document/type-names.ts'
import { meantChange } from '../ir/meant-change.ts'

/** A note names at most this many values; it counts the others. */
const mostNamed = 5

/**
 * What of a source was not read: malformed keywords, values that are not schemas where a schema is due, values that are not names in
 * lists of names, misspelt keywords, and properties without `properties`: nothing restricts a value there. And lists that were read as their author meant them.
 */
export function findUnread(places: readonly Place[]): Change[] {
  const changes: Change[] = []
  for (const { at, schema, keywords } of places) {
    const meant = keywords.includes('enum') || keywords.includes('items') ? readListAsMeant(schema) : undefined
    if (meant !== undefined) changes.push(meantChange(meant, at))
    for (const keyword of keywords) {
      const value = schema[keyword]
      const change = value === undefined ? undefined : unreadIn(at, keyword, value, places)
      if (change !== undefined) changes.push(change)
      const odd = keyword === 'dependencies' && value !== undefined ? ofNameLists(at, keyword, value) : undefined
      if (odd !== undefined) changes.push(odd)
    }
  }
  return changes
}

function unreadIn(at: string, keyword: string, value: Json, places: readonly Place[]): Change | undefined {
  const info = keywordInfo(keyword)
  if (info === undefined) {
    if (documentKeywords.has(keyword)) return schemaKeywords.has(keyword) ? ofMap(at, keyword, value) : undefined
    const meant = nearestKeyword(keyword)
    if (meant !== undefined) return notAKeyword(at, keyword, `Did you mean ${meant}?`)
    return isProperty(keyword, value, places)
      ? notAKeyword(at, keyword, 'Did you mean a property? Properties belong under `properties`.')
      : undefined
  }
  if (!info.isWellFormed(value)) {
    return dropped({ at, keyword }, 'keyword-malformed', `${keyword} cannot be ${showValue(value)}: it has no effect.`)
  }
  // What holds schemas or names is an object or a list.
  if (typeof value !== 'object' || !info.asserts) return undefined
  if (keyword === 'required' || keyword === 'propertyOrdering') return ofNames(at, keyword, value)
  if (keyword === 'dependentRequired') return ofNameLists(at, keyword, value)
  if (Array.isArray(value)) return schemaKeywords.has(keyword) ? ofList(at, keyword, value) : undefined
  return schemaKeywords.get(keyword) === 'map' ? ofMap(at, keyword, value) : undefined
}

function ofMap(at: string, keyword: string, map: Json): Change | undefined {
  if (!isPlainObject(map)) {
    const note = `${keyword} cannot be ${showValue(map)}: there is no definition in it.`
    return dropped({ at, keyword }, 'not-a-schema', note)
  }
  const names = Object.keys(map).filter((name) => {
    const value = map[name]
    if (value === undefined || asSchema(value) !== undefined) return false
    return keyword !== 'dependencies' || dependentNames(value) === undefined
  })
  return notSchemas(at, keyword, names, (name) => sayEntry(keyword, name, map[name] as Json))
}

function ofList(at: string, keyword: string, list: readonly Json[]): Change | undefined {
  const places = Object.keys(list).filter((index) => asSchema(list[Number(index)]) === undefined)
  return notSchemas(at, keyword, places, (index) => sayValue(`${keyword}/${index}`, list[Number(index)]!))
}

function notSchemas(
  at: string,
  keyword: string,
  places: readonly string[],
  say: (place: string) => string,
): Change | undefined {
  if (places.length === 0) return undefined
  return dropped({ at, keyword }, 'not-a-schema', `${sayAll(places, say)} Any value is accepted there.`)
}

function sayAll<T>(places: readonly T[], say: (place: T) => string): string {
  const named = places.slice(0, mostNamed).map(say).join(' ')
  return places.length > mostNamed ? `${named} ${places.length - mostNamed} more are not.` : named
}

/** A list of required names, or another keyword, that slipped in between the properties is a common mistake. */
function sayEntry(keyword: string, name: string, value: Json): string {
  const info = keyword === 'properties' ? keywordInfo(name) : undefined
  const isMisplaced = info?.isWellFormed(value) === true && (name !== 'type' || readTypes(value).unknown.length === 0)
  if (!isMisplaced) return sayValue(showValue(name), value)
  const what = name === 'required' ? 'the list of required names' : `the keyword ${name}`
  return `${showValue(name)} is ${showValue(value)}, not a schema: it seems to be ${what}, which belongs beside properties, not inside.`
}

function sayValue(subject: string, value: Json): string {
  const types = typeof value === 'string' ? readTypes(value).types : undefined
  const hint = types?.length === 1 ? ` (write { "type": "${types[0]}" })` : ''
  return `${subject} is ${showValue(value)}, not a schema${hint}.`
}

function ofNames(at: string, keyword: string, list: Json): Change | undefined {
  if (!Array.isArray(list)) return undefined
  const others = list.filter((name) => typeof name !== 'string')
  return others.length === 0 ? undefined : notNames(at, keyword, others, others.length < list.length)
}

function ofNameLists(at: string, keyword: string, map: Json): Change | undefined {
  if (!isPlainObject(map)) return undefined
  const all = Object.values(map as JsonObject)
  // Whatever else `dependencies` holds is a schema, or should be.
  const lists = keyword === 'dependencies' ? all.filter((each) => dependentNames(each) !== undefined) : all
  const names = lists.flat() as Json[]
  const others = names.filter((name) => typeof name !== 'string')
  return others.length === 0 ? undefined : notNames(at, keyword, others, others.length < names.length)
}

function notNames(at: string, keyword: string, others: readonly Json[], isPart: boolean): Change {
  const said = sayAll(others, (value) => `${showValue(value)} is not the name of a property.`)
  const note = `${said} ${isPart ? 'The rest of the list holds.' : 'It has no effect.'}`
  return dropped({ at, keyword }, 'keyword-malformed', note)
}

/** A schema under a name that is not a keyword, and that no reference leads to: `{ city: { type: 'string' } }`. */
function isProperty(keyword: string, value: Json, places: readonly Place[]): boolean {
  if (!isPlainObject(value) || keyword.startsWith('x-') || readTypes(value['type']).types === undefined) return false
  return !places.some(({ schema }) => schema === value)
}

function notAKeyword(at: string, keyword: string, meant: string): Change {
  const note = `${meant} "${keyword.slice(0, 60)}" is not a keyword and has no effect.`
  return dropped({ at, keyword }, 'keyword-misspelt', note)
}
