import type { Annotation, Node, NumberNode, ObjectNode } from './node.ts'
import { firstSource, isImpossible } from './node.ts'
import { everyChild } from './walk.ts'

/** What passes look for: the kind of a node, or something that a node says. One bit each. */
const bits = {
  any: 1 << 0,
  never: 1 << 1,
  string: 1 << 2,
  number: 1 << 3,
  boolean: 1 << 4,
  enum: 1 << 5,
  array: 1 << 6,
  object: 1 << 7,
  union: 1 << 8,
  all: 1 << 9,
  ref: 1 << 10,
  /** An assertion beside the structure: `not`, `if`, `contains`, … */
  rules: 1 << 11,
  annotations: 1 << 12,
  default: 1 << 13,
  examples: 1 << 14,
  /** No `type`: the kind is inferred from the keywords. */
  inferred: 1 << 15,
  format: 1 << 16,
  pattern: 1 << 17,
  /** `minLength`, `maxItems`, `minProperties`, … */
  counts: 1 << 18,
  bounds: 1 << 19,
  exclusiveBounds: 1 << 20,
  multipleOf: 1 << 21,
  uniqueItems: 1 << 22,
  /** Positions of a tuple. */
  prefix: 1 << 23,
  /** A required name without a property. */
  undeclaredName: 1 << 24,
  ordering: 1 << 25,
  /** A property, item or pattern that no value satisfies. `additionalProperties: false` is not one. */
  impossibleChild: 1 << 26,
  /** An object with properties that says nothing of others. */
  openObject: 1 << 27,
  /** An object that takes properties which it does not name. */
  extras: 1 << 28,
  /** An object with a property that is `readOnly` or `writeOnly`. */
  oneWayField: 1 << 29,
  /** Bounds or counts that leave no value. */
  contradiction: 1 << 30,
} as const

export type Trait = keyof typeof bits

/** A set of traits. */
export type Traits = number

export function traits(...names: readonly Trait[]): Traits {
  return names.reduce((set, name) => set | bits[name], 0)
}

/** The traits of a node by itself. */
export function traitsOf(node: Node): Traits {
  let set: Traits = bits[node.kind]
  if (node.rules !== undefined) set |= bits.rules
  if (node.annotations !== undefined) set |= bits.annotations
  if (node.default !== undefined) set |= bits.default
  if (node.examples !== undefined) set |= bits.examples
  if (node.inferred) set |= bits.inferred
  if (contradictsItself(node)) set |= bits.contradiction
  switch (node.kind) {
    case 'string':
      if (node.format !== undefined) set |= bits.format
      if (node.pattern !== undefined) set |= bits.pattern
      return set | countsOf(node.minLength, node.maxLength)
    case 'number':
      if (node.format !== undefined) set |= bits.format
      if (node.multipleOf !== undefined) set |= bits.multipleOf
      return set | boundsOf(node)
    case 'enum':
      return node.format === undefined ? set : set | bits.format
    case 'array':
      if (node.uniqueItems) set |= bits.uniqueItems
      if (node.prefix.length > 0) set |= bits.prefix
      if (node.prefix.some(isImpossible) || (node.items !== undefined && isImpossible(node.items)))
        set |= bits.impossibleChild
      return set | countsOf(node.minItems, node.maxItems)
    case 'object':
      if (node.requiredElsewhere.length > 0) set |= bits.undeclaredName
      if (node.ordering !== undefined) set |= bits.ordering
      if (isOpenByDefault(node)) set |= bits.openObject
      if (node.patterns.length > 0 || (node.extras !== undefined && !isImpossible(node.extras))) set |= bits.extras
      for (const { value } of node.patterns) if (isImpossible(value)) set |= bits.impossibleChild
      for (const { value } of node.fields) {
        if (isImpossible(value)) set |= bits.impossibleChild
        if (value.annotations !== undefined && isOneWay(value.annotations)) set |= bits.oneWayField
      }
      return set | countsOf(node.minProperties, node.maxProperties)
    default:
      return set
  }
}

/** Whether bounds or counts of a node by themselves leave no value of its kind. */
export function contradictsItself(node: Node): boolean {
  switch (node.kind) {
    case 'string':
      return exceeds(node.minLength, node.maxLength)
    case 'number':
      return isEmptyRange(node)
    case 'array':
      return exceeds(node.minItems, node.maxItems)
    case 'object':
      return hasTooFew(node)
    default:
      return false
  }
}

/**
 * Whether an object asks for more properties than it may have. A name that it requires and forbids counts where other values than objects
 * are possible; elsewhere it is reported, and the object stays.
 */
