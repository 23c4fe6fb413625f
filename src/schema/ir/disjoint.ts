import { deepEqual } from '../../core/json.ts'
import type { ArrayNode, Node, NumberNode, ObjectNode, RefNode, StringNode } from './node.ts'
import { isImpossible } from './node.ts'

/** How nodes are read when they are compared. */
export interface Reading {
  /**
   * `written`: as the source says. `wire`: they hold declared properties only. `sent`: as the source says, but of values that the wire
   * holds, so with the declared properties of one of the two.
   */
  readonly objects: 'written' | 'wire' | 'sent'
  /** What references lead to. */
  readonly definitions: ReadonlyMap<string, Node>
}

/** So many references are followed on the way to a difference, and so many pairs are looked at: comparing must end. */
const mostFollowed = 6
const mostCompared = 10_000

/** Whether no value but null can satisfy both nodes. Says yes only where that is certain. */
export function areDisjoint(left: Node, right: Node, reading: Reading): boolean {
  return new Comparison(reading, mostCompared).areDisjoint(left, right)
}

/** Whether null satisfies a node, as far as its kind says: rules beside it may still refuse null. Says no only where that is certain. */
export function takesNull(node: Node, definitions: ReadonlyMap<string, Node>): boolean {
  return new Comparison({ objects: 'written', definitions }, mostCompared).takesNull(node)
}

/** For each node of a list, so many pairs of nodes are looked at: the pairs of a long list would take the square of its length. */
const comparedForEach = 64

/**
 * The first two different nodes that a value may satisfy both. `concerns` says which pairs matter, by their indexes; `isHarmless`, asked
 * of two that overlap, that they may. A list that is too long to compare all pairs has two such nodes, unless all are told apart by constants.
 */
export function findOverlap(
  nodes: readonly Node[],
  reading: Reading,
  concerns: (left: number, right: number) => boolean = () => true,
  isHarmless: (left: Node, right: Node) => boolean = () => false,
): [Node, Node] | undefined {
  if (areToldApart(nodes)) return undefined
  const comparison = new Comparison(reading, mostCompared + comparedForEach * nodes.length)
  for (let left = 0; left < nodes.length; left++) {
    for (let right = left + 1; right < nodes.length; right++) {
      if (!concerns(left, right)) continue
      const pair: [Node, Node] = [nodes[left]!, nodes[right]!]
      if (pair[0] === pair[1] || comparison.areDisjoint(pair[0], pair[1])) continue
      if (!isHarmless(pair[0], pair[1])) return pair
    }
  }
  return undefined
}

/** Whether all are enums, or objects that require one property, and no constant of it is in two of them. Takes one look at each. */
function areToldApart(nodes: readonly Node[]): boolean {
  const [first] = nodes
  if (first?.kind === 'enum') return areDistinct(nodes)
  if (first?.kind !== 'object') return false
  return first.fields.some(({ name, required, value }) => {
    if (!required || value.kind !== 'enum') return false
    const values = nodes.map((node) => requiredField(node, name))
    return values.every((each) => each !== undefined) && areDistinct(values)
  })
}

function requiredField(node: Node, name: string): Node | undefined {
  if (node.kind !== 'object' || node.inferred === true) return undefined
  return node.fields.find((field) => field.required && field.name === name)?.value
}

/** Whether all are enums of texts and numbers, each of which is in one of them only. */
function areDistinct(nodes: readonly Node[]): boolean {
  const seen = new Set<unknown>()
  for (const node of nodes) {
    if (node.kind !== 'enum' || node.nullable === true) return false
    const own = new Set(node.values)
    for (const value of own) {
      if ((typeof value !== 'string' && typeof value !== 'number') || seen.has(value)) return false
      seen.add(value)
    }
  }
  return true
}

class Comparison {
  readonly #definitions: ReadonlyMap<string, Node>
  readonly #most: number
  #objects: Reading['objects']
  #followed = 0
  #compared = 0

  constructor({ objects, definitions }: Reading, most: number) {
    this.#objects = objects
    this.#definitions = definitions
    this.#most = most
  }

