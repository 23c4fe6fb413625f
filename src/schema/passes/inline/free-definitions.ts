import { type PendingChange, rewritten } from '../../change.ts'
import type { Capabilities } from '../../feature.ts'
import { describe, report } from '../../ir/amend.ts'
import { createAny } from '../../ir/create-node.ts'
import type { Node, Rule, UnionNode } from '../../ir/node.ts'
import { isNull, keywordIn } from '../../ir/node.ts'
import type { Forest } from '../../ir/walk.ts'

/**
 * A definition that lists every type of JSON, lists and objects of itself included, is any value. Generators write JSON so (`z.json()`); where
 * the dialect cannot keep such a loop, it would be written out as the same union in every list and every object, several levels deep.
 */
export function freeDefinitions(graph: Forest, { supports }: Capabilities): Forest {
  const keepsLoops = supports.has('freeForm') && supports.has('requiredLoops')
  if (graph.definitions.size === 0 || keepsLoops) return graph
  const definitions = new Map(graph.definitions)
  for (const [pointer, node] of graph.definitions) {
    if (node.kind !== 'union' || node.options.length < 2) continue
    if (new Coverage(graph, true).isWhole(node)) definitions.set(pointer, anyValue(node))
    else if (new Coverage(graph, false).isWhole(node)) definitions.set(pointer, anyButNull(node))
  }
  return { root: definitions.get('') ?? graph.root, definitions }
}

function anyValue(node: UnionNode): Node {
  return report(createAny(node), listed(node))
}

function anyButNull(node: UnionNode): Node {
  return describe(createAny(node), 'Must not be null or hold null.', { ...listed(node), effect: 'described' })
}

function listed(node: UnionNode): PendingChange {
  const { keyword } = node
  return rewritten(keywordIn(node, keyword), 'any-of-simplified', 'Every type is listed, so any value is taken.')
}

/** The types of JSON. */
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'
const allButNull = 5

/** So many nodes are looked at for a definition: unions of references to unions lead along very many ways. */
const mostSteps = 500

/** Which values a node takes, read so that a definition that leads back to itself takes all if nothing else stands in the way. */
class Coverage {
  readonly #graph: Forest
  readonly #withNull: boolean
  #steps = 0

  constructor(graph: Forest, withNull: boolean) {
    this.#graph = graph
    this.#withNull = withNull
  }

  /** Whether a node takes every value; all but null, where that is asked. */
  isWhole(node: Node, assumed: readonly Node[] = []): boolean {
    if (node.rules !== undefined || ++this.#steps > mostSteps) return false
    if (node.kind === 'any') return node.cut === undefined
    const target = node.kind === 'ref' ? this.#graph.definitions.get(node.target) : node
    if (target === undefined || assumed.includes(target)) return target !== undefined
    if (target.kind !== 'union') return target !== node && this.isWhole(target, [...assumed, target])
    const found = new Set<Kind>()
    this.#collect(target, found, [...assumed, target])
    return this.#withNull ? found.size > allButNull : found.size === allButNull && !found.has('null')
  }

  /** Adds the types of which a node takes every value. No two types share a value, so `oneOf` of them is the same as `anyOf`. */
  #collect(node: Node, found: Set<Kind>, assumed: readonly Node[]): void {
    if (++this.#steps > mostSteps || node.rules?.some((rule) => !isAboutAllNames(rule))) return
    if (node.nullable || isNull(node)) found.add('null')
    if (node.kind === 'union') for (const option of node.options) this.#collect(option, found, assumed)
    if (node.kind === 'ref') {
      const target = this.#graph.definitions.get(node.target)
      if (target !== undefined) this.#collect(target, found, assumed)
    }
    const kind = wholeKind(node, (part) => this.isWhole(part, assumed))
    if (kind !== undefined) found.add(kind)
  }
}

/** The type that a node takes whole. */
function wholeKind(node: Node, isFree: (part: Node) => boolean): Kind | undefined {
  const isOpen = (part: Node | undefined) => part === undefined || isFree(part)
  switch (node.kind) {
    case 'boolean':
      return 'boolean'
    case 'string':
      return isUnsaid(node.minLength, node.maxLength, node.pattern, node.format) ? 'string' : undefined
    case 'number': {
      const { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = node
      const bounds = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format]
      return !integer && isUnsaid(...bounds) ? 'number' : undefined
    }
    case 'array':
      return node.prefix.length === 0 && isUnsaid(node.minItems, node.maxItems, node.uniqueItems) && isOpen(node.items)
        ? 'array'
        : undefined
    case 'object': {
      const isBare = node.fields.length + node.patterns.length + node.requiredElsewhere.length === 0
      return isBare && isUnsaid(node.minProperties, node.maxProperties) && isOpen(node.extras) ? 'object' : undefined
    }
    default:
      return undefined
  }
}

function isUnsaid(...values: readonly unknown[]): boolean {
  return values.every((value) => value === undefined || value === false)
}

/** `propertyNames: { type: 'string' }`, which every name is. */
function isAboutAllNames({ keyword, nodes }: Rule): boolean {
  const names = nodes.get('')
  return keyword === 'propertyNames' && names?.kind === 'string' && wholeKind(names, () => false) === 'string'
}
