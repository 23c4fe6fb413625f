import { assertNever } from '../../core/assert-never.ts'
import type { ArrayNode, Node, NumberNode, ObjectNode, StringNode } from './node.ts'

/** The longest type that is worth a model's attention inside a description. */
const longest = 400

/** More properties or alternatives than these are left to the imagination. */
const mostShown = 12

/** A node as a short type in the way of TypeScript: what a description says about the shape of a JSON text. */
export function printType(node: Node, depth = 4): string {
  const text = print(node, depth)
  return text.length > longest && depth > 1 ? printType(node, depth - 1) : text.slice(0, longest)
}

/** The type behind a reference with its name, because the type may hold itself: `Node = { children?: Node[] }`. */
export function printNamed(node: Node): string {
  if (node.kind !== 'any' || node.shape === undefined || node.name === undefined) return printType(node)
  return `${nameOf(node.name)} = ${printType(node.shape)}`
}

function print(node: Node, depth: number): string {
  const text = printKind(node, depth)
  if (!node.nullable || node.kind === 'any') return text
  return node.kind === 'never' ? 'null' : `${text} | null`
}

function printKind(node: Node, depth: number): string {
  switch (node.kind) {
    case 'any':
      return node.shape === undefined || depth <= 0 ? 'any' : print(node.shape, depth - 1)
    case 'never':
      return 'never'
    case 'string':
      return node.format === undefined ? 'string' : `string (${node.format})`
    case 'number':
      return node.integer ? 'integer' : 'number'
    case 'boolean':
      return 'boolean'
    case 'enum':
      return node.values.length > 12 ? 'enum' : node.values.map((value) => JSON.stringify(value)).join(' | ')
    case 'ref':
      return nameOf(node.target)
    case 'array':
      return printArray(node, depth)
    case 'object':
      return printObject(node, depth)
    case 'union':
      return printList(node.options, depth, ' | ')
    case 'all':
      return printParts(node.parts, depth)
    default:
      return assertNever(node)
  }
}

function printList(nodes: readonly Node[], depth: number, separator: string): string {
  if (depth <= 0) return 'any'
  const shown = [...new Set(nodes.slice(0, mostShown).map((node) => print(node, depth - 1)))]
  return nodes.length > mostShown ? [...shown, '…'].join(separator) : shown.join(separator)
}

/** Parts that all hold: those that take any value say nothing. */
function printParts(parts: readonly Node[], depth: number): string {
  const telling = parts.filter((part) => print(part, depth - 1) !== 'any')
  return telling.length === 0 ? 'any' : printList(telling, depth, ' & ')
}

function printArray(node: ArrayNode, depth: number): string {
  if (depth <= 0) return 'array'
  if (node.prefix.length > 0)
    return `[${node.prefix
      .slice(0, mostShown)
      .map((item) => print(item, depth - 1))
      .join(', ')}]`
  const item = node.items === undefined ? 'any' : print(node.items, depth - 1)
  return /[ |&]/.test(item) ? `(${item})[]` : `${item}[]`
}

function printObject(node: ObjectNode, depth: number): string {
  if (
    node.fields.length === 0 &&
    node.patterns.length === 0 &&
    (node.extras === undefined || node.extras.kind === 'any')
  )
    return 'object'
  if (depth <= 0) return 'object'
  const fields = node.fields.slice(0, mostShown).map((field) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name)
    return `${name}${field.required ? '' : '?'}: ${print(field.value, depth - 1)}`
  })
  if (node.fields.length > mostShown) fields.push('…')
  for (const each of node.patterns.slice(0, mostShown))
    fields.push(`[/${each.pattern}/]: ${print(each.value, depth - 1)}`)
  if (node.extras !== undefined && node.extras.kind !== 'any' && node.extras.kind !== 'never') {
    fields.push(`[key]: ${print(node.extras, depth - 1)}`)
  }
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

/** The name of a definition, as people know it. */
function nameOf(target: string): string {
  return target === '' ? 'T' : target.slice(target.lastIndexOf('/') + 1)
}

/** What a number is, besides being one. */
export function boundsOf(node: NumberNode): string[] {
  const said: string[] = []
  if (node.minimum !== undefined) said.push(`>= ${node.minimum}`)
  if (node.exclusiveMinimum !== undefined) said.push(`> ${node.exclusiveMinimum}`)
  if (node.maximum !== undefined) said.push(`<= ${node.maximum}`)
  if (node.exclusiveMaximum !== undefined) said.push(`< ${node.exclusiveMaximum}`)
  if (node.multipleOf !== undefined) said.push(`a multiple of ${node.multipleOf}`)
  return said
}

/** What a text is, but for its format. */
export function textLimitsOf(node: StringNode): string[] {
  const said: string[] = []
  if (node.pattern !== undefined) said.push(`matching ${node.pattern}`)
  if (node.minLength !== undefined) said.push(`of at least ${node.minLength} characters`)
  if (node.maxLength !== undefined) said.push(`of at most ${node.maxLength} characters`)
  return said
}
