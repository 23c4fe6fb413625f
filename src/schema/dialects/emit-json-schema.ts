import { assertNever } from '../../core/assert-never.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { isPlainObject, setOwn } from '../../core/json.ts'
import type { ArrayNode, EnumNode, Node, NumberNode, ObjectNode, Rule, UnionNode } from '../ir/node.ts'
import { isImpossible, requiredInOrder } from '../ir/node.ts'
import type { EmitContext } from './dialect.ts'
import { nameDefinitions } from './name-definitions.ts'

type Output = Record<string, Json>
type Write = (node: Node) => Json

/** Writes a tree as JSON Schema 2020-12, with the definitions that it refers to under `$defs`. */
export function emitJsonSchema(root: Node, context: EmitContext): JsonObject {
  const { nameOf, used } = nameDefinitions(context.definitions)
  const write: Write = (node) => writeNode(node, write, (target) => (target === '' ? '#' : `#/$defs/${nameOf(target)}`))
  const out: Output = { $schema: 'https://json-schema.org/draft/2020-12/schema' }
  const body = write(root)
  Object.assign(out, isPlainObject(body) ? body : body === true ? {} : { not: {} })
  const written: Output = {}
  // Writing a definition may use further ones.
  for (let next = used.shift(); next !== undefined; next = used.shift()) {
    setOwn(written, nameOf(next).replaceAll('~1', '/').replaceAll('~0', '~'), write(context.definitions.get(next)!))
  }
  if (Object.keys(written).length > 0) out['$defs'] = written
  return out
}

function writeNode(node: Node, write: Write, refTo: (target: string) => string): Json {
  if (isBareBoolean(node)) return node.kind === 'any'
  const out: Output = {}
  writeKind(node, out, write, refTo)
  for (const rule of node.rules ?? []) writeRule(rule, out, write)
  if (node.nullable && !acceptsNullAlready(node)) addNull(node, out)
  if (node.title !== undefined) out['title'] = node.title
  if (node.description !== undefined) out['description'] = node.description
  if (node.default !== undefined) out['default'] = node.default
  if (node.examples !== undefined) out['examples'] = node.examples
  for (const { keyword, value } of node.annotations ?? []) if (!structural.has(keyword)) setOwn(out, keyword, value)
  return out
}

/** Keywords about the document: this one has its own. */
const structural = new Set(
  '$schema $id id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions'.split(' '),
)

function isBareBoolean(node: Node): boolean {
  if (node.kind !== 'any' && !isImpossible(node)) return false
  return (
    node.rules === undefined &&
    node.description === undefined &&
    node.title === undefined &&
    node.default === undefined &&
    node.annotations === undefined
  )
}

function acceptsNullAlready(node: Node): boolean {
  return (
    (node.kind === 'any' && node.rules === undefined) ||
    (node.kind === 'never' && node.rules === undefined) ||
    node.kind === 'enum'
  )
}

/** Null besides what the schema accepts: in the list of types where there is one, else as a branch around it. */
function addNull(node: Node, out: Output): void {
  const isPlainType = typeof out['type'] === 'string' && node.rules === undefined
  if (isPlainType) {
    out['type'] = [out['type'] as string, 'null']
    return
  }
  const inner = { ...out }
  for (const keyword of Object.keys(out)) delete out[keyword]
  out['anyOf'] = [inner, { type: 'null' }]
}

function writeKind(node: Node, out: Output, write: Write, refTo: (target: string) => string): void {
  switch (node.kind) {
    case 'any':
      return
    case 'never':
      if (node.nullable) out['type'] = 'null'
      else out['not'] = {}
      return
    case 'string':
      if (!node.inferred) out['type'] = 'string'
      assign(out, { minLength: node.minLength, maxLength: node.maxLength, pattern: node.pattern, format: node.format })
      return
    case 'number':
      writeNumber(node, out)
      return
    case 'boolean':
      out['type'] = 'boolean'
      return
    case 'enum':
      writeTypes(node, out)
      if (node.keyword === 'const' && !node.nullable && node.values.length === 1) out['const'] = node.values[0]!
      else out['enum'] = node.nullable ? [...node.values, null] : node.values
      return
    case 'array':
      writeArray(node, out, write)
      return
    case 'object':
      writeObject(node, out, write)
      return
    case 'union':
      writeUnion(node, out, write)
      return
    case 'all':
      out['allOf'] = node.parts.map(write)
      return
    case 'ref':
      out['$ref'] = refTo(node.target)
      return
    default:
      assertNever(node)
  }
}

function writeTypes(node: EnumNode, out: Output): void {
  if (node.types === undefined) return
  const types = node.nullable && !node.types.includes('null') ? [...node.types, 'null'] : node.types
  out['type'] = types.length === 1 ? types[0]! : types
  if (node.format !== undefined) out['format'] = node.format
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

function writeObject(node: ObjectNode, out: Output, write: Write): void {
  if (!node.inferred) out['type'] = 'object'
  if (node.fields.length > 0)
    out['properties'] = writeMap(
      node.fields.map((field) => [field.name, field.value]),
      write,
    )
  const required = requiredInOrder(node)
  required.push(...node.requiredElsewhere.map((each) => each.name))
  if (required.length > 0) out['required'] = required
  if (node.patterns.length > 0) {
    out['patternProperties'] = writeMap(
      node.patterns.map((each) => [each.pattern, each.value]),
      write,
    )
  }
  if (node.extras !== undefined) out['additionalProperties'] = write(node.extras)
  assign(out, { minProperties: node.minProperties, maxProperties: node.maxProperties, propertyOrdering: node.ordering })
}

function writeMap(entries: readonly (readonly [string, Node])[], write: Write): Output {
  const out: Output = {}
  for (const [name, node] of entries) setOwn(out, name, write(node))
  return out
}

function writeUnion(node: UnionNode, out: Output, write: Write): void {
  if (node.keyword !== 'type') {
    out[node.keyword] = node.options.map(write)
    return
  }
  // Kinds that were only concluded bind nothing else: their keywords can stand side by side.
  if (node.options.every((option) => option.inferred))
    for (const option of node.options) Object.assign(out, write(option))
  else out['anyOf'] = node.options.map(write)
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
      minContains: source['minContains'] as number | undefined,
      maxContains: source['maxContains'] as number | undefined,
    })
  }
  const only = rule.nodes.get('')
  if (only !== undefined && rule.nodes.size === 1) out[rule.keyword] = write(only)
  else if (rule.nodes.size > 0) out[rule.keyword] = writeMap([...rule.nodes], write)
  else out[rule.keyword] = rule.value
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