  areDisjoint(left: Node, right: Node): boolean {
    if (left.kind === 'never' || right.kind === 'never') return true
    if (++this.#compared > this.#most) return false
    if (left.kind === 'ref') return this.#follow(left, (target) => this.areDisjoint(target, right))
    if (right.kind === 'ref') return this.#follow(right, (target) => this.areDisjoint(left, target))
    if (left.kind === 'union') return left.options.every((option) => this.areDisjoint(option, right))
    if (right.kind === 'union') return right.options.every((option) => this.areDisjoint(left, option))
    // One part does not declare what the others do, and text holds what it likes.
    if (left.kind === 'all') return this.#asWritten(() => left.parts.some((part) => this.areDisjoint(part, right)))
    if (right.kind === 'all') return this.#asWritten(() => right.parts.some((part) => this.areDisjoint(left, part)))
    const [shape, other] =
      left.kind === 'any' ? [left.shape, right] : [right.kind === 'any' ? right.shape : undefined, left]
    if (shape !== undefined) return this.#asWritten(() => this.areDisjoint(shape, other))
    if (isOpaque(left) || isOpaque(right)) return false
    if (left.kind === 'enum') return enumIsDisjoint(left.values, right)
    if (right.kind === 'enum') return enumIsDisjoint(right.values, left)
    if (left.kind !== right.kind) return true
    if (left.kind === 'object') return this.#objectsAreDisjoint(left, right as ObjectNode)
    if (left.kind === 'array') return this.#arraysAreDisjoint(left, right as ArrayNode)
    if (left.kind === 'number') return rangesAreDisjoint(left, right as NumberNode)
    if (left.kind === 'string') return lengthsAreDisjoint(left, right as StringNode)
    return false
  }

  #asWritten(compare: () => boolean): boolean {
    const before = this.#objects
    if (before === 'sent') this.#objects = 'written'
    const answer = compare()
    this.#objects = before
    return answer
  }

  #follow(ref: RefNode, compare: (target: Node) => boolean): boolean {
    const target = this.#definitions.get(ref.target)
    if (target === undefined || this.#followed >= mostFollowed) return false
    this.#followed++
    const answer = compare(target)
    this.#followed--
    return answer
  }

  #objectsAreDisjoint(left: ObjectNode, right: ObjectNode): boolean {
    const rights = new Map(right.fields.map((field) => [field.name, field]))
    for (const field of left.fields) {
      const twin = rights.get(field.name)
      if (twin === undefined) {
        if (field.required && this.#isClosed(right)) return true
      } else if (field.required && twin.required && this.#fieldsAreDisjoint(field.value, twin.value)) return true
    }
    if (this.#objects === 'sent' && needsMore(left, right) && needsMore(right, left)) return true
    if (!this.#isClosed(left)) return false
    const lefts = new Set(left.fields.map((field) => field.name))
    return right.fields.some((field) => field.required && !lefts.has(field.name))
  }

  /** Of values that stand in the same required place, null counts as well. */
  #fieldsAreDisjoint(left: Node, right: Node): boolean {
    return !(this.takesNull(left) && this.takesNull(right)) && this.areDisjoint(left, right)
  }

  takesNull(node: Node): boolean {
    if (node.nullable || isOpaque(node) || ++this.#compared > this.#most) return true
    if (node.kind === 'ref') return !this.#follow(node, (target) => !this.takesNull(target))
    if (node.kind === 'union') return node.options.some((option) => this.takesNull(option))
    return node.kind === 'all' && node.parts.every((part) => this.takesNull(part))
  }

  #isClosed(node: ObjectNode): boolean {
    if (node.patterns.length > 0) return false
    return node.extras === undefined ? this.#objects === 'wire' : isImpossible(node.extras)
  }

  #arraysAreDisjoint(left: ArrayNode, right: ArrayNode): boolean {
    if ((left.minItems ?? 0) > (right.maxItems ?? Number.POSITIVE_INFINITY)) return true
    if ((right.minItems ?? 0) > (left.maxItems ?? Number.POSITIVE_INFINITY)) return true
    const hasFirst = (left.minItems ?? 0) > 0 || (right.minItems ?? 0) > 0
    const first = left.prefix[0] ?? left.items
    const other = right.prefix[0] ?? right.items
    return hasFirst && first !== undefined && other !== undefined && this.#fieldsAreDisjoint(first, other)
  }
}

/** Whether every value of an object has a property that no value of another has on the wire. */
function needsMore(node: ObjectNode, other: ObjectNode): boolean {
  if (other.extras !== undefined || other.patterns.length > 0 || other.rules !== undefined) return false
  const names = new Set([...other.fields, ...other.requiredElsewhere].map(({ name }) => name))
  return [...node.fields.filter(({ required }) => required), ...node.requiredElsewhere].some(
    ({ name }) => !names.has(name),
  )
}

function isOpaque(node: Node): boolean {
  // A kind that was only concluded accepts values of other types as well.
  return node.kind === 'any' || node.inferred === true
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

function rangesAreDisjoint(left: NumberNode, right: NumberNode): boolean {
  const low = (node: NumberNode) => node.minimum ?? node.exclusiveMinimum ?? Number.NEGATIVE_INFINITY
  const high = (node: NumberNode) => node.maximum ?? node.exclusiveMaximum ?? Number.POSITIVE_INFINITY
  return low(left) > high(right) || low(right) > high(left)
}

function lengthsAreDisjoint(left: StringNode, right: StringNode): boolean {
  const infinite = Number.POSITIVE_INFINITY
  return (left.minLength ?? 0) > (right.maxLength ?? infinite) || (right.minLength ?? 0) > (left.maxLength ?? infinite)
}
