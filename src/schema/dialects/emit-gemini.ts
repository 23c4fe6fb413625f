import { assertNever } from '../../core/assert-never.ts'
import type { Json, JsonObject } from '../../core/json.ts'
import { setOwn } from '../../core/json.ts'
import type { Node, ObjectNode } from '../ir/node.ts'
import { requiredInOrder } from '../ir/node.ts'
import type { EmitContext } from './dialect.ts'

type Output = Record<string, Json>

/** Writes a wire tree as Gemini's native Schema message. */
export function emitGemini(node: Node, context: EmitContext): JsonObject {
  const out: Output = {}
  if (node.kind === 'union') {
    out['anyOf'] = node.options.map((option) => emitGemini(option, context))
    return out
  }
  emitKind(node, out, context)
  if (node.nullable && node.kind !== 'never') out['nullable'] = true
  if (node.title !== undefined) out['title'] = node.title
  const description = describe(node)
  if (description !== undefined) out['description'] = description
  if (node.default !== undefined) out['default'] = context.encodeValue(node, node.default)
  if (node.examples !== undefined && node.examples.length > 0)
    out['example'] = context.encodeValue(node, node.examples[0]!)
  return out
}

/** The user's text first, then one sentence for each constraint. */
function describe(node: Node): string | undefined {
  if (node.says === undefined) return node.description
  const text = node.description === undefined ? [] : [node.description]
  return [...text, ...new Set(node.says)].join(' ')
}

function emitKind(node: Exclude<Node, { kind: 'union' }>, out: Output, context: EmitContext): void {
  switch (node.kind) {
    case 'never':
      out['type'] = 'NULL'
      return
    case 'boolean':
      out['type'] = 'BOOLEAN'
      return
    case 'string':
      out['type'] = 'STRING'
      if (node.format !== undefined) out['format'] = node.format
      emitCounts(out, 'minLength', node.minLength, 'maxLength', node.maxLength)
      if (node.pattern !== undefined) out['pattern'] = node.pattern
      return
    case 'enum':
      out['type'] = 'STRING'
      if (node.format !== undefined) out['format'] = node.format
      out['enum'] = node.values as readonly string[]
      return
    case 'number':
      out['type'] = node.integer ? 'INTEGER' : 'NUMBER'
      if (node.format !== undefined) out['format'] = node.format
      if (node.minimum !== undefined) out['minimum'] = node.minimum
      if (node.maximum !== undefined) out['maximum'] = node.maximum
      return
    case 'array':
      out['type'] = 'ARRAY'
      out['items'] = emitGemini(node.items!, context)
      emitCounts(out, 'minItems', node.minItems, 'maxItems', node.maxItems)
      return
    case 'object':
      emitObject(node, out, context)
      return
    case 'any':
    case 'all':
    case 'ref':
      throw new TypeError(`A ${node.kind} node is left at ${node.origin}: a pass of this dialect is missing.`)
    default:
      assertNever(node)
  }
}

function emitObject(node: ObjectNode, out: Output, context: EmitContext): void {
  out['type'] = 'OBJECT'
  const properties: Output = {}
  for (const field of node.fields) {
    setOwn<Json>(properties, field.name, emitGemini(field.value, context))
  }
  out['properties'] = properties
  const required = requiredInOrder(node)
  if (required.length > 0) out['required'] = required
  emitCounts(out, 'minProperties', node.minProperties, 'maxProperties', node.maxProperties)
  if (node.ordering !== undefined && node.ordering.length > 0) out['propertyOrdering'] = node.ordering
}

/** Counts are int64, which proto-JSON writes as strings. */
function emitCounts(
  out: Output,
  low: string,
  minimum: number | undefined,
  high: string,
  maximum: number | undefined,
): void {
  if (minimum !== undefined) out[low] = String(minimum)
  if (maximum !== undefined) out[high] = String(maximum)
}
