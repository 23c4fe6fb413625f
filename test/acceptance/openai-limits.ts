import type { JsonObject } from '../../src/core/json.ts'
import {
  childSchemas,
  isSchemaObject,
  type JsonSchemaDocument,
  readJsonSchemaDocument,
  resolveReference,
} from '../../src/emulator/accept/schema/json-schema-document.ts'
import { eachSchemaObject } from './each-schema.ts'

/**
 * How large a strict schema may be, as of 2026. https://platform.openai.com/docs/guides/structured-outputs, "Limitations on nesting
 * depth and size", "… on total string size", "… on enum size". The numbers were 100 properties and 5 levels until 2025.
 */
const openaiLimits = {
  properties: 5_000,
  levels: 10,
  /** Names of properties and definitions, values of `enum` and `const`. */
  characters: 120_000,
  enumValues: 1_000,
  /** An enum of more strings than this … */
  longEnum: 250,
  /** … has at most so many characters. */
  longEnumCharacters: 15_000,
} as const

/** What exceeds the limits. The first two texts are the API's, measured on gpt-5.6 in 2026. */
export function checkOpenaiLimits(schema: JsonObject): string[] {
  const document = readJsonSchemaDocument(schema)
  const { properties, characters, enumValues, breaches } = count(schema)
  const levels = countLevels(document)
  const exceeds = (number: number, what: string, limit: number) => {
    if (number > limit) breaches.push(`: ${number} ${what} exceeds limit of ${limit}`)
  }
  exceeds(levels, 'levels of nesting', openaiLimits.levels)
  exceeds(properties, 'parameters', openaiLimits.properties)
  exceeds(characters, 'characters of names and values', openaiLimits.characters)
  exceeds(enumValues, 'enum values', openaiLimits.enumValues)
  return breaches
}

function count(root: JsonObject) {
  const total = { properties: 0, characters: 0, enumValues: 0, breaches: [] as string[] }
  for (const { schema, pointer } of eachSchemaObject(root)) {
    for (const keyword of ['properties', '$defs', 'definitions']) {
      const names = isSchemaObject(schema[keyword]) ? Object.keys(schema[keyword]) : []
      if (keyword === 'properties') total.properties += names.length
      total.characters += lengthOf(names)
    }
    const members = Array.isArray(schema['enum']) ? schema['enum'] : []
    total.enumValues += members.length
    total.characters += lengthOf(members) + (Object.hasOwn(schema, 'const') ? lengthOf([schema['const']]) : 0)
    const strings = members.filter((member) => typeof member === 'string')
    if (strings.length > openaiLimits.longEnum && lengthOf(strings) > openaiLimits.longEnumCharacters)
      total.breaches.push(`${pointer}: an enum of ${strings.length} strings has ${lengthOf(strings)} characters`)
  }
  return total
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + String(value).length, 0)
}

/**
 * Objects and arrays inside each other, the root included. What the API counts exactly is not documented: in one measurement
 * ("nesting depth 15 -> 14 levels") it allowed one more. A union is no level; a reference counts as what it refers to,
 * but for a loop, which is documented to be supported.
 */
function countLevels(document: JsonSchemaDocument): number {
  const known = new Map<object, number>()
  const open = new Set<object>()
  const levelsOf = (node: unknown): number => {
    if (!isSchemaObject(node) || open.has(node)) return 0
    const found = known.get(node)
    if (found !== undefined) return found
    open.add(node)
    const ref = node['$ref']
    let inside =
      typeof ref === 'string' ? levelsOf(resolveReference(document, ref, { definitions: true, schemasOnly: true })) : 0
    for (const { keyword, schema } of childSchemas(node)) {
      if (keyword !== '$defs' && keyword !== 'definitions') inside = Math.max(inside, levelsOf(schema))
    }
    open.delete(node)
    const levels = inside + (isSchemaObject(node['properties']) || isSchemaObject(node['items']) ? 1 : 0)
    known.set(node, levels)
    return levels
  }
  return levelsOf(document.root)
}
