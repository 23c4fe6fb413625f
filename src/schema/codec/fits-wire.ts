import { assertNever } from '../../core/assert-never.ts'
import { isPlainObject } from '../../core/json.ts'
import type { Node, ObjectNode } from '../ir/node.ts'

/**
 * Whether a wire value is one that a wire node describes: the types, the listed values, the required properties and no
 * others. `loose` forgives what models get wrong inside, so that a value still finds its branch.
 */
export function fitsWire(node: Node, wire: unknown, loose = false): boolean {
  if (wire === null) return node.nullable === true
  switch (node.kind) {
    case 'never':
      return false
    case 'boolean':
      return typeof wire === 'boolean'
    case 'string':
      return typeof wire === 'string' && (loose || fitsLength(node, wire.length))
    case 'enum':
      return (node.values as readonly unknown[]).includes(wire)
    case 'number':
      return typeof wire === 'number' && (loose || fitsRange(node, wire))
    case 'array':
      return Array.isArray(wire) && (loose || fitsItems(node, wire))
    case 'object':
      return isPlainObject(wire) && fitsFields(node, wire, loose)
    case 'union':
      return node.options.some((option) => fitsWire(option, wire, loose))
    case 'any':
    case 'all':
    case 'ref':
      return true
    default:
      return assertNever(node)
  }
}

function fitsLength(node: Extract<Node, { kind: 'string' }>, length: number): boolean {
  // Code points are at most code units: only a certain miss counts.
  return (node.minLength ?? 0) <= length && (node.maxLength ?? Number.POSITIVE_INFINITY) >= length / 2
}

function fitsRange(node: Extract<Node, { kind: 'number' }>, wire: number): boolean {
  if (node.integer && !Number.isInteger(wire)) return false
  return (node.minimum ?? Number.NEGATIVE_INFINITY) <= wire && wire <= (node.maximum ?? Number.POSITIVE_INFINITY)
}

function fitsItems(node: Extract<Node, { kind: 'array' }>, wire: readonly unknown[]): boolean {
  if (wire.length < (node.minItems ?? 0) || wire.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) return false
  return wire.every((item, index) => {
    const expected = node.prefix[index] ?? node.items
    return expected === undefined || fitsWire(expected, item)
  })
}

function fitsFields(node: ObjectNode, wire: Record<string, unknown>, loose: boolean): boolean {
  const declared = new Map(node.fields.map((field) => [field.name, field]))
  if (!loose) {
    for (const key of Object.keys(wire)) {
      const field = declared.get(key)
      if (field === undefined || !fitsWire(field.value, wire[key])) return false
    }
    return node.fields.every((field) => !field.required || Object.hasOwn(wire, field.name))
  }
  // Discriminators decide: a listed value that contradicts, or the tag of another branch.
  return node.fields.every((field) => {
    if (!Object.hasOwn(wire, field.name)) return !field.required
    return field.value.kind !== 'enum' || fitsWire(field.value, wire[field.name], true)
  })
}
