import { assertNever } from '../../core/assert-never.ts'
import { isPlainObject } from '../../core/json.ts'
import type { PatternMatcher } from '../../core/pattern/pattern-matcher.ts'
import type { Node, ObjectNode, RefNode } from '../ir/node.ts'

/** How strictly a wire value is compared with a node. */
export interface Fit {
  /** The targets of references. */
  readonly definitions: ReadonlyMap<string, Node>
  /** Counts comparisons. Where they are used up, a value fits what it is compared with. */
  readonly patterns: PatternMatcher
  /** Ignores mistakes inside a value, so that it still finds its branch. */
  readonly loose?: boolean
  /** References followed since the last step into the value. Each is tried once. */
  readonly entered?: Set<string>
}

/**
 * Whether a wire node describes a wire value: its type, listed values, required properties and no undeclared ones.
 */
export function fitsWire(node: Node, wire: unknown, fit: Fit): boolean {
  if (!fit.patterns.compare()) return true
  if (wire === null && node.kind !== 'ref' && node.kind !== 'any') return node.nullable === true
  switch (node.kind) {
    case 'never':
      return false
    case 'boolean':
      return typeof wire === 'boolean'
    case 'string':
      return typeof wire === 'string' && (fit.loose || fitsLength(node, wire.length))
    case 'enum':
      return (node.values as readonly unknown[]).includes(wire)
    case 'number':
      return typeof wire === 'number' && (fit.loose || fitsRange(node, wire))
    case 'array':
      return Array.isArray(wire) && (fit.loose || fitsItems(node, wire, fit))
    case 'object':
      return isPlainObject(wire) && (fit.loose ? fitsLoosely(node, wire, fit) : fitsFields(node, wire, fit))
    case 'union':
      return fitsSome(node.options, wire, fit)
    case 'ref':
      return fitsTarget(node, wire, fit)
    case 'any':
    case 'all':
      return true
    default:
      return assertNever(node)
  }
}

function fitsTarget(node: RefNode, wire: unknown, fit: Fit): boolean {
  if (wire === null && node.nullable) return true
  const target = fit.definitions.get(node.target)
  if (target === undefined) return true
  // Already tried, or recursive without a step into the value: it accepts nothing more than its siblings.
  if (fit.entered?.has(node.target)) return false
  const entered = fit.entered ?? new Set()
  entered.add(node.target)
  return fitsWire(target, wire, { ...fit, entered })
}

function fitsSome(options: readonly Node[], wire: unknown, fit: Fit): boolean {
  const shared = fit.entered === undefined ? { ...fit, entered: new Set<string>() } : fit
  return options.some((option) => fitsWire(option, wire, shared))
}

/** Inside a value, every reference may be followed again. */
function inside(fit: Fit): Fit {
  return fit.entered === undefined ? fit : { ...fit, entered: new Set() }
}

function fitsLength(node: Extract<Node, { kind: 'string' }>, length: number): boolean {
  // A code point has one or two code units, so that only a certain mismatch counts.
  return (node.minLength ?? 0) <= length && (node.maxLength ?? Number.POSITIVE_INFINITY) >= length / 2
}

function fitsRange(node: Extract<Node, { kind: 'number' }>, wire: number): boolean {
  if (node.integer && !Number.isInteger(wire)) return false
  return (node.minimum ?? Number.NEGATIVE_INFINITY) <= wire && wire <= (node.maximum ?? Number.POSITIVE_INFINITY)
}

function fitsItems(node: Extract<Node, { kind: 'array' }>, wire: readonly unknown[], fit: Fit): boolean {
  if (wire.length < (node.minItems ?? 0) || wire.length > (node.maxItems ?? Number.POSITIVE_INFINITY)) return false
  return wire.every((item, index) => {
    const expected = node.prefix[index] ?? node.items
    return expected === undefined || fitsWire(expected, item, inside(fit))
  })
}

function fitsFields(node: ObjectNode, wire: Record<string, unknown>, fit: Fit): boolean {
  const declared = new Map(node.fields.map((field) => [field.name, field]))
  // `check` decides which pattern a key matches.
  const isOpen = node.patterns.length > 0
  for (const key of Object.keys(wire)) {
    const expected = declared.get(key)?.value ?? node.extras
    if (expected === undefined ? !isOpen : !isOpen && !fitsWire(expected, wire[key], inside(fit))) return false
  }
  return node.fields.every((field) => !field.required || Object.hasOwn(wire, field.name))
}

/** Only discriminators decide: required properties, and listed values that do not match. */
function fitsLoosely(node: ObjectNode, wire: Record<string, unknown>, fit: Fit): boolean {
  return node.fields.every((field) => {
    if (!Object.hasOwn(wire, field.name)) return !field.required
    return field.value.kind !== 'enum' || fitsWire(field.value, wire[field.name], inside(fit))
  })
}
