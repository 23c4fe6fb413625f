import { assertNever } from '../../core/assert-never.ts'
import { deepEqual, isPlainObject, type Json, type JsonObject, setOwn } from '../../core/json.ts'
import { readNumber } from '../document/keyword-values.ts'
import { documentKeywords } from '../document/schema-keywords.ts'
import type { Feature } from '../feature.ts'
import { isBare } from '../ir/merge-base.ts'
import {
  type ArrayNode,
  type EnumNode,
  isImpossible,
  type Node,
  type NumberNode,
  type ObjectNode,
  type Rule,
  requiredInOrder,
  type StringNode,
  sourcesOf,
  type UnionNode,
} from '../ir/node.ts'
import type { EmitContext } from './dialect.ts'
import { fullDescription } from './full-description.ts'
import { nameDefinitions } from './name-definitions.ts'
import { unicodePattern } from './unicode-pattern.ts'

type Output = Record<string, Json>
type Write = (node: Node) => Json

/** What the dialects that write JSON Schema do differently, besides what they support. */
interface Notation {
  /** A document of its own: names its draft, and need not be what endpoints want of a tool's parameters. */
  readonly isDocument?: boolean
  /** `null` may be listed in an `enum`. Default true. */
  readonly nullInEnum?: boolean
}

/** How a node is written, and where references lead. */
interface Writing {
  readonly supports: ReadonlySet<Feature>
  readonly notation: Notation
  readonly context: EmitContext
  readonly write: Write
  refTo(target: string): string
}

/** Makes a writer of JSON Schema 2020-12, with the definitions that are referred to under `$defs`. */
export function createJsonSchemaEmitter(
  supports: ReadonlySet<Feature>,
  notation: Notation = {},
): (root: Node, context: EmitContext) => JsonObject {
  return (root, context) => {
    const { nameOf, writeUsed } = nameDefinitions(context.definitions)
    const isRoot = (target: string) => target === '' && context.definitions.get('') === root
    const writing: Writing = {
      supports,
      notation,
      context,
      write: (node) => writeNode(node, writing),
      refTo: (target) => (isRoot(target) ? '#' : `#/$defs/${nameOf(target)}`),
    }
    const out: Output = notation.isDocument ? { $schema: 'https://json-schema.org/draft/2020-12/schema' } : {}
    const body = writing.write(root)
    Object.assign(out, isPlainObject(body) ? body : body === true ? {} : { not: {} })
    if (!notation.isDocument) moveCombinators(out, root)
    const written = writeUsed(writing.write)
    if (written !== undefined) out['$defs'] = written
    return out
  }
}

