import { assertNever } from '../../../core/assert-never.ts'
import { isPlainObject, type JsonObject } from '../../../core/json.ts'
import { escapeToken, joinPointer } from '../../../core/pointer.ts'
import type { Mention } from '../../change.ts'
import { asSchema, readBounds, readItems, readNumber, requiredSet } from '../../document/keyword-values.ts'
import { type Groups, groups } from '../../document/keywords.ts'
import type { TypeName } from '../../document/type-names.ts'
import { amend, report } from '../../ir/amend.ts'
import {
  createArray,
  createBoolean,
  createNever,
  createNumber,
  createObject,
  createString,
} from '../../ir/create-node.ts'
import type {
  ArrayNode,
  Field,
  Node,
  NodeBase,
  NumberNode,
  ObjectNode,
  PatternField,
  RequiredName,
  StringNode,
} from '../../ir/node.ts'
import { namesNotMatched } from '../../ir/pattern-changes.ts'
import type { Reader } from './reader.ts'
import type { Survey } from './survey.ts'

/** Reads the keywords of one type. */
export function readTyped(
  reader: Reader,
  schema: JsonObject,
  { said }: Survey,
  type: TypeName,
  base: NodeBase,
  depth: number,
): Node {
  switch (type) {
    case 'string':
      return (said & (groups.string | groups.format)) === 0 ? createString(base, {}) : readString(schema, base)
    case 'number':
    case 'integer': {
      const integer = type === 'integer'
      return (said & (groups.number | groups.format)) === 0
        ? createNumber(base, { integer })
        : readNumeric(schema, base, integer)
    }
    case 'boolean':
      return createBoolean(base)
    case 'null':
      return amend(createNever(base), { nullable: true })
    case 'array':
      return readArray(reader, schema, said, base, depth)
    case 'object':
      return (said & groups.object) === 0 ? createObject(base, {}) : readObject(reader, schema, said, base, depth)
    default:
      return assertNever(type)
  }
}

function readString(schema: JsonObject, base: NodeBase): StringNode {
  const { minLength, maxLength, pattern, format } = schema
  return createString(base, {
    minLength: readNumber(minLength),
    maxLength: readNumber(maxLength),
    pattern: typeof pattern === 'string' ? pattern : undefined,
    format: typeof format === 'string' ? format : undefined,
  })
}

function readNumeric(schema: JsonObject, base: NodeBase, integer: boolean): NumberNode {
  const multipleOf = readNumber(schema['multipleOf'])
  const format = typeof schema['format'] === 'string' ? schema['format'] : undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = readBounds(schema)
  return createNumber(base, {
    integer,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf: multipleOf !== undefined && multipleOf > 0 ? multipleOf : undefined,
    format,
  })
}

function readArray(reader: Reader, schema: JsonObject, said: Groups, base: NodeBase, depth: number): ArrayNode {
  if ((said & groups.array) === 0) return createArray(base, { prefix: none, items: undefined, mentions: none })
  const { prefix, prefixKeyword, rest, restKeyword } = readItems(schema)
  const others = (said & groups.otherOfArrays) !== 0
  return createArray(base, {
    prefix:
      prefix.length === 0
        ? none
        : prefix.map((item, index) => reader.read(item, `${base.origin}/${prefixKeyword}/${index}`, depth + 1)),
    items: rest === undefined ? undefined : reader.read(rest, `${base.origin}/${restKeyword}`, depth + 1),
    minItems: others ? readNumber(schema['minItems']) : undefined,
    maxItems: others ? readNumber(schema['maxItems']) : undefined,
    uniqueItems: others && schema['uniqueItems'] === true ? true : undefined,
    mentions: mentionsOf(schema, base.origin, others ? arrayMentions : itemsAlone),
  })
}

function readObject(reader: Reader, schema: JsonObject, said: Groups, base: NodeBase, depth: number): ObjectNode {
  const { properties: declarations, required: list, additionalProperties } = schema
  const others = (said & groups.otherOfObjects) !== 0
  const properties = isPlainObject(declarations) ? declarations : nothing
  const names = Object.keys(properties)
  const required = requiredSet(list, properties, names)
  const requiredOrder = required.size === 0 ? none : [...required]
  let declared = 0
  const patterns = others ? readPatterns(reader, schema, base, depth) : none
  const matched = names.length === 0 || patterns.length === 0 ? undefined : matcherOfNames(reader, patterns)
  const place = `${base.origin}/properties/`
  const fields = names.map((name): Field => {
    const property = asSchema(properties[name]) ?? true
    const value = reader.read(property, place + escapeToken(name), depth + 1)
    const matching = matched === undefined ? none : matched(name)
    const whole = matching.length === 0 ? value : reader.combine([value, ...matching])
    const isRequired = required.has(name)
    if (isRequired) declared++
    return { name, value: whole, required: isRequired }
  })
  const extras = asSchema(additionalProperties)
  const ordering = others ? schema['propertyOrdering'] : undefined
  const node = createObject(base, {
    fields,
    requiredOrder,
    requiredElsewhere: declared === required.size ? none : namesElsewhere(requiredOrder, fields, base.origin),
    mentions: mentionsOf(schema, base.origin, others ? objectMentions : extrasAlone),
    patterns,
    extras: extras === undefined ? undefined : reader.read(extras, `${base.origin}/additionalProperties`, depth + 1),
    minProperties: others ? readNumber(schema['minProperties']) : undefined,
    maxProperties: others ? readNumber(schema['maxProperties']) : undefined,
    ordering: Array.isArray(ordering) ? ordering.filter((name): name is string => typeof name === 'string') : undefined,
  })
  const isCut = matched !== undefined && reader.options.patterns.isUsedUp
  return isCut ? report(node, namesNotMatched(base.origin)) : node
}

function namesElsewhere(required: readonly string[], fields: readonly Field[], at: string): readonly RequiredName[] {
  const declared = new Set(fields.map(({ name }) => name))
  return required.filter((name) => !declared.has(name)).map((name) => ({ name, at }))
}

function readPatterns(reader: Reader, schema: JsonObject, base: NodeBase, depth: number): readonly PatternField[] {
  const patterns = schema['patternProperties']
  if (!isPlainObject(patterns)) return none
  return Object.keys(patterns).map((pattern) => {
    const pointer = joinPointer(`${base.origin}/patternProperties`, pattern)
    return { pattern, value: reader.read(asSchema(patterns[pattern]) ?? true, pointer, depth + 1) }
  })
}

/** The values of the patterns that match a name. */
function matcherOfNames({ options }: Reader, patterns: readonly PatternField[]): (name: string) => readonly Node[] {
  const sources = patterns.map(({ pattern }) => pattern)
  return (name) => options.patterns.matchName(sources, name).matching.map((index) => patterns[index]!.value)
}

const none: readonly never[] = []
const nothing: Readonly<Record<string, never>> = {}
const arrayMentions = ['prefixItems', 'items', 'additionalItems', 'uniqueItems', 'minItems', 'maxItems']
const itemsAlone = ['items']
const objectMentions = ['additionalProperties', 'patternProperties']
const extrasAlone = ['additionalProperties']

function mentionsOf(schema: JsonObject, at: string, keywords: readonly string[]): readonly Mention[] {
  let said: Mention[] | undefined
  for (const keyword of keywords) {
    if (schema[keyword] === undefined) continue
    if (said === undefined) said = [{ at, keyword }]
    else said.push({ at, keyword })
  }
  return said ?? none
}
