import type { NumberNode } from '../../ir/node.ts'

/** The numbers of a node as the beginning of a sentence: "At least 0", "1 to 10", "A multiple of 5". */
export function sayRange(node: NumberNode): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node
  const limits: string[] = []
  if (minimum !== undefined && maximum !== undefined) limits.push(`${minimum} to ${maximum}`)
  else if (minimum !== undefined) limits.push(`at least ${minimum}`)
  else if (maximum !== undefined) limits.push(`at most ${maximum}`)
  if (exclusiveMinimum !== undefined) limits.push(`greater than ${exclusiveMinimum}`)
  if (exclusiveMaximum !== undefined) limits.push(`less than ${exclusiveMaximum}`)
  if (multipleOf !== undefined) limits.push(`a multiple of ${multipleOf}`)
  else if (node.integer) limits.push(limits.length === 0 ? 'an integer' : 'whole')
  const text = limits.length === 0 ? 'any number' : limits.join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Numbers as a part of a sentence: "1, 5 or 10". */
export function sayValues(values: readonly number[]): string {
  const last = values.at(-1)
  return values.length === 1 ? String(last) : `${values.slice(0, -1).join(', ')} or ${last}`
}