/** What may not stand at the root says the same under a condition that always holds. */
function moveCombinators(out: Output, root: Node): void {
  const { allOf, anyOf, oneOf, if: condition, then, else: otherwise } = out
  // A root that is a union is no object beside which alternatives stand.
  const hasAlternatives = root.rules?.some(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf') === true
  if (allOf === undefined && !hasAlternatives) return
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else']) delete out[keyword]
  const [own, moved]: Output[] = [{}, {}]
  assign(own!, { if: condition, then, else: otherwise })
  assign(moved!, { anyOf, oneOf })
  const isAlone = allOf === undefined && condition === undefined
  const parts = [own!, ...((allOf ?? []) as readonly Json[]), moved!].filter(
    (part) => Object.keys(part as object).length > 0,
  )
  out['if'] = true
  out['then'] = isAlone ? moved! : { allOf: parts }
}

function writeNode(node: Node, writing: Writing): Json {
  const { write, context, supports } = writing
  if (isBareBoolean(node)) return node.kind === 'any'
  const out: Output = {}
  writeKind(node, out, writing)
  writeRules(node.rules ?? [], out, write)
  if (node.nullable && !acceptsNullAlready(node, writing)) addNull(node, out)
  const around: Output = {}
  if (node.title !== undefined) around['title'] = node.title
  const description = fullDescription(node)
  if (description !== undefined) around['description'] = description
  if (node.default !== undefined) around['default'] = context.encodeValue(node, node.default)
  if (node.examples !== undefined) around['examples'] = node.examples.map((each) => context.encodeValue(node, each))
  for (const { keyword, value } of node.annotations ?? [])
    if (!documentKeywords.has(keyword)) setOwn(around, keyword, value)
  const isBesideRef = out['$ref'] !== undefined && Object.keys(around).length > 0
  return isBesideRef && !supports.has('refSiblings') ? { anyOf: [out], ...around } : Object.assign(out, around)
}

function isBareBoolean(node: Node): boolean {
  if (node.kind !== 'any' && !isImpossible(node)) return false
  return isBare(node)
}

function acceptsNullAlready(node: Node, { notation }: Writing): boolean {
  if (node.kind === 'enum') return notation.nullInEnum !== false && node.keyword !== 'const'
  return (node.kind === 'any' || node.kind === 'never') && node.rules === undefined
}

/** Null besides what the schema accepts: in the list of types where there is one, else as a branch around it. */
function addNull(node: Node, out: Output): void {
  const types = out['type']
  if (types !== undefined && node.kind !== 'enum' && (node.rules ?? []).every((rule) => bindsNull(node, rule))) {
    out['type'] = [types as string | readonly string[], 'null'].flat()
    return
  }
  if (node.kind === 'union' && Array.isArray(out['anyOf']) && node.rules === undefined) {
    out['anyOf'] = [...out['anyOf'], { type: 'null' }]
    return
  }
  const inner = { ...out }
  for (const keyword of Object.keys(out)) delete out[keyword]
  out['anyOf'] = [inner, { type: 'null' }]
}

/** A rule beside a list of types speaks of null too, if null is listed there: `not: { required }` refuses it. */
function bindsNull(node: Node, { owner }: Rule): boolean {
  const sources = sourcesOf(node)
  // Null that came from elsewhere, a branch beside this one, is not covered by the rule.
  if (sources.length !== 1 || sources[0] !== owner) return false
  return Array.isArray(owner['type']) && owner['type'].includes('null')
}

function writeKind(node: Node, out: Output, writing: Writing): void {
  const { write } = writing
  switch (node.kind) {
    case 'any':
      return
    case 'never':
      if (node.nullable) out['type'] = 'null'
      else out['not'] = {}
      return
    case 'string':
      if (!node.inferred) out['type'] = 'string'
      assign(out, {
        minLength: node.minLength,
        maxLength: node.maxLength,
        pattern: patternOf(node),
        format: node.format,
      })
      return
    case 'number':
      writeNumber(node, out)
      return
    case 'boolean':
      out['type'] = 'boolean'
      return
    case 'enum':
      writeEnum(node, out, writing)
      return
    case 'array':
      writeArray(node, out, write)
      return
    case 'object':
      writeObject(node, out, writing)
      return
    case 'union':
      writeUnion(node, out, writing)
      return
    case 'all':
      out['allOf'] = node.parts.map(write)
      return
    case 'ref':
      out['$ref'] = writing.refTo(node.target)
      return
    default:
      assertNever(node)
  }
}

function patternOf({ pattern }: StringNode): string | undefined {
  return pattern === undefined ? undefined : unicodePattern(pattern)
}

function writeEnum(node: EnumNode, out: Output, writing: Writing): void {
  const listsNull = node.nullable === true && acceptsNullAlready(node, writing)
  // What became labels has another type than the source says.
  const stated = node.encoding === undefined ? node.types : undefined
  // A list of types that may not be written names types that no member has.
  const given = writing.supports.has('typeLists') || stated === undefined || stated.length === 1 ? stated : undefined
  if (given !== undefined || !writing.notation.isDocument) {
    const others = (given ?? typesOf(node.values)).filter((type) => type !== 'null')
    // Beside a list without null, the type of null says nothing: it stays where it was said.
    const isNamed = listsNull || given?.includes('null') === true
    const types = isNamed ? [...others, 'null'] : others
    out['type'] = types.length === 1 ? types[0]! : types
  }
  if (node.format !== undefined) out['format'] = node.format
  if (node.keyword === 'const' && !listsNull && node.values.length === 1) out['const'] = node.values[0]!
  else out['enum'] = listsNull ? [...node.values, null] : node.values
}

function typesOf(values: readonly Json[]): readonly string[] {
  const isWhole = values.every((value) => typeof value !== 'number' || Number.isInteger(value))
  return [...new Set(values.map((value) => (typeof value === 'number' && isWhole ? 'integer' : typeOf(value))))]
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function writeNumber(node: NumberNode, out: Output): void {
  if (!node.inferred) out['type'] = node.integer ? 'integer' : 'number'
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node
  assign(out, { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format })
}

function writeArray(node: ArrayNode, out: Output, write: Write): void {
  if (!node.inferred) out['type'] = 'array'
  if (node.prefix.length > 0) out['prefixItems'] = node.prefix.map(write)
  if (node.items !== undefined) out['items'] = write(node.items)
  assign(out, { minItems: node.minItems, maxItems: node.maxItems, uniqueItems: node.uniqueItems })
}

function writeObject(node: ObjectNode, out: Output, { write, supports }: Writing): void {
  // Where every property is asked for, every object says all about itself.
  const closesObjects = !supports.has('optionalProperties')
  if (!node.inferred) out['type'] = 'object'
  if (node.fields.length > 0 || closesObjects)
    out['properties'] = writeMap(
      node.fields.map((field) => [field.name, field.value]),
      write,
    )
  const required = [...new Set([...requiredInOrder(node), ...node.requiredElsewhere.map((each) => each.name)])]
  if (required.length > 0 || closesObjects) out['required'] = required
  if (node.patterns.length > 0) {
    out['patternProperties'] = writeMap(
      node.patterns.map((each) => [unicodePattern(each.pattern), each.value]),
      write,
    )
  }
  if (closesObjects) out['additionalProperties'] = false
  else if (node.extras !== undefined) out['additionalProperties'] = write(node.extras)
  assign(out, { minProperties: node.minProperties, maxProperties: node.maxProperties, propertyOrdering: node.ordering })
}

function writeMap(entries: readonly (readonly [string, Node])[], write: Write): Output {
  const out: Output = {}
  for (const [name, node] of entries) setOwn(out, name, write(node))
  return out
}

function writeUnion(node: UnionNode, out: Output, { write, supports }: Writing): void {
  if (node.keyword !== 'type') {
    out[node.keyword === 'oneOf' && supports.has('oneOf') ? 'oneOf' : 'anyOf'] = node.options.map(write)
    return
  }
  const schemas = node.options.map(write)
  if (!canStandTogether(node, supports)) {
    out['anyOf'] = schemas
    return
  }
  for (const each of schemas) Object.assign(out, each)
  const types = schemas.flatMap((each) => (each as Output)['type'] ?? [])
  if (types.length > 0) out['type'] = [...new Set(types as readonly string[])]
}

/** The keywords of several types bind only their own type, so they can stand side by side. */
function canStandTogether(node: UnionNode, supports: ReadonlySet<Feature>): boolean {
  // A branch may have become several of one type.
  if (new Set(node.options.map(({ kind }) => kind)).size < node.options.length) return false
  if (node.options.every((option) => option.inferred)) return true
  return supports.has('typeLists') && node.options.every((option) => isBareType(option))
}

function isBareType(node: Node): boolean {
  const hasWords = node.title !== undefined || node.description !== undefined || node.says !== undefined
  const isSimple = node.kind !== 'union' && node.kind !== 'enum' && node.kind !== 'any' && node.kind !== 'ref'
  return (
    isSimple && !hasWords && !node.inferred && !node.nullable && node.rules === undefined && node.encoding === undefined
  )
}

/** Two rules of one keyword hold together: the second stands in an `allOf`, or would take the place of the first. */
function writeRules(rules: readonly Rule[], out: Output, write: Write): void {
  const apart: Json[] = []
  for (const rule of rules) {
    const said: Output = {}
    writeRule(rule, said, write)
    const isTaken = Object.keys(said).some((keyword) => Object.hasOwn(out, keyword))
    if (!isTaken) Object.assign(out, said)
    else if (!Object.entries(said).every(([keyword, value]) => deepEqual(out[keyword], value))) apart.push(said)
  }
  if (apart.length > 0) out['allOf'] = [...((out['allOf'] ?? []) as readonly Json[]), ...apart]
}

function writeRule(rule: Rule, out: Output, write: Write): void {
  if (rule.keyword === 'if') {
    for (const [part, node] of rule.nodes) out[part] = write(node)
    return
  }
  if (rule.keyword === 'dependencies') {
    writeDependencies(rule, out, write)
    return
  }
  if (rule.keyword === 'contains') {
    const source = rule.owner
    assign(out, {
      minContains: readNumber(source['minContains']),
      maxContains: readNumber(source['maxContains']),
    })
  }
  if (rule.keyword === 'anyOf' || rule.keyword === 'oneOf') {
    out[rule.keyword] = [...rule.nodes.values()].map(write)
    return
  }
  const only = rule.nodes.get('')
  if (rule.keyword === 'dependentSchemas') out[rule.keyword] = writeMap([...rule.nodes], write)
  else out[rule.keyword] = only === undefined ? rule.value : write(only)
}

/** `dependencies` of the older drafts, as the two keywords that it became. */
function writeDependencies(rule: Rule, out: Output, write: Write): void {
  if (rule.nodes.size > 0) out['dependentSchemas'] = writeMap([...rule.nodes], write)
  const lists = Object.entries(isPlainObject(rule.value) ? rule.value : {}).filter(([, value]) => Array.isArray(value))
  if (lists.length === 0) return
  const required: Output = {}
  for (const [name, value] of lists) setOwn(required, name, value as Json)
  out['dependentRequired'] = required
}

function assign(out: Output, values: Readonly<Record<string, Json | undefined>>): void {
  for (const [keyword, value] of Object.entries(values)) if (value !== undefined) out[keyword] = value
}
