import { deepEqual } from '../../core/json.ts'
import type { ArrayNode, Node, NumberNode, ObjectNode, StringNode } from './node.ts'
import { isImpossible } from './node.ts'

/**
 * Whether no value but null can satisfy both nodes. Says yes only where that is certain.
 * `closed` reads objects as the wire does: they hold declared properties only.
 */
export function areDisjoint(left: Node, right: Node, closed: boolean): boolean {
  if (left.kind === 'never' || right.kind === 'never') return true
  if (left.kind === 'union') return left.options.every((option) => areDisjoint(option, right, closed))
  if (right.kind === 'union') return right.options.every((option) => areDisjoint(left, option, closed))
  if (left.kind === 'all') return left.parts.some((part) => areDisjoint(part, right, closed))
  if (right.kind === 'all') return right.parts.some((part) => areDisjoint(left, part, closed))
  if (isOpaque(left) || isOpaque(right)) return false
  if (left.kind === 'enum') return enumIsDisjoint(left.values, right)
  if (right.kind === 'enum') return enumIsDisjoint(right.values, left)
  if (left.kind !== right.kind) return true
  if (left.kind === 'object') return objectsAreDisjoint(left, right as ObjectNode, closed)
  if (left.kind === 'array') return arraysAreDisjoint(left, right as ArrayNode, closed)
  if (left.kind === 'number') return rangesAreDisjoint(left, right as NumberNode)
  if (left.kind === 'string') return lengthsAreDisjoint(left, right as StringNode)
  return false
}

function isOpaque(node: Node): boolean {
  // A kind that was only concluded accepts values of other types as well.
  return node.kind === 'any' || node.kind === 'ref' || node.inferred === true
}

function enumIsDisjoint(values: readonly unknown[], other: Node): boolean {
  if (other.kind === 'enum') return values.every((value) => !other.values.some((each) => deepEqual(each, value)))
  return values.every((value) => !mayHold(other, value))
}

/** Whether a node may accept a value, by its kind and its simplest bounds. */
function mayHold(node: Node, value: unknown): boolean {
  switch (node.kind) {
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && (!node.integer || Number.isInteger(value))
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return true
  }
}

function objectsAreDisjoint(left: ObjectNode, right: ObjectNode, closed: boolean): boolean {
  const rights = new Map(right.fields.map((field) => [field.name, field]))
  for (const field of left.fields) {
    const twin = rights.get(field.name)
    if (twin === undefined) {
      if (field.required && isClosed(right, closed)) return true
    } else if (field.required && twin.required && fieldsAreDisjoint(field.value, twin.value, closed)) return true
  }
  if (!isClosed(left, closed)) return false
  const lefts = new Set(left.fields.map((field) => field.name))
  return right.fields.some((field) => field.required && !lefts.has(field.name))
}

/** Of values that stand in the same required place, null counts as well. */
function fieldsAreDisjoint(left: Node, right: Node, closed: boolean): boolean {
  return !(left.nullable && right.nullable) && areDisjoint(left, right, closed)
}

function isClosed(node: ObjectNode, closed: boolean): boolean {
  return closed || (node.extras !== undefined && isImpossible(node.extras) && node.patterns.length === 0)
}

function arraysAreDisjoint(left: ArrayNode, right: ArrayNode, closed: boolean): boolean {
  if ((left.minItems ?? 0) > (right.maxItems ?? Number.POSITIVE_INFINITY)) return true
  if ((right.minItems ?? 0) > (left.maxItems ?? Number.POSITIVE_INFINITY)) return true
  const hasFirst = (left.minItems ?? 0) > 0 || (right.minItems ?? 0) > 0
  const first = left.prefix[0] ?? left.items
  const other = right.prefix[0] ?? right.items
  return hasFirst && first !== undefined && other !== undefined && fieldsAreDisjoint(first, other, closed)
}

function rangesAreDisjoint(left: NumberNode, right: NumberNode): boolean {
  const low = (node: NumberNode) => node.minimum ?? node.exclusiveMinimum ?? Number.NEGATIVE_INFINITY
  const high = (node: NumberNode) => node.maximum ?? node.exclusiveMaximum ?? Number.POSITIVE_INFINITY
  return low(left) > high(right) || low(right) > high(left)
}

function lengthsAreDisjoint(left: StringNode, right: StringNode): boolean {
  const infinite = Number.POSITIVE_INFINITY
  return (left.minLength ?? 0) > (right.maxLength ?? infinite) || (right.minLength ?? 0) > (left.maxLength ?? infinite)
}
