import { countJsonNodes } from '../../core/json.ts'
import type { Limits } from '../feature.ts'
import type { Node } from './node.ts'
import { childrenAndRules, childrenOf, everyChild } from './walk.ts'

/** Unions of unions multiply: beyond so many branches they stay nested, and become text. */
export const mostOptions = 256

/** How many branches a node has when the unions inside its union are opened; stops counting beyond `limit`. */
export function countBranches(node: Node, limit: number): number {
  if (node.kind !== 'union') return 1
  let count = 0
  for (const option of node.options) {
    count += countBranches(option, limit - count)
    if (count > limit) break
  }
  return count
}

/** How many nodes a tree has when everything shared is written out; stops counting beyond `limit`. */
export function countNodes(root: Node, limit: number): number {
  return countAll(root, limit, childrenOf)
}

/** The same for a tree whose rules are written out too. */
export function countWithRules(root: Node, limit: number): number {
  return countAll(root, limit, childrenAndRules)
}

function countAll(root: Node, limit: number, childrenIn: (node: Node) => readonly Node[]): number {
  const counts = new Map<Node, number>()
  const count = (node: Node): number => {
    const known = counts.get(node)
    if (known !== undefined) return known
    let total = 1
    for (const child of childrenIn(node)) {
      total += count(child)
      if (total > limit) break
    }
    counts.set(node, total)
    return total
  }
  return count(root)
}

/**
 * Measures the longest way from a node to a leaf: each property, item and branch is one step. Goes through references, but
 * not round a loop. Measures each node once.
 */
export function heights(definitions: ReadonlyMap<string, Node>): (node: Node) => number {
  const known = new Map<Node, number>()
  let following = 0
  const through = (target: Node): number => {
    // Recursion must end, and no endpoint takes so many levels.
    if (following >= mostFollowed) return tooHigh
    following++
    const found = height(target)
    following--
    return found
  }
  const height = (node: Node): number => {
    const found = known.get(node)
    if (found !== undefined) return found
    // What comes back here while it is measured is a loop.
    known.set(node, 0)
    const target = node.kind === 'ref' ? definitions.get(node.target) : undefined
    let highest = Math.max(valueHeight(node.default), valueHeight(node.examples?.[0]))
    for (const child of childrenOf(node)) highest = Math.max(highest, height(child) + 1)
    if (target !== undefined) highest = Math.max(highest, through(target))
    known.set(node, highest)
    return highest
  }
  return height
}

/** Definitions that lead to each other, and a height beyond every limit. */
const mostFollowed = 64
const tooHigh = 10_000

/** A default counts too: two levels of a value nest about as deep as one step of a schema. */
function valueHeight(value: unknown): number {
  return typeof value === 'object' && value !== null ? Math.ceil(depthOf(value, 64) / 2) : 0
}

function depthOf(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  let deepest = 0
  for (const child of Object.values(value)) deepest = Math.max(deepest, depthOf(child, limit - 1))
  return deepest + 1
}

/**
 * Counts the JSON values that a tree makes when it is written, everything shared written out; `perObject` is what each object
 * says besides. Counts each node once.
 */
export function sizes(perObject = 0): (node: Node) => number {
  const known = new Map<Node, number>()
  const size = (node: Node): number => {
    const found = known.get(node)
    if (found !== undefined) return found
    let total = node.kind === 'object' ? ownSize(node) + perObject : ownSize(node)
    for (const child of childrenOf(node)) total += size(child)
    known.set(node, total)
    return total
  }
  return size
}

/** The values that a node makes by itself: an object, and one for each thing that it says. */
function ownSize(node: Node): number {
  let size = 2 + kindSize(node)
  if (node.title !== undefined) size += textSize(node.title)
  if (node.description !== undefined || node.says !== undefined)
    size += textSize(node.description ?? '') + longValues(node.says ?? [])
  if (node.nullable && node.kind !== 'never') size++
  if (node.default !== undefined) size += valueSize(node.default)
  if (node.examples?.[0] !== undefined) size += valueSize(node.examples[0])
  return size
}

/** A long text counts as several values: where references are written out, it is written as often as they are. */
const longText = 256

function textSize(text: string): number {
  return text.length < longText ? 1 : Math.ceil(text.length / longText)
}

