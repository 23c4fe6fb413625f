import type { Node, Rule } from '../../ir/node.ts'
import { isImpossible } from '../../ir/node.ts'
import { childrenOf } from '../../ir/walk.ts'

/** Which properties of an object are merged from several schemas: what they name has to be there. */
export interface Merging {
  isMerged(name: string): boolean
  /** Two that merge the same names are the same. */
  readonly key: string
}

/** Every part of a value may be merged with others. */
export const mergesAll: Merging = { isMerged: () => true, key: '*' }

/** How often each name is spoken of; undefined where a schema speaks of names that it does not list. */
type Counts = ReadonlyMap<string, number> | undefined

/** Finds the names that several of the schemas to be merged speak of. What exceeds its steps is merged as a whole. */
export class NameCounter {
  readonly #definitions: ReadonlyMap<string, Node>
  #stepsLeft: number

  constructor(definitions: ReadonlyMap<string, Node>, steps: number) {
    this.#definitions = definitions
    this.#stepsLeft = steps
  }

  mergingOf(node: Node): Merging {
    const counts = this.#count(node, [])
    if (counts === undefined) return mergesAll
    const shared = new Set([...counts].filter(([, count]) => count > 1).map(([name]) => name))
    return { isMerged: (name) => shared.has(name), key: JSON.stringify([...shared].sort()) }
  }

  #count(node: Node, entered: readonly string[]): Counts {
    if (this.#stepsLeft-- <= 0 || entered.length > longestChain) return undefined
    const own = this.#countOwn(node, entered)
    const rules = node.rules?.filter(speaksOfParts) ?? []
    return rules.length === 0 ? own : sum([own, ...rules.map((rule) => this.#countRule(rule, entered))])
  }

  #countOwn(node: Node, entered: readonly string[]): Counts {
    switch (node.kind) {
      case 'object':
        return node.patterns.length > 0 || (node.extras !== undefined && !isPlain(node.extras))
          ? undefined
          : // A reference that another schema requires may lead round and round.
            new Map([...node.fields, ...node.requiredElsewhere].map(({ name }) => [name, 1]))
      case 'array':
        return undefined
      case 'all':
        return sum(node.parts.map((part) => this.#count(part, entered)))
      case 'union':
        return most(node.options.map((option) => this.#count(option, entered)))
      case 'ref':
        return entered.includes(node.target)
          ? none
          : this.#count(this.#definitions.get(node.target)!, [...entered, node.target])
      default:
        return none
    }
  }

  /** The cases of a condition are said beside the object; what they say of one property is told together. */
  #countRule({ keyword, nodes }: Rule, entered: readonly string[]): Counts {
    if (!casesOf.has(keyword)) return undefined
    return sum([...nodes.values()].map((node) => this.#count(node, entered)))
  }
}

const longestChain = 100
const none: Counts = new Map()

/** Keywords whose subschemas speak of the same value by the names of its properties. */
const casesOf: ReadonlySet<string> = new Set([
  'if',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'dependentSchemas',
  'dependencies',
])

/** Other properties are forbidden, or of any kind: nothing has to be merged with them. */
function isPlain(extras: Node): boolean {
  return isImpossible(extras) || (extras.kind === 'any' && extras.rules === undefined && extras.cut === undefined)
}

function sum(all: readonly Counts[]): Counts {
  return join(all, (left, right) => left + right)
}

function most(all: readonly Counts[]): Counts {
  return join(all, Math.max)
}

function join(all: readonly Counts[], combine: (left: number, right: number) => number): Counts {
  const joined = new Map<string, number>()
  for (const counts of all) {
    if (counts === undefined) return undefined
    for (const [name, count] of counts) joined.set(name, combine(joined.get(name) ?? 0, count))
  }
  return joined
}

/** Whether a rule says more of a value than which properties it has. */
export function speaksOfParts(rule: Rule): boolean {
  const speaks = (node: Node): boolean => {
    if (node.kind === 'ref' || node.rules !== undefined) return true
    if (node.kind === 'all' || node.kind === 'union') return childrenOf(node).some(speaks)
    return childrenOf(node).length > 0
  }
  return [...rule.nodes.values()].some(speaks)
}
