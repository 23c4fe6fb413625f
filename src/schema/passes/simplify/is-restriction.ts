import { findOverlap } from '../../ir/disjoint.ts'
import type { Field, Node, ObjectNode, UnionNode } from '../../ir/node.ts'
import { isPlain } from '../describe/condition-sentences.ts'

/**
 * Whether the alternatives beside an object are no shapes of their own: they only say which properties are needed, and which
 * values they take. One flat object then holds the values of all, and a sentence says the rest.
 *
 * Alternatives that declare properties of which the object knows nothing are shapes, unless each needs what it declares: then
 * the sentence says where each property belongs.
 */
export function isRestriction(object: ObjectNode, union: UnionNode): boolean {
  if (object.fields.length === 0) return false
  const options: ObjectNode[] = []
  for (const option of union.options) {
    if (option.kind === 'any' && option.rules !== undefined && option.cut === undefined) continue
    if (option.kind !== 'object' || !isPlain(option)) return false
    options.push(option)
  }
  const known = new Map(object.fields.map((field) => [field.name, field.value]))
  const added = new Map<string, Node>()
  for (const { name, value, required } of options.flatMap((option) => option.fields)) {
    const held = known.get(name)
    if (held !== undefined && (!isShape(value) || isShape(held))) continue
    if (held !== undefined || !required || (added.has(name) && isShape(value))) return false
    added.set(name, value)
  }
  return added.size === 0 || !isDiscriminated(options)
}

/** Whether a schema says how the inside of its values looks. */
function isShape(node: Node): boolean {
  if (node.kind === 'union') return node.options.some(isShape)
  if (node.kind === 'object') return node.fields.length > 0 || node.patterns.length > 0 || node.extras !== undefined
  if (node.kind === 'array') return node.prefix.length > 0 || (node.items !== undefined && node.items.kind !== 'any')
  return node.kind === 'ref'
}

/** Whether a property names the alternative by its value, as in a discriminated union. */
function isDiscriminated(options: readonly ObjectNode[]): boolean {
  const isConstant = ({ value }: Field) => value.kind === 'enum'
  const constants = options.map((option) => option.fields.filter(isConstant))
  if (constants.some((fields) => fields.length === 0)) return false
  return constants[0]!.some(({ name }) => {
    const values = constants.map((fields) => fields.find((field) => field.name === name)?.value)
    const listed = values.filter((value) => value !== undefined)
    return (
      listed.length === values.length &&
      findOverlap(listed, { objects: 'written', definitions: new Map() }) === undefined
    )
  })
}