function valueSize(value: unknown, limit?: number): number {
  return countJsonNodes(value, limit, longTexts)
}

/** What the texts of a value count beside the value: itself, or its names. */
function longTexts(value: unknown): number {
  if (typeof value === 'string') return textSize(value) - 1
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 0
  return longValues(Object.keys(value))
}

function kindSize(node: Node): number {
  switch (node.kind) {
    case 'string':
      return (
        countSaid(node.minLength, node.maxLength, node.format) +
        (node.pattern === undefined ? 0 : textSize(node.pattern))
      )
    case 'number':
      return countSaid(node.minimum, node.maximum, node.format)
    case 'enum':
      return 1 + node.values.length + longValues(node.values) + countSaid(node.format)
    case 'array':
      return countSaid(node.minItems, node.maxItems)
    case 'object': {
      let required = 0
      let names = 0
      for (const { name, required: isRequired } of node.fields) {
        if (isRequired) required++
        if (name.length >= longText) names += (isRequired ? 2 : 1) * (textSize(name) - 1)
      }
      // Each property that may be null instead of absent has a list of types.
      const lists = node.absent === undefined ? 0 : node.absent.names.size
      const ordering = node.ordering === undefined ? 0 : 1 + node.ordering.length
      const said = countSaid(node.extras, node.minProperties, node.maxProperties)
      return 1 + (required > 0 ? 1 + required : 0) + ordering + lists + said + names
    }
    default:
      return 0
  }
}

function longValues(values: readonly unknown[]): number {
  let size = 0
  for (const value of values) if (typeof value === 'string' && value.length >= longText) size += textSize(value) - 1
  return size
}

/** How many of some values there are. */
function countSaid(first: unknown, second?: unknown, third?: unknown, fourth?: unknown): number {
  const low = (first === undefined ? 0 : 1) + (second === undefined ? 0 : 1)
  return low + (third === undefined ? 0 : 1) + (fourth === undefined ? 0 : 1)
}

/** How many values a schema may make when it is written: the limit, or more where the source has more already. */
export function mostValues(source: unknown, limits: { readonly nodes: number }): number {
  return Math.max(limits.nodes, 4 * valueSize(source, largest))
}

/** Sources are counted up to here. */
const largest = 5_000_000

/** Roughly how large a tree is when everything below `depth` steps is cut. */
export function cutSizes(definitions: ReadonlyMap<string, Node>): (node: Node, depth: number) => number {
  const height = heights(definitions)
  const size = sizes()
  const known = new Map<Node, Map<number, number>>()
  const cutSize = (node: Node, depth: number): number => {
    if (height(node) <= depth) return size(node)
    if (depth <= 0) return cutNode
    const found = known.get(node)?.get(depth)
    if (found !== undefined) return found
    let total = ownSize(node)
    for (const child of childrenOf(node)) total += cutSize(child, depth - 1)
    const byDepth = known.get(node) ?? new Map<number, number>()
    known.set(node, byDepth.set(depth, total))
    return total
  }
  return cutSize
}

/** A string with a description. */
const cutNode = 3

/** How many properties all objects of some trees have; stops counting beyond `limit`. */
export function countProperties(trees: readonly Node[], limit: number): number {
  if (limit === Number.POSITIVE_INFINITY) return 0
  let count = 0
  const stack: Node[] = [...trees]
  for (let node = stack.pop(); node !== undefined && count <= limit; node = stack.pop()) {
    if (node.kind === 'object') count += node.fields.length
    stack.push(...childrenOf(node))
  }
  return count
}

/**
 * A quick look at a tree without references: true where it is certainly within the limits. Caches nothing, and stops at the
 * limits. `perObject` is what each object says besides.
 */
export function fitsSurely(root: Node, limits: Limits, perObject: number): boolean {
  let size = 0
  let properties = 0
  // A wrapper around the root may add a step.
  let room = limits.depth - 1
  const fits = (node: Node): boolean => {
    size += ownSize(node)
    if (node.kind === 'object') {
      size += perObject
      properties += node.fields.length
    }
    if (room < 0 || size > limits.nodes || properties > limits.properties) return false
    if (valueHeight(node.default) > room || valueHeight(node.examples?.[0]) > room) return false
    room--
    const inner = everyChild(node, fits)
    room++
    return inner
  }
  return fits(root)
}
