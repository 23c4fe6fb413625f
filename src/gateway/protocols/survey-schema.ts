import { isPlainObject } from '../../core/json.ts'
import { parsePattern } from '../../core/pattern/parse-pattern.ts'

/** What a reference counts, or a dependent schema beside its nodes. */
const referenceNodes = 4

/** The target of a dynamic one depends on all that is around it; that of a name or an address is searched for. */
const distantReferenceNodes = 24

/** What an address counts that a schema has: all references in it are read from there. */
const addressNodes = 8

/** What a condition counts beside its nodes. */
const conditionNodes = 4

/** What keywords count beside their nodes: each is put into other or plain words for the model, and `contains` is compared with the items. */
const nodesOfKeyword: ReadonlyMap<string, number> = new Map([
  ['contains', 8],
  ...['enum', 'format', 'pattern', 'uniqueItems', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'].map(
    (keyword) => [keyword, 1] as const,
  ),
])

/** What each type counts that a schema allows beside its first one, and beside null: it is a union. */
const typeNodes = 6

/** A schema as it is written. */
export interface Survey {
  nodes: number
  hasReference: boolean
  hasLargeNumber: boolean
  /** Characters of all property names, and of the steps that it takes to start with each. */
  names: number
  /** The size of all patterns for names. */
  patterns: number
  /** Properties, each once for every keyword in {@link inPlace} around its object from the second one on. */
  copies: number
  /** Nodes below a keyword in {@link inPlace} or `dependentSchemas`, however deep, references, and types in lists. */
  composed: number
  /** Of names and texts. */
  characters: number
}

/** Keywords whose schemas are about the same value as the schema that they are in. */
const inPlace: ReadonlySet<string> = new Set('allOf anyOf oneOf if then else not'.split(' '))

/** What a text or a number in a list counts: enums are long, and take less time than schemas. Numbers are written as texts for Gemini. */
export const nodesOfItem = (item: unknown): number => (typeof item === 'string' ? 0.25 : 0.5)

/** What a name counts that is required, or taken, and not declared: it is declared for the model. */
const undeclaredNodes = 4

/** About the characters that are read while a match starts. */
const startOfMatch = 10

/** Counts what a schema costs to compile. Visits every node once, and follows no references. */
export function surveySchema(schema: object): Survey {
  const survey: Survey = {
    nodes: 0,
    hasReference: false,
    hasLargeNumber: false,
    names: 0,
    patterns: 0,
    copies: 0,
    composed: 0,
    characters: 0,
  }
  const visit = (value: unknown, around: number, isComposed: boolean): void => {
    survey.nodes++
    if (isComposed) survey.composed++
    if (typeof value === 'string') survey.characters += value.length
    if (typeof value === 'number' && !Number.isFinite(value)) survey.hasLargeNumber = true
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) {
        if (typeof item === 'object') visit(item, around, isComposed)
        else survey.nodes += nodesOfItem(item)
        if (typeof item === 'string') survey.characters += item.length
        if (item === Number.POSITIVE_INFINITY || item === Number.NEGATIVE_INFINITY) survey.hasLargeNumber = true
      }
      return
    }
    const keys = Object.keys(value)
    // A schema that allows anything becomes JSON text.
    if (keys.length === 0) survey.nodes++
    for (const key of keys) {
      const member = (value as Readonly<Record<string, unknown>>)[key]
      survey.characters += key.length
      surveyKeyword(survey, key, member, value as Fields)
      if (key === 'properties' && around > 1) survey.copies += Object.keys(member ?? {}).length * (around - 1)
      const isPlain = isOrNull(key, member)
      const isInPlace = inPlace.has(key) && !isPlain
      const inner = isInPlace ? around + 1 : isPlain ? around : 0
      visit(member, inner, isComposed || isInPlace || key === 'dependentSchemas')
    }
  }
  visit(schema, 0, false)
  return { ...survey, nodes: Math.ceil(survey.nodes) }
}

/** A schema that null fits too, as generators write each optional parameter: no union is left of it. */
function isOrNull(key: string, member: unknown): boolean {
  if ((key !== 'anyOf' && key !== 'oneOf') || !Array.isArray(member) || member.length !== 2) return false
  return member.some((branch) => isPlainObject(branch) && branch['type'] === 'null' && Object.keys(branch).length === 1)
}

type Fields = Readonly<Record<string, unknown>>

/** What a keyword costs beside its nodes. */
function surveyKeyword(survey: Survey, key: string, member: unknown, { properties }: Fields): void {
  survey.nodes += nodesOfKeyword.get(key) ?? 0
  switch (key) {
    case '$ref':
      survey.hasReference = true
      survey.composed += typeof member === 'string' && isPointer(member) ? referenceNodes : distantReferenceNodes
      break
    case '$dynamicRef':
    case '$recursiveRef':
      survey.composed += distantReferenceNodes
      break
    case '$id':
      survey.composed += addressNodes
      break
    case 'if':
      survey.composed += conditionNodes
      break
    case 'dependentSchemas':
      survey.composed += Object.keys(member ?? {}).length * referenceNodes
      break
    case 'type':
      if (Array.isArray(member))
        survey.composed += typeNodes * Math.max(0, member.length - 1 - Number(member.includes('null')))
      break
    case 'properties':
      survey.names += lengthOfKeys(member)
      break
    case 'patternProperties':
      survey.patterns += sizeOfPatterns(member)
      break
    case 'required':
      survey.nodes += undeclaredNodes * countUndeclared(member, properties)
      break
    case 'dependentRequired':
    case 'dependencies':
      for (const names of Object.values(member ?? {})) survey.nodes += undeclaredNodes * countUndeclared(names, {})
      break
    case 'propertyNames':
      if (isPlainObject(member)) survey.nodes += undeclaredNodes * countUndeclared(member['enum'], {})
  }
}

/** Whether a reference is a path from the root of its document. */
export function isPointer(reference: string): boolean {
  return /^#(\/|$)/.test(reference)
}

function countUndeclared(names: unknown, properties: unknown): number {
  if (!Array.isArray(names)) return 0
  const declared = isPlainObject(properties) ? properties : {}
  return names.reduce(
    (count: number, name) => count + (typeof name === 'string' && Object.hasOwn(declared, name) ? 0 : 1),
    0,
  )
}

function lengthOfKeys(value: unknown): number {
  let length = 0
  if (isPlainObject(value)) for (const name of Object.keys(value)) length += name.length + startOfMatch
  return length
}

function sizeOfPatterns(value: unknown): number {
  let size = 0
  if (isPlainObject(value)) for (const pattern of Object.keys(value)) size += parsePattern(pattern)?.size ?? 0
  return size
}