function hasTooFew(node: ObjectNode): boolean {
  const { minProperties, maxProperties, extras, patterns, fields, requiredElsewhere } = node
  if (exceeds(minProperties, maxProperties)) return true
  if (maxProperties !== undefined && countRequired(node) > maxProperties) return true
  if (patterns.length > 0) return false
  if (requiredElsewhere.length > 0 && (node.inferred || node.nullable) && isClosed(node)) return true
  return minProperties !== undefined && minProperties > fields.length && extras !== undefined && isImpossible(extras)
}

/** Whether an object has declared properties only, and those that match its patterns. */
export function isClosed(node: ObjectNode): boolean {
  if (node.extras !== undefined) return isImpossible(node.extras)
  return forbidsUnevaluated(node) && !node.rules!.some((rule) => allowing.has(rule.keyword))
}

/** Whether `unevaluatedProperties: false` forbids what neither an object nor its conditions declare. */
export function forbidsUnevaluated(node: ObjectNode): boolean {
  const rest = node.rules?.find(({ keyword }) => keyword === 'unevaluatedProperties')?.nodes.get('')
  return rest !== undefined && isImpossible(rest) && !mayEvaluateMore(node)
}

/**
 * Whether something that was dropped may evaluate what is not declared: a reference that leads nowhere, or an `if` alone, which asserts
 * nothing. Then `check` accepts more than the model can write.
 */
export function mayEvaluateMore({ changes = [] }: Node): boolean {
  return changes.some(
    ({ code, keyword }) => code === 'ref-unresolved' || (code === 'keyword-cannot-bind' && keyword === 'if'),
  )
}

/** Beside these, `unevaluatedProperties: false` may allow more than the object declares. */
const allowing: ReadonlySet<string> = new Set('if anyOf oneOf allOf dependentSchemas dependencies'.split(' '))

function countRequired({ fields, requiredElsewhere }: ObjectNode): number {
  const names = new Set(requiredElsewhere.map(({ name }) => name))
  for (const { name, required } of fields) if (required) names.add(name)
  return names.size
}

/** Whether no count is at least `low` and at most `high`. */
export function exceeds(low: number | undefined, high: number | undefined): boolean {
  return high !== undefined && (high < 0 || (low !== undefined && low > high))
}

function isEmptyRange(node: NumberNode): boolean {
  const low = node.minimum ?? Number.NEGATIVE_INFINITY
  const high = node.maximum ?? Number.POSITIVE_INFINITY
  const above = node.exclusiveMinimum ?? Number.NEGATIVE_INFINITY
  const below = node.exclusiveMaximum ?? Number.POSITIVE_INFINITY
  if (low > high || above >= high || low >= below || above >= below) return true
  if (!node.integer) return false
  return Math.max(Math.ceil(low), Math.floor(above) + 1) > Math.min(Math.floor(high), Math.ceil(below) - 1)
}

function isOpenByDefault(node: ObjectNode): boolean {
  if (node.extras !== undefined || node.fields.length === 0 || firstSource(node) === undefined) return false
  return !node.rules?.some((rule) => rule.keyword === 'unevaluatedProperties')
}

function countsOf(low: number | undefined, high: number | undefined): Traits {
  return low === undefined && high === undefined ? 0 : bits.counts
}

function boundsOf(node: NumberNode): Traits {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node
  const isExclusive = exclusiveMinimum !== undefined || exclusiveMaximum !== undefined
  if (!isExclusive && minimum === undefined && maximum === undefined) return 0
  return isExclusive ? bits.bounds | bits.exclusiveBounds : bits.bounds
}

function isOneWay(annotations: readonly Annotation[]): boolean {
  return annotations.some(({ keyword }) => keyword === 'readOnly' || keyword === 'writeOnly')
}

/**
 * The traits of all nodes of some trees, what their rules hold included. With `shared`, a node that stands in several places
 * is looked at once: where references were inlined, a tree may have very many ways to a node.
 */
export function survey(trees: Iterable<Node>, shared: boolean): Traits {
  let found: Traits = 0
  const seen = shared ? new Set<Node>() : undefined
  const visit = (node: Node): true => {
    if (seen?.has(node)) return true
    seen?.add(node)
    found |= traitsOf(node)
    everyChild(node, visit)
    if (node.rules !== undefined) for (const rule of node.rules) for (const inner of rule.nodes.values()) visit(inner)
    return true
  }
  for (const tree of trees) visit(tree)
  return found
}
